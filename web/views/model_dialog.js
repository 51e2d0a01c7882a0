/* The dialog that loads another static model: a known one on request, or any from two files on disk. */

import { toast } from "../announce.js";
import { h, icon, setText } from "../dom.js";
import { megabytes, nameOf, t } from "../i18n.js";
import { addressOf } from "../model_files.js";
import { Fetching } from "./fetching.js";

const stageText = ({ stage }) => t(`model.stage.${stage}`);

/**
 * @param {import("../session.js").Session} session
 * @param {import("../static_models.js").StaticModels} models
 * @param {(model: any, options: object) => Promise<string>} use
 */
export function modelDialog(session, models, use) {
  /** Files chosen from disk so far, by what they are. @type {Record<string, File>} */
  let files = {};
  let wanted = null; // the scorer whose model is looked for, and what a saved session says of that model

  const text = (tag, key, properties = {}) => h(tag, { ...properties, data: { i18n: key, ...properties.data } }, t(key));
  const fetching = new Fetching("model", "model.stage.loading", stageText);
  const close = h("button", { type: "button", className: "quiet square sheet-close", "aria-label": t("action.close") }, icon("close"));
  const want = h("p", { className: "notice", hidden: true, data: { kind: "warning", testid: "model-wanted" } });
  const list = h("div", { className: "model-detail", data: { testid: "model-detail" } });
  const file = h("input", { type: "file", multiple: true, accept: ".onnx,.json,application/json", data: { testid: "model-file" } });
  const half = h("p", { className: "model-half", "aria-live": "polite", data: { testid: "model-half" } });
  const disk = h(
    "div",
    { className: "model-disk" },
    text("p", "model.disk"),
    h("label", { className: "button file-button" }, text("span", "model.disk.choose"), file),
    half,
  );
  const dialog = h(
    "dialog",
    { className: "sheet model-sheet narrow", id: "model-dialog", "aria-labelledby": "model-title", data: { testid: "model-dialog" } },
    h("div", { className: "sheet-head" }, text("h2", "model.title", { id: "model-title" }), close),
    h("div", { className: "sheet-body" }, text("p", "model.lead"), want, list, fetching.problem, fetching.progress, disk),
  );
  document.body.append(dialog);
  fetching.watch(dialog, close, [list, disk]);
  file.addEventListener("change", () => {
    const chosen = [...file.files];
    file.value = "";
    if (chosen.length) run(() => fromDisk(chosen));
  });

  /**
   * @param {{scorer: string, model: any} | null} [looked] the scorer to rank by again, and its model as it was saved
   */
  async function open(looked = null) {
    wanted = looked;
    files = {};
    fetching.complain(null);
    render();
    await renderList();
    if (!dialog.open) dialog.showModal();
  }

  function render() {
    want.hidden = !wanted;
    const present = nameOf("scorer", session.settings.scorer);
    setText(want, wanted ? t("model.wanted", { scorer: nameOf("scorer", wanted.scorer), present }) : "");
    const [kind, other] = Object.keys(files);
    setText(half, kind && !other ? t(`model.disk.${kind}`, { file: files[kind].name }) : "");
  }

  async function renderList() {
    const described = await Promise.all(session.offers.models.map(async (known) => describe(known, await models.howOf(known))));
    list.replaceChildren(...described.flat());
  }

  function describe(known, how) {
    const { rows, dimensions, repository, revision, paths } = known;
    const requests = paths.map((path) => h("code", {}, `GET ${addressOf({ repository, revision, path })}`));
    const asks = how === "repository";
    const use = { type: "button", className: "primary", data: { testid: "model-use" }, onclick: () => run(() => models.known(known)) };
    return [
      h("h3", {}, h("bdi", {}, known.name)),
      h("p", {}, t("model.about", { rows, columns: dimensions, size: megabytes(rows * dimensions) })),
      h("p", {}, t(how === "built-in" ? "picker.explain.built-in" : `model.explain.${how}`)),
      asks && h("div", { className: "model-request" }, ...requests),
      asks && text("p", "model.request"),
      h(
        "p",
        { className: "model-actions" },
        h("button", use, t(asks ? "model.use.repository" : "model.use")),
        how === "kept" && h("button", { type: "button", data: { testid: "model-drop" }, onclick: () => forget(known) }, t("model.drop")),
      ),
    ].filter(Boolean);
  }

  async function forget(known) {
    await models.forget(known);
    await renderList();
    list.querySelector("button")?.focus();
  }

  /** Takes one file or both; the choice once both are there, else null. */
  async function fromDisk(chosen) {
    for (const one of chosen) files = { ...files, [await models.kindOf(one)]: one };
    render();
    return files.table && files.tokenizer ? models.onDisk(files) : null;
  }

  /** Puts a model in the place of the one in use and closes; or says what is missing or went wrong, and stays. */
  async function run(make) {
    let name = "";
    const done = await fetching.run(async (options) => {
      const model = await make();
      if (model) name = await use(model, { ...options, wanted });
    });
    if (name) {
      dialog.close();
      toast(t("model.now", { model: name }));
    } else if (done) file.focus();
  }

  session.watch(["language"], () => {
    close.setAttribute("aria-label", t("action.close"));
    if (!dialog.open) return;
    render();
    renderList();
  });
  return { open };
}
