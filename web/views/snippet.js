/* The text of a chunk as a result shows it: around the marked answer where it holds one, marks underlined. */

import { h } from "../dom.js";

const SHORT = 420; // UTF-16 units of text in a result that is not opened
const LEAD = 90; // of it before a mark

/** Moves an offset off the middle of a surrogate pair. */
export function wholeCharacter(text, offset) {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset - 1 : offset;
}

/** Whether a short row leaves out any of a chunk. */
export const isCut = ({ start, end }) => end - start > SHORT;

/**
 * @param {any} source the document
 * @param {{start: number, end: number, prefix: string}} chunk
 * @param {{start: number, end: number}[]} marks those it overlaps
 * @param {boolean} open all of it, or as much as a short row holds
 * @returns {(Node | string)[]}
 */
export function snippet(source, chunk, marks, open) {
  const { text } = source;
  let { start, end } = chunk;
  if (!open) {
    if (marks.length && end - start > SHORT) start = Math.max(start, Math.min(...marks.map((mark) => mark.start)) - LEAD);
    start = wholeCharacter(text, start);
    end = wholeCharacter(text, Math.min(end, start + SHORT));
  }
  const nodes = [];
  if (chunk.prefix) nodes.push(h("span", { className: "trail" }, chunk.prefix));
  if (start > chunk.start) nodes.push("… ");
  let at = start;
  for (const mark of [...marks].sort((one, other) => one.start - other.start)) {
    const from = Math.max(at, mark.start);
    const to = Math.min(end, mark.end);
    if (from >= to) continue;
    nodes.push(text.slice(at, from), h("mark", {}, text.slice(from, to)));
    at = to;
  }
  nodes.push(text.slice(at, end));
  if (end < chunk.end) nodes.push(" …");
  return nodes;
}
