/* Keeps the site's own files, so that it opens without a network. It never sees a document or a query: it
 * answers GET requests for this site's files and nothing else.
 *
 * One build is one cache. build.json lists its files with their SHA-256; the build stamps its hash below, so each
 * deployment is a new worker to the browser. A new worker fills its own cache while the old one goes on serving
 * from the old cache; a file enters a cache only when its bytes are the listed ones; a download that breaks off
 * leaves the old version in charge, and the next try resumes it. Old caches go when the new version takes over.
 *
 * Messages to the page (navigator.serviceWorker "message" events; `version` as in build.json):
 *   {type: "sw:progress", done, total}     bytes kept so far while a version is being stored
 *   {type: "sw:offline-ready", version}    this version is complete and serving: the page opens without a network
 *   {type: "sw:incomplete", missing}       files were lost (storage cleared) and could not be had again just now
 *   {type: "sw:update-ready", version}     a new version is stored and waits; offer "Reload to update"
 *   {type: "sw:update-blocked", tabs}      the update waits because so many tabs are open; work there would break
 *   {type: "sw:failed", reason, full}      a version could not be stored, for want of room or not; what worked
 *                                          before still does
 * Messages from the page:
 *   to the active worker   {type: "sw:status"}    answered with offline-ready, or incomplete after a try to repair
 *   to the waiting worker  {type: "sw:activate"}  the user agreed: take over, then "controllerchange" fires and the
 *                                                 page reloads itself; or answered with update-blocked
 * The page registers it once it is usable: navigator.serviceWorker.register("sw.js") with no options. */

const BUILD = "@BUILD@";
const SCOPE = new URL(self.registration.scope).pathname;
const FAMILY = `chunkforge-site:${SCOPE}:`; // an origin may hold several sites, each under its own path
const SNAPSHOTS = `chunkforge-snapshot:${SCOPE}:`; // written by the worker that runs Python, one a build
const CACHE = FAMILY + BUILD;
const AT_ONCE = 4;
const TYPES = {
  css: "text/css", html: "text/html", js: "text/javascript", json: "application/json", md: "text/markdown",
  mjs: "text/javascript", pdf: "application/pdf", png: "image/png", svg: "image/svg+xml",
  wasm: "application/wasm", webmanifest: "application/manifest+json", zip: "application/zip",
};

const addressOf = (path) => new URL(path, self.registration.scope).href;

async function pages() {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter((client) => new URL(client.url).pathname.startsWith(SCOPE));
}

async function tell(message) {
  for (const page of await pages()) page.postMessage(message);
}

async function listOf(cache) {
  const kept = await cache.match(addressOf("build.json"));
  return kept ? kept.json() : null;
}

/** The list of this build's files, from the network; the host may be between two deployments. */
async function freshList() {
  const response = await fetch(addressOf("build.json"), { cache: "no-store" });
  if (!response.ok) throw new Error(`build.json: ${response.status}`);
  const list = await response.json();
  if (list.hash !== BUILD) throw new Error("build.json belongs to another version");
  return list;
}

function asKept(path, bytes) {
  const type = TYPES[path.split(".").pop()] ?? "application/octet-stream";
  const text = /^text\//.test(type) ? `${type}; charset=utf-8` : type;
  return new Response(bytes, { headers: { "Content-Type": text, "Content-Length": String(bytes.byteLength) } });
}

async function isListed(bytes, entry) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === entry.sha256;
}

/** One file, byte for byte as listed. The page has just loaded most of them, so the browser's own cache is asked first. */
async function download(path, entry) {
  for (const cache of ["no-cache", "reload"]) {
    const response = await fetch(addressOf(path), { cache });
    if (!response.ok || response.type !== "basic") throw new Error(`${path}: ${response.status} ${response.type}`);
    const bytes = await response.arrayBuffer();
    if (await isListed(bytes, entry)) return asKept(path, bytes);
  }
  throw new Error(`${path}: not the bytes that build.json lists`);
}

