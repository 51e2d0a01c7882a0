/* A whole session as one file: saved to disk because the user asks, opened in the place of the present one. */

import { failed, toast } from "./announce.js";
import { bytesOf } from "./files.js";
import { t } from "./i18n.js";
import { save } from "./saving.js";
import * as status from "./status.js";
import { keyOf } from "./views/rows.js";

const ENDING = ".chunkforge.json";

export const isWorkspace = (file) => file.name.toLowerCase().endsWith(ENDING);

export class Workspace {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./client.js").Client} client
   * @param {import("./documents.js").Documents} documents
   * @param {import("./measuring.js").Measuring} measuring
   * @param {import("./saved_tokenizer.js").SavedTokenizer} tokenizer
   * @param {(settings: object) => void} takeSettings
   */
  constructor(session, client, documents, measuring, tokenizer, takeSettings) {
    this.session = session;
    this.client = client;
    this.documents = documents;
    this.measuring = measuring;
    this.tokenizer = tokenizer;
    this.takeSettings = takeSettings;
    this.#keep();
  }

  /** Notes what a file on disk holds by now: the queries as they are, and the texts of the documents. */
  #keep(queries = this.session.queries, documents = this.session.readable) {
    this.kept = { queries, texts: new Set(documents.map(({ text }) => text)) };
  }

  /** Whether closing the tab would lose marks. */
  get unsaved() {
    return this.session.marked && this.session.queries !== this.kept.queries;
  }

  /** Whether a reload would lose anything that was brought or typed here and that no saved file holds. */
  get unkept() {
    const { documents, queries } = this.session;
    const asked = queries.size > 0 && queries !== this.kept.queries;
    return asked || documents.some(({ state, text }) => state !== "failed" && !this.kept.texts.has(text));
  }

  async save() {
    const done = status.working(t("status.saving"));
    const { queries, readable } = this.session;
    try {
      const { kept, comparison, pinned } = this.session;
      const rows = [...comparison.rows, ...comparison.stale].filter((row) => pinned.has(keyOf(row)));
      const given = { settings: { ...kept, ...this.tokenizer.kept }, pinned: rows };
      const { name, arrays } = await this.client.call("save_workspace", given);
      save(name, arrays.file, "application/json");
      this.#keep(queries, readable);
    } catch (error) {
      failed(error);
    } finally {
      done();
    }
  }

  /** @param {File} file */
  async open(file) {
    if (this.unsaved && !confirm(t("workspace.replace"))) return;
    const done = status.working(t("status.reading", { name: file.name }));
    const { session } = this;
    try {
      const answer = await this.client.call("open_workspace", { name: file.name }, { data: [await bytesOf(file)] });
      session.changed("replaced");
      this.measuring.outdate();
      for (const one of session.documents) one.controller.abort();
      session.documents = [];
      session.removed = new Map();
      session.shown = null;
      session.unsettled = [];
      session.measured = null;
      answer.documents.forEach((values, place) => {
        const arrays = { blocks: answer.arrays[`${place}.blocks`], pageStarts: answer.arrays[`${place}.pageStarts`] };
        this.documents.take(this.documents.enqueue(values.name, null), { ...values, arrays });
      });
      session.pinned = new Set(answer.pinned.map(keyOf));
      session.takeLabels(answer);
      session.changed("measured", "painted", "documents", "shown", "unsettled");
      this.#keep();
      await this.tokenizer.restore(answer.settings, file.name); // before anything is measured
      this.takeSettings({ ...session.settings, ...answer.settings });
      toast(t("workspace.opened", { name: file.name }));
    } catch (error) {
      failed(error, file.name);
    } finally {
      done();
    }
  }
}
