/* Documents on their way in and out: read by the core one after the other, each with its own progress and cancel. */

import { failed, say, settled, toast } from "./announce.js";
import { aboutRequest, cancelled } from "./client.js";
import { bytesOf } from "./files.js";
import { notice, t } from "./i18n.js";
import { working } from "./status.js";

const MEASURED_EVERY = 1000; // milliseconds between two measurements while more documents wait to be read

const aboutOf = ({ name }) => aboutRequest("add_document", { name });

/** Whether reading was stopped before the last page; what was read until then is kept. */
const leftUnread = ({ warnings }) => warnings.some(({ code }) => code.startsWith("pdf.unread"));

/** Fails once it is stopped, or at once where it has been. @param {AbortSignal} signal @returns {Promise<never>} */
const stopped = (signal) =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(cancelled());
    signal.addEventListener("abort", () => reject(cancelled()), { once: true });
  });

export class Documents {
  /** Ends when the last document that was listed is read. @type {Promise<any>} */
  #last = Promise.resolve();

  /** How many documents are still to be read. */
  #waiting = 0;

  /** Whether documents were read since a measurement was last asked for, and when that was. */
  #unmeasured = false;
  #requested = -Infinity;

  /**
   * @param {import("./session.js").Session} session
   * @param {import("./client.js").Client} client
   * @param {import("./measuring.js").Measuring} measuring
   */
  constructor(session, client, measuring) {
    this.session = session;
    this.client = client;
    this.measuring = measuring;
  }

  /** Lists all first, so that hundreds cost the page no more than one. @param {File[]} files */
  addFiles(files) {
    const listed = files.map((file) => this.#list(file.name, () => bytesOf(file)));
    this.session.changed("documents");
    for (const one of listed) this.read(one);
  }

  /** @param {string} name @param {string} text */
  addText(name, text) {
    return this.read(this.enqueue(name, async () => new TextEncoder().encode(text).buffer));
  }

  /**
   * Lists a document that is still to be read.
   * @param {string} name
   * @param {(() => Promise<ArrayBuffer>) | null} read gives its bytes
   */
  enqueue(name, read) {
    const one = this.#list(name, read);
    this.session.changed("documents");
    return one;
  }

  #append(one) {
    const { session } = this;
    session.lastKey += 1;
    one.key = session.lastKey;
    session.documents.push(one);
    return one;
  }

