/* Boot and wiring: the views show the session, their actions ask the core, its answers go back into the session. */

import { say, toast } from "./announce.js";
import { Client } from "./client.js";
import { byId, painted } from "./dom.js";
import { addressOf, ownFile } from "./downloads.js";
import { notice, t, translatePage, useLabels, useLanguage } from "./i18n.js";
import { Measured } from "./measurement.js";
import { Measuring } from "./measuring.js";
import { workOffline } from "./offline.js";
import { Session } from "./session.js";
import * as status from "./status.js";
import { followTheme } from "./theme.js";
import { Tokenizers } from "./tokenizers.js";
import { compareView } from "./views/compare.js";
import { documentsView } from "./views/documents.js";
import { helpView } from "./views/help.js";
import { intakeView } from "./views/intake.js";
import { queriesView } from "./views/queries.js";
import { readerView } from "./views/reader.js";
import { settingsView } from "./views/settings.js";
import { summaryView } from "./views/summary.js";
import { tokenizerView } from "./views/tokenizer.js";
import { unsettledView } from "./views/unsettled.js";
import { isWorkspace, Workspace } from "./workspace.js";

followTheme();
await useLanguage("en");
translatePage();

const session = new Session();
const client = new Client(addressOf("worker.js"), restore);
const tokenizers = new Tokenizers(session, client);
client.addEventListener("stage", ({ detail }) => status.starting(detail));
client.addEventListener("dead", ({ detail }) => {
  status.stopped(t("status.dead"));
  toast(t("status.dead.detail", { message: detail.message }), { kind: "error", stay: true });
});
client.addEventListener("restart", () => status.restarting());
client.addEventListener("ready", async ({ detail }) => {
  try {
    const { strategies, scorers } = await client.call("describe");
    useLabels("strategy", strategies);
    session.offers = { strategies, scorers: scorers.map((id) => ({ id })) };
    session.changed("offers");
    await tokenizers.learn();
  } catch (error) {
    failed(error);
  }
  status.started();
  if (!detail.restarted) workOffline();
  measuring.request();
});

const failed = (error) => {
  if (error.name !== "Cancelled") toast(notice(error), { kind: "error" });
};

// Measuring

let comparing = null;
let rowsTimer = 0;

const measuring = new Measuring(
  async (signal) => {
    if (!session.readable.length) {
      session.measured = null;
      session.changed("measured");
      return null;
    }
    const done = status.working(t("status.measuring"));
    const asked = performance.now();
    try {
      const answer = await client.call("measure", session.present, { signal, patient: true });
      performance.measure("chunkforge:measure", { start: asked, end: performance.now() });
      return new Measured(answer);
    } finally {
      done();
    }
  },
  async (measured, newest) => {
    const began = performance.now();
    const done = status.working(t("status.measuring"));
    session.measured = measured;
    session.changed("measured");
    await painted();
    performance.measure("chunkforge:paint", { start: began, end: performance.now() });
    done();
    if (newest) status.measuredAndPainted();
    clearTimeout(rowsTimer);
    rowsTimer = setTimeout(refreshRows, 120);
  },
  failed,
);

async function refreshRows() {
  try {
    const { arrays, ...comparison } = await client.call("rows");
    session.comparison = comparison;
    session.changed("comparison");
  } catch (error) {
    failed(error);
  }
}

// Documents

function enqueue(name, read) {
  session.lastKey += 1;
  const document_ = {
    key: session.lastKey,
    id: null,
    name,
    state: "queued",
    progress: null,
    error: null,
    read,
    blocks: new Int32Array(0),
    pageStarts: new Int32Array(0),
    warnings: [],
    maps: new Set(), // names of the character maps that were fetched for it
    tokens: 0,
    controller: new AbortController(),
  };
  session.documents.push(document_);
  session.changed("documents");
  return document_;
}

