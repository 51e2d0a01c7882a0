/* The document beside its ranking: all of its text, chunk edges, overlap, marks and retrieved chunks drawn into it.
 *
 * Only what is near the screen is in the page. The text is cut into sections of a few blocks; a section away from the
 * screen is an empty box of the height it had, or is likely to have. */

import { byId, h, setText } from "../dom.js";
import { t } from "../i18n.js";
import { pageAt } from "../measurement.js";
import { visible } from "../visible.js";
import { inSight } from "./in_sight.js";
import { drawSection } from "./reader_drawing.js";
import { readerFind } from "./reader_find.js";
import { readerSelection } from "./reader_selection.js";
import { above, sectionsOf, unitsOf } from "./reader_text.js";
import { redrawn } from "./redrawn.js";

const MARGIN = "900px 0px"; // how far beyond the screen sections are drawn

/**
 * @param {import("../session.js").Session} session
 * @param {{show: (document: any) => void, mark: Function, unmark: Function}} actions
 */
export function readerView(session, actions) {
  const scroller = byId("reader");
  const picker = byId("reader-select");
  let shown = null;
  let units = [];
  let sections = [];
  let boxes = [];
  let observer = null;
  let focus = null; // where the last jump led
  let awaited = null; // a jump that waits for the reader to be on screen
  let placing = 0;
  let seen = new Set(); // the blocks on screen when the latest measurement came
  let hits = []; // retrieved chunks of the shown document, in its order: {start, end, rank}

  picker.addEventListener("change", () => actions.show(session.byKey(Number(picker.value))));
  byId("reader-previous").addEventListener("click", () => step(-1));
  byId("reader-next").addEventListener("click", () => step(1));
  scroller.addEventListener("scroll", () => place(), { passive: true });
  scroller.addEventListener("click", clicked);
  const selection = readerSelection(scroller, {
    text: () => shown?.text ?? null,
    top: topOffset,
    show: bringOn,
    mark: markOrUnmark,
  });
  const find = readerFind({ text: () => shown?.text ?? null, top: topOffset, show: bringOn, range: selection.range });
  session.watch(["documents", "shown", "language"], renderHead);
  session.watch(["painted", "chosen", "queries", "language"], () => redraw());
  session.addEventListener("answered", () => {
    const drawn = boxes.filter((_, place_) => sections[place_].drawn);
    seen = inSight(scroller, drawn.flatMap((box) => [...box.children]));
  });
  session.addEventListener("measured", () => redraw((block) => seen.has(block)));
  session.watch(["language"], place);

  function renderHead() {
    const documents = session.readable;
    const options = documents.map((one) => [String(one.key), one.name]);
    if (!options.length) options.push(["", session.beingRead?.name ?? t("reader.none")]);
    if (picker.dataset.look !== JSON.stringify(options)) {
      picker.dataset.look = JSON.stringify(options);
      picker.replaceChildren(...options.map(([value, name]) => h("option", { value }, visible(name))));
    }
    picker.disabled = documents.length < 2;
    const next = session.shownDocument?.state === "ready" ? session.shownDocument : (documents[0] ?? null);
    scroller.dataset.empty = t("reader.empty");
    byId("legend").hidden = !next;
    if (next) picker.value = String(next.key);
    if (next !== shown || (next && !next.units)) open(next); // read again, it is the same with other text
  }

  function open(document_) {
    shown = document_;
    focus = awaited = null;
    observer?.disconnect();
    units = shown ? (shown.units ??= unitsOf(shown)) : [];
    sections = sectionsOf(units);
    observer = new IntersectionObserver(entered, { root: scroller, rootMargin: MARGIN });
    boxes = sections.map((section, place_) => {
      const box = h("div", { className: "section", data: { section: String(place_) } });
      box.style.height = `${guess(section)}px`;
      return box;
    });
    scroller.replaceChildren(...boxes);
    scroller.scrollTop = 0;
    for (const box of boxes) observer.observe(box);
    redraw();
    find.changed();
  }

  function guess(section) {
    if (section.height) return section.height;
    const line = Math.max(20, (scroller.clientWidth - 76) / 7.4);
    let height = 0;
    for (let place_ = section.first; place_ < section.last; place_ += 1) {
      const unit = units[place_];
      height += 24 * Math.ceil((unit.end - unit.start) / line) + 12;
    }
    return height;
  }

  function entered(entries) {
    for (const entry of entries) {
      const place_ = Number(entry.target.dataset.section);
      if (boxes[place_] !== entry.target) continue;
      if (entry.isIntersecting) {
        if (!sections[place_].drawn) draw(place_);
      } else erase(place_, entry.boundingClientRect.height);
    }
    place();
  }

  function draw(place_, wanted) {
    const box = boxes[place_];
    sections[place_].drawn = true;
    box.style.height = "";
    const scene = { shown, units, measured: session.measured, hits, marks: marksHere(), focus };
    redrawn(box, drawSection(sections[place_], scene), wanted);
    find.drawn();
  }

  function erase(place_, height) {
    const section = sections[place_];
    if (!section.drawn || selection.within(boxes[place_])) return;
    section.drawn = false;
    section.height = height;
    boxes[place_].style.height = `${height}px`;
    boxes[place_].replaceChildren();
  }

  /** Draws the blocks in the page again, or some: other edges, other hits, other marks; the text stays where it is. */
  function redraw(wanted) {
    collectHits();
    const span = selection.selected();
    sections.forEach((section, place_) => {
      if (section.drawn) draw(place_, wanted);
    });
    if (span) selection.select(span);
    byId("reader-previous").disabled = !hits.length;
    byId("reader-next").disabled = !hits.length;
    place();
  }

  function collectHits() {
    const ranking = shown && session.measured?.ranking(session.chosen);
    hits = [];
    if (!ranking) return;
    ranking.retrieved.forEach((chunkNumber, rank) => {
      const chunk = session.measured.chunk(chunkNumber);
      if (chunk.document === shown.id) hits.push({ ...chunk, rank: rank + 1 });
    });
    hits.sort((one, other) => one.start - other.start);
  }

  function marksHere() {
    return shown ? (session.chosenQuery?.marks ?? []).filter((mark) => mark.document === shown.id) : [];
  }

  // Moving

  function sectionAt(offset) {
    return Math.max(0, above(sections.map((section) => section.start), offset) - 1);
  }

  /** Brings a span on screen and outlines it. */
  function reveal(start, end) {
    focus = { start, end };
    awaited = scroller.clientHeight ? null : focus; // a hidden tab has no places to go to
    if (awaited) return;
    const place_ = sectionAt(start);
    for (const near of [place_ - 1, place_, place_ + 1]) if (sections[near]) sections[near].drawn = true;
    redraw();
    const bring = () => {
      const piece = pieceAt(place_, start);
      if (!piece) return;
      const top = piece.getClientRects()[0].top - scroller.getBoundingClientRect().top;
      scroller.scrollTop += top - scroller.clientHeight / 3;
    };
    bring();
    requestAnimationFrame(bring);
  }

  /** Brings a span on screen only if it is not there yet. */
  function bringOn(start, end) {
    const piece = pieceAt(sectionAt(start), start);
    const frame = scroller.getBoundingClientRect();
    const box = piece?.getBoundingClientRect();
    if (!box || box.top < frame.top || box.top > frame.bottom - 80) reveal(start, end);
  }

  function pieceAt(place_, offset) {
    const pieces = [...(boxes[place_]?.querySelectorAll(".piece") ?? [])];
    return pieces.find((piece) => Number(piece.dataset.from) + piece.textContent.length > offset) ?? pieces.at(-1);
  }

  function step(direction) {
    if (!hits.length) return;
    const here = focus ? focus.start : topOffset();
    const ahead = direction > 0 ? hits.find((hit) => hit.start > here) : hits.findLast((hit) => hit.start < here);
    const next = ahead ?? (direction > 0 ? hits[0] : hits.at(-1));
    reveal(next.start, next.end);
  }

  function topOffset() {
    const block = blockAtTop();
    return block ? units[Number(block.dataset.unit)].start : 0;
  }

  function blockAtTop() {
    const top = scroller.getBoundingClientRect().top;
    for (const box of boxes) {
      if (!box.firstElementChild) continue;
      if (box.getBoundingClientRect().bottom <= top + 1) continue;
      for (const block of box.children) if (block.getBoundingClientRect().bottom > top + 8) return block;
    }
    return null;
  }

  /** Says which page is at the top, once scrolling has drawn it. */
  function place() {
    cancelAnimationFrame(placing);
    placing = requestAnimationFrame(() => {
      const pages = shown?.pageStarts.length ?? 0;
      setText(byId("reader-place"), pages ? t("reader.place", { page: pageAt(shown, topOffset()), pages }) : "");
    });
  }

  // Marking

  function clicked(event) {
    if (!shown || !getSelection()?.isCollapsed) return;
    const block = event.target.closest?.(".block[data-kind]");
    if (!block) return;
    const unit = units[Number(block.dataset.unit)];
    const piece = event.target.closest(".piece");
    const from = piece ? Number(piece.dataset.from) : null;
    const marked = from === null ? undefined : marksHere().find((mark) => mark.start <= from && mark.end > from);
    if (marked) actions.unmark(session.chosen, marked);
    else actions.mark(session.chosen, shown.id, ...unit.block);
  }

  /** Marks a span, or takes its mark off where it is one already. */
  function markOrUnmark(start, end) {
    const marked = marksHere().find((mark) => mark.start === start && mark.end === end);
    if (marked) actions.unmark(session.chosen, marked);
    else actions.mark(session.chosen, shown.id, start, end);
  }

  /** The reader has come on screen: go where the last jump led. */
  function appeared() {
    if (awaited) reveal(awaited.start, awaited.end);
  }

  return { reveal, appeared };
}