  #list(name, read) {
    return this.#append({
      key: 0,
      id: null,
      name,
      state: "queued",
      progress: null,
      error: null,
      read,
      blocks: new Int32Array(0),
      pageStarts: new Int32Array(0),
      warnings: [],
      changes: [], // what was removed or changed: {rule, kind, text, page, offset}
      off: [], // names of the rules that are switched off
      again: null, // while it is read again: {off, progress, controller}
      password: "",
      partial: "", // text of the pages read so far, while the rest is read
      leaving: false, // while the core is asked to remove it
      maps: new Set(), // names of the character maps that were fetched for it
      tokens: 0,
      controller: new AbortController(),
    });
  }

  /**
   * Has the core read a document; gives what is there then: it, or the same file where it was there already. One is read
   * after the other, since their order decides ties: it must be that of the list, whichever reader has to be fetched.
   */
  read(one, password = "") {
    const done = working(t("status.reading", { name: one.name }));
    this.#waiting += 1;
    this.#last = this.#last
      .then(() => this.#read(one, password))
      .finally(() => {
        this.#waiting -= 1;
        this.#measure();
        done();
      });
    return this.#last;
  }

  /** Asks for a measurement of what has been read: of hundreds of documents now and then, and of all at the end. */
  #measure() {
    if (!this.#unmeasured || (this.#waiting && performance.now() < this.#requested + MEASURED_EVERY)) return;
    this.#unmeasured = false;
    this.#requested = performance.now();
    this.measuring.outdate();
    this.measuring.request();
  }

  async #read(one, password) {
    one.error = null;
    try {
      const answer = await this.#asked(one, password);
      if (!this.session.documents.includes(one)) {
        // Another session was opened meanwhile.
        if (answer.same === undefined) await this.client.call("remove_document", { document: answer.id });
        return null;
      }
      if (answer.same !== undefined) return this.#once(one, answer.same);
      const { name } = one;
      this.take(one, answer);
      one.password = password;
      if (one.controller.signal.aborted && !leftUnread(one)) toast(t("documents.stopped.late", { name: one.name }));
      if (one.name === name) say(t("documents.read", { name }));
      else toast(t("documents.renamed", { name, now: one.name }));
      this.#unmeasured = true;
      return one;
    } catch (error) {
      this.#refused(one, error);
      return null;
    }
  }

  /** Drops a document whose file is there already; gives that. */
  #once(one, same) {
    this.#drop(one);
    toast(t("documents.same", { name: one.name }));
    return this.session.byId(same) ?? null;
  }

  async #asked(one, password) {
    const { signal } = one.controller;
    one.partial = ""; // it may be read for the second time, with the character maps that it named
    const data = [await Promise.race([stopped(signal), one.read()])]; // bytes that never come hold nothing up once stopped
    const onProgress = (progress) => {
      one.state = "reading";
      one.progress = progress;
      one.partial += progress.fresh.map((text) => `${text}\n\n`).join("");
      this.session.changed("documents");
    };
    try {
      return await this.client.call("add_document", { name: one.name, password }, { data, signal, onProgress });
    } catch (error) {
      if (error.name !== "NeedsCMaps") throw error;
      if (!(await this.#giveCMaps(one, error.values.names.split(", ")))) throw error;
      return this.#asked(one, password);
    }
  }

  #refused(one, error) {
    if (error.name === "Cancelled") {
      this.#drop(one);
      return;
    }
    one.state = error.name === "PasswordRequired" ? "locked" : "failed";
    one.error = { code: error.code ?? "", message: error.message, values: error.values ?? {} };
    toast(notice(one.error, one.name), { kind: "error", about: aboutOf(one), elsewhere: true });
    this.session.changed("documents");
  }

  /** Gives the core the character maps that a PDF names, an empty one where there is none; tells whether any was new. */
  async #giveCMaps(one, names) {
    const wanted = names.filter((name) => !one.maps.has(name));
    for (const name of wanted) {
      one.maps.add(name);
      await this.client
        .call("add_cmap", { name }, { assets: [`cmaps/${encodeURIComponent(name)}.json.gz`] })
        .catch(() => this.client.call("add_cmap", { name }));
    }
    return wanted.length > 0;
  }

  /** Takes over what the core says of a document it has read. */
  take(one, { id, name, text, tokens, unseen, warnings, changes, arrays }) {
    const known = { id, name, text, tokens, unseen, warnings, changes };
    Object.assign(one, { ...known, state: "ready", progress: null, partial: "", units: null });
    one.blocks = arrays.blocks;
    one.pageStarts = arrays.pageStarts;
    this.session.shown ??= one.key;
    this.session.changed("documents", "shown");
  }

  cancel(one) {
    (one.again ?? one).controller.abort();
    if (one.state === "queued") this.#drop(one);
  }

  /** Reads a document that needed a password. It goes to the end, in the list too: those after it are read. */
  unlock(one, password) {
    const { session } = this;
    one.controller = new AbortController();
    one.state = "queued";
    session.documents = session.documents.filter((other) => other !== one);
    this.#append(one);
    session.changed("documents");
    this.read(one, password);
  }

  /**
   * Has a document read again with some rules switched off; marks stay where their text is still found.
   * @param {any} one
   * @param {string[]} off
   */
  async reread(one, off) {
    const done = working(t("status.reading", { name: one.name }));
    const again = (one.again = { off, progress: null, controller: new AbortController() });
    const { signal } = again.controller;
    const onProgress = (progress) => {
      again.progress = progress;
      this.session.changed("documents");
    };
    this.session.changed("documents");
    this.measuring.outdate();
    try {
      const request = { document: one.id, off, password: one.password };
      const answer = await this.client.call("reread_document", request, { data: [await one.read()], signal, onProgress });
      one.again = null;
      one.off = off;
      this.take(one, answer);
      this.session.takeLabels(answer);
      const { lost } = answer;
      if (signal.aborted) toast(t("documents.stopped.late", { name: one.name }));
      if (lost) toast(t("changes.lost", { count: lost, name: one.name }), { kind: "error" });
      else say(t("documents.read", { name: one.name }));
    } catch (error) {
      one.again = null;
      failed(error, one.name);
      this.session.changed("documents");
    } finally {
      done();
    }
    this.measuring.request();
  }

  /**
   * Takes a document out of the session, with its marks.
   * @param {any} one
   * @param {() => void} undo brings both back
   */
  async remove(one, undo) {
    const { session } = this;
    this.#drop(one);
    if (one.id === null) return;
    session.removed.set(one.id, one);
    one.leaving = true;
    this.measuring.outdate();
    try {
      const answer = await this.client.call("remove_document", { document: one.id });
      session.takeLabels(answer);
      const { name } = one;
      const said = answer.marks ? t("documents.removed.marks", { name, count: answer.marks }) : t("documents.removed", { name });
      toast(said, { action: { label: t("action.undo"), run: undo } });
    } catch (error) {
      failed(error, one.name);
    } finally {
      one.leaving = false;
    }
    this.measuring.request();
  }

  #drop(one) {
    const { session } = this;
    settled(aboutOf(one));
    session.documents = session.documents.filter((other) => other !== one);
    if (session.shown === one.key) session.shown = session.readable[0]?.key ?? null;
    session.changed("documents", "shown");
  }
}
