/* What is said aloud and what is shown for a moment. One polite region that waits until things rest, one for errors. */

import { byId, h, icon } from "./dom.js";
import { notice, t } from "./i18n.js";

const REST = 900;
const SHOWN_FOR = 8000;

let resting = 0;

/** Says something once nothing has changed for a while. */
export function say(text) {
  clearTimeout(resting);
  resting = setTimeout(() => {
    byId("live-polite").textContent = text;
  }, REST);
}

/** Says at once that something went wrong. */
export function alert(text) {
  byId("live-assertive").textContent = "";
  requestAnimationFrame(() => {
    byId("live-assertive").textContent = text;
  });
}

/**
 * Shows a sentence at the foot of the page.
 * @param {string} text
 * @param {{kind?: "error" | "note", action?: {label: string, run: () => void}, stay?: boolean}} [options]
 */
export function toast(text, { kind = "note", action, stay = false } = {}) {
  const close = () => element.remove();
  const element = h(
    "div",
    { className: "toast", data: { kind } },
    h("p", {}, text),
    action && h("button", { type: "button", onclick: () => { action.run(); close(); } }, action.label),
    h("button", { type: "button", className: "quiet square", "aria-label": t("action.close"), onclick: close }, icon("close")),
  );
  const all = byId("toasts");
  while (all.childElementCount > 2) all.firstElementChild.remove();
  all.append(element);
  if (kind === "error") alert(text);
  else say(text);
  if (!stay && kind !== "error") setTimeout(close, SHOWN_FOR);
  return close;
}

/** Says that something went wrong, unless it was only stopped. */
export function failed(error) {
  if (error.name !== "Cancelled") toast(notice(error), { kind: "error" });
}
