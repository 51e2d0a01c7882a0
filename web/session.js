/* What the page keeps: enough to show everything, and to give a new worker all that an old one knew.
 *
 * A document: {key, id, name, state, progress, error, source, text, blocks, pageStarts, tokens, warnings, changes, off,
 *   partial, leaving, controller}
 *   state: "queued", "reading", "ready", "failed" or "locked"; id is the core's, and null until it is ready.
 * A query: {id, text, marks: [{document, start, end}]}, offsets in UTF-16 units of the document's text. */

import { countsAreEstimates } from "./i18n.js";

export class Session extends EventTarget {
  constructor() {
    super();
    /** @type {any[]} */
    this.documents = [];
    /** Documents that undo or redo can bring back, by the core's id. @type {Map<number, any>} */
    this.removed = new Map();
    /** @type {Map<number, any>} */
    this.queries = new Map();
    this.canUndo = false;
    this.canRedo = false;
    /** @type {number | null} the chosen query's id */
    this.chosen = null;
    /** @type {number | null} the shown document's key */
    this.shown = null;
    this.settings = {
      strategy: "recursive",
      size: 512,
      overlap: 50,
      length: "tokens",
      budget: 4096,
      tokenizer: "bert-base-uncased",
      scorer: "static",
      /** What the strategy takes beside size and overlap, by its library's names. @type {Record<string, any>} */
      options: {},
    };
    /** The boundary tokenizer in force, a choice as tokenizers.js describes it. @type {any} */
    this.tokenizer = null;
    /** The tokenizer of an opened workspace while it cannot be had: {key, boundary} as saved. @type {any} */
    this.missed = null;
    /** What the core offers, by id and more; empty until it has said so. */
    this.offers = { strategies: [], scorers: [], own: [], models: [] };
    /** The static model that ranks in the place of the site's own: {name, table, tokenizer, known}. @type {any} */
    this.model = null;
    /** @type {import("./measurement.js").Measured | null} */
    this.measured = null;
    /** Why the present settings could not be measured. @type {any} */
    this.refusal = null;
    /** The split in figures, as the core's `overview` tells it. @type {any} */
    this.split = null;
    /** Imported answers that a person has to settle: {query, quote, document, why, places}. */
    this.unsettled = [];
    /** What the core's `rows` tells. */
    this.comparison = { rows: [], cheapest: [], stale: [], missing: 0 };
    /** Keys of the rows that stay on top of the comparison, by `keyOf`. @type {Set<string>} */
    this.pinned = new Set();
    this.lastKey = 0;
  }

  /**
   * Tells the views that something changed: "documents", "queries", "chosen", "shown", "settings", "tokenizer",
   * "measured", "split", "comparison"; before a measurement is drawn "answered", and once what is in sight of it is on
   * screen, for what may follow, "painted"; before documents are counted by another tokenizer "recounting", and before
   * an opened workspace takes the place of everything "replaced".
   */
  changed(...kinds) {
    for (const kind of kinds) this.dispatchEvent(new Event(kind));
  }

  /** Runs a view's render now and after every change of the given kinds. */
  watch(kinds, render) {
    for (const kind of kinds) this.addEventListener(kind, render);
    render();
  }

  get readable() {
    return this.documents.filter((one) => one.state === "ready");
  }

  /** The documents that the core has: those ready, and those that it has yet to be told to remove. */
  get held() {
    const leaving = [...this.removed.values()].filter((one) => one.leaving && one.state === "ready");
    return [...this.readable, ...leaving].sort((one, other) => one.key - other.key);
  }

  /** The document of which text is shown while the rest is read: the chosen one, or where none can be shown yet, the first. */
  get beingRead() {
    const started = (one) => one?.state === "reading" && one.partial !== "";
    if (started(this.shownDocument)) return this.shownDocument;
    return this.readable.length ? null : (this.documents.find(started) ?? null);
  }

