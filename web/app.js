/* Boot and wiring: the views show the session, their actions ask the core, its answers go back into the session. */

import { alert, failed, followDeeds, settled, stepped, toast } from "./announce.js";
import { Client } from "./client.js";
import { Comparing } from "./comparing.js";
import { Documents } from "./documents.js";
import { byId, painted } from "./dom.js";
import { addressOf } from "./downloads.js";
import { catchUp } from "./early.js";
import { notice, phrases, t, useLabels } from "./i18n.js";
import { Labelling } from "./labelling.js";
import { firstLanguage, followLanguage } from "./languages.js";
import { Measured } from "./measurement.js";
import { Measuring } from "./measuring.js";
import { workOffline } from "./offline.js";
import { restore } from "./restoring.js";
import { sampleOpener } from "./sample.js";
import { SavedTokenizer } from "./saved_tokenizer.js";
import { copy, save } from "./saving.js";
import { Session } from "./session.js";
import { SettingsLink } from "./settings_link.js";
import { Splitting } from "./splitting.js";
import { StaticModels } from "./static_models.js";
import * as status from "./status.js";
import { tabs } from "./tabs.js";
import { followTheme } from "./theme.js";
import { Tokenizers } from "./tokenizers.js";
import { chunkView } from "./views/chunk.js";
import { compareView } from "./views/compare.js";
import { documentListView } from "./views/document_list.js";
import { documentsView } from "./views/documents.js";
import { helpView } from "./views/help.js";
import { historyKeys } from "./views/history_keys.js";
import { intakeView } from "./views/intake.js";
import { optionsView } from "./views/options.js";
import { partialView } from "./views/partial.js";
import { queriesView } from "./views/queries.js";
import { readerView } from "./views/reader.js";
import { scorerView } from "./views/scorer.js";
import { settingsView } from "./views/settings.js";
import { splitView } from "./views/split.js";
import { summaryView } from "./views/summary.js";
import { tokenizerView } from "./views/tokenizer.js";
import { unsettledView } from "./views/unsettled.js";
import { isWorkspace, Workspace } from "./workspace.js";

followTheme();
followDeeds();
await firstLanguage();

const session = new Session();
followLanguage(() => session.changed("language"));
const client = new Client(addressOf("worker.js"), (call) => restore(session, tokenizers, models, call));
const tokenizers = new Tokenizers(session, client);
const models = new StaticModels(session, client);
client.addEventListener("stage", ({ detail }) => status.starting(detail));
client.addEventListener("dead", ({ detail }) => {
  status.stopped(t("status.dead"));
  toast(t("status.dead.detail", { message: detail.error.message }), { kind: "error" });
});
client.addEventListener("unrestored", ({ detail }) => {
  status.stopped(t("status.dead"));
  toast(t("status.unrestored", { reason: notice(detail.error) }), { kind: "error" });
});
client.addEventListener("success", ({ detail }) => settled(detail.about));
client.addEventListener("restart", ({ detail }) => {
  status.restarting();
  if (detail.code !== "cancelled") toast(t("status.died", { message: detail.message }), { kind: "error" });
});
client.addEventListener("ready", async ({ detail }) => {
  try {
    const { strategies, scorers, own, models: known } = await client.call("describe");
    useLabels("strategy", strategies);
    session.offers = { strategies, scorers: scorers.map((id) => ({ id })), own, models: known };
    session.changed("offers");
    await Promise.all([tokenizers.learn(), models.learn()]);
    link.start();
  } catch (error) {
    failed(error);
  }
  status.started();
  if (!detail.restarted) workOffline({ agreed: mayReload, reload });
  measuring.request();
});

// Measuring

async function measure(signal) {
  if (!session.readable.length) {
    session.measured = null;
    session.refusal = null;
    session.changed("measured", "painted");
    return null;
  }
  const done = status.working(t("status.measuring"));
  const asked = performance.now();
  try {
    const { present } = session;
    const answer = await client.call("measure", present, { signal, patient: true });
    performance.measure("chunkforge:measure", { start: asked, end: performance.now() });
    return new Measured(answer, present.settings);
  } finally {
    done();
  }
}

async function show(measured, newest) {
  const began = performance.now();
  const done = status.working(t("status.measuring"));
  session.changed("answered");
  session.measured = measured;
  session.refusal = null;
  session.changed("measured");
  await painted();
  performance.measure("chunkforge:paint", { start: began, end: performance.now() });
  session.changed("painted");
  done();
  if (newest) status.measuredAndPainted();
  comparing.record();
  splitting.refreshSoon();
}

