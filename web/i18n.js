/* Every visible string comes from locales/<language>.json; numbers and plurals follow the language. */

import { strong } from "./dom.js";
import { ownFile } from "./downloads.js";
import { visible } from "./visible.js";

let language = "en";
let estimates = false;
/** @type {Record<string, string | Record<string, string>>} */
let strings = {};
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");
let percents = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });
let decimals = new Intl.NumberFormat("en", { maximumFractionDigits: 1, minimumFractionDigits: 1 });
let thousandths = new Intl.NumberFormat("en", { maximumFractionDigits: 3, minimumFractionDigits: 3 });

/** Loads a language; English stays where it cannot be had. */
export async function useLanguage(code) {
  strings = await (await ownFile(`locales/${code}.json`)).json();
  language = code;
  plurals = new Intl.PluralRules(code);
  numbers = new Intl.NumberFormat(code);
  percents = new Intl.NumberFormat(code, { style: "percent", maximumFractionDigits: 0 });
  decimals = new Intl.NumberFormat(code, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  thousandths = new Intl.NumberFormat(code, { maximumFractionDigits: 3, minimumFractionDigits: 3 });
  document.documentElement.lang = code;
}

/** From now on strings that tell a number of tokens say that it is an estimate, or do not. */
export function countsAreEstimates(they) {
  estimates = they;
}

export const currentLanguage = () => language;

/** The language with all its strings, for what the core writes in it. */
export const phrases = () => ({ language, texts: strings });

/** 3,724 */
export const number = (value) => numbers.format(value);

/** 29 % */
export const percent = (share) => percents.format(share);

/** 0.031, such as the p of a test */
export const probability = (value) => thousandths.format(value);

/** 12.4 MB */
export const megabytes = (bytes) => decimals.format(bytes / 1e6);

/**
 * A string of the present language, its {placeholders} filled: numbers in the language's form, and where the string has
 * plural forms, the one for `values.count`. A string `key~estimate` takes its place while counts are estimates.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  let pattern = (estimates && strings[`${key}~estimate`]) || strings[key];
  if (pattern === undefined) return key;
  if (typeof pattern === "object") pattern = pattern[plurals.select(Number(values.count))] ?? pattern.other;
  return fill(pattern, values);
}

/** 1 token, 2,000 tokens: a number with its noun, for a sentence that has more than one number. */
export const counted = (/** @type {string} */ noun, /** @type {number} */ count) => t(`count.${noun}`, { count });

export const has = (key) => key in strings;

function fill(pattern, values) {
  return pattern.replace(/\{(\w+)\}/g, (placeholder, name) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    return typeof value === "number" ? numbers.format(value) : visible(String(value));
  });
}

/** @type {Record<string, string>} */
const labels = {};

/** Takes down what the core itself calls its strategies and the like. */
export function useLabels(kind, options) {
  for (const { id, label } of options) if (label) labels[`${kind}.${id}`] = label;
}

/** The name of something of the core's, such as a strategy: the locale's, or where it has none, the core's own. */
export const nameOf = (kind, id) => (has(`${kind}.${id}`) ? t(`${kind}.${id}`) : (labels[`${kind}.${id}`] ?? id));

/**
 * A sentence of the core: in the present language where the locale has its code, else as the core wrote it. Where it is
 * about a file and does not name it, the name is put before it.
 */
export function notice({ code, message, values }, name = "") {
  const key = `notice.${code}`;
  const text = has(key) ? t(key, values) : visible(message);
  return text.includes(visible(name)) ? text : t("notice.of", { name, text });
}

/** Puts the present language into every element that names its strings. */
export function translatePage(root = document) {
  for (const element of root.querySelectorAll("[data-i18n]")) element.textContent = t(element.dataset.i18n);
  for (const element of root.querySelectorAll("[data-i18n-strong]")) element.replaceChildren(...strong(t(element.dataset.i18nStrong)));
  for (const element of root.querySelectorAll("[data-i18n-label]")) {
    element.setAttribute("aria-label", t(element.dataset.i18nLabel));
    if (element.matches("button.square")) element.title = t(element.dataset.i18nLabel);
  }
  for (const element of root.querySelectorAll("[data-i18n-caption]")) element.dataset.label = t(element.dataset.i18nCaption);
  for (const element of root.querySelectorAll("[data-i18n-placeholder]")) {
    element.setAttribute("placeholder", t(element.dataset.i18nPlaceholder));
  }
}
