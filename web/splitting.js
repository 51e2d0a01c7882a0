/* The split itself: its figures once the settings rest, single chunks laid open, and a document's chunks as a file. */

import { failed } from "./announce.js";
import { t } from "./i18n.js";
import { save } from "./saving.js";
import { working } from "./status.js";

const SOON = 120; // milliseconds after a measurement in which the next one may make asking for its split needless
const TYPES = { jsonl: "application/jsonl", json: "application/json" };

export class Splitting {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./client.js").Client} client
   */
  constructor(session, client) {
    this.session = session;
    this.client = client;
    this.timer = 0;
  }

  refreshSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#refresh(), SOON);
  }

  async #refresh() {
    const { session } = this;
    const { measured } = session;
    if (!measured) return;
    try {
      const split = await this.client.call("overview", { settings: measured.asked });
      if (session.measured !== measured) return; // it stands beside other figures than its own
      session.split = split;
      session.changed("split");
    } catch (error) {
      failed(error);
    }
  }

  /** What the model gets of a chunk under the settings that were measured. */
  chunk(number) {
    return this.client.call("chunk", { settings: this.session.measured.asked, number });
  }

  /**
   * Hands the chunks of one document to the user.
   * @param {any} one the document
   * @param {"jsonl" | "json"} form
   */
  async exportChunks(one, form) {
    const done = working(t("status.exporting"));
    try {
      const asked = { settings: this.session.present.settings, document: one.id, form };
      const { name, arrays } = await this.client.call("export_chunks", asked);
      save(name, arrays.file, TYPES[form]);
    } catch (error) {
      failed(error);
    } finally {
      done();
    }
  }
}
