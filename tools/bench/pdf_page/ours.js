/* Reads PDFs with our core in a worker. From the page: {name, bytes}; to the page: {ready}, then of each file
 * {seconds, first, pages, text} or {failed}. */

import { loadPyodide } from "./site/runtime/pyodide.mjs";

const SITE = new URL("./site/", import.meta.url);

const READ = `
import time
from chunkforge.errors import ExtractionError
from chunkforge.extract import NeedsCMaps
from chunkforge.extract.pdf import Rules, reading
from chunkforge.steps import finish

def read(name, data):
    """Read a file: seconds, seconds to its first page, pages, text with heads and divided words as they stand."""
    data, began, first = data.to_bytes(), time.perf_counter(), []
    rules = Rules(furniture=False, hyphens=False, forms=False)
    document = finish(reading(name, data, rules=rules), lambda _: first or first.append(time.perf_counter() - began))
    return time.perf_counter() - began, first[0], len(document.page_starts), document.text
`;

async function start() {
  const python = await loadPyodide({
    indexURL: new URL("runtime/", SITE).href,
    packages: ["chunkforge", "pdfminer-six", "numpy"],
  });
  python.runPython(READ);
  return python;
}

async function read(python, name, bytes) {
  const run = python.globals.get("read");
  for (;;) {
    try {
      const [seconds, first, pages, text] = run(name, bytes).toJs();
      return { seconds, first, pages, text };
    } catch (error) {
      const asked = /NeedsCMaps: .*\(([^()]+)\)/.exec(String(error));
      if (!asked) return { failed: String(error).trim().split("\n").at(-1) };
      for (const cmap of asked[1].split(", ")) {
        const answer = await fetch(new URL(`cmaps/${cmap}.json.gz`, SITE));
        const data = answer.ok ? new Uint8Array(await answer.arrayBuffer()) : new Uint8Array();
        python.globals.set("_cmap", python.toPy(data));
        python.runPython(`from chunkforge.extract import add_cmap\nadd_cmap("${cmap}", bytes(_cmap))`);
      }
    }
  }
}

const python = start();
python.then(
  () => self.postMessage({ ready: true }),
  (error) => self.postMessage({ failed: String(error) }),
);
self.addEventListener("message", async ({ data: { name, bytes } }) => {
  try {
    self.postMessage(await read(await python, name, bytes));
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
});
