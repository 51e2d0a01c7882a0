/* What a dialog shows while a model's files are had and read: how far it is, a way to stop it, and why it failed. */

import { alert } from "../announce.js";
import { h, setText } from "../dom.js";
import { megabytes, notice, t } from "../i18n.js";

export class Fetching {
  /**
   * @param {string} name of the dialog, for scripts
   * @param {string} idle key of what is said until there is more to say
   * @param {(told: {stage: string, done: number, total: number}) => string} stageText
   */
  constructor(name, idle, stageText) {
    this.idle = idle;
    this.stageText = stageText;
    this.busy = null;
    this.parts = [];
    this.problem = h("p", { className: "notice", hidden: true, data: { kind: "error", testid: `${name}-error` } });
    this.bar = h("progress", {});
    this.stage = h("span", { className: "model-stage" });
    const stop = { type: "button", data: { i18n: "action.cancel", testid: `${name}-cancel` }, onclick: () => this.busy?.abort() };
    this.stop = h("button", stop, t("action.cancel"));
    const progress = { className: "model-progress", hidden: true, data: { testid: `${name}-progress` } };
    this.progress = h("div", progress, this.bar, this.stage, this.stop);
  }

  /** Closing the dialog stops what is under way; its parts rest meanwhile. */
  watch(dialog, close, parts) {
    this.parts = parts;
    close.addEventListener("click", () => this.busy?.abort());
    dialog.addEventListener("cancel", (event) => {
      if (!this.busy) return;
      event.preventDefault();
      this.busy.abort();
    });
  }

  /**
   * Does something that takes time, once at a time; where it fails, says why.
   * @param {(options: {signal: AbortSignal, onProgress: Function}) => Promise<void>} work
   * @returns {Promise<boolean>} whether it was done
   */
  async run(work) {
    if (this.busy) return false;
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const controller = new AbortController();
    this.complain(null);
    this.#occupied(controller);
    try {
      await work({ signal: controller.signal, onProgress: (told) => this.#tell(told) });
      this.#occupied(null);
      return true;
    } catch (error) {
      this.#occupied(null);
      if (error.name !== "Cancelled") this.complain(notice(error, error.file));
      if (before?.isConnected) before.focus();
      return false;
    }
  }

  complain(sentence) {
    this.problem.hidden = !sentence;
    setText(this.problem, sentence ?? "");
    if (sentence) alert(sentence);
  }

  #occupied(controller) {
    this.busy = controller;
    for (const part of this.parts) part.inert = Boolean(controller);
    this.progress.hidden = !controller;
    this.bar.removeAttribute("value");
    setText(this.stage, controller ? t(this.idle) : "");
    this.bar.setAttribute("aria-label", t(this.idle));
    if (controller) this.stop.focus();
  }

  #tell(told) {
    const { done, total } = told;
    if (total) {
      this.bar.max = total;
      this.bar.value = done;
    } else this.bar.removeAttribute("value");
    if (told.stage !== "fetching" || !done) setText(this.stage, this.stageText(told));
    else if (total) setText(this.stage, t("picker.fetched.of", { done: megabytes(done), total: megabytes(total) }));
    else setText(this.stage, t("picker.fetched", { done: megabytes(done) }));
  }
}
