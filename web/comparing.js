/* Settings tried: the rows of the comparison, grids and rows to measure, pairs, and scorers side by side. */

import { failed, say, toast } from "./announce.js";
import { OUTDATED } from "./client.js";
import { notice, t } from "./i18n.js";
import { working } from "./status.js";

const REST = 600; // milliseconds without a change after which a setting in motion counts as tried
const SOON = 120; // milliseconds after a measurement in which the next one may make asking for its row needless

export class Comparing {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./client.js").Client} client
   * @param {(progress: {done: number, total: number} | null, text?: string) => void} show how far a run has come
   */
  constructor(session, client, show) {
    this.session = session;
    this.client = client;
    this.show = show;
    this.running = null;
    this.why = ""; // what ended the run, where it was not the user's Cancel
    this.timer = 0;
    this.moving = false;
    this.resting = 0;
    // What would be measured from then on is rows of another tokenizer, or of documents that are gone.
    session.addEventListener("recounting", () => this.#outdate("tokenizer"));
    session.addEventListener("replaced", () => {
      if (this.running) this.#outdate("workspace");
      else this.show(null, ""); // what the last run said was of another session
    });
    for (const kind of ["queries", "tokenizer"]) session.addEventListener(kind, () => this.refreshSoon());
    session.addEventListener("documents", () => {
      if (!session.readable.length) this.refreshSoon();
    });
  }

  /** Notes that the settings were changed; in motion (a slider, a field being typed in), they count once they rest. */
  moved(moving) {
    clearTimeout(this.resting);
    this.moving = moving;
    if (moving) this.resting = setTimeout(() => this.moved(false), REST);
    else this.record();
  }

  /** A setting in motion counts as come to rest. */
  rest() {
    if (this.moving) this.moved(false);
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
    this.session.changed("rested");
  }

  async refresh() {
    try {
      const { rows, cheapest, stale, missing } = await this.client.call("rows", { budget: this.session.settings.budget });
      this.session.comparison = { rows, cheapest, stale, missing };
      this.session.changed("comparison");
    } catch (error) {
      failed(error);
    }
  }

  refreshSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), SOON);
  }

  /** Measures a grid of settings; `note` is what to add once it is done. */
  run({ count, note, ...grid }) {
    const { budget, options } = this.session.settings;
    return this.#run("compare", { grid: { ...grid, options }, budget }, count, note);
  }

  /** Measures the rows again that stand on something else than what is there now. */
  again() {
    return this.#run("measure_again", { budget: this.session.settings.budget }, this.session.comparison.missing);
  }

  async #run(method, params, count, note = "") {
    if (this.running) return;
    this.running = new AbortController();
    this.why = "";
    const done = working(t("status.comparing"));
    this.show({ done: 0, total: count });
    let seen = 0;
    const onProgress = (progress) => {
      this.show(progress);
      if (progress.done > seen) this.refresh();
      seen = progress.done;
    };
    try {
      const { measured, refused } = await this.client.call(method, params, { signal: this.running.signal, onProgress });
      const out = refused.length ? t("compare.refused", { count: refused.length }) : "";
      const told = [t("compare.done", { count: measured }), out, note].filter(Boolean).join(" ");
      for (const why of new Set(refused.map((error) => notice(error)))) toast(why, { kind: "error" });
      this.show(null, told);
      say(told);
    } catch (error) {
      const { why } = this;
      const stopped = why ? t(`compare.stopped.${why}`, { done: seen, total: count }) : t("compare.cancelled");
      this.show(null, error.name === "Cancelled" ? stopped : t("compare.stopped.error", { done: seen, total: count }));
      if (why) say(stopped);
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

  /** @param {"tokenizer" | "workspace"} why */
  #outdate(why) {
    if (!this.running || this.running.signal.aborted) return;
    this.why = why;
    this.running.abort(OUTDATED);
  }

  async forget(row) {
    await this.client.call("forget_row", { row }).catch(failed);
    await this.refresh();
  }

  /** Where two rows part; null where one of them has to be measured again. */
  pair(first, second) {
    return this.client.call("compare_pair", { first, second }).catch(() => null);
  }

  /** Whether two rows part the same way under every scorer; null where that was stopped. */
  pairByScorer(first, second, signal) {
    return this.client.call("compare_scorers", { first, second }, { signal, patient: true }).catch(() => null);
  }

  /** The present setting by every scorer; null where that was stopped. */
  async byScorer(signal) {
    const answer = await this.client.call("scorers", this.session.present, { signal, patient: true }).catch(() => null);
    return answer?.rows ?? null;
  }
}
