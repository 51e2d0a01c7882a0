/* The boundary tokenizers that can be chosen, the one in force, and the change from one to the next.
 *
 * A choice: {key, core, name, label, context, asset, blob, repository, estimate}
 *   key names the choice in the page, core the tokenizer in the worker: many models share one tokenizer.
 *   name is what the core calls it in sentences and exports, label what the page calls it (see labelOf).
 *   sha256 is that of its file, once it has been in force.
 *   context is how many tokens the model reads, its own special ones included; null where no model is known. */

import { cancelled } from "./client.js";
import { nameOf } from "./i18n.js";
import { askForFile, bytesOf, keepFile, keptFile, LARGEST, tooLarge } from "./model_files.js";

const BOOT = "bert-base-uncased"; // the worker starts with it
const ASSETS = {
  "bert-base-uncased": "tokenizers/bert-base-uncased.json",
  cl100k_base: "tokenizers/cl100k_base.tiktoken",
  o200k_base: "tokenizers/o200k_base.tiktoken",
};
export const FILE = "tokenizer.json";
/** How the keys of files from disk begin. */
export const FILE_KEY = "file";
export const fileOf = (repository) => ({ repository, path: FILE });

export const labelOf = (choice) => choice.label ?? nameOf("tokenizer", choice.name);

export class Tokenizers {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./client.js").Client} client
   */
  constructor(session, client) {
    this.session = session;
    this.client = client;
    /** What the core knows of; empty until it has said so. */
    this.catalogue = { builtIn: [], estimates: [], models: [] };
    /** Choices that the user has made, by key, in the order made. */
    this.chosen = new Map();
    this.loaded = new Set([BOOT]);
    this.files = 0;
    this.changing = null;
    session.tokenizer = this.#first;
  }

