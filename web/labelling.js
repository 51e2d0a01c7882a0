/* Queries and marks: asked of the core, which keeps them, and measured anew after each change. */

import { failed, say, toast } from "./announce.js";
import { byId } from "./dom.js";
import { bytesOf } from "./files.js";
import { counted, t } from "./i18n.js";
import { save } from "./saving.js";
import { working } from "./status.js";

export class Labelling {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./client.js").Client} client
   * @param {import("./measuring.js").Measuring} measuring
   * @param {(document: number, start: number, end: number, how: {tab: boolean}) => void} goTo shows a place of a document
   */
  constructor(session, client, measuring, goTo) {
    this.session = session;
    this.client = client;
    this.measuring = measuring;
    this.goTo = goTo;
  }

  /** Asks the core for a change of queries or marks, and measures anew. */
  async change(method, params = {}, options = {}) {
    const answer = await this.client.call(method, params, options);
    this.measuring.outdate();
    this.session.takeLabels(answer);
    this.measuring.request();
    return answer;
  }

  /** The same, where a failure only has to be said. */
  ask(method, params) {
    return this.change(method, params).catch(failed);
  }

  undo() {
    return this.#step("undo");
  }

  redo() {
    return this.#step("redo");
  }

  /** Goes a step back or ahead. A document that comes back is counted: the tokenizer may be another by now. */
  async #step(method) {
    this.measuring.outdate();
    try {
      const back = this.session.takeLabels(await this.client.call(method));
      this.measuring.request();
      if (!back.length) return;
      say(t("documents.back", { name: back.map((one) => one.name).join(", ") }));
      this.session.takeCounts((await this.client.call("count")).documents);
    } catch (error) {
      failed(error);
      this.measuring.request();
    }
  }

  /** @param {string[]} texts */
  async add(texts) {
    try {
      const { queries } = await this.change("add_queries", { texts });
      this.choose(queries[0].id);
    } catch (error) {
      failed(error);
    }
  }

  /** Changes a query's text; its marks stay. */
  async edit(query, text) {
    try {
      await this.change("edit_query", { query, text });
      toast(t("queries.edited"), { action: this.#undoing() });
    } catch (error) {
      failed(error);
    }
  }

  async remove(query) {
    const { text } = this.session.queries.get(query);
    try {
      await this.change("remove_query", { query });
      toast(t("queries.removed", { query: text }), { action: this.#undoing() });
    } catch (error) {
      failed(error);
    }
  }

  /** @param {File} file */
  async importFile(file) {
    const done = working(t("status.reading", { name: file.name }));
    try {
      const data = [await bytesOf(file)];
      const { queries, unsettled } = await this.change("import_labels", { name: file.name }, { data });
      this.session.unsettled = unsettled;
      this.session.changed("unsettled");
      const marks = queries.reduce((sum, query) => sum + query.marks.length, 0);
      toast(t("queries.imported", { count: queries.length, marks: counted("answers", marks) }));
      this.choose(queries[0].id);
    } catch (error) {
      failed(error, file.name);
    } finally {
      done();
    }
  }

  async exportFile() {
    try {
      const { name, arrays } = await this.client.call("export_labels");
      save(name, arrays.file, "application/jsonl");
    } catch (error) {
      failed(error);
    }
  }

  /** Marks one of the places that an imported answer may have meant. */
  async settle(entry, place) {
    this.session.unsettled = this.session.unsettled.filter((one) => one !== entry);
    this.session.changed("unsettled");
    await this.mark(entry.query, place.document, place.start, place.end);
  }

  dismissUnsettled() {
    this.session.unsettled = [];
    this.session.changed("unsettled");
  }

  choose(id) {
    const { session } = this;
    session.chosen = id;
    session.changed("chosen");
    const query = session.queries.get(id);
    const ranking = session.measured?.ranking(id);
    const best = ranking?.retrieved.length ? session.measured.chunk(ranking.retrieved[0]) : null;
    const target = query?.marks[0] ?? best;
    if (target) this.goTo(target.document, target.start, target.end, { tab: false });
  }

  async mark(query, document_, start, end) {
    if (query === null) {
      toast(t("marks.no-query"));
      byId("query-input").focus();
      return;
    }
    try {
      await this.change("mark", { query, document: document_, start, end });
      this.goTo(document_, start, end, { tab: false });
      toast(t("marks.marked", { query: this.session.queries.get(query).text }), { action: this.#undoing() });
    } catch (error) {
      failed(error);
    }
  }

  async unmark(query, ...marks) {
    try {
      for (const one of marks) await this.change("unmark", { query, ...one });
      toast(t("marks.unmarked"), { action: this.#undoing() });
    } catch (error) {
      failed(error);
    }
  }

  #undoing() {
    return { label: t("action.undo"), run: () => this.undo() };
  }
}