async function readDocument(one, password = "") {
  const done = status.working(t("status.reading", { name: one.name }));
  one.error = null;
  try {
    const data = await one.read();
    const answer = await client.call(
      "add_document",
      { name: one.name, password },
      {
        data: [data],
        signal: one.controller.signal,
        onProgress: (progress) => {
          one.state = "reading";
          one.progress = progress;
          session.changed("documents");
        },
      },
    );
    take(one, answer);
    say(t("documents.read", { name: one.name }));
    measuring.outdate();
    measuring.request();
    return true;
  } catch (error) {
    if (error.name === "NeedsCMaps" && (await giveCMaps(one, error.values.names.split(", ")))) {
      return readDocument(one, password);
    }
    if (error.name === "Cancelled") drop(one);
    else {
      one.state = error.name === "PasswordRequired" ? "locked" : "failed";
      one.error = { code: error.code ?? "", message: error.message, values: error.values ?? {} };
      toast(notice(one.error), { kind: "error" });
      session.changed("documents");
    }
    return false;
  } finally {
    done();
  }
}

/** Gives the core the character maps that a PDF names, an empty one where there is none; tells whether any was new. */
async function giveCMaps(one, names) {
  const wanted = names.filter((name) => !one.maps.has(name));
  for (const name of wanted) {
    one.maps.add(name);
    await client
      .call("add_cmap", { name }, { assets: [`cmaps/${encodeURIComponent(name)}.json.gz`] })
      .catch(() => client.call("add_cmap", { name }));
  }
  return wanted.length > 0;
}

/** What the core says of a document it has read. */
function take(one, { id, text, tokens, unseen, warnings, arrays }) {
  Object.assign(one, { id, text, tokens, unseen, warnings, state: "ready", progress: null });
  one.blocks = arrays.blocks;
  one.pageStarts = arrays.pageStarts;
  session.shown ??= one.key;
  session.changed("documents", "shown");
}

function drop(one) {
  session.documents = session.documents.filter((other) => other !== one);
  if (session.shown === one.key) session.shown = session.readable[0]?.key ?? null;
  session.changed("documents", "shown");
}

function addFiles(files) {
  for (const file of files) if (isWorkspace(file)) workspace.open(file);
  for (const file of files) if (!isWorkspace(file)) readDocument(enqueue(file.name, () => file.arrayBuffer()));
}

function addText(name, text) {
  return readDocument(enqueue(name, async () => new TextEncoder().encode(text).buffer));
}

async function removeDocument(one) {
  drop(one);
  if (one.id === null) return;
  measuring.outdate();
  try {
    session.takeLabels(await client.call("remove_document", { document: one.id }));
  } catch (error) {
    failed(error);
  }
  measuring.request();
}

// The sample

const spanOf = (one, content) => {
  const start = one.text.indexOf(content);
  return { document: one.id, start, end: start + content.length };
};

let opening = false;

async function openSample() {
  if (opening) return;
  opening = true;
  const done = status.working(t("status.sample"));
  try {
    const sample = await (await ownFile("samples/handbook.json")).json();
    changeSettings(sample.settings);
    const one = enqueue(sample.document, async () => (await ownFile(`samples/${sample.document}`)).arrayBuffer());
    if (!(await readDocument(one))) return;
    const labelled = sample.queries.map(({ question, references }) => ({
      text: question,
      marks: references.map(({ content }) => spanOf(one, content)).filter(({ start }) => start >= 0),
    }));
    const { queries } = await change("add_labelled", { queries: labelled });
    choose(queries[0].id);
  } catch (error) {
    failed(error);
  } finally {
    opening = false;
    done();
  }
}

// Queries and marks

/** Asks the core for a change of queries or marks, and measures anew. */
async function change(method, params = {}, options = {}) {
  const answer = await client.call(method, params, options);
  measuring.outdate();
  session.takeLabels(answer);
  measuring.request();
  return answer;
}

async function addQueries(texts) {
  try {
    const { queries } = await change("add_queries", { texts });
    choose(queries[0].id);
  } catch (error) {
    failed(error);
  }
}

async function importLabels(file) {
  const done = status.working(t("status.reading", { name: file.name }));
  try {
    const answer = await change("import_labels", { name: file.name }, { data: [await file.arrayBuffer()] });
    session.unsettled = answer.unsettled;
    session.changed("unsettled");
    const marks = answer.queries.reduce((sum, query) => sum + query.marks.length, 0);
    toast(t("queries.imported", { count: answer.queries.length, marks }));
    choose(answer.queries[0].id);
  } catch (error) {
    failed(error);
  } finally {
    done();
  }
}

