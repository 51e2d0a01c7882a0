/* The present setting by every scorer, over the same chunks. The scorer in use is measured already; the others once asked for. */

import { byId, h, setText } from "../dom.js";
import { nameOf, number, percent, t } from "../i18n.js";
import { settingName } from "./rows.js";

const CELLS = [
  ["found", (row) => (row.asked ? t("compare.found.value", row) : "–")],
  ["chance", (row) => (row.asked ? percent(row.chance) : "–")],
  ["retrieved", (row) => number(Math.round(row.retrievedTokens))],
];

/**
 * @param {import("../session.js").Session} session
 * @param {{byScorer: (signal: AbortSignal) => Promise<any[] | null>}} actions
 */
export function scorersView(session, actions) {
  let rows = []; // measured on what stands there now
  let wanted = false; // once asked for, every setting that is settled on is measured by all
  let asking = null;
  const button = byId("scorers-button");
  button.addEventListener("click", () => {
    wanted = true;
    measure();
  });
  session.watch(["offers", "language"], render);
  session.addEventListener("measured", () => {
    asking?.abort();
    rows = session.measured ? [session.measured.values] : [];
    render();
  });
  // What is moved next is measured first.
  for (const kind of ["settings", "queries"]) session.addEventListener(kind, () => asking?.abort());
  session.addEventListener("rested", () => {
    if (wanted) measure();
  });

  async function measure() {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    render();
    const measured = await actions.byScorer(mine.signal);
    if (asking !== mine) return;
    asking = null;
    if (measured && !mine.signal.aborted) rows = measured;
    render();
  }

  function render() {
    const scorers = session.offers.scorers.map(({ id }) => id);
    byId("scorers").hidden = !scorers.length || !session.measured;
    if (byId("scorers").hidden) return;
    const known = new Map(rows.map((row) => [row.scorer, row]));
    const measuring = Boolean(asking && !asking.signal.aborted);
    setText(byId("scorers-setting"), settingName(session.measured.values));
    byId("scorers-head").replaceChildren(
      ...["scorer", ...CELLS.map(([name]) => name)].map((name) => h("th", { scope: "col" }, t(`compare.column.${name}`))),
    );
    byId("scorers-rows").replaceChildren(
      ...scorers.map((scorer) => {
        const row = known.get(scorer);
        return h(
          "tr",
          { data: { scorer } },
          h("th", { scope: "row" }, nameOf("scorer", scorer)),
          ...CELLS.map(([name, show]) => h("td", { data: { label: t(`compare.column.${name}`) } }, row ? show(row) : "–")),
        );
      }),
    );
    byId("scorers-table").setAttribute("aria-busy", String(measuring));
    button.disabled = measuring || known.size === scorers.length;
    setText(button, t(measuring ? "scorers.measuring" : "scorers.measure"));
  }
}
