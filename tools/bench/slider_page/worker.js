/* Times our bracket and its plain-JavaScript twin in turn, on the same chunks, in one worker.
 *
 * From the page:  {cases: [{name, tokens, strategy, sizes, overlap}]}
 * To the page:    {log} while it runs, then {rows} */

import { loadPyodide } from "./site/runtime/pyodide.mjs";
import { rank } from "./reference.js";

const SITE = new URL("./site/", import.meta.url);

async function bytes(path) {
  return new Uint8Array(await (await fetch(new URL(path, SITE))).arrayBuffer());
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Lays lists of tokens one behind the other. */
function laidOut(lists) {
  const bounds = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => (bounds[i + 1] = bounds[i] + list.length));
  const ids = new Int32Array(bounds[lists.length]);
  lists.forEach((list, i) => ids.set(list, bounds[i]));
  return { ids, bounds };
}

/** Runs one case: for every size a move of ours, then the twin on the chunks it made. */
function compare(bracket, table, { tokens, strategy, sizes, overlap }) {
  const corpus = bracket.corpus(tokens);
  const dimensions = bracket.DIMENSIONS;
  const queries = corpus.query_tokens().toJs();
  corpus.move(strategy, sizes[0] - 1, overlap); // tables that are made once a strategy and document
  const times = { ours: [], split: [], reference: [] };
  let chunks = 0;
  let worst = 0;
  let sameOrder = true;
  for (const size of sizes) {
    const move = corpus.move(strategy, size, overlap);
    const { ids, bounds } = laidOut(move.chunk_tokens().toJs());
    const began = performance.now();
    const twin = rank(table, dimensions, ids, bounds, queries);
    const reference = performance.now() - began;
    const [scores, orders] = [move.scores.toJs(), move.orders.toJs()];
    twin.scores.forEach((row, q) => row.forEach((score, c) => (worst = Math.max(worst, Math.abs(score - scores[q][c])))));
    twin.orders.forEach((row, q) => row.forEach((chunk, place) => (sameOrder &&= chunk === orders[q][place])));
    times.ours.push(move.split_ms + move.score_ms);
    times.split.push(move.split_ms);
    times.reference.push(reference);
    chunks = bounds.length - 1;
    move.destroy();
  }
  return {
    chunks,
    tokens: corpus.tokens,
    ours: median(times.ours),
    split: median(times.split),
    reference: median(times.reference),
    worst,
    sameOrder,
  };
}

self.addEventListener("message", async ({ data: { cases } }) => {
  try {
    const python = await loadPyodide({ indexURL: new URL("runtime/", SITE).href, packages: ["chunkforge"] });
    python.FS.writeFile("/bracket.py", await (await fetch(new URL("bracket.py", import.meta.url))).text());
    python.runPython("import sys; sys.path.append('/')");
    const bracket = python.pyimport("bracket");
    bracket.start(await bytes("tokenizers/bert-base-uncased.json"), await bytes("tokenizers/cl100k_base.tiktoken"));
    const buffer = bracket.table().getBuffer();
    const table = new Int8Array(buffer.data);
    buffer.release();
    const rows = [];
    for (const one of cases) {
      const row = { name: one.name, ...compare(bracket, table, one) };
      rows.push({ ...row, heap: python._module.HEAP8.length });
      self.postMessage({ log: `${one.name}: ${row.ours.toFixed(0)} ms, twin ${row.reference.toFixed(0)} ms` });
    }
    self.postMessage({ rows });
  } catch (error) {
    self.postMessage({ failed: String(error.stack ?? error) });
  }
});
