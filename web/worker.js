/* The worker: starts Python, then carries messages between the page and the core. It decides nothing.
 *
 * From the page:  {id, method, params, data, assets}   data: ArrayBuffers; assets: own files to fetch and append to data
 *                 {cancel: id}
 * To the page:    {kind: "stage", stage, loaded, total}
 *                 {kind: "ready", values}              values: what the page can offer
 *                 {kind: "done" | "failed" | "progress", id, values, arrays}
 *                 {kind: "fatal", message}             Python cannot go on; the page starts another worker
 *
 * Packages that few files need are fetched when the core says that one is missing; then it is asked again. */

import { loadPyodide } from "./runtime/pyodide.mjs";
import { MODEL, unpacked } from "./bundled_model.js";
import { findSnapshot, startFromSnapshot } from "./snapshot.js";

const SITE = new URL("./", import.meta.url);
const TOKENIZER = "bert-base-uncased";
const NEEDED = /^(runtime\/.*(wasm|zip|json)|wheels\/(chunkforge|numpy)-.*|tokenizers\/bert-base-uncased\.json|scoring\/model\.onnx\.gz)$/;
const networkFetch = self.fetch.bind(self);

let loaded = 0;
let stage = ""; // nothing is told of the start before it is known how it goes
let told = 0;
let total = 0; // bytes of everything that the start has to load

function tellStage() {
  told = performance.now();
  self.postMessage({ kind: "stage", stage, loaded, total });
}

function enter(next) {
  stage = next;
  tellStage();
}

/** Passes a response on while counting its bytes, so that the page can show them. */
function counting(response) {
  if (!response.body) return response;
  const tally = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      if (stage && performance.now() - told >= 100) tellStage();
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(tally), { status, statusText, headers });
}

/** Learns how much there is to load, `spared` being at hand already. */
function weigh(spared) {
  networkFetch(new URL("build.json", SITE))
    .then((response) => (response.ok ? response.json() : { files: {} }))
    .then(({ files }) => {
      const needed = Object.entries(files).filter(([path]) => NEEDED.test(path) && path !== spared);
      total = needed.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    })
    .catch(() => {});
}

async function countedFetch(input, options) {
  const response = await networkFetch(input, options);
  return response.ok ? counting(response) : response;
}

async function asset(path) {
  const response = await countedFetch(new URL(path, SITE));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return path === MODEL ? unpacked(response) : response.arrayBuffer();
}

const held = new Map(); // failures for want of a package, by request: each is tried once more

function post(kind, id, values, arrays) {
  if (kind === "failed" && !held.has(id) && JSON.parse(values).type === "NeedsPackages") {
    held.set(id, values);
    return;
  }
  const buffers = Object.values(arrays ?? {}).map((array) => array.buffer);
  self.postMessage({ kind, id, values, arrays }, buffers);
}

/** Starts Python from the snapshot, if it is of use: nothing is loaded then that is worth counting. */
async function startPython(snapshot) {
  const indexURL = new URL("runtime/", SITE).href;
  if (snapshot) {
    enter("start");
    const python = await startFromSnapshot(snapshot, loadPyodide, indexURL);
    if (python) return python;
  }
  stage = "runtime";
  weigh(snapshot ? MODEL : "");
  self.fetch = countedFetch;
  const python = await loadPyodide({ indexURL, packages: ["chunkforge"] });
  self.fetch = networkFetch;
  enter("model");
  return python;
}

async function boot() {
  const tokenizing = asset(`tokenizers/${TOKENIZER}.json`);
  const snapshot = await findSnapshot();
  const model = snapshot ? snapshot.model.catch(() => asset(MODEL)) : asset(MODEL);
  const files = Promise.all([tokenizing, model]);
  const python = await startPython(snapshot);
  // Python may come to its end where nobody waits for it, as in its event loop; it tells of it here only.
  python._api.on_fatal = (error) => self.postMessage({ kind: "fatal", message: String(error.message ?? error) });
  const [tokenizer, table] = await files;
  enter("start");
  const api = python.pyimport("chunkforge.worker_api");
  return { python, requests: api.start(post, TOKENIZER, [tokenizer, table, tokenizer]) };
}

/** Fetches packages by the names that the core knows them by; tells whether this site has them. */
async function fetchPackages(python, { names }) {
  const wanted = names.split(", ").map((name) => name.replaceAll(".", "-"));
  try {
    await python.loadPackage(wanted, { messageCallback() {}, errorCallback() {} });
  } catch {
    return false;
  }
  python.runPython("import importlib; importlib.invalidate_caches()");
  return true;
}

const started = boot();

started.then(
  () => self.postMessage({ kind: "ready" }),
  (error) => self.postMessage({ kind: "fatal", message: String(error.message ?? error) }),
);

self.addEventListener("message", async ({ data: message }) => {
  const { python, requests } = await started;
  if (message.cancel !== undefined) {
    requests.cancel(message.cancel);
    return;
  }
  const { id, method, params, data = [], assets = [] } = message;
  try {
    const all = [...data, ...(await Promise.all(assets.map(asset)))];
    const ask = () => requests.call(id, method, JSON.stringify(params ?? {}), all);
    await ask();
    const failure = held.get(id);
    if (!failure) return;
    if (await fetchPackages(python, JSON.parse(failure).values)) await ask();
    else post("failed", id, failure);
    held.delete(id);
  } catch (error) {
    if (error.pyodide_fatal_error) return;
    const values = { type: error.name, code: "worker", message: String(error.message ?? error), values: {} };
    self.postMessage({ kind: "failed", id, values: JSON.stringify(values) });
  }
});
