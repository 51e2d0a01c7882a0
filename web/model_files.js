/* The one module that asks another host: for a model's public files, after the user pressed the button that says so.
 *
 * A file: {repository, path, revision}; the revision is "main" where it is left out.
 * One anonymous GET of one address: no cookies, no referrer, nothing of a document or a question. A file that proved
 * good is kept in the Cache API, in a cache that updates of the site leave alone, and works offline from then on. */

import { cancelled } from "./client.js";
import { megabytes } from "./i18n.js";

const HOST = "https://huggingface.co";
const KEPT = "chunkforge-model-files";

/** @typedef {{repository: string, path: string, revision?: string}} ModelFile */

/** Bytes: twice the largest tokenizer.json in use. */
export const LARGEST = 64e6;

/** Why a file could not be had; the locale holds the sentence of each code. */
export class ModelFileError extends Error {
  constructor(code, values) {
    super(code);
    this.name = "ModelFileError";
    this.code = code;
    this.values = values;
  }
}

/** @param {ModelFile} file */
export const addressOf = ({ repository, path, revision = "main" }) => `${HOST}/${repository}/resolve/${revision}/${path}`;

/**
 * The repository that a text names, as owner/name or by its address; null where it names none.
 * @param {string} text
 */
export function repositoryIn(text) {
  const name = text.trim().replace(/^(https?:\/\/)?(www\.)?(huggingface\.co|hf\.co)\//, "").replace(/\/((tree|blob|resolve)\/.*)?$/, "");
  const valid = /^[A-Za-z0-9][\w.-]{0,95}\/[A-Za-z0-9_][\w.-]{0,95}$/.test(name);
  return valid && !/--|\.\.|[.-](\/|$)|\.(git|ipynb)$/.test(name) ? name : null;
}

export function tooLarge(file, bytes, limit = LARGEST) {
  return new ModelFileError("model-file.too-large", { file, size: megabytes(bytes), limit: megabytes(limit) });
}

function refusal({ repository, path, revision }, response) {
  const { status } = response;
  const values = { repository, path, status: String(status) };
  if (status === 401 || status === 403) {
    // Without an account the host says the same of repositories that are private and that do not exist.
    const gated = response.headers.get("X-Error-Code") === "GatedRepo";
    return new ModelFileError(gated ? "model-file.gated" : "model-file.no-access", values);
  }
  if (status === 404 && !revision) return new ModelFileError("model-file.missing", values);
  if (status === 429) return new ModelFileError("model-file.busy", values);
  return new ModelFileError("model-file.status", values);
}

/**
 * Asks for a file, once.
 * @param {ModelFile} file
 * @param {{signal?: AbortSignal, onProgress?: (progress: {loaded: number, total: number}) => void}} [options] total is 0 while unknown
 * @returns {Promise<Blob>}
 */
export async function askForFile(file, { signal, onProgress } = {}) {
  const { repository, path } = file;
  const values = { repository, path };
  let response;
  try {
    response = await fetch(addressOf(file), {
      mode: "cors",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store", // what is kept is kept once, where the user can remove it
      signal,
    });
  } catch {
    throw signal?.aborted ? cancelled() : new ModelFileError("model-file.network", values);
  }
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw refusal(file, response);
  }
  const total = Number(response.headers.get("Content-Length")) || 0;
  const pieces = [];
  let loaded = 0;
  const reader = response.body.getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      loaded += step.value.byteLength;
      if (Math.max(loaded, total) > LARGEST) {
        await reader.cancel();
        throw tooLarge(`${repository}/${path}`, Math.max(loaded, total));
      }
      pieces.push(step.value);
      onProgress?.({ loaded, total: total >= loaded ? total : 0 });
    }
  } catch (error) {
    if (error instanceof ModelFileError) throw error;
    throw signal?.aborted ? cancelled() : new ModelFileError("model-file.broken-off", values);
  }
  return new Blob(pieces);
}

/** The bytes of a file; `name` is what the sentence calls it where they cannot be read. @param {Blob} blob @param {string} name */
export const bytesOf = (blob, name) =>
  blob.arrayBuffer().catch(() => {
    throw new ModelFileError("model-file.unreadable", { file: name });
  });

/** A file that this browser keeps; null where it does not, or keeps nothing. */
export async function keptFile(file) {
  try {
    const response = await (await caches.open(KEPT)).match(addressOf(file));
    return response ? await response.blob() : null;
  } catch {
    return null; // a private window or a plain http address has no such storage
  }
}

/** Keeps a file for later visits; tells whether the browser had room for it. */
export async function keepFile(file, blob) {
  try {
    await (await caches.open(KEPT)).put(addressOf(file), new Response(blob));
    return true;
  } catch {
    return false;
  }
}

export async function dropFile(file) {
  await (await caches.open(KEPT)).delete(addressOf(file));
}

/** The repositories of which a file of this path is kept, as their main branch had it. */
export async function keptRepositories(path) {
  try {
    const addresses = (await (await caches.open(KEPT)).keys()).map(({ url }) => url);
    const end = `/resolve/main/${path}`;
    return addresses.filter((url) => url.startsWith(`${HOST}/`) && url.endsWith(end)).map((url) => url.slice(HOST.length + 1, -end.length));
  } catch {
    return [];
  }
}
