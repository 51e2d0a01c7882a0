/* Static models that rank in the place of the site's own: had on request, from the site itself, or from disk.
 *
 * A model: {name, known, blobs}
 *   name is what the core calls its scorer; empty until a model from disk was read.
 *   known is the model as the core's list has it; null for one from disk.
 *   blobs are its table and its tokenizer, where they are not kept and not the site's. */

import { cancelled } from "./client.js";
import { ownFile } from "./downloads.js";
import { askForFile, bytesOf, dropFile, keepFile, keptFile, tooLarge } from "./model_files.js";

const LARGEST = 256e6; // bytes of a file from disk
const HEAD = 1024; // bytes that tell what a file is
const KINDS = ["table", "tokenizer"];

const filesOf = ({ repository, revision, paths }) => paths.map((path) => ({ repository, revision, path }));
const nameIn = (path) => path.split("/").at(-1);

/** Whether a scorer ranks by a static model, alone or fused with others. */
export const isOf = (/** @type {string} */ scorer, { name }) => scorer === name || scorer.startsWith(`${name} + `);

/** Where a site that was built with a model has its files. */
const assetsOf = ({ name, paths }) => paths.map((path) => `scoring/${name}/${nameIn(path)}`);

export class StaticModels {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./client.js").Client} client
   */
  constructor(session, client) {
    this.session = session;
    this.client = client;
    /** Models that were read, by name. @type {Map<string, any>} */
    this.chosen = new Map();
    /** Names of the models that this site has itself. @type {Set<string>} */
    this.here = new Set();
    this.changing = null;
  }

  /** Looks which of the known models are among the site's own files. */
  async learn() {
    const { files } = await ownFile("build.json").then((list) => list.json()).catch(() => ({ files: {} }));
    const here = this.session.offers.models.filter((known) => assetsOf(known).every((path) => path in files));
    this.here = new Set(here.map(({ name }) => name));
  }

  /** The choice of a known model. */
  known(known) {
    return { name: known.name, known, blobs: null };
  }

  /** How a known model is had: "built-in", "kept" or "repository". */
  async howOf(known) {
    if (this.here.has(known.name)) return "built-in";
    const kept = await Promise.all(filesOf(known).map(keptFile));
    return kept.every(Boolean) ? "kept" : "repository";
  }

  async forget(known) {
    await Promise.all(filesOf(known).map(dropFile));
  }

  /** Tells by its content which of the two files one from disk is: "table" or "tokenizer". */
  async kindOf(file) {
    if (file.size > LARGEST) throw tooLarge(file.name, file.size, LARGEST);
    const { kind } = await this.client.call("model_file", { name: file.name }, { data: [await bytesOf(file.slice(0, HEAD), file.name)] });
    return kind;
  }

  /** The choice of two files from disk. @param {{table: File, tokenizer: File}} files */
  onDisk(files) {
    return { name: "", known: null, blobs: KINDS.map((kind) => files[kind]) };
  }

  /** The model behind a scorer that is not offered now, if its files can be had without asking anyone. */
  async atHand(scorer) {
    const chosen = [...this.chosen.values()].find((model) => isOf(scorer, model));
    if (chosen) return chosen;
    const known = this.session.offers.models.find((model) => isOf(scorer, model));
    return known && (await this.howOf(known)) !== "repository" ? this.known(known) : null;
  }

  /**
   * Has a model's files and puts it in the place of the one in use. Whatever fails or is stopped on the way, that one
   * stays. A later change stops an earlier one.
   * @param {any} model
   * @param {{signal?: AbortSignal, wanted?: any, onProgress?: (told: {stage: string, done: number, total: number}) => void}} [options]
   *   wanted: what a saved session says of the model that it was ranked by
   * @returns {Promise<{name: string, kept: boolean}>} the scorer's name, and whether its files will be there offline, too
   */
  async use(model, { signal, wanted = null, onProgress } = {}) {
    this.changing?.abort();
    const changing = new AbortController();
    this.changing = changing;
    signal?.addEventListener("abort", () => changing.abort(), { once: true });
    try {
      const options = { signal: changing.signal, wanted, onProgress };
      const { answer, blobs, fresh } = await this.#load(model, this.client.call.bind(this.client), options);
      const kept = fresh ? await keepAll(model.known, blobs) : true;
      const held = model.known && kept ? null : blobs;
      this.chosen.set(answer.name, { ...model, name: answer.name, blobs: held });
      this.session.takeModel(answer, Boolean(model.known));
      return { name: answer.name, kept };
    } finally {
      if (this.changing === changing) this.changing = null;
    }
  }

  async #load(model, call, { signal, wanted = null, onProgress } = {}) {
    const { known } = model;
    const params = { name: known?.name ?? "", wanted };
    const loading = () => onProgress?.({ stage: "loading", done: 0, total: 0 });
    if (known && this.here.has(known.name)) {
      loading();
      const files = known.paths.map(nameIn);
      const answer = await call("load_model", { ...params, files }, { assets: assetsOf(known), signal }).catch(about(files));
      return { answer, blobs: null, fresh: false };
    }
    const { blobs, fresh } = await this.#blobs(model, { signal, onProgress });
    if (signal?.aborted) throw cancelled();
    loading();
    const files = known ? known.paths.map(nameIn) : blobs.map(({ name }) => name);
    const data = await Promise.all(blobs.map((blob, place) => bytesOf(blob, files[place])));
    const answer = await call("load_model", { ...params, files }, { data, signal }).catch(about(files));
    return { answer, blobs, fresh };
  }

  /** Table and tokenizer; `fresh` where they came from the model host just now. The small one is asked for first. */
  async #blobs({ known, blobs }, { signal, onProgress }) {
    if (blobs) return { blobs, fresh: false };
    const files = filesOf(known);
    const kept = await Promise.all(files.map(keptFile));
    if (kept.every(Boolean)) return { blobs: kept, fresh: false };
    const asked = [];
    for (const file of files.toReversed()) {
      const told = ({ loaded, total }) => onProgress?.({ stage: "fetching", done: loaded, total });
      onProgress?.({ stage: "fetching", done: 0, total: 0 });
      asked.unshift(await askForFile(file, { signal, onProgress: told }));
    }
    return { blobs: asked, fresh: true };
  }

  /** Gives a new worker the model in use. */
  async restore(call) {
    const { model } = this.session;
    if (model) await this.#load(this.chosen.get(model.name), call, { wanted: model });
  }
}

/** The core says what is wrong with a table, but not in which file it is. */
const about = ([table]) => (error) => {
  throw error.name === "TableError" ? Object.assign(error, { file: table }) : error;
};

async function keepAll(known, blobs) {
  const kept = await Promise.all(filesOf(known).map((file, place) => keepFile(file, blobs[place])));
  return kept.every(Boolean);
}
