/* The settings in the address, after the #: restored when the page is opened, and kept up with. Never a word of a
 * document or a question, nor of anything else that is typed freely: options that are texts, and names of files. */

import { toast } from "./announce.js";
import { t } from "./i18n.js";
import { isOf } from "./static_models.js";

const VERSION = "1";
const LONGEST = 2000; // characters of an address that is read
const REST = 300; // milliseconds without a change after which the address follows: browsers allow few changes a second
const REPOSITORY = /^[\w.-]{1,96}\/[\w.-]{1,96}$/;
const SAFE = ["flag", "choice", "number"]; // kinds of options that hold nothing typed freely

const whole = (least, most) => (text) => {
  const value = /^\d{1,8}$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
};
const oneOf = (values) => (text) => (values.includes(text) ? text : undefined);

/** @param {{kind: string, choices: any[]}} option */
const ofOption = (option) => (text) => {
  if (option.kind === "number") return whole(0, 1_000_000)(text);
  const values = option.kind === "flag" ? [true, false] : option.choices;
  return values.find((value) => String(value) === text);
};

function isDecodable(text) {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export class SettingsLink {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./tokenizers.js").Tokenizers} tokenizers
   * @param {{settings: (settings: object) => void, tokenizer: (choice: any) => void}} take
   */
  constructor(session, tokenizers, take) {
    this.session = session;
    this.tokenizers = tokenizers;
    this.take = take;
    this.written = this.#text();
    this.started = false;
    this.timer = 0;
  }

  /** Reads the address once the core has said what there is, and follows the settings from then on. */
  start() {
    if (this.started) return;
    this.started = true;
    this.#read();
    addEventListener("hashchange", () => this.#read());
    for (const kind of ["settings", "tokenizer"]) this.session.addEventListener(kind, () => this.#followSoon());
    this.#followSoon();
  }

  #followSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#follow(), REST);
  }

  #follow() {
    const text = this.#text();
    if (text === this.written) return;
    this.written = text;
    history.replaceState(history.state, "", `#${text}`);
  }

  /** The settings as an address has them. */
  #text() {
    const { settings, overlap, strategy, tokenizer } = this.session;
    const values = new URLSearchParams({ strategy: settings.strategy, size: settings.size, overlap, budget: settings.budget });
    if (this.session.unit !== strategy.units[0]) values.set("length", this.session.unit);
    if (!tokenizer.blob || tokenizer.repository) values.set("tokenizer", tokenizer.core);
    const { model } = this.session;
    if (!model || model.known || !isOf(settings.scorer, model)) values.set("scorer", settings.scorer);
    for (const { id, kind } of strategy.options ?? []) {
      if (SAFE.includes(kind) && id in settings.options) values.set(id, String(settings.options[id]));
    }
    values.set("v", VERSION);
    return values.toString().replaceAll("%2F", "/");
  }

  /** Takes the settings in the address; whatever of it cannot be used, it says afterwards what the page uses. */
  #read() {
    const text = location.hash.slice(1);
    if (!text || document.getElementById(text)) return; // a link to a part of the page
    this.written = text;
    this.#take(text);
    this.#followSoon();
  }

  #take(text) {
    if (!text.includes("=") || !isDecodable(text)) {
      toast(t("link.undecodable"));
      return;
    }
    const given = new URLSearchParams(text);
    if (text.length > LONGEST || (given.get("v") ?? VERSION) !== VERSION) {
      toast(t("link.unreadable"));
      return;
    }
    const refused = [];
    const value = (name, read) => {
      if (!given.has(name)) return undefined;
      const taken = read(given.get(name));
      if (taken === undefined) refused.push(name);
      return taken;
    };
    const { offers, settings } = this.session;
    const strategy = value("strategy", oneOf(offers.strategies.map(({ id }) => id))) ?? settings.strategy;
    const { units, options } = offers.strategies.find(({ id }) => id === strategy);
    const chosen = options
      .filter(({ kind }) => SAFE.includes(kind))
      .map((option) => [option.id, value(option.id, ofOption(option))])
      .filter(([, one]) => one !== undefined);
    const scorers = [...offers.own, ...offers.scorers.map(({ id }) => id)];
    const isKnown = (text) => scorers.includes(text) || offers.models.some((model) => isOf(text, model));
    const offered = (scorer) => {
      if (scorer && !scorers.includes(scorer)) toast(t("link.scorer", { scorer }));
      return scorers.includes(scorer) ? scorer : settings.scorer;
    };
    this.take.settings({
      strategy,
      size: value("size", whole(1, 1_000_000)) ?? settings.size,
      overlap: value("overlap", whole(0, 999_999)) ?? settings.overlap,
      budget: value("budget", whole(1, 10_000_000)) ?? settings.budget,
      length: value("length", oneOf(units)) ?? units[0],
      scorer: offered(value("scorer", (one) => (isKnown(one) ? one : undefined))),
      options: Object.fromEntries(chosen),
    });
    const { builtIn, estimates } = this.tokenizers.catalogue;
    const known = [...builtIn, ...estimates];
    const named = value("tokenizer", (one) => (known.includes(one) || REPOSITORY.test(one) ? one : undefined));
    if (known.includes(named)) {
      if (named !== this.session.tokenizer.core) this.take.tokenizer(this.tokenizers.byKey(named));
    } else if (named && named !== this.session.tokenizer.core) toast(t("link.tokenizer", { tokenizer: named }));
    if (refused.length) toast(t("link.refused", { names: refused.join(", "), count: refused.length }));
  }
}