async function exportLabels() {
  try {
    const { name, arrays } = await client.call("export_labels");
    save(name, arrays.file, "application/jsonl");
  } catch (error) {
    failed(error);
  }
}

async function settle(entry, place) {
  session.unsettled = session.unsettled.filter((one) => one !== entry);
  session.changed("unsettled");
  await mark(entry.query, place.document, place.start, place.end);
}

function choose(id) {
  session.chosen = id;
  session.changed("chosen");
  const query = session.queries.get(id);
  const ranking = session.measured?.ranking(id);
  const target = query?.marks[0] ?? (ranking?.retrieved.length ? session.measured.chunk(ranking.retrieved[0]) : null);
  if (target) goTo(target.document, target.start, target.end, { tab: false });
}

async function mark(query, document_, start, end) {
  if (query === null) {
    toast(t("marks.no-query"));
    byId("query-input").focus();
    return;
  }
  try {
    await change("mark", { query, document: document_, start, end });
    goTo(document_, start, end, { tab: false });
    toast(t("marks.marked", { query: session.queries.get(query).text }), { action: { label: t("action.undo"), run: () => ask("undo") } });
  } catch (error) {
    failed(error);
  }
}

async function unmark(query, ...marks) {
  try {
    for (const one of marks) await change("unmark", { query, ...one });
    toast(t("marks.unmarked"), { action: { label: t("action.undo"), run: () => ask("undo") } });
  } catch (error) {
    failed(error);
  }
}

const ask = (method, params) => change(method, params).catch(failed);

function goTo(documentId, start, end, { tab = true } = {}) {
  const one = session.byId(documentId);
  if (!one) return;
  if (session.shown !== one.key) {
    session.shown = one.key;
    session.changed("shown");
  }
  reader.reveal(start, end);
  if (tab) showTab("document");
}

// Settings

/** Changes the strategy; where sizes then count something else, its own defaults are used. */
function changeStrategy(strategy) {
  const before = session.unit;
  Object.assign(session.settings, { strategy });
  const { unit } = session;
  const { size, overlap } = session.strategy;
  changeSettings(unit === before ? {} : { size, overlap });
}

function changeSettings(changes) {
  Object.assign(session.settings, changes);
  session.changed("settings");
  measuring.request();
}

async function changeScorer(name) {
  session.settings.scorer = name;
  session.changed("settings");
  try {
    await client.call("set_scorer", { name });
  } catch (error) {
    failed(error);
  }
  measuring.request();
}

// Comparing and leaving

async function runGrid({ count, ...grid }) {
  comparing = new AbortController();
  const done = status.working(t("status.comparing"));
  compare.progress({ done: 0, total: count });
  let seen = 0;
  try {
    await client.call(
      "compare",
      { grid, budget: session.settings.budget },
      {
        signal: comparing.signal,
        onProgress: (progress) => {
          compare.progress(progress);
          if (progress.done > seen) refreshRows();
          seen = progress.done;
        },
      },
    );
    compare.progress(null, t("compare.done", { count }));
    say(t("compare.done", { count }));
  } catch (error) {
    compare.progress(null, error.name === "Cancelled" ? t("compare.cancelled") : "");
    failed(error);
  } finally {
    comparing = null;
    done();
  }
  await refreshRows();
}

const named = ({ strategy, size, overlap, length, scorer, budget }) => ({ settings: { strategy, size, overlap, length }, scorer, budget });

async function forgetRow(row) {
  try {
    const { arrays, ...comparison } = await client.call("forget_row", named(row));
    session.comparison = comparison;
    session.changed("comparison");
  } catch (error) {
    failed(error);
  }
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("compare.copied"));
  } catch {
    toast(t("compare.copy.failed"), { kind: "error" });
  }
}