  byId(id) {
    return this.documents.find((one) => one.id === id);
  }

  byKey(key) {
    return this.documents.find((one) => one.key === key);
  }

  get shownDocument() {
    return this.byKey(this.shown);
  }

  get chosenQuery() {
    return this.queries.get(this.chosen);
  }

  get marked() {
    for (const query of this.queries.values()) if (query.marks.length) return true;
    return false;
  }

  /** The overlap that is in force: the one asked for, or half the size where that does not fit any more, or none. */
  get overlap() {
    const { size, overlap } = this.settings;
    if (this.strategy.hasOverlap === false) return 0;
    return overlap < size ? overlap : Math.floor(size / 2);
  }

  /** The strategy in use, as the core describes it. */
  get strategy() {
    return this.offers.strategies.find((one) => one.id === this.settings.strategy) ?? { units: ["tokens"] };
  }

  /** What the size counts. */
  get unit() {
    const { units } = this.strategy;
    return units.includes(this.settings.length) ? this.settings.length : units[0];
  }

  /** What is asked of the core: how to split, and what retrieval may spend. */
  get present() {
    const { strategy, size, length, budget, options } = this.settings;
    return { settings: { ...options, strategy, size, overlap: this.overlap, length }, budget };
  }

  /** Puts a boundary tokenizer in force; `counts` is what it makes of each document, by id. */
  takeTokenizer(tokenizer, counts) {
    this.tokenizer = tokenizer;
    this.settings.tokenizer = tokenizer.key;
    countsAreEstimates(!tokenizer.exact);
    this.takeCounts(counts);
    this.changed("tokenizer", "settings", "language");
  }

  /** Puts a static model in the place of the site's own; it ranks. */
  takeModel({ name, table, tokenizer, scorers }, known) {
    this.model = { name, table, tokenizer, known };
    this.settings.scorer = name;
    this.takeScorers(scorers);
  }

  /** Takes down which scorers stand side by side. */
  takeScorers(names) {
    this.offers.scorers = names.map((id) => ({ id }));
    if (!names.includes(this.model?.name)) this.model = null;
    this.changed("settings", "offers");
  }

  /** The settings as a workspace keeps them: a static model of the user's own is named, its files are not in it. */
  get kept() {
    return this.model ? { ...this.settings, model: this.model } : this.settings;
  }

  /** Takes down what the boundary tokenizer makes of documents, by id. */
  takeCounts(counts) {
    for (const [id, counted] of Object.entries(counts)) Object.assign(this.byId(Number(id)) ?? {}, counted);
    this.changed("documents");
  }

  /** Takes in what the core says of queries, those that changed and the order of all, and which documents there are. */
  takeLabels({ queries, order, canUndo, canRedo, present, removed }) {
    const changed = new Map(queries.map((query) => [query.id, query]));
    this.queries = new Map(order.map((id) => [id, changed.get(id) ?? this.queries.get(id)]));
    this.canUndo = canUndo;
    this.canRedo = canRedo;
    if (!this.queries.has(this.chosen)) this.chosen = order.length ? order[0] : null;
    this.changed("queries", "chosen");
    return this.#takePresent(new Set(present), new Set(removed));
  }

  /** Lists the documents that a step left or brought back; gives the latter. */
  #takePresent(present, removed) {
    const back = [...this.removed.values()].filter((one) => present.has(one.id));
    const gone = this.readable.filter((one) => !present.has(one.id));
    const known = [...this.removed.values(), ...gone];
    this.removed = new Map(known.filter((one) => removed.has(one.id)).map((one) => [one.id, one]));
    if (!back.length && !gone.length) return back;
    this.documents = [...this.documents.filter((one) => !gone.includes(one)), ...back].sort((one, other) => one.key - other.key);
    if (!this.documents.includes(this.shownDocument)) this.shown = this.readable[0]?.key ?? null;
    this.changed("documents", "shown");
    return back;
  }
}
