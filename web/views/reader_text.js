/* A document's text in units that can be drawn alone, and in sections of a few units. */

import { wholeCharacter } from "./snippet.js";

const KINDS = ["heading", "paragraph", "list", "table", "code"];
const SECTION = 3000; // UTF-16 units of text, about, in one section
const BLOCK_COLUMNS = 6; // as the core tells blocks; the first four are drawn: kind, start, end, level
const LONGEST = 4000; // of one piece of a block; longer blocks are cut, so that a 10 MB line stays a page

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
export function sectionsOf(units) {
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
export function above(list, limit, low = 0, high = list.length) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
