/* A picture of Python as it is right after its start, kept for the next visit: the interpreter's memory with the
 * standard library and the core imported, the installed packages compiled, and the scoring model unpacked. It is made by
 * snapshot-maker.js, a worker that is never sent anything, so no document or query can be in it. It lies in the Cache API
 * under the build's hash; the service worker removes it with the build. Where anything about it fails, Python starts the
 * ordinary way. */

import { MODEL, unpacked } from "./bundled_model.js";

const SITE = new URL("./", import.meta.url);
const FAMILY = `chunkforge-snapshot:${SITE.pathname}:`;
const addressOf = (name) => new URL(`snapshot/${name}`, SITE).href;
const ABOUT = "X-About"; // the header that says what a kept memory is: {build, size, runs, digests}
const PAGE = 4096; // bytes

/** The modules of the standard library that the start needs, numpy's among them. */
const IMPORTS = `
import abc, ast, asyncio, base64, bisect, codecs, collections, collections.abc, contextlib, copy, csv, ctypes, dataclasses
import datetime, enum, fractions, functools, gzip, hashlib, heapq, html, html.entities, importlib.metadata, inspect
import io, itertools, json, logging, math, numbers, operator, os, pathlib, pickle, platform, random, re, secrets, shutil, string
import struct, sysconfig, tempfile, textwrap, threading, tomllib, traceback, types, typing, unicodedata, urllib.parse, warnings
import weakref, zipfile, zlib
`;

/** Compiles what is installed, and lays it out as one block of bytes with a list of [path, start, end]. What is exported
 * as text stays beside it as it is. */
const PACK = `
import json, pathlib, py_compile, sysconfig
from chunkforge.export.configurations.heading import EXPORTED_MODULES
texts = {f"chunkforge/{name}" for name in EXPORTED_MODULES}
root = pathlib.Path(sysconfig.get_path("purelib"))
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
parts, index, end = [], [], 0
for path in sorted(root.rglob("*")):
    if path.is_dir() or "__pycache__" in path.parts:
        continue
    name = path.relative_to(root).as_posix()
    if path.suffix == ".py" and name not in texts:
        data = pathlib.Path(py_compile.compile(path, cfile="/tmp/one.pyc", dfile=name, doraise=True, invalidation_mode=mode)).read_bytes()
        name += "c"
    else:
        data = path.read_bytes()
    parts.append(data)
    index.append((name, end, end := end + len(data)))
(json.dumps(index), b"".join(parts))
`;

/** What the snapshot imports of packages. They are unpacked by Python alone, since a snapshot may hold nothing of JavaScript's. */
const PURE = { mdurl: "mdurl", "markdown-it-py": "markdown_it", chunkforge: "chunkforge.worker_api" };
const UNPACK = `
import sysconfig, zipfile
zipfile.ZipFile("/tmp/one.whl").extractall(sysconfig.get_path("purelib"))
`;

/** numpy has compiled parts, which no snapshot can hold. It is promised: executed where it is first asked for anything,
 * which the core does not do while it is imported. Its types serve annotations alone. */
const PROMISE_NUMPY = `
import importlib.machinery, importlib.util, sys, sysconfig, types

class Promised(types.ModuleType):
    def __getattr__(self, name):
        self.__class__ = types.ModuleType
        self.__loader__.exec_module(self)
        return getattr(self, name)

folder = f"{sysconfig.get_path('purelib')}/numpy"
file = f"{folder}/__init__.pyc"
spec = importlib.util.spec_from_file_location("numpy", file, submodule_search_locations=[folder])
sys.modules["numpy"] = importlib.util.module_from_spec(spec)
sys.modules["numpy"].__class__ = Promised
sys.modules["numpy.typing"] = types.ModuleType("numpy.typing")
sys.modules["numpy.typing"].NDArray = sys.modules["numpy.typing"].ArrayLike = list
`;
const FORGET_TYPES = `del sys.modules["numpy.typing"]`;

/** Leaves out the pages of a memory that hold nothing but zeros, two fifths of it: [[start, end] of each run that is left]. */
function runsOf(memory) {
  const runs = [];
  for (let start = 0; start < memory.length; start += PAGE) {
    const end = Math.min(start + PAGE, memory.length);
    if (memory.subarray(start, end).every((byte) => byte === 0)) continue;
    if (runs.at(-1)?.[1] === start) runs.at(-1)[1] = end;
    else runs.push([start, end]);
  }
  return runs;
}

async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A part of the snapshot as it was put, or an error. */
async function whole(bytes, name, { digests }) {
  if ((await digest(bytes)) !== digests[name]) throw new Error(`the snapshot's ${name} is damaged`);
  return bytes;
}

/** The whole memory again. */
function laidOut(bytes, { size, runs }) {
  const memory = new Uint8Array(size);
  let from = 0;
  for (const [start, end] of runs) {
    memory.set(bytes.subarray(from, from + end - start), start);
    from += end - start;
  }
  return memory;
}

let build = null;
/** @returns {Promise<string>} the hash of the build that this worker is of */
function presentBuild() {
  build ??= fetch(new URL("build.json", SITE)).then((response) => response.json()).then(({ hash }) => hash);
  return build;
}

