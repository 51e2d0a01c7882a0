/* The one line that says what the page is doing. Scripts read data-state and data-measurement from it; what takes longer
 * than a moment has data-long, words, and a dot that turns (one that turned at every move would cost it a third of its paint). */

import { byId, setText } from "./dom.js";
import { megabytes, t } from "./i18n.js";

const QUIET = 300; // milliseconds of work that need no sign

const tasks = new Map();
let booted = false;
let failed = "";
let measurement = 0;
let speaking = 0;

function render() {
  const element = byId("status");
  const newest = [...tasks.values()].at(-1);
  element.dataset.state = failed ? "error" : !booted ? "booting" : tasks.size ? "busy" : "ready";
  clearTimeout(speaking);
  if (!tasks.size) delete element.dataset.long;
  if (failed) setText(byId("status-text"), failed);
  else if (!booted) return;
  else if (!newest) setText(byId("status-text"), t("status.ready"));
  else speaking = setTimeout(takesLong, QUIET);
}

function takesLong() {
  byId("status").dataset.long = "";
  setText(byId("status-text"), [...tasks.values()].at(-1));
}

/** Says it again, in the language that was chosen meanwhile. */
export const saidAgain = () => render();

/** Says which part of the start is under way. */
export function starting({ stage, loaded, total }) {
  if (booted || failed) return;
  const values = { loaded: megabytes(loaded), total: megabytes(Math.max(total, loaded)) };
  setText(byId("status-text"), t(`status.${stage}`, values));
}

export function started() {
  booted = true;
  failed = "";
  render();
}

export function restarting() {
  booted = false;
  setText(byId("status-text"), t("status.restart"));
  render();
}

export function stopped(text) {
  failed = text;
  render();
}

/** Names something that is under way; the returned function ends it, its `says` gives it other words. */
export function working(text) {
  const key = Symbol(text);
  tasks.set(key, text);
  render();
  const done = () => {
    tasks.delete(key);
    render();
  };
  done.says = (/** @type {string} */ words) => {
    const element = byId("status-text");
    const shown = element.textContent === tasks.get(key);
    tasks.set(key, words);
    if (shown) setText(element, words);
  };
  return done;
}

/** A new result is on screen. */
export function measuredAndPainted() {
  measurement += 1;
  byId("status").dataset.measurement = String(measurement);
}