/** The present setting cannot be measured: figures of another must not stand beside it. */
function refuse(error) {
  session.measured = null;
  session.split = null;
  session.refusal = error;
  session.changed("measured", "painted", "split");
  alert(notice(error));
}

const measuring = new Measuring(measure, show, refuse);
session.addEventListener("recounting", () => measuring.outdate());
const documents = new Documents(session, client, measuring);
const labelling = new Labelling(session, client, measuring, goTo);
const comparing = new Comparing(session, client, (progress, text) => compare.progress(progress, text));
const splitting = new Splitting(session, client);
const savedTokenizer = new SavedTokenizer(session, tokenizers);
const workspace = new Workspace(session, client, documents, measuring, savedTokenizer, openSettings);
const openSample = sampleOpener(documents, labelling, changeSettings);

async function addFiles(files) {
  for (const file of files) if (isWorkspace(file)) await workspace.open(file); // it takes the place of what is here, so it comes first
  documents.addFiles(files.filter((file) => !isWorkspace(file)));
}

async function exportZip() {
  const done = status.working(t("status.exporting"));
  try {
    const given = { pair: compare.paired(), text: byId("export-text").checked, phrases: phrases() };
    const { name, arrays } = await client.call("export", { ...session.present, ...given });
    save(name, arrays.zip, "application/zip");
  } catch (error) {
    failed(error);
  } finally {
    done();
  }
}

// Settings

/** The last size and overlap in each unit, for the way back to it. @type {Map<string, {size: number, overlap: number}>} */
const lastNumbers = new Map();

/** Changes the strategy; where sizes then count something else, the last ones so counted, or its own, are used. */
function changeStrategy(strategy) {
  const before = session.unit;
  const { size, overlap } = session.settings;
  lastNumbers.set(before, { size, overlap });
  Object.assign(session.settings, { strategy, options: {} });
  const { unit } = session;
  const own = { size: session.strategy.size, overlap: session.strategy.overlap };
  changeSettings(unit === before ? {} : (lastNumbers.get(unit) ?? own));
}

function changeSettings(changes, moving = false) {
  Object.assign(session.settings, changes);
  comparing.moved(moving);
  measuring.request(); // the core works while the controls are drawn
  session.changed("settings");
}

async function changeScorer(name) {
  const before = session.settings.scorer;
  session.settings.scorer = name;
  session.changed("settings");
  measuring.outdate();
  try {
    session.takeScorers((await client.call("set_scorer", { name })).scorers);
  } catch (error) {
    session.settings.scorer = before;
    session.changed("settings");
    failed(error);
  }
  measuring.request();
}

/**
 * Ranks by another scorer. Where its model is not loaded, it is read from where no request is needed, or asked for.
 * @param {string} scorer
 * @param {any} [model] what a saved session says of its model
 */
async function chooseScorer(scorer, model = null) {
  const { own, scorers } = session.offers;
  if (own.includes(scorer) || scorers.some(({ id }) => id === scorer)) {
    await changeScorer(scorer);
    return;
  }
  const wanted = { scorer, model };
  const atHand = await models.atHand(scorer);
  if (atHand) await useModel(atHand, { wanted }).catch((error) => failed(error, error.file ?? atHand.name));
  else scorerChoice.open(wanted);
}

/** Ranks by a static model, or by the scorer that it is wanted for. */
async function useModel(model, { wanted = null, signal, onProgress } = {}) {
  const done = status.working(t("model.stage.loading"));
  const says = (told) => {
    done.says(t(`model.stage.${told.stage}`));
    onProgress?.(told);
  };
  try {
    const { name, kept } = await models.use(model, { signal, wanted: wanted?.model, onProgress: says });
    if (!kept) toast(t("model.not-kept", { model: name }));
    if (wanted && wanted.scorer !== name && session.offers.scorers.some(({ id }) => id === wanted.scorer)) {
      await changeScorer(wanted.scorer);
    }
    return name;
  } finally {
    done();
    measuring.request();
  }
}

/** Takes over the settings of a row, a link or a saved session; its boundary tokenizer is put in force apart from them. */
function openSettings({ strategy, size, overlap, length, options = {}, budget, scorer, model }) {
  if (scorer !== session.settings.scorer) chooseScorer(scorer, model);
  changeSettings({ strategy, size, overlap, length, options, budget });
}

