/* Newest wins: at most one measurement runs; whatever was asked for meanwhile is measured once, as it then stands. */

const OVERTAKEN_AFTER = 300; // milliseconds after which a measurement that is no longer wanted is stopped

export class Measuring {
  /**
   * @param {(signal: AbortSignal) => Promise<any>} measure measures the present state
   * @param {(result: any, newest: boolean) => Promise<void>} show
   * @param {(error: any) => void} fail
   */
  constructor(measure, show, fail) {
    this.measure = measure;
    this.show = show;
    this.fail = fail;
    this.wanted = false;
    this.running = null;
  }

  /** Asks for the present state to be measured. */
  request() {
    this.wanted = true;
    if (!this.running) {
      this.running = this.#run().finally(() => {
        this.running = null;
        if (this.wanted) this.request();
      });
      return;
    }
    if (!this.stopping) this.stopping = setTimeout(() => this.controller?.abort(), this.#patience());
  }

  /** What is running no longer fits the documents or the marks: stop it now. */
  outdate() {
    this.controller?.abort();
  }

  #patience() {
    return Math.max(0, OVERTAKEN_AFTER - (performance.now() - this.began));
  }

  async #run() {
    while (this.wanted) {
      this.wanted = false;
      this.controller = new AbortController();
      this.began = performance.now();
      try {
        const result = await this.measure(this.controller.signal);
        if (result) await this.show(result, !this.wanted);
      } catch (error) {
        if (error.name !== "Cancelled") this.fail(error);
      }
      clearTimeout(this.stopping);
      this.stopping = null;
    }
  }
}