/** Hands a file to the user. */
function save(name, bytes, type) {
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function exportZip() {
  const done = status.working(t("status.exporting"));
  try {
    const { name, arrays } = await client.call("export", session.present);
    save(name, arrays.zip, "application/zip");
  } catch (error) {
    failed(error);
  } finally {
    done();
  }
}

/** Gives a new worker all that the old one knew, and takes over the ids it gives. */
async function restore(call) {
  const { settings } = session;
  await tokenizers.restore(call);
  if (settings.scorer !== "static") await call("set_scorer", { name: settings.scorer });
  const renamed = new Map();
  for (const one of session.readable) {
    const { name, text, warnings } = one;
    const answer = await call("restore_document", { name, text, warnings, blocks: [...one.blocks], page_starts: [...one.pageStarts] });
    renamed.set(one.id, answer.id);
    one.id = answer.id;
  }
  const { rows, stale } = session.comparison;
  await call("restore_rows", { rows: [...rows, ...stale] });
  const kept = [...session.queries.values()];
  session.measured = null;
  if (!kept.length) return;
  const chosen = kept.findIndex((query) => query.id === session.chosen);
  const queries = kept.map(({ text, marks }) => ({
    text,
    marks: marks.flatMap((one) => (renamed.has(one.document) ? [{ ...one, document: renamed.get(one.document) }] : [])),
  }));
  const labels = await call("add_labelled", { queries });
  session.takeLabels(labels);
  session.chosen = labels.order[chosen] ?? session.chosen;
  session.changed("chosen");
}

// Tabs of narrow screens

function showTab(name) {
  document.body.dataset.tab = name;
  for (const button of byId("tabs").children) {
    button.setAttribute("aria-current", String(button.dataset.tabFor === name));
  }
  if (name === "document") reader.appeared();
}

byId("tabs").addEventListener("click", (event) => {
  const name = event.target.closest("button")?.dataset.tabFor;
  if (name) showTab(name);
});

/** Takes over the settings of a saved session; the boundary tokenizer is the user's choice here and stays. */
function openSettings({ strategy, size, overlap, length, budget, scorer }) {
  if (scorer !== session.settings.scorer) changeScorer(scorer);
  changeSettings({ strategy, size, overlap, length, budget });
}

const workspace = new Workspace(session, client, { save, enqueue, take, settings: openSettings, failed });

intakeView({ files: addFiles, text: addText });
documentsView(session, {
  show: (one) => {
    session.shown = one.key;
    session.changed("shown");
    showTab("document");
  },
  remove: removeDocument,
  cancel: (one) => {
    one.controller.abort();
    if (one.state === "queued") drop(one);
  },
  unlock: (one, password) => {
    one.controller = new AbortController();
    one.state = "queued";
    session.changed("documents");
    readDocument(one, password);
  },
});
const reader = readerView(session, {
  show: (one) => {
    session.shown = one.key;
    session.changed("shown");
  },
  mark,
  unmark,
});
queriesView(session, {
  add: addQueries,
  importLabels,
  exportLabels,
  choose,
  remove: (id) => ask("remove_query", { query: id }),
  mark,
  unmark,
  undo: () => ask("undo"),
  redo: () => ask("redo"),
  goTo,
});
unsettledView(session, {
  goTo,
  settle,
  dismiss: () => {
    session.unsettled = [];
    session.changed("unsettled");
  },
});
settingsView(session, { change: changeSettings, strategy: changeStrategy, scorer: changeScorer });
tokenizerView(session, tokenizers, {
  before: () => measuring.outdate(),
  after: () => measuring.request(),
  failed,
});
summaryView(session);
const compare = compareView(session, {
  run: runGrid,
  cancel: () => comparing?.abort(),
  forget: forgetRow,
  pair: (first, second) => client.call("compare_pair", { first: named(first), second: named(second) }).catch(() => null),
  copy,
  open: openSettings,
});
helpView();

byId("sample-button").addEventListener("click", openSample);
byId("teach-sample").addEventListener("click", openSample);
byId("export-button").addEventListener("click", exportZip);
byId("save-button").addEventListener("click", () => workspace.save());
session.watch(["documents", "queries"], () => {
  byId("export-button").disabled = !session.readable.length;
  byId("save-button").disabled = !session.readable.length && !session.queries.size;
});
addEventListener("beforeunload", (event) => {
  if (workspace.unsaved) event.preventDefault();
});
