/* Light or dark: the system's choice until the user makes one. */

import { byId } from "./dom.js";
import { preference, setPreference } from "./preferences.js";

export function followTheme() {
  const kept = preference("theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  byId("theme-button").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    setPreference("theme", root.dataset.theme);
  });
}
