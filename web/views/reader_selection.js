/* Selecting text of the document, with a pointer or by sentences from the keyboard, and marking what is selected. */

import { say } from "../announce.js";
import { byId } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";

/**
 * @param {HTMLElement} scroller holds the drawn pieces of the document
 * @param {{
 *   text: () => string | null,
 *   top: () => number,
 *   show: (start: number, end: number) => void,
 *   mark: (start: number, end: number) => void,
 * }} reader the shown text; the offset at the top of the screen; brings a span on screen; marks it or takes its mark off
 */
export function readerSelection(scroller, reader) {
  const floating = byId("mark-selection");
  document.addEventListener("selectionchange", offer);
  floating.addEventListener("pointerdown", (event) => event.preventDefault());
  floating.addEventListener("click", mark);
  scroller.addEventListener("keydown", pressed);

  /** The selected text as offsets; null where nothing of the document is selected. */
  function selected() {
    const selection = getSelection();
    const text = reader.text();
    if (text === null || !selection || selection.isCollapsed || !selection.rangeCount) return null;
    const range = selection.getRangeAt(0);
    if (!scroller.contains(range.commonAncestorContainer)) return null;
    const pieces = [...scroller.querySelectorAll(".piece")].filter((piece) => range.intersectsNode(piece));
    if (!pieces.length) return null;
    const [head, tail] = [pieces[0], pieces.at(-1)];
    const start = Number(head.dataset.from) + (head.contains(range.startContainer) ? range.startOffset : 0);
    const end = Number(tail.dataset.from) + (tail.contains(range.endContainer) ? range.endOffset : tail.textContent.length);
    return text.slice(start, end).trim() ? { start, end, box: range.getBoundingClientRect() } : null;
  }

  /** Whether an element holds part of what is selected. */
  function within(element) {
    const selection = getSelection();
    return Boolean(selection && !selection.isCollapsed && selection.containsNode(element, true));
  }

  /** Where a span is drawn: [node, offset] of its start and of its end, null where it is not. */
  function ends({ start, end }) {
    const at = (offset, last) => {
      const piece = [...scroller.querySelectorAll(".piece")].find((one) => {
        const from = Number(one.dataset.from);
        const to = from + one.textContent.length;
        return last ? from < offset && offset <= to : from <= offset && offset < to;
      });
      const text = piece && document.createTreeWalker(piece, NodeFilter.SHOW_TEXT).nextNode();
      return text ? [text, offset - Number(piece.dataset.from)] : null;
    };
    const [head, tail] = [at(start, false), at(end, true)];
    return head && tail ? [head, tail] : null;
  }

  /** Selects a span, or selects it again after its elements were made anew. */
  function select(span) {
    const [head, tail] = ends(span) ?? [];
    if (head) getSelection().setBaseAndExtent(...head, ...tail);
  }

  function range(span) {
    const [head, tail] = ends(span) ?? [];
    if (!head) return null;
    const drawn = new Range();
    drawn.setStart(...head);
    drawn.setEnd(...tail);
    return drawn;
  }

  function offer() {
    const span = selected();
    floating.hidden = !span;
    if (!span) return;
    const frame = scroller.parentElement.getBoundingClientRect();
    const left = Math.min(Math.max(8, span.box.left - frame.left), frame.width - 150);
    const top = Math.min(Math.max(48, span.box.bottom - frame.top + 8), frame.height - 80);
    floating.style.left = `${left}px`;
    floating.style.top = `${top}px`;
  }

  function mark() {
    const span = selected();
    if (!span) return;
    reader.mark(span.start, span.end);
    clear();
  }

  function clear() {
    getSelection().removeAllRanges();
    floating.hidden = true;
  }

  // By keyboard: left and right go from sentence to sentence, with Shift they extend, Enter marks, Escape lets go

  function pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || reader.text() === null) return;
    const keys = { ArrowRight: () => go(1, event.shiftKey), ArrowLeft: () => go(-1, event.shiftKey), Enter: mark, Escape: clear };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  }

  function go(direction, extend) {
    const text = reader.text();
    const here = selected();
    const next = here
      ? nextSentence(text, direction > 0 ? here.end : here.start, direction)
      : nextSentence(text, reader.top(), 1);
    if (!next) return;
    const span = here && extend ? { start: Math.min(here.start, next.start), end: Math.max(here.end, next.end) } : next;
    reader.show(span.start, span.end);
    select(span);
    say(t("reader.selected", { text: text.slice(span.start, span.end) }));
  }

  return { selected, select, within, range };
}

const AROUND = 2000; // UTF-16 units of text in which a sentence is looked for
let segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** The first sentence that begins at or after an offset, or the last that ends at or before it; null past the ends. */
function nextSentence(text, offset, direction) {
  if (segmenter.resolvedOptions().locale !== currentLanguage()) {
    segmenter = new Intl.Segmenter(currentLanguage(), { granularity: "sentence" });
  }
  for (let reach = AROUND; ; reach *= 4) {
    const from = direction > 0 ? offset : Math.max(0, offset - reach);
    const to = direction > 0 ? Math.min(text.length, offset + reach) : offset;
    const found = sentences(text, from, to);
    // A sentence at the edge of what was looked at may be a part of one, unless that is an edge of the text.
    const whole = direction > 0 ? found.filter((one) => one.reach < to || to === text.length) : found.filter((one) => one.start > from || from === 0);
    if (whole.length) return direction > 0 ? whole[0] : whole.at(-1);
    if (direction > 0 ? to === text.length : from === 0) return null;
  }
}

/** The sentences of a part of a text, white space around them left out; a line between blank lines ends one too. */
function sentences(text, from, to) {
  const found = [];
  for (const { segment, index } of segmenter.segment(text.slice(from, to))) {
    for (const line of segment.matchAll(/\S(?:(?!\n[^\S\n]*\n)[\s\S])*/g)) {
      const start = from + index + line.index;
      const end = start + line[0].trimEnd().length;
      found.push({ start, end, reach: from + index + segment.length });
    }
  }
  return found;
}
