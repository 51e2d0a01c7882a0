/* The dialog that finds a tokenizer: by model name, by repository, by a file on disk, or an estimate. */

import { toast } from "../announce.js";
import { h, icon, setText } from "../dom.js";
import { nameOf, notice, t } from "../i18n.js";
import { addressOf, dropFile, keptRepositories, repositoryIn } from "../model_files.js";
import { fileOf, FILE, labelOf } from "../tokenizers.js";
import { Fetching } from "./fetching.js";
import { stageText } from "./tokenizer.js";

/** What a person may choose: {id, title, how, kind, context, model, repository, choice}; how as in the core's list. */
function entriesOf({ catalogue }, kept) {
  const listed = catalogue.models.map((model) => {
    const { name, repository, how, kind, context } = model;
    return { id: repository || name, title: name, how, kind, context, model, repository, choice: null };
  });
  const known = new Set(listed.map(({ repository }) => repository));
  const others = kept.filter((repository) => !known.has(repository)).map(repositoryEntry);
  const estimates = catalogue.estimates.map((name) => (
    { id: name, title: nameOf("tokenizer", name), how: "estimate", kind: "", context: null, model: null, repository: "" }
  ));
  return [...others, ...listed, ...estimates];
}

const repositoryEntry = (repository) => (
  { id: repository, title: repository, how: "repository", kind: "", context: null, model: null, repository }
);

/**
 * @param {import("../session.js").Session} session
 * @param {import("../tokenizers.js").Tokenizers} tokenizers
 * @param {(choice: any, options: object) => Promise<void>} use
 */
