/* Makes the snapshot for the next visit, in a worker of its own that ends with it. Nothing is ever sent to this worker. */

import { loadPyodide } from "./runtime/pyodide.mjs";
import { isSettled, makeSnapshot } from "./snapshot.js";

try {
  if (!(await isSettled())) await makeSnapshot(loadPyodide, new URL("runtime/", import.meta.url).href);
  self.postMessage({ kind: "kept" });
} catch (error) {
  self.postMessage({ kind: "not kept", message: String(error.message ?? error) }); // the next start is merely slower
}
