/* The one bridge between the page and the worker that runs Python. */

import { firstWorker, startWorker } from "./starting.js";

const PATIENCE = 1000; // milliseconds that a cancelled request may take to answer before the worker is replaced

/** The name of the error that fails what a worker was asked when it died. */
export const WORKER_ERROR = "WorkerError";

/** An error of the core, made again on this side. `type` names its class there. */
export class CoreError extends Error {
  /** @param {{type: string, code: string, message: string, values: Record<string, string | number>}} values */
  constructor({ type, code, message, values }) {
    super(message);
    this.name = type;
    this.code = code;
    this.values = values ?? {};
  }
}

/** What a request is about: an error of one is settled when the same succeeds later. */
export const aboutRequest = (method, { name = "" } = {}) => `${method} ${name}`;

/** Why a request is aborted whose answer is outdated by another: no reason to give up the worker that the other is for. */
export const OUTDATED = "outdated";

/** @returns {CoreError} */
export const cancelled = () =>
  new CoreError({ type: "Cancelled", code: "cancelled", message: "Stopped. What was finished before is kept.", values: {} });

/** @param {string} message @returns {CoreError} what fails the requests of a worker that has died */
const dead = (message) => new CoreError({ type: WORKER_ERROR, code: "worker", message, values: {} });

/**
 * Makes, in a worker that nothing is sent to, what lets the next visit start sooner.
 * @param {string} address of snapshot-maker.js
 */
export function prepareNextStart(address) {
  const { worker, release } = startWorker(address);
  const end = () => {
    release();
    worker.terminate();
  };
  worker.addEventListener("message", end);
  worker.addEventListener("error", end);
}

/**
 * Requests with a number, typed errors, progress, cancel. A worker that does not answer a cancel in time, or dies, is
 * replaced by a new one, and `restore` gives that what the page kept.
 *
 * Events: "stage" {stage, loaded, total}, "ready" {restarted}, "restart" {message, code}, "success" {about};
 * at the end "dead" {error} where no worker could be started, or "unrestored" {error} where `restore` failed.
 */
export class Client extends EventTarget {
  /**
   * @param {string} address of worker.js
   * @param {(call: Function) => Promise<void>} restore run against a new worker before any other request
   */
  constructor(address, restore) {
    super();
    this.address = address;
    this.restore = restore;
    this.waiting = new Map();
    this.next = 1;
    this.#close();
    this.#start(false);
  }

  /** Lets requests wait. */
  #close() {
    this.open = false;
    this.usable = Promise.withResolvers();
    this.usable.promise.catch(() => {});
  }

  #start(restarted) {
    const { worker, release, missed = [] } = restarted ? startWorker(this.address) : firstWorker();
    this.worker = worker;
    this.alive = false;
    const hear = ({ data }) => {
      if (worker !== this.worker) return;
      if (data.kind === "ready") {
        release();
        this.alive = true;
        this.#open(restarted);
      } else if (data.kind === "stage") this.#tell("stage", data);
      else if (data.kind === "fatal") this.#died(data.message);
      else this.#receive(data);
    };
    const end = (event) => {
      event.preventDefault();
      if (worker === this.worker) this.#died(event.message || "The worker could not be started.");
    };
    worker.addEventListener("message", hear);
    worker.addEventListener("error", end);
    // Later, for whoever made this client has yet to listen to it.
    queueMicrotask(() => missed.forEach((event) => (event.type === "error" ? end : hear)(event)));
  }

  async #open(restarted) {
    const { worker } = this;
    const call = (...request) => (worker === this.worker ? this.#send(...request) : Promise.reject(dead("The worker was replaced.")));
    try {
      if (restarted) await this.restore(call);
    } catch (error) {
      if (worker === this.worker) this.#end("unrestored", error);
      return;
    }
    if (worker !== this.worker) return;
    this.open = true;
    this.usable.resolve(undefined);
    this.#tell("ready", { restarted });
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #receive({ kind, id, values, arrays }) {
    const request = this.waiting.get(id);
    if (!request) return;
    if (kind === "progress") {
      request.told = true;
      request.onProgress?.(JSON.parse(values));
      return;
    }
    this.waiting.delete(id);
    if (kind === "done") {
      this.#tell("success", { about: request.about });
      request.resolve({ ...JSON.parse(values), arrays: arrays ?? {} });
    } else request.reject(Object.assign(new CoreError(JSON.parse(values)), { about: request.about }));
  }

  #died(message) {
    const error = dead(message);
    if (this.alive) {
      this.replace(error);
      return;
    }
    this.#end("dead", error);
  }

  /** Gives up: nobody is left to answer. */
  #end(kind, error) {
    this.worker.terminate();
    this.#drop(error);
    this.usable.reject(error);
    this.#tell(kind, { error });
  }

  #drop(error) {
    const dropped = [...this.waiting.values()];
    this.waiting.clear();
    for (const request of dropped) request.reject(error);
  }

  /** Terminates the worker, fails what it was doing, and starts another. */
  replace(error = cancelled()) {
    this.worker.terminate();
    if (this.open) this.#close(); // else requests wait already, for this worker or one before it
    this.#drop(error);
    this.#tell("restart", { message: error.message, code: error.code });
    this.#start(true);
  }

  /**
   * Asks the core for something, as soon as there is one.
   * @param {string} method
   * @param {object} [params]
   * @param {{data?: ArrayBuffer[], assets?: string[], onProgress?: Function, signal?: AbortSignal, patient?: boolean}} [options]
   *   patient: aborted because its answer is no longer wanted; no reason to give up the worker
   * @returns {Promise<any>} its values, and its typed arrays under `arrays`
   */
  async call(method, params = {}, options = {}) {
    await this.usable.promise;
    return this.#send(method, params, options);
  }

  #send(method, params = {}, { data = [], assets = [], onProgress, signal, patient = false } = {}) {
    if (signal?.aborted) return Promise.reject(cancelled());
    const id = this.next;
    this.next += 1;
    const { worker } = this;
    return new Promise((resolve, reject) => {
      const about = aboutRequest(method, params);
      this.waiting.set(id, { resolve, reject, onProgress, about });
      signal?.addEventListener("abort", () => this.#cancel(worker, id, patient || signal.reason === OUTDATED), { once: true });
      worker.postMessage({ id, method, params, data, assets }, data);
    });
  }

  #cancel(worker, id, patient) {
    const unanswered = () => worker === this.worker && this.waiting.has(id);
    if (!unanswered()) return;
    worker.postMessage({ cancel: id });
    if (patient) return;
    const replaceIfSilent = () => {
      if (!unanswered()) return;
      const request = this.waiting.get(id);
      if (!request.told) this.replace();
      request.told = false; // what keeps the part that is done goes on with it, and tells so
      setTimeout(replaceIfSilent, PATIENCE);
    };
    this.waiting.get(id).told = false;
    setTimeout(replaceIfSilent, PATIENCE);
  }
}
