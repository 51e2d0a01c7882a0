/* Settings tried: the rows of the comparison, a grid run, and what becomes of single rows. */

import { failed, say } from "./announce.js";
import { t } from "./i18n.js";
import { working } from "./status.js";

const REST = 600; // milliseconds without a change after which a setting in motion counts as tried
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
    this.moving = false;
    this.resting = 0;
  }

  /** Notes that the settings were changed; in motion (a slider, a field being typed in), they count once they rest. */
  moved(moving) {
    clearTimeout(this.resting);
    this.moving = moving;
    if (moving) this.resting = setTimeout(() => this.moved(false), REST);
    else this.record();
  }

  /** Makes a row of what is measured, if it is what the settings say and they rest. */
  record() {
    const { measured, settings } = this.session;
    if (this.moving || !measured) return;
    const { asked, values } = measured;
    const present = this.session.present;
    if (JSON.stringify(asked) !== JSON.stringify(present.settings)) return;
    if (values.budget !== present.budget || values.scorer !== settings.scorer) return;
    this.client.call("record", { settings: asked, scorer: values.scorer, budget: values.budget }).catch(failed);
    this.refreshSoon();
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