  /** What a worker starts with. */
  get #first() {
    return { ...this.builtIn(BOOT), exact: true, special: 2 };
  }

  /** Takes up the tokenizer that a worker starts with, where it could not be given the one in force. */
  takeFirst() {
    this.session.takeTokenizer(this.#first, {});
  }

  /** Asks the core which tokenizers there are. */
  async learn() {
    this.catalogue = await this.client.call("tokenizers");
    this.session.changed("tokenizers");
  }

  builtIn(name) {
    return this.#choice({ key: name, core: name, name, asset: ASSETS[name] });
  }

  estimate(name) {
    return this.#choice({ key: name, core: name, name, estimate: true });
  }

  /** The choice of a listed model whose tokenizer comes with the site. */
  sharing(model) {
    return { ...this.builtIn(model.tokenizer), key: `model:${model.name}`, label: model.name, context: model.context };
  }

  /** The choice of a repository on Hugging Face, listed or not. */
  inRepository(repository) {
    const listed = this.catalogue.models.find((model) => model.repository.toLowerCase() === repository.toLowerCase());
    const id = listed?.repository ?? repository;
    return this.#choice({ key: id, core: id, name: id, label: listed?.name ?? id, context: listed?.context ?? null, repository: id });
  }

  /** The choice of a file from disk; `model` is the listed model that it is said to belong to, if any. */
  onDisk(file, model = null) {
    if (file.size > LARGEST) throw tooLarge(file.name, file.size);
    this.files += 1;
    const key = `${FILE_KEY}:${this.files}`;
    const label = model ? `${model.name} (${file.name})` : file.name;
    return this.#choice({ key, core: key, name: file.name, label, context: model?.context ?? null, blob: file });
  }

  #choice(values) {
    return { label: null, context: null, asset: null, blob: null, repository: null, estimate: false, ...values };
  }

  /** A choice by its key, as the plain list of the page names it. */
  byKey(key) {
    if (this.chosen.has(key)) return this.chosen.get(key);
    return this.catalogue.estimates.includes(key) ? this.estimate(key) : this.builtIn(key);
  }

  /**
   * The choice of a tokenizer by its key, and by what a saved session says of its file; null where having it would take
   * a request, or a file from disk.
   * @param {string} key
   * @param {{repository: string, sha256: string}} file
   */
  async atHand(key, { repository, sha256 }) {
    const chosen = [...this.chosen.values()].find((one) => (key === FILE_KEY ? !one.repository && one.blob && one.sha256 === sha256 : one.key === key));
    if (chosen || key === FILE_KEY) return chosen ?? null;
    if (repository) return (await keptFile(fileOf(repository))) ? this.inRepository(repository) : null;
    const { builtIn, estimates, models } = this.catalogue;
    const sharing = models.find(({ name, tokenizer }) => tokenizer && key === `model:${name}`);
    if (sharing) return this.sharing(sharing);
    return [...builtIn, ...estimates].includes(key) ? this.byKey(key) : null;
  }

  /**
   * Puts a choice in force: has its file, reads it, counts every document anew. Whatever fails or is stopped on the
   * way, the tokenizer in force stays. A later change stops an earlier one.
   * @param {any} choice
   * @param {{signal?: AbortSignal, onProgress?: (progress: {stage: string, done: number, total: number}) => void}} [options]
   * @returns {Promise<boolean>} whether its file will be there offline, too
   */
  async use(choice, { signal, onProgress } = {}) {
    this.changing?.abort();
    const changing = new AbortController();
    this.changing = changing;
    signal?.addEventListener("abort", () => changing.abort(), { once: true });
    try {
      const options = { signal: changing.signal, onProgress };
      const { used, kept } = await this.#ready(choice, this.client.call.bind(this.client), options);
      this.session.changed("recounting");
      const answer = await this.client.call("set_tokenizer", { key: choice.core }, {
        signal: changing.signal,
        onProgress: ({ done, total }) => onProgress?.({ stage: "counting", done, total }),
      });
      const known = { ...used, sha256: answer.sha256 };
      if (known.label) this.chosen.set(choice.key, known);
      this.session.takeTokenizer({ ...known, exact: answer.exact, special: answer.special }, answer.documents);
      return kept;
    } finally {
      if (this.changing === changing) this.changing = null;
    }
  }

  /** Makes sure that the worker has a choice's tokenizer. */
  async #ready(choice, call, { signal, onProgress } = {}) {
    if (choice.estimate || choice.asset) {
      if (!this.loaded.has(choice.core)) {
        await this.#load(call, choice, { assets: choice.asset ? [choice.asset] : [], signal });
      }
      return { used: choice, kept: true };
    }
    let { blob } = choice;
    let fresh = false;
    const file = fileOf(choice.repository);
    if (!blob) {
      blob = await keptFile(file);
      fresh = !blob;
      const told = ({ loaded, total }) => onProgress?.({ stage: "fetching", done: loaded, total });
      blob ??= await askForFile(file, { signal, onProgress: told });
    }
    if (signal?.aborted) throw cancelled();
    if (fresh || !this.loaded.has(choice.core)) {
      onProgress?.({ stage: "loading", done: 0, total: 0 });
      const bytes = await bytesOf(blob, choice.name);
      blob = new Blob([bytes]); // a file on disk may be gone when another worker needs it
      await this.#load(call, choice, { data: [bytes], signal });
    }
    const kept = fresh ? await keepFile(file, blob) : true;
    return { used: { ...choice, blob }, kept };
  }

  async #load(call, choice, options) {
    const { loaded } = await call("load_tokenizer", { key: choice.core, name: choice.name }, options);
    this.loaded = new Set(loaded);
  }

  /** Gives a new worker the tokenizer in force. */
  async restore(call) {
    this.loaded = new Set([BOOT]);
    const { tokenizer } = this.session;
    if (tokenizer.core === BOOT) return;
    await this.#ready(tokenizer, call);
    await call("set_tokenizer", { key: tokenizer.core });
  }
}
