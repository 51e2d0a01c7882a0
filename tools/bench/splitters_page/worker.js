/* Times re-splitting one text at new sizes, ours in Pyodide and LangChain.js, in one worker.
 *
 * From the page:  {text, strategies, sizes, overlap}
 * To the page:    {log} while it runs, then {rows}, or {failed} */

import { loadPyodide } from "./site/runtime/pyodide.mjs";
import { RecursiveCharacterTextSplitter, Tiktoken, TokenTextSplitter, ranks } from "./reference.js";

const SITE = new URL("./site/", import.meta.url);

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Runs a splitter of theirs at each size; how many chunks the last gave, and the median time. */
async function theirs(text, sizes, chunkOverlap, make) {
  const times = [];
  let count = 0;
  for (const chunkSize of sizes) {
    const splitter = make({ chunkSize, chunkOverlap });
    const began = performance.now();
    count = (await splitter.splitText(text)).length;
    times.push(performance.now() - began);
  }
  return { ms: median(times), count };
}

async function references(text, sizes, overlap) {
  const encoding = new Tiktoken(ranks);
  const lengthFunction = (piece) => encoding.encode(piece, [], []).length;
  const recursive = (options) => new RecursiveCharacterTextSplitter({ ...options, lengthFunction });
  const tokens = (options) => Object.assign(new TokenTextSplitter(options), { tokenizer: encoding });
  return {
    recursive: await theirs(text, sizes, overlap, recursive),
    tokens: await theirs(text, sizes, overlap, tokens),
  };
}

self.addEventListener("message", async ({ data: { text, strategies, sizes, overlap } }) => {
  try {
    const reference = await references(text, sizes, overlap);
    self.postMessage({ log: JSON.stringify(reference) });
    const python = await loadPyodide({ indexURL: new URL("runtime/", SITE).href, packages: ["chunkforge"] });
    python.FS.writeFile("/resplit.py", await (await fetch(new URL("resplit.py", import.meta.url))).text());
    python.runPython("import sys; sys.path.append('/')");
    const resplit = python.pyimport("resplit");
    const ranksFile = await fetch(new URL("tokenizers/cl100k_base.tiktoken", SITE));
    const corpus = resplit.corpus(text, new Uint8Array(await ranksFile.arrayBuffer()));
    const rows = [];
    for (const [strategy, twin] of strategies) {
      const moves = [sizes[0] - 1, ...sizes].map((size) => corpus.resplit(strategy, size, overlap).toJs());
      const [[first], ...later] = moves;
      const ours = { first, ms: median(later.map(([ms]) => ms)), count: later.at(-1)[1] };
      rows.push({ strategy, twin, ours, reference: reference[twin] });
      self.postMessage({ log: JSON.stringify(rows.at(-1)) });
    }
    self.postMessage({ rows });
  } catch (error) {
    self.postMessage({ failed: String(error.stack ?? error) });
  }
});
