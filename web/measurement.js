/* A measurement as the worker hands it over: flat arrays, read without copying. */

export class Measured {
  /**
   * @param {any} answer of the core's `measure`
   * @param {any} asked the settings of the split that it was asked for
   */
  constructor({ arrays, ...values }, asked) {
    this.asked = asked;
    this.values = values;
    this.arrays = arrays;
    this.places = new Map(Array.from(arrays.queryIds, (id, place) => [id, place]));
  }

  /** Chunk numbers of one document: first, and one past the last. */
  rangeOf(documentId) {
    const part = this.values.documents.indexOf(documentId);
    return part < 0 ? [0, 0] : [this.arrays.firsts[part], this.arrays.firsts[part + 1]];
  }

  /** Where a chunk lies, in UTF-16 units of its document, and what stands before it. */
  chunk(number) {
    const { firsts, starts, ends, tokens, prefixOf } = this.arrays;
    let part = 0;
    while (firsts[part + 1] <= number) part += 1;
    const document = this.values.documents[part];
    const prefix = prefixOf && prefixOf[number] >= 0 ? this.values.prefixes[document][prefixOf[number]] : "";
    return { number, document, start: starts[number], end: ends[number], tokens: tokens[number], prefix };
  }

  /**
   * One query's share: chunk numbers best first, found or not for each mark, rank of the first hit (0: none), and
   * whether anything could be ranked for it at all.
   */
  ranking(queryId) {
    const place = this.places.get(queryId);
    if (place === undefined) return null;
    const { retrieved, retrievedFirst, found, foundFirst, firstHit, queryTokens, ranked } = this.arrays;
    return {
      retrieved: retrieved.subarray(retrievedFirst[place], retrievedFirst[place + 1]),
      found: found.subarray(foundFirst[place], foundFirst[place + 1]),
      firstHit: firstHit[place],
      tokens: queryTokens[place],
      ranked: ranked[place] === 1,
    };
  }
}

export const overlaps = (chunk, mark) =>
  chunk.document === mark.document && Math.max(chunk.start, mark.start) < Math.min(chunk.end, mark.end);

/** The page, counted from 1, that holds an offset; null where the document has no pages. */
export function pageAt(document, offset) {
  const { pageStarts } = document;
  if (!pageStarts?.length) return null;
  let low = 0;
  let high = pageStarts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pageStarts[middle] <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}
