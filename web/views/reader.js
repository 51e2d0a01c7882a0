/* The document beside its ranking: all of its text, chunk edges, overlap, marks and retrieved chunks drawn into it.
 *
 * Only what is near the screen is in the page. The text is cut into sections of a few blocks; a section away from the
 * screen is an empty box of the height it had, or is likely to have. */

import { byId, h, setText } from "../dom.js";
import { number, t } from "../i18n.js";
import { pageAt } from "../measurement.js";
import { wholeCharacter } from "./snippet.js";

const KINDS = ["heading", "paragraph", "list", "table", "code"];
const SECTION = 3000; // UTF-16 units of text, about, in one section
const BLOCK_COLUMNS = 6; // as the core tells blocks; the first four are drawn: kind, start, end, level
const LONGEST = 4000; // of one piece of a block; longer blocks are cut, so that a 10 MB line stays a page
const MARGIN = "900px 0px"; // how far beyond the screen sections are drawn

/**
 * Cuts a document into pieces of blocks that can be drawn alone.
 * @returns {{start: number, end: number, kind: string, level: number, block: [number, number]}[]}
 */
export function unitsOf({ text, blocks }) {
  const units = [];
  const add = (start, end, kind, level) => {
    for (let from = start; from < end; ) {
      let to = Math.min(end, from + LONGEST);
      if (to < end) {
        const space = text.lastIndexOf(" ", to);
        to = space > from + LONGEST / 2 ? space + 1 : wholeCharacter(text, to);
      }
      units.push({ start: from, end: to, kind, level, block: [start, end] });
      from = to;
    }
  };
  const addGap = (start, end) => {
    const gap = text.slice(start, end);
    if (gap.trim()) add(start + gap.length - gap.trimStart().length, start + gap.trimEnd().length, "paragraph", 0);
  };
  let at = 0;
  for (let place = 0; place < blocks.length; place += BLOCK_COLUMNS) {
    const [kind, start, end, level] = blocks.subarray(place, place + 4);
    addGap(at, start);
    add(start, end, KINDS[kind], level);
    at = end;
  }
  addGap(at, text.length);
  return units;
}

/** Groups units into sections. */
function sectionsOf(units) {
  const sections = [];
  let first = 0;
  for (let last = 1; last <= units.length; last += 1) {
    const full = last < units.length && units[last].end - units[first].start > SECTION;
    if (last === units.length || full) {
      sections.push({ first, last, start: units[first].start, end: units[last - 1].end, height: 0, drawn: false });
      first = last;
    }
  }
  return sections;
}

/** First place in an ascending list whose value is above a limit. */
function above(list, limit, low = 0, high = list.length) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * @param {import("../session.js").Session} session
 * @param {{show: (document: any) => void, mark: Function, unmark: Function}} actions
 */
