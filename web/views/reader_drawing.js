/* Units of a document as elements: chunk edges, overlap, marks and retrieved chunks drawn into the text.
 *
 * A scene is what is drawn from: {shown, units, measured, hits, marks, focus}; hits are the retrieved chunks of the shown
 * document with their ranks, marks those of the chosen query in it, focus is where the last jump led, or null.
 *
 * @typedef {{shown: any, units: any[], measured: any, hits: any[], marks: any[], focus: {start: number, end: number} | null}} Scene */

import { h } from "../dom.js";
import { number, t } from "../i18n.js";
import { pageAt } from "../measurement.js";
import { above } from "./reader_text.js";

/**
 * Draws a section.
 * @param {{first: number, last: number}} section
 * @param {Scene} scene
 * @returns {HTMLElement[]} one element a unit
 */
export function drawSection(section, scene) {
  const { units } = scene;
  const nodes = [];
  for (let place_ = section.first; place_ < section.last; place_ += 1) {
    const unit = units[place_];
    const before = place_ ? units[place_ - 1].end : 0;
    const page = pageBeginning(unit, before, scene);
    const block = h(
      "div",
      { className: "block", data: unit.kind === "heading" ? { kind: unit.kind, level: String(unit.level) } : { kind: unit.kind } },
      page && h("span", { className: "page-edge", data: { page: String(page) } }, t("reader.page", { page })),
      ...drawUnit(unit, before, scene),
    );
    block.dataset.unit = String(place_);
    nodes.push(block);
  }
  return nodes;
}

function pageBeginning(unit, before, { shown, units }) {
  const page = pageAt(shown, unit.start);
  if (page === null) return null;
  if (unit.start === units[0].start) return page;
  return pageAt(shown, Math.max(0, before - 1)) === page ? null : page;
}

/** A unit's text in pieces that are alike all through: same chunks, same marks. */
function drawUnit(unit, before, scene) {
  const { focus } = scene;
  const { starts, ends, first, last } = chunksNear(unit, before, scene);
  const marks = scene.marks.filter((mark) => mark.start < unit.end && mark.end > unit.start);
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
    nodes.push(...drawEdges(edges, scene.hits));
    for (const mark of marks) if (Math.max(mark.start, unit.start) === from) nodes.push(h("span", { className: "mark-start" }));
    if (focus?.start === from) nodes.push(h("span", { className: "pointer" }));
    nodes.push(drawPiece(from, to, { starts, ends, first, last }, marks, scene));
  }
  return nodes;
}

/** The chunks that reach into a unit or begin in the blank space before it. */
function chunksNear(unit, before, { measured, shown }) {
  if (!measured) return { starts: [], ends: [], first: 0, last: 0 };
  const [from, to] = measured.rangeOf(shown.id);
  const { starts, ends } = measured.arrays;
  const last = above(starts, unit.end - 1, from, to);
  let first = last;
  while (first > from && (ends[first - 1] > unit.start || starts[first - 1] >= before)) first -= 1;
  return { starts, ends, first, last };
}

function drawEdges(chunkNumbers, hits) {
  if (!chunkNumbers.length) return [];
  const ranks = hits.filter((hit) => chunkNumbers.includes(hit.number)).map((hit) => number(hit.rank));
  const edge = h("span", { className: "chunk-edge" });
  edge.toggleAttribute("data-retrieved", ranks.length > 0);
  return ranks.length ? [h("span", { className: "margin-rank", title: t("reader.rank", { rank: ranks.join(", ") }) }, ranks.join(", ")), edge] : [edge];
}

function drawPiece(from, to, { starts, ends, first, last }, marks, { shown, hits }) {
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
