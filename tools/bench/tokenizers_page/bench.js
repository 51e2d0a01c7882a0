/* Times our tokenizers in Pyodide, and js-tiktoken beside them, in one page. `bench()` gives milliseconds by name. */

import { Tiktoken } from "js-tiktoken/lite.js";
import { loadPyodide } from "./site/runtime/pyodide.mjs";

const SITE = new URL("./site/", import.meta.url);

async function bytes(path) {
  return new Uint8Array(await (await fetch(new URL(path, import.meta.url))).arrayBuffer());
}

function time(run) {
  const began = performance.now();
  run();
  return performance.now() - began;
}

window.bench = async () => {
  const python = await loadPyodide({ indexURL: new URL("runtime/", SITE).href, packages: ["chunkforge"] });
  python.FS.writeFile("/timing.py", await (await fetch("./timing.py")).text());
  python.runPython("import sys; sys.path.append('/')");
  const timing = python.pyimport("timing");
  timing.start(await bytes("site/tokenizers/cl100k_base.tiktoken"), await bytes("xlmr.json"));
  const ranks = (await import("js-tiktoken/ranks/cl100k_base.js")).default;
  const text = await (await fetch("./english.txt")).text();
  const theirs = new Tiktoken(ranks);
  let count = 0;
  const figures = { theirs: time(() => (count = theirs.encode(text, [], []).length)) };
  Object.assign(figures, timing.english(text).toJs({ dict_converter: Object.fromEntries }));
  if (figures.tokens !== count) throw new Error(`${figures.tokens} tokens, not ${count}`);
  for (const name of ["letters", "underscores", "ideographs", "load"]) {
    Object.assign(figures, timing[name]().toJs({ dict_converter: Object.fromEntries }));
  }
  return figures;
};