/** An unchanged file of an older version, if there is one. */
async function inherit(path, entry) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(FAMILY) || name === CACHE) continue;
    const older = await caches.open(name);
    if ((await listOf(older))?.files[path]?.sha256 === entry.sha256) return older.match(addressOf(path));
  }
  return undefined;
}

/** Bring every listed file that is not yet there into a cache; when one fails, what else is under way still gets in. */
async function complete(cache, list, progress) {
  const kept = new Set((await cache.keys()).map((request) => request.url));
  const total = Object.values(list.files).reduce((sum, entry) => sum + entry.bytes, 0);
  let done = 0;
  const queue = Object.entries(list.files);
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [path, entry] = next;
      if (!kept.has(addressOf(path))) {
        await cache.put(addressOf(path), (await inherit(path, entry)) ?? (await download(path, entry)));
      }
      done += entry.bytes;
      progress(done, total);
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  const broken = lanes.find(({ status }) => status === "rejected");
  if (broken) throw broken.reason;
}

async function install() {
  try {
    const list = await freshList();
    const cache = await caches.open(CACHE);
    await complete(cache, list, (done, total) => tell({ type: "sw:progress", done, total }));
    await cache.put(addressOf("build.json"), asKept("build.json", new TextEncoder().encode(JSON.stringify(list))));
    if (self.registration.active) await tell({ type: "sw:update-ready", version: list.version });
  } catch (error) {
    const full = error.name === "QuotaExceededError";
    await tell({ type: "sw:failed", reason: String(error.message ?? error), full });
    throw error;
  }
}

async function activate() {
  for (const name of await caches.keys()) {
    const old = (name.startsWith(FAMILY) || name.startsWith(SNAPSHOTS)) && !name.endsWith(`:${BUILD}`);
    if (old) await caches.delete(name);
  }
  await self.clients.claim();
  const list = await listOf(await caches.open(CACHE));
  await tell({ type: "sw:offline-ready", version: list?.version });
}

/** Say whether this version is whole; bring back what is lost where that can be done. */
async function status() {
  const cache = await caches.open(CACHE);
  try {
    const list = (await listOf(cache)) ?? (await freshList());
    await complete(cache, list, () => {});
    await cache.put(addressOf("build.json"), asKept("build.json", new TextEncoder().encode(JSON.stringify(list))));
    return { type: "sw:offline-ready", version: list.version };
  } catch {
    const list = await listOf(cache);
    const missing = list ? Object.keys(list.files).length + 1 - (await cache.keys()).length : null;
    return { type: "sw:incomplete", missing };
  }
}

/** The part of a file that a Range header asks for. */
async function partOf(response, range) {
  const body = await response.blob();
  const start = Number(range[1]);
  const end = Math.min(range[2] ? Number(range[2]) : body.size - 1, body.size - 1);
  if (start > end) return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${body.size}` } });
  const headers = { "Content-Type": body.type, "Content-Range": `bytes ${start}-${end}/${body.size}` };
  return new Response(body.slice(start, end + 1), { status: 206, headers });
}

async function answer(request, url) {
  const path = decodeURIComponent(url.pathname.slice(SCOPE.length)) || "index.html";
  const kept = await caches.match(addressOf(path), { cacheName: CACHE });
  if (!kept) return fetch(request);
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("range") ?? "");
  return range ? partOf(kept, range) : kept;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const ours = url.origin === self.location.origin && url.pathname.startsWith(SCOPE);
  if (event.request.method === "GET" && ours) event.respondWith(answer(event.request, url));
});

self.addEventListener("message", (event) => {
  const reply = (message) => event.source?.postMessage(message);
  if (event.data?.type === "sw:status") event.waitUntil(status().then(reply));
  if (event.data?.type === "sw:activate") {
    const takeOver = (open) => (open.length > 1 ? reply({ type: "sw:update-blocked", tabs: open.length }) : self.skipWaiting());
    event.waitUntil(pages().then(takeOver));
  }
});
