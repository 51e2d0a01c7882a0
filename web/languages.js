/* The language of the page: the browser's own choice until the user makes one. */

import { byId, h } from "./dom.js";
import { currentLanguage, translatePage, useLanguage } from "./i18n.js";
import { preference, setPreference } from "./preferences.js";
import { saidAgain } from "./status.js";

const LANGUAGES = {
  de: "Deutsch",
  en: "English",
  es: "Español",
  fr: "Français",
  id: "Bahasa Indonesia",
  pl: "Polski",
};

/** The first of the user's languages that the page speaks. */
function wanted() {
  const codes = [preference("language"), ...navigator.languages.map((tag) => tag.split("-")[0])];
  return codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? "en";
}

/** Puts the page into the user's language; English is there where the other cannot be had. */
export async function firstLanguage() {
  await useLanguage(wanted()).catch(() => useLanguage("en"));
  translatePage();
}

/**
 * Lets the user choose another.
 * @param {() => void} changed makes the views speak it
 */
export function followLanguage(changed) {
  const select = byId("language-select");
  select.append(...Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code }, name)));
  select.value = currentLanguage();
  select.addEventListener("change", async () => {
    await useLanguage(select.value).then(() => setPreference("language", select.value), () => {});
    select.value = currentLanguage();
    translatePage();
    saidAgain();
    changed();
  });
}
