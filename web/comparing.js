/* Settings tried: the rows of the comparison, a grid run, and what becomes of single rows. */

import { failed, say } from "./announce.js";
import { t } from "./i18n.js";
import { working } from "./status.js";

const SOON = 120; // milliseconds after a measurement in which the next one may make asking for its row needless

/** What names a row to the core. */
const named = ({ strategy, size, overlap, length, options, scorer, budget }) => ({
  settings: { ...options, strategy, size, overlap, length },
  scorer,
  budget,
});

export class Comparing {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./client.js").Client} client
   * @param {(progress: {done: number, total: number} | null, text?: string) => void} show how far a grid has come
   */
  constructor(session, client, show) {
    this.session = session;
    this.client = client;
    this.show = show;
    this.running = null;
    this.timer = 0;
  }

  #take({ rows, cheapest, stale }) {
    this.session.comparison = { rows, cheapest, stale };
    this.session.changed("comparison");
  }

  async refresh() {
    await this.client.call("rows").then((answer) => this.#take(answer)).catch(failed);
  }

  refreshSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), SOON);
  }

  async run({ count, ...grid }) {
    this.running = new AbortController();
    const done = working(t("status.comparing"));
    this.show({ done: 0, total: count });
    let seen = 0;
    const onProgress = (progress) => {
      this.show(progress);
      if (progress.done > seen) this.refresh();
      seen = progress.done;
    };
    try {
      const { budget, options } = this.session.settings;
      await this.client.call("compare", { grid: { ...grid, options }, budget }, { signal: this.running.signal, onProgress });
      this.show(null, t("compare.done", { count }));
      say(t("compare.done", { count }));
    } catch (error) {
      this.show(null, error.name === "Cancelled" ? t("compare.cancelled") : "");
      failed(error);
    } finally {
      this.running = null;
      done();
    }
    await this.refresh();
  }

  cancel() {
    this.running?.abort();
  }

  async forget(row) {
    await this.client.call("forget_row", named(row)).then((answer) => this.#take(answer)).catch(failed);
  }

  /** Where two rows part; null where one of them has to be measured again. */
  pair(first, second) {
    return this.client.call("compare_pair", { first: named(first), second: named(second) }).catch(() => null);
  }
}