export function tokenizerDialog(session, tokenizers, use) {
  let kept = new Set(); // repositories whose file this browser keeps
  let entries = [];
  let shown = [];
  let selected = null;

  const text = (tag, key, properties = {}) => h(tag, { ...properties, data: { i18n: key, ...properties.data } }, t(key));
  const search = h("input", { type: "search", id: "tokenizer-search", autocomplete: "off", spellcheck: false, data: { testid: "tokenizer-search" } });
  const list = h("div", { className: "model-list", role: "radiogroup", "aria-labelledby": "tokenizer-list-name", data: { testid: "tokenizer-list" } });
  const found = h("p", { className: "hidden", "aria-live": "polite" });
  const detail = h("div", { className: "model-detail", data: { testid: "tokenizer-detail" } });
  const fetching = new Fetching("tokenizer", "status.tokenizer", stageText);
  const file = h("input", { type: "file", accept: ".json,.tiktoken,.model,application/json", data: { testid: "tokenizer-file" } });
  const close = h("button", { type: "button", className: "quiet square sheet-close", "aria-label": t("action.close") }, icon("close"));
  const finder = h(
    "div",
    { className: "model-finder" },
    text("label", "picker.search", { for: "tokenizer-search", id: "tokenizer-list-name" }),
    search,
    found,
    list,
  );
  const disk = h(
    "div",
    { className: "model-disk" },
    text("p", "picker.disk"),
    h("label", { className: "button file-button" }, text("span", "picker.disk.choose"), file),
  );
  const dialog = h(
    "dialog",
    { className: "sheet model-sheet", id: "tokenizer-dialog", "aria-labelledby": "tokenizer-title", data: { testid: "tokenizer-dialog" } },
    h("div", { className: "sheet-head" }, text("h2", "picker.title", { id: "tokenizer-title" }), close),
    h(
      "div",
      { className: "sheet-body" },
      text("p", "picker.lead"),
      h("div", { className: "model-panes" }, finder, h("div", { className: "model-side" }, detail, fetching.problem, fetching.progress)),
      disk,
    ),
  );
  document.body.append(dialog);

  search.addEventListener("input", filter);
  search.addEventListener("keydown", (event) => {
    if (event.isComposing || (event.key !== "Enter" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    const first = list.querySelector("input:checked") ?? list.querySelector("input");
    first?.focus();
    if (first && !first.checked) first.click();
  });
  list.addEventListener("change", ({ target }) => {
    select(shown.find(({ id }) => id === target.value));
  });
  file.addEventListener("change", () => {
    const [chosen] = file.files;
    file.value = "";
    if (chosen) run(() => tokenizers.onDisk(chosen, selected?.how === "refused" ? selected.model : null));
  });
  fetching.watch(dialog, close, [finder, detail, disk]);

  async function open() {
    await learn(); // before anything can be typed or chosen, which it would undo
    if (dialog.open) return;
    search.value = "";
    select(entries.find(({ id }) => id === presentId()) ?? null);
    filter();
    dialog.showModal();
    list.querySelector("input:checked")?.scrollIntoView({ block: "center" });
    search.focus();
  }

  function presentId() {
    const { key, repository } = session.tokenizer;
    const model = tokenizers.catalogue.models.find(({ name }) => key === `model:${name}`);
    return model ? model.repository || model.name : (repository ?? key);
  }

  async function learn() {
    kept = new Set(await keptRepositories(FILE));
    entries = entriesOf(tokenizers, [...kept]);
  }

  function filter() {
    const typed = search.value.trim().toLowerCase();
    const repository = repositoryIn(search.value);
    shown = entries.filter(({ title, id, kind }) => `${title} ${id} ${kind}`.toLowerCase().includes(repository?.toLowerCase() ?? typed));
    if (repository && !shown.some(({ id }) => id.toLowerCase() === repository.toLowerCase())) shown = [repositoryEntry(repository), ...shown];
    list.replaceChildren(...(shown.length ? shown.map(row) : [h("p", { className: "placeholder" }, t("picker.none"))]));
    setText(found, typed ? t("picker.found", { count: shown.length }) : "");
  }

  function row(entry) {
    const facts = [entry.context ? t("picker.context.short", { count: entry.context }) : "", t(`picker.how.${howOf(entry)}`)];
    return h(
      "label",
      { className: "model-row", data: { how: howOf(entry), testid: "tokenizer-option" } },
      h("input", { type: "radio", name: "tokenizer-model", value: entry.id, checked: entry.id === selected?.id }),
      h("span", { className: "model-name" }, h("bdi", {}, entry.title)),
      h("span", { className: "model-facts" }, facts.filter(Boolean).join(" · ")),
    );
  }

  const howOf = (entry) => (entry.how === "repository" && kept.has(entry.repository) ? "kept" : entry.how);

  function select(entry) {
    selected = entry;
    fetching.complain(null);
    detail.replaceChildren(...(entry ? describe(entry) : [text("p", "picker.choose", { className: "model-hint" })]));
  }

  function describe(entry) {
    const how = howOf(entry);
    const { context, repository, model } = entry;
    const kind = entry.kind || t("picker.kind.unknown");
    const tokenizer = model?.tokenizer ? t("picker.kind.built-in", { tokenizer: nameOf("tokenizer", model.tokenizer), kind }) : kind;
    const facts = how === "estimate" ? [] : [
      [t("picker.tokenizer"), tokenizer],
      [t("picker.context"), context ? t("picker.context.reads", { count: context }) : t("picker.context.unknown")],
    ];
    const parts = [
      h("h3", {}, h("bdi", {}, entry.title)),
      facts.length && h("dl", { className: "model-about" }, ...facts.flatMap(([term, value]) => [h("dt", {}, term), h("dd", {}, value)])),
    ];
    if (how === "refused") {
      parts.push(h("p", { className: "notice", data: { kind: "warning" } }, notice(model.reason)));
      if (model.repository || model.kind) parts.push(text("p", "picker.refused.disk"));
      return parts.filter(Boolean);
    }
    parts.push(h("p", {}, t(`picker.explain.${how}`)));
    if (how === "repository") {
      parts.push(
        h("p", { className: "model-request" }, h("code", {}, `GET ${addressOf(fileOf(repository))}`)),
        text("p", "picker.request"),
      );
    }
    const button = h(
      "button",
      { type: "button", className: "primary", data: { testid: "tokenizer-use" }, onclick: () => run(() => choiceOf(entry)) },
      t(`picker.use.${how}`),
    );
    const drop = how === "kept" && h("button", { type: "button", onclick: () => forget(entry) }, t("picker.drop"));
    parts.push(h("p", { className: "model-actions" }, button, drop));
    return parts.filter(Boolean);
  }

  function choiceOf({ how, id, model, repository }) {
    if (how === "estimate") return tokenizers.estimate(id);
    return how === "built-in" ? tokenizers.sharing(model) : tokenizers.inRepository(repository);
  }

  async function forget(entry) {
    await dropFile(fileOf(entry.repository));
    await learn();
    filter();
    select(entry);
    detail.querySelector("button")?.focus();
  }

  /** Puts a choice in force and closes; or says what went wrong and stays. */
  async function run(make) {
    const before = document.activeElement;
    let choice = null;
    const done = await fetching.run(async (options) => {
      choice = make();
      await use(choice, options);
    });
    if (done) {
      dialog.close();
      toast(t("tokenizer.now", { tokenizer: labelOf(choice) }));
    } else if (!before?.isConnected) search.focus();
  }

  session.watch(["language"], () => {
    close.setAttribute("aria-label", t("action.close"));
    if (dialog.open) filter();
  });
  return { open };
}
