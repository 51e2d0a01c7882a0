/* The bracket's plain-JavaScript twin: gather every row of every chunk, add it up, take its norm and dot products, sort. */

/** Adds up the rows of the tokens ids[from..to) into sum. */
function gather(table, dimensions, ids, from, to, sum) {
  sum.fill(0);
  for (let t = from; t < to; t++) {
    const row = ids[t] * dimensions;
    for (let d = 0; d < dimensions; d++) sum[d] += table[row + d];
  }
}

function norm(sum) {
  let squares = 0;
  for (let d = 0; d < sum.length; d++) squares += sum[d] * sum[d];
  return Math.sqrt(squares);
}

/**
 * Ranks chunks for queries.
 * @param {Int8Array} table rows of `dimensions` columns
 * @param {Int32Array} ids tokens of all chunks, one behind the other
 * @param {Int32Array} bounds chunk c holds ids[bounds[c]..bounds[c + 1])
 * @param {Int32Array[]} queries their tokens
 * @returns {{scores: Float64Array[], orders: Int32Array[]}} of each query
 */
export function rank(table, dimensions, ids, bounds, queries) {
  const chunks = bounds.length - 1;
  const asked = queries.map((tokens) => {
    const sum = new Int32Array(dimensions);
    gather(table, dimensions, tokens, 0, tokens.length, sum);
    return { sum, norm: norm(sum) };
  });
  const scores = queries.map(() => new Float64Array(chunks));
  const sum = new Int32Array(dimensions);
  for (let c = 0; c < chunks; c++) {
    gather(table, dimensions, ids, bounds[c], bounds[c + 1], sum);
    const length = norm(sum);
    for (let q = 0; q < asked.length; q++) {
      const query = asked[q].sum;
      let dot = 0;
      for (let d = 0; d < dimensions; d++) dot += sum[d] * query[d];
      const both = length * asked[q].norm;
      scores[q][c] = both > 0 ? dot / both : 0;
    }
  }
  const orders = scores.map((row) => Int32Array.from(row.keys()).sort((a, b) => row[b] - row[a] || a - b));
  return { scores, orders };
}