export function readerView(session, actions) {
  const scroller = byId("reader");
  const picker = byId("reader-select");
  const floating = byId("mark-selection");
  let shown = null;
  let units = [];
  let sections = [];
  let boxes = [];
  let observer = null;
  let focus = null; // where the last jump led
  let awaited = null; // a jump that waits for the reader to be on screen
  let placing = 0;
  let hits = []; // retrieved chunks of the shown document, in its order: {start, end, rank}

  session.watch(["documents", "shown", "language"], renderHead);
  session.watch(["measured", "chosen", "queries"], redraw);

  picker.addEventListener("change", () => actions.show(session.byKey(Number(picker.value))));
  byId("reader-previous").addEventListener("click", () => step(-1));
  byId("reader-next").addEventListener("click", () => step(1));
  scroller.addEventListener("scroll", () => place(), { passive: true });
  scroller.addEventListener("click", clicked);
  document.addEventListener("selectionchange", offerSelection);
  floating.addEventListener("pointerdown", (event) => event.preventDefault());
  floating.addEventListener("click", markSelection);

  function renderHead() {
    const documents = session.readable;
    const options = documents.map((one) => [String(one.key), one.name]);
    if (picker.dataset.look !== JSON.stringify(options)) {
      picker.dataset.look = JSON.stringify(options);
      picker.replaceChildren(...options.map(([value, name]) => h("option", { value }, name)));
    }
    picker.disabled = documents.length < 2;
    const next = session.shownDocument?.state === "ready" ? session.shownDocument : (documents[0] ?? null);
    scroller.dataset.empty = t("reader.empty");
    byId("legend").hidden = !next;
    if (next) picker.value = String(next.key);
    if (next !== shown) open(next);
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

  function draw(place_) {
    const box = boxes[place_];
    sections[place_].drawn = true;
    box.style.height = "";
    box.replaceChildren(...drawSection(sections[place_]));
  }

  function erase(place_, height) {
    const section = sections[place_];
    if (!section.drawn || holdsSelection(boxes[place_])) return;
    section.drawn = false;
    section.height = height;
    boxes[place_].style.height = `${height}px`;
    boxes[place_].replaceChildren();
  }

  /** Draws what is on screen again: other edges, other hits, other marks; the text stays where it is. */
  function redraw() {
    collectHits();
    const span = selected();
    sections.forEach((section, place_) => {
      if (section.drawn) draw(place_);
    });
    if (span) select(span);
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

  // Drawing

  function drawSection(section) {
    const nodes = [];
    for (let place_ = section.first; place_ < section.last; place_ += 1) {
      const unit = units[place_];
      const before = place_ ? units[place_ - 1].end : 0;
      const page = pageBeginning(unit, before);
      const block = h(
        "div",
        { className: "block", data: unit.kind === "heading" ? { kind: unit.kind, level: String(unit.level) } : { kind: unit.kind } },
        page && h("span", { className: "page-edge", data: { page: String(page) } }, t("reader.page", { page })),
        ...drawUnit(unit, before),
      );
      block.dataset.unit = String(place_);
      nodes.push(block);
    }
    return nodes;
  }

  function pageBeginning(unit, before) {
    const page = pageAt(shown, unit.start);
    if (page === null) return null;
    if (unit.start === units[0].start) return page;
    return pageAt(shown, Math.max(0, before - 1)) === page ? null : page;
  }

  /** A unit's text in pieces that are alike all through: same chunks, same marks. */
  function drawUnit(unit, before) {
    const { starts, ends, first, last } = chunksNear(unit, before);
    const marks = marksHere().filter((mark) => mark.start < unit.end && mark.end > unit.start);
    const cuts = new Set([unit.start, unit.end]);
    const cut = (offset) => {
      if (offset > unit.start && offset < unit.end) cuts.add(offset);
    };
    for (let place_ = first; place_ < last; place_ += 1) {
      cut(starts[place_]);
      cut(ends[place_]);
    }
    for (const mark of marks) {
      cut(mark.start);
      cut(mark.end);
    }
    if (focus) cut(focus.start);
    const places = [...cuts].sort((one, other) => one - other);
    const nodes = [];
    let begun = first; // chunks that begin after the last unit and not after this piece
    for (let place_ = 0; place_ + 1 < places.length; place_ += 1) {
      const [from, to] = [places[place_], places[place_ + 1]];
      const edges = [];
      while (begun < last && starts[begun] <= from) {
        if (starts[begun] >= before || starts[begun] === from) edges.push(begun);
        begun += 1;
      }
      nodes.push(...drawEdges(edges));
      for (const mark of marks) if (Math.max(mark.start, unit.start) === from) nodes.push(h("span", { className: "mark-start" }));
      if (focus?.start === from) nodes.push(h("span", { className: "pointer" }));
      nodes.push(drawPiece(from, to, { starts, ends, first, last }, marks));
    }
    return nodes;
  }

  /** The chunks that reach into a unit or begin in the blank space before it. */
  function chunksNear(unit, before) {
    const measured = session.measured;
    if (!measured || !shown) return { starts: [], ends: [], first: 0, last: 0, offset: 0 };
    const [from, to] = measured.rangeOf(shown.id);
    const { starts, ends } = measured.arrays;
    const last = above(starts, unit.end - 1, from, to);
    let first = last;
    while (first > from && (ends[first - 1] > unit.start || starts[first - 1] >= before)) first -= 1;
    return { starts, ends, first, last };
  }

  function drawEdges(chunkNumbers) {
    if (!chunkNumbers.length) return [];
    const ranks = hits.filter((hit) => chunkNumbers.includes(hit.number)).map((hit) => number(hit.rank));
    const edge = h("span", { className: "chunk-edge" });
    edge.toggleAttribute("data-retrieved", ranks.length > 0);
    return ranks.length ? [h("span", { className: "margin-rank", title: t("reader.rank", { rank: ranks.join(", ") }) }, ranks.join(", ")), edge] : [edge];
  }

  function drawPiece(from, to, { starts, ends, first, last }, marks) {
    let covering = 0;
    let newest = -1;
    for (let place_ = first; place_ < last; place_ += 1) {
      if (starts[place_] <= from && ends[place_] >= to) {
        covering += 1;
        newest = place_;
      }
    }
    const piece = h("span", { className: "piece", data: { from: String(from) } });
    const text = shown.text.slice(from, to);
    if (newest >= 0 && newest % 2) piece.dataset.shade = "1";
    piece.toggleAttribute("data-overlap", covering > 1);
    piece.toggleAttribute("data-retrieved", hits.some((hit) => hit.start <= from && hit.end >= to));
    const marked = marks.some((mark) => mark.start <= from && mark.end >= to);
    piece.append(marked ? h("mark", {}, text) : text);
    return piece;
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

  /** The selected text as offsets; null where nothing of the document is selected. */
  function selected() {
    const selection = getSelection();
    if (!shown || !selection || selection.isCollapsed || !selection.rangeCount) return null;
    const range = selection.getRangeAt(0);
    if (!scroller.contains(range.commonAncestorContainer)) return null;
    const pieces = [...scroller.querySelectorAll(".piece")].filter((piece) => range.intersectsNode(piece));
    if (!pieces.length) return null;
    const [head, tail] = [pieces[0], pieces.at(-1)];
    const start = Number(head.dataset.from) + (head.contains(range.startContainer) ? range.startOffset : 0);
    const end = Number(tail.dataset.from) + (tail.contains(range.endContainer) ? range.endOffset : tail.textContent.length);
    return shown.text.slice(start, end).trim() ? { start, end, box: range.getBoundingClientRect() } : null;
  }

  function holdsSelection(box) {
    const selection = getSelection();
    return Boolean(selection && !selection.isCollapsed && selection.containsNode(box, true));
  }

  /** Selects a span again after its elements were made anew. */
  function select({ start, end }) {
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
    if (head && tail) getSelection().setBaseAndExtent(...head, ...tail);
  }

  function offerSelection() {
    const span = selected();
    floating.hidden = !span;
    if (!span) return;
    const frame = scroller.parentElement.getBoundingClientRect();
    const left = Math.min(Math.max(8, span.box.left - frame.left), frame.width - 150);
    const top = Math.min(Math.max(48, span.box.bottom - frame.top + 8), frame.height - 80);
    floating.style.left = `${left}px`;
    floating.style.top = `${top}px`;
  }

  function markSelection() {
    const span = selected();
    if (!span) return;
    actions.mark(session.chosen, shown.id, span.start, span.end);
    getSelection().removeAllRanges();
    floating.hidden = true;
  }

  /** The reader has come on screen: go where the last jump led. */
  function appeared() {
    if (awaited) reveal(awaited.start, awaited.end);
  }

  return { reveal, appeared };
}
