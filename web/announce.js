/* What is said aloud and what is shown until it is done with. One polite region that waits until things rest, one for
 * errors. An error that stands nowhere else stays until it is closed or until the same thing succeeds. A note goes with
 * the next thing done, once there was time to read it, and at once where its Undo would by then undo something else. So
 * does an error that the page goes on showing, such as in a document's row; of those only the latest is a message. */

import { byId, h, icon, setText } from "./dom.js";
import { notice, t } from "./i18n.js";

const REST = 900;
const READ_IN = { least: 2500, letter: 50 }; // milliseconds that a note has at any rate, and for each letter
const MANY = 3; // messages from which they can be closed at once
const NO_DEED = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "Escape"]);

let resting = 0;
/** What is to be said once things rest. @type {Map<string, string>} */
const waiting = new Map();
/** Where the focus was before it went into a message. @type {any} */
let before = null;

/**
 * Says something once nothing has changed for a while. The last thing said stands; only what nobody asked for is said
 * beside it.
 * @param {string} text
 * @param {"asked" | "unasked"} [kind]
 */
export function say(text, kind = "asked") {
  waiting.set(kind, text);
  clearTimeout(resting);
  resting = setTimeout(() => {
    byId("live-polite").textContent = [...waiting.values()].join(" ");
    waiting.clear();
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
 * Shows a sentence at the foot of the page. It stands there once: said again, it takes the place of what was said before.
 * @param {string} text
 * @param {{kind?: "error" | "note", action?: {label: string, run: () => void}, about?: string, unasked?: boolean,
 *   elsewhere?: boolean}} [options]
 *   about: what it is about; another message about the same takes its place, and `settled` closes it
 *   unasked: nothing that was done led to it, so it ends no other message
 *   elsewhere: whether the page shows the same where it belongs
 */
export function toast(text, { kind = "note", action, about = "", unasked = false, elsewhere = false } = {}) {
  const stays = kind === "error" && !elsewhere;
  const element = h(
    "div",
    { className: "toast", data: { kind, about, said: text, stays: String(stays), elsewhere: String(elsewhere), undoes: action ? "yes" : "no", fresh: "" } },
    h("p", {}, text),
    action && h("button", { type: "button", onclick: () => { close(element); action.run(); } }, action.label),
    h("button", { type: "button", className: "quiet square toast-close", "aria-label": t("action.close"), onclick: () => close(element) }, icon("close")),
  );
  setTimeout(() => delete element.dataset.fresh, READ_IN.least + READ_IN.letter * text.length);
  closeWhere("said", text);
  if (about) settled(about);
  if (elsewhere) closeWhere("elsewhere", "true");
  if (kind === "note" && !unasked) passed();
  byId("toast-list").append(element);
  tally();
  element.scrollIntoView?.({ block: "nearest" });
  if (kind === "error") alert(text);
  else say(text, unasked ? "unasked" : "asked");
}

/** Says that something went wrong, unless it was only stopped; `name` is the file that it happened to, if one did. */
export function failed(error, name = "") {
  if (error.name !== "Cancelled") toast(notice(error, name), { kind: "error", about: error.about });
}

/** What a message is about is done with: it succeeded, or is not there any more. */
export function settled(about) {
  closeWhere("about", about);
}

/** Queries, marks or documents have changed: what a message offers to undo is not the last step any more. */
export function stepped() {
  closeWhere("undoes", "yes");
}

function passed() {
  for (const element of shown()) if (element.dataset.stays === "false" && !("fresh" in element.dataset)) close(element);
}

const shown = () => [...byId("toast-list").children];

function closeWhere(name, value) {
  for (const element of shown()) if (element.dataset[name] === value) close(element);
}

function tally() {
  const count = shown().length;
  const clear = byId("toasts-clear");
  clear.hidden = count < MANY;
  setText(clear, t("toasts.clear", { count }));
}

function close(...elements) {
  const focused = byId("toasts").contains(document.activeElement);
  for (const element of elements) element.remove();
  tally();
  if (!focused || byId("toasts").contains(document.activeElement)) return;
  const next = shown().at(-1)?.querySelector(".toast-close") ?? before;
  next?.focus();
}

/** Listens for what people do: the next thing done, and Escape, which closes a message. */
export function followDeeds() {
  const toasts = byId("toasts");
  toasts.addEventListener("focusin", ({ relatedTarget }) => {
    if (relatedTarget && !toasts.contains(relatedTarget)) before = relatedTarget;
  });
  byId("toasts-clear").addEventListener("click", () => close(...shown()));
  document.addEventListener("pointerdown", ({ target }) => {
    if (!toasts.contains(target)) passed();
  });
  document.addEventListener("keydown", (event) => {
    const inside = event.target.closest?.(".toast");
    if (!inside && !NO_DEED.has(event.key)) passed();
    if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open], :popover-open")) return;
    const element = inside ?? shown().at(-1);
    if (element) close(element);
  });
}
