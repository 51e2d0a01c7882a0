/* Find in the shown document. Only what is near the screen is in the page, so the browser's own search would miss the rest. */

import { byId, setText } from "../dom.js";
import { t } from "../i18n.js";

const MOST = 9999; // places that are counted

/** What is searched for, letter case and the kind of white space aside; null where there is nothing. */
function patternOf(wanted) {
  const words = wanted.trim().split(/\s+/).filter(Boolean);
  if (!words.length) return null;
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")).join("\\s+"), "giu");
}

/** Every place of a text that is as wanted. */
function placesOf(text, wanted) {
  const pattern = patternOf(wanted);
  const places = [];
  if (!pattern) return places;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    places.push({ start: index, end: index + found.length });
    if (places.length === MOST) break;
  }
  return places;
}

/**
 * @param {{
 *   text: () => string | null,
 *   top: () => number,
 *   show: (start: number, end: number) => void,
 *   range: (span: {start: number, end: number}) => Range | null,
 * }} reader the shown text, the offset at the top of the screen, how to bring a span on screen, where it is drawn
 * @returns {{changed: () => void, drawn: () => void}} to be told of another document, and of text drawn anew
 */
export function readerFind(reader) {
  const input = byId("find-input");
  let places = [];
  let at = -1;
  input.addEventListener("input", search);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      input.value = "";
      search();
    }
  });
  byId("find-previous").addEventListener("click", () => step(-1));
  byId("find-next").addEventListener("click", () => step(1));
  document.addEventListener("keydown", (event) => {
    const wanted = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f" && !event.shiftKey && !event.altKey;
    if (!wanted || document.activeElement === input || reader.text() === null || !input.checkVisibility()) return;
    event.preventDefault();
    input.select();
  });

  function search() {
    places = placesOf(reader.text() ?? "", input.value);
    const from = reader.top();
    at = places.findIndex((place) => place.start >= from);
    if (at < 0 && places.length) at = 0;
    tell();
  }

  function step(direction) {
    if (!places.length) return;
    at = (at + direction + places.length) % places.length;
    tell();
  }

  function tell() {
    const found = places[at];
    const none = input.value.trim() ? t("find.none") : "";
    setText(byId("find-count"), found ? t("find.place", { place: at + 1, count: places.length }) : none);
    for (const name of ["previous", "next"]) byId(`find-${name}`).disabled = places.length < 2;
    if (found) reader.show(found.start, found.end);
    drawn();
  }

  /** Paints the found place, wherever its text is drawn now. */
  function drawn() {
    if (!globalThis.CSS?.highlights) return;
    const range = places[at] ? reader.range(places[at]) : null;
    if (range) CSS.highlights.set("found", new Highlight(range));
    else CSS.highlights.delete("found");
  }

  return { changed: search, drawn };
}
