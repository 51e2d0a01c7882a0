/* Times our bracket in a worker: against its plain-JavaScript twin on the same chunks, over growing corpora, over many moves.
 *
 * From the page:  {cases: [{kind, name, tokens, …}]}   see KINDS for what each kind needs
 * To the page:    {log} while it runs, then {rows}: each case with its figures, or {failed} */

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

/** Moves of ours against the twin on the chunks they make. */
function compare({ bracket, table }, { tokens, strategy, sizes, overlap }) {
  const corpus = bracket.corpus(tokens);
  const queries = corpus.query_tokens().toJs();
  corpus.move(strategy, sizes[0] - 1, overlap); // tables that are made once a document and strategy
  const times = { ours: [], split: [], reference: [] };
  let chunks = 0;
  let worst = 0;
  let sameOrder = true;
  for (const size of sizes) {
    const move = corpus.move(strategy, size, overlap);
    if (size === sizes[0]) move.check_tokens();
    const [ids, bounds] = move.laid_out().toJs();
    const began = performance.now();
    const twin = rank(table, bracket.DIMENSIONS, ids, bounds, queries);
    times.reference.push(performance.now() - began);
    times.ours.push(move.split_ms + move.score_ms);
    times.split.push(move.split_ms);
    const [scores, orders] = [move.scores.toJs(), move.orders.toJs()];
    twin.scores.forEach((row, q) => row.forEach((score, c) => (worst = Math.max(worst, Math.abs(score - scores[q][c])))));
    twin.orders.forEach((row, q) => row.forEach((chunk, place) => (sameOrder &&= chunk === orders[q][place])));
    chunks = bounds.length - 1;
    move.destroy();
  }
  const [ours, split, reference] = [times.ours, times.split, times.reference].map(median);
  return { chunks, ours, split, reference, worst, sameOrder };
}

/** The time of one move over a small and a large corpus, in turn, and the memory that each takes. */
function growth({ bracket, python }, { tokens, strategy, sizes, overlap }) {
  const sides = tokens.map((count) => {
    const before = python._module.HEAP8.length;
    const corpus = bracket.Corpus(count, "prose.txt");
    const chunks = corpus.move(strategy, sizes[0], overlap).count;
    return { corpus, chunks, tokens: corpus.tokens, heap: python._module.HEAP8.length - before, times: [] };
  });
  for (const size of sizes.slice(1)) {
    for (const { corpus, times } of sides) {
      const move = corpus.move(strategy, size, overlap);
      times.push(move.split_ms + move.score_ms);
      move.destroy();
    }
  }
  return { sides: sides.map(({ corpus, times, ...side }) => ({ ...side, ours: median(times) })) };
}

/** The memory before and after many moves. */
function steady({ bracket, python }, { tokens, strategies, sizes, moves }) {
  const corpus = bracket.corpus(tokens);
  const move = (i) => corpus.move(strategies[i % strategies.length], sizes[i % sizes.length], i % 7).destroy();
  for (let i = 0; i < 250; i++) move(i); // until what is remembered of moves has reached its bound
  const before = python._module.HEAP8.length;
  for (let i = 0; i < moves; i++) move(i);
  return { before, after: python._module.HEAP8.length };
}

/** Grids of settings, and moves of their smallest size, in turn; `one` are the moves, `larger` by how much each grid's sizes grow. */
function grid({ bracket }, { tokens, settings, one, larger }) {
  const corpus = bracket.corpus(tokens);
  const total = (some, more) => {
    let [spent, split] = [0, 0];
    for (const [strategy, size, overlap] of some) {
      const move = corpus.move(strategy, size + more, overlap);
      spent += move.split_ms + move.score_ms;
      split += move.split_ms;
      move.destroy();
    }
    return { spent, split };
  };
  total(settings, 0); // tables that are made once a document and strategy
  const [grids, singles] = [[], []];
  // Neither side repeats a setting: what a chunk's vector cost is remembered, and would make either look cheap.
  for (const more of larger) {
    grids.push(total(settings, more));
    for (const beyond of [1, 2, 3]) singles.push(total(one, more + beyond).spent / one.length);
  }
  const typical = (key) => median(grids.map((run) => run[key]));
  return { ours: typical("spent"), reference: median(singles), split: typical("split") };
}

const KINDS = { compare, growth, steady, grid };

self.addEventListener("message", async ({ data: { cases } }) => {
  try {
    const python = await loadPyodide({ indexURL: new URL("runtime/", SITE).href, packages: ["chunkforge", "markdown-it-py"] });
    python.FS.writeFile("/bracket.py", await (await fetch(new URL("bracket.py", import.meta.url))).text());
    python.runPython("import sys; sys.path.append('/')");
    const bracket = python.pyimport("bracket");
    bracket.start(await bytes("tokenizers/bert-base-uncased.json"), await bytes("tokenizers/cl100k_base.tiktoken"));
    const view = bracket.table().getBuffer();
    const table = view.data.slice(); // the twin's own; Python's memory moves when it grows
    view.release();
    const context = { python, bracket, table };
    const rows = [];
    for (const one of cases) {
      rows.push({ ...one, ...KINDS[one.kind](context, one) });
      self.postMessage({ log: JSON.stringify(rows.at(-1)) });
    }
    self.postMessage({ rows });
  } catch (error) {
    self.postMessage({ failed: String(error.stack ?? error) });
  }
});
