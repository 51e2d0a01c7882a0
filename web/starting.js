/* Starts workers. The page loads this module before all others, so that Python begins before the views are there. */

import { addressOf } from "./downloads.js";
import { trustedScript } from "./trusted.js";

/**
 * Starts a script from a blob, so that it lives under this page's own security policy.
 * @param {string} address of the script
 */
export function startWorker(address) {
  const source = `import ${JSON.stringify(address)};`;
  const blob = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(trustedScript(blob), { type: "module", name: "chunkforge" });
  return { worker, release: () => URL.revokeObjectURL(blob) };
}

const first = startWorker(addressOf("worker.js"));
const missed = [];
const keep = (event) => {
  event.preventDefault();
  missed.push(event);
};
first.worker.addEventListener("message", keep);
first.worker.addEventListener("error", keep);

/** Gives the worker that was started with the page, and the events that it has sent by now. */
export function firstWorker() {
  first.worker.removeEventListener("message", keep);
  first.worker.removeEventListener("error", keep);
  return { ...first, missed };
}