/** @returns {Promise<boolean>} whether the snapshot of this build is kept, or could not be kept when it was tried */
export async function isSettled() {
  const cache = await caches.open(FAMILY + (await presentBuild()));
  return Boolean((await cache.match(addressOf("memory"))) ?? (await cache.match(addressOf("none"))));
}

/** Removes whatever there is of any snapshot. */
async function drop() {
  for (const name of await caches.keys()) if (name.startsWith(FAMILY)) await caches.delete(name);
}

/** Removes a snapshot that is of no use; the start is an ordinary one then. */
async function dropped() {
  await drop().catch(() => {}); // there may be no cache at all, as on a plain http address
  return null;
}

/** Makes the snapshot of this build and keeps it. */
export async function makeSnapshot(loadPyodide, indexURL) {
  const python = await loadPyodide({ indexURL, _makeSnapshot: true });
  python.runPython(IMPORTS);
  const { packages } = await (await fetch(`${indexURL}pyodide-lock.json`)).json();
  for (const name of Object.keys(PURE)) {
    const wheel = await fetch(new URL(packages[name].file_name, indexURL));
    python.FS.writeFile("/tmp/one.whl", new Uint8Array(await wheel.arrayBuffer()));
    python.runPython(UNPACK);
  }
  python.runPython([PROMISE_NUMPY, `import ${Object.values(PURE).join(", ")}`, FORGET_TYPES].join("\n"));
  const [present, model] = await Promise.all([presentBuild(), fetch(new URL(MODEL, SITE)).then(unpacked)]);
  try {
    await keep(await taken(python, model), present);
  } catch (error) {
    await drop(); // a part of it is of no use
    await (await caches.open(FAMILY + present)).put(addressOf("none"), new Response()); // so that no visit tries in vain again
    throw error;
  }
}

/** The parts of the snapshot of an interpreter, beside the scoring model, and what is said of its memory. */
async function taken(python, model) {
  const memory = python.makeMemorySnapshot();
  await python.loadPackage(Object.keys(PURE), { messageCallback() {} });
  const packed = python.runPython(PACK);
  const [index, files] = packed.toJs();
  packed.destroy();
  const runs = runsOf(memory);
  const kept = new Blob(runs.map(([start, end]) => memory.subarray(start, end)));
  const parts = { index: new TextEncoder().encode(index), files, model, memory: await kept.arrayBuffer() };
  return { parts, size: memory.length, runs };
}

/** Puts the parts of a snapshot, the memory last: where it is, the others are. */
async function keep({ parts, size, runs }, present) {
  const hashes = Object.entries(parts).map(async ([name, bytes]) => [name, await digest(bytes)]);
  const about = JSON.stringify({ build: present, size, runs, digests: Object.fromEntries(await Promise.all(hashes)) });
  const cache = await caches.open(FAMILY + present);
  for (const [name, bytes] of Object.entries(parts)) {
    await cache.put(addressOf(name), new Response(bytes, { headers: name === "memory" ? { [ABOUT]: about } : {} }));
  }
}

/** A part of the snapshot, once it is known to be whole and of this build. */
async function partOf(about, name, kept = caches.match(addressOf(name))) {
  const read = kept.then((response) => response.arrayBuffer()).then((bytes) => whole(bytes, name, about));
  const [bytes, present] = await Promise.all([read, presentBuild()]);
  if (about.build !== present) throw new Error("the snapshot is of another build");
  return bytes;
}

/**
 * Looks for what is kept of this build.
 * @returns {Promise<{kept: Response, about: object, model: Promise<ArrayBuffer>} | null>} the memory, still to be read; what
 *   is said of it; the scoring model, unpacked
 */
export async function findSnapshot() {
  try {
    const kept = await caches.match(addressOf("memory"));
    if (!kept) return null;
    const about = JSON.parse(kept.headers.get(ABOUT));
    const model = partOf(about, "model");
    model.catch(() => {}); // heard where it is waited for
    return { kept, about, model };
  } catch {
    return dropped();
  }
}

/**
 * Starts Python from a snapshot.
 * @returns {Promise<object | null>} the interpreter with everything installed; null where the snapshot is of no use
 */
export async function startFromSnapshot({ kept, about, model }, loadPyodide, indexURL) {
  try {
    const parts = Promise.all([partOf(about, "index"), partOf(about, "files"), model]);
    parts.catch(() => {}); // heard below, unless the memory fails first
    const memory = partOf(about, "memory", Promise.resolve(kept));
    // A promise, so that the interpreter's own files are fetched while the memory is read.
    const _loadSnapshot = memory.then((bytes) => laidOut(new Uint8Array(bytes), about));
    const python = await loadPyodide({ indexURL, _loadSnapshot });
    const [index, files] = (await parts).map((part) => new Uint8Array(part));
    const root = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
    const folders = new Set();
    for (const [path, start, end] of JSON.parse(new TextDecoder().decode(index))) {
      const folder = `${root}/${path}`.replace(/\/[^/]*$/, "");
      if (!folders.has(folder)) python.FS.mkdirTree(folder);
      folders.add(folder);
      python.FS.writeFile(`${root}/${path}`, files.subarray(start, end), { canOwn: true });
    }
    python.runPython("import importlib, numpy; importlib.invalidate_caches(); numpy.ndarray"); // keeps the promise
    performance.mark("chunkforge:from-snapshot");
    return python;
  } catch {
    return dropped();
  }
}
