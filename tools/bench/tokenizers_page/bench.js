/* Times our tokenizers in Pyodide, and js-tiktoken beside them, in one page. `bench()` gives milliseconds by name. */

import { Tiktoken } from "js-tiktoken/lite.js";
import { loadPyodide } from "./site/runtime/pyodide.mjs";

const SITE = new URL("./site/", import.meta.url);
const RUNS = 7;

async function bytes(path) {
  return new Uint8Array(await (await fetch(new URL(path, import.meta.url))).arrayBuffer());
}

function time(run) {
  const began = performance.now();
  run();
  return performance.now() - began;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Both sides in turn; the medians, and ours on the very first run, in which Python unpacks its tables. */
function english(timing, encoding, text) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    let count = 0;
    const theirs = time(() => (count = encoding.encode(text, [], []).length));
    const ours = timing.english(text).toJs({ dict_converter: Object.fromEntries });
    if (ours.tokens !== count) throw new Error(`${ours.tokens} tokens, not ${count}`);
    runs.push({ theirs, ...ours });
  }
  const medians = ["theirs", "first", "again"].map((name) => [name, median(runs.map((run) => run[name]))]);
  return { ...Object.fromEntries(medians), "very first": runs[0].first };
}

window.bench = async () => {
  const python = await loadPyodide({ indexURL: new URL("runtime/", SITE).href, packages: ["chunkforge"] });
  python.FS.writeFile("/timing.py", await (await fetch("./timing.py")).text());
  python.runPython("import sys; sys.path.append('/')");
  const timing = python.pyimport("timing");
  timing.start(await bytes("site/tokenizers/cl100k_base.tiktoken"), await bytes("xlmr.json"));
  const ranks = (await import("js-tiktoken/ranks/cl100k_base.js")).default;
  const text = await (await fetch("./english.txt")).text();
  const figures = english(timing, new Tiktoken(ranks), text);
  for (const name of ["letters", "underscores", "ideographs", "load"]) {
    Object.assign(figures, timing[name]().toJs({ dict_converter: Object.fromEntries }));
  }
  return figures;
};