// What is on screen

function showDocument(one) {
  if (session.shown === one.key) return;
  session.shown = one.key;
  session.changed("shown");
}

function goTo(documentId, start, end, { tab = true } = {}) {
  const one = session.byId(documentId);
  if (!one) return;
  showDocument(one);
  reader.reveal(start, end);
  if (tab) pane.show("document");
}

const pane = tabs((name) => {
  if (name === "document") reader.appeared();
});
intakeView({ files: addFiles, text: (name, text) => documents.addText(name, text) });
documentsView(session, {
  show: (one) => {
    showDocument(one);
    pane.show("document");
  },
  remove: (one) => documents.remove(one, () => labelling.undo()),
  cancel: (one) => documents.cancel(one),
  save: (one) => splitting.exportChunks(one, "jsonl"),
  unlock: (one, password) => documents.unlock(one, password),
  goTo,
  reread: (one, off) => documents.reread(one, off),
});
documentListView(session);
const marking = {
  mark: (query, document_, start, end) => labelling.mark(query, document_, start, end),
  unmark: (query, ...marks) => labelling.unmark(query, ...marks),
};
partialView(session);
const reader = readerView(session, { show: showDocument, ...marking });
const chunk = chunkView(session, { chunk: (number) => splitting.chunk(number), goTo });
const lookAt = (number) => chunk.open(number);
splitView(session, { look: lookAt, save: (one, form) => splitting.exportChunks(one, form) });
queriesView(session, {
  lookAt,
  ...marking,
  goTo,
  add: (texts) => labelling.add(texts),
  importLabels: (file) => labelling.importFile(file),
  exportLabels: () => labelling.exportFile(),
  choose: (id) => labelling.choose(id),
  edit: (id, text) => labelling.edit(id, text),
  remove: (id) => labelling.remove(id),
  undo: () => labelling.undo(),
  redo: () => labelling.redo(),
});
unsettledView(session, {
  goTo,
  settle: (entry, place) => labelling.settle(entry, place),
  dismiss: () => labelling.dismissUnsettled(),
});
settingsView(session, { change: changeSettings, rested: () => comparing.moved(false), strategy: changeStrategy });
const scorerChoice = scorerView(session, models, { choose: chooseScorer, use: useModel });
optionsView(session, (options) => changeSettings({ options }));
const tokenizerChoice = tokenizerView(session, tokenizers, { after: () => measuring.request(), failed });
summaryView(session);
const compare = compareView(session, {
  run: (grid) => comparing.run(grid),
  again: () => comparing.again(),
  cancel: () => comparing.cancel(),
  forget: (row) => comparing.forget(row),
  pair: (first, second) => comparing.pair(first, second),
  pairByScorer: (first, second, signal) => comparing.pairByScorer(first, second, signal),
  byScorer: (signal) => comparing.byScorer(signal),
  copy,
  open: openSettings,
});
const link = new SettingsLink(session, tokenizers, {
  settings: openSettings,
  tokenizer: (choice) => tokenizerChoice.use(choice).catch(failed),
});
helpView();
historyKeys(session, { undo: () => labelling.undo(), redo: () => labelling.redo() });

byId("sample-button").addEventListener("click", openSample);
byId("teach-sample").addEventListener("click", openSample);
for (const [button, take] of [["export-button", exportZip], ["save-button", () => workspace.save()]]) {
  byId(button).addEventListener("click", () => {
    comparing.rest(); // what is taken away holds what is measured on screen as tried, however lately it was moved there
    take();
  });
}
session.watch(["documents", "queries"], () => {
  byId("export-button").disabled = !session.readable.length;
  byId("save-button").disabled = !session.readable.length && !session.queries.size;
});
session.addEventListener("queries", stepped);
let reloading = false;
addEventListener("beforeunload", (event) => {
  if (workspace.unsaved && !reloading) event.preventDefault();
});
/** Whether a reload loses nothing, text that is not added yet included, or may do so. */
function mayReload() {
  const typed = ["paste-input", "query-input"].some((id) => byId(id).value.trim());
  return (!workspace.unkept && !typed) || confirm(t("offline.unsaved"));
}
/** Loads the page anew, which was agreed to: the browser need not ask again. */
function reload() {
  reloading = true;
  location.reload();
}
for (const part of document.querySelectorAll("[data-waits]")) Object.assign(part, { disabled: false, inert: false }); // there is somebody to hear it
catchUp();
