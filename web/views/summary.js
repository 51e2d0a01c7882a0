/* The line of figures that keeps its place while everything moves, and one sentence of what they mean. */

import { say } from "../announce.js";
import { byId, h, setText, strong } from "../dom.js";
import { counted, notice, percent, t } from "../i18n.js";

/** Each figure's key and its values; where it has none, what stands in its place is said. */
const FIGURES = [
  ["answers", (m) => m.asked && { found: m.found, asked: m.asked, count: m.asked }],
  ["chance", (m) => m.asked && { chance: percent(m.chance) }],
  ["retrieved", (m) => m.queries && { tokens: Math.round(m.retrievedTokens), count: Math.round(m.retrievedTokens) }],
  ["chunks", (m) => ({ count: m.chunks })],
  ["embed", (m) => ({ count: m.tokensToEmbed })],
];

/** @param {import("../session.js").Session} session */
export function summaryView(session) {
  const element = byId("summary");
  const slots = new Map(
    FIGURES.map(([key]) => [key, h("span", { className: "figure", data: { figure: key } })]),
  );
  session.watch(["measured", "documents", "queries", "language"], render);

  function render() {
    const measured = session.measured;
    const values = measured && { ...measured.values, queries: session.queries.size };
    const nothing = !values || !session.readable.length;
    element.parentElement.toggleAttribute("data-none", nothing);
    if (nothing) {
      const { refusal } = session;
      element.replaceChildren(h("span", { className: "figure" }, t(refusal ? "summary.refused" : "summary.none")));
      if (refusal) note(notice(refusal), "warning");
      else note(session.documents.length ? "" : t("summary.empty"));
      return;
    }
    const shown = [];
    for (const [key, read] of FIGURES) {
      const slot = slots.get(key);
      const filled = read(values);
      if (!filled && key === "chance") continue;
      const text = filled ? t(`summary.${key}`, filled) : t(`summary.${key}.none`);
      if (slot.dataset.text !== text) {
        slot.dataset.text = text;
        slot.replaceChildren(...strong(text));
      }
      shown.push(slot);
    }
    const spaced = shown.flatMap((slot, place) => (place ? [" ", slot] : [slot]));
    if (shown.length !== element.childElementCount || shown.some((slot) => slot.parentNode !== element)) {
      element.replaceChildren(...spaced);
    }
    const [text, kind] = explain(values);
    note(text, kind);
    say(`${element.textContent} ${text}`);
  }

  function explain(values) {
    const [text, kind] = budgeted(values);
    if (!values.unranked) return [text, kind];
    const key = values.missedUnranked ? "summary.unranked" : "summary.unranked-unmarked";
    return [`${t(key, { count: values.unranked })} ${text}`, "warning"];
  }

  function budgeted(values) {
    const { k, chunks, size, budget, asked, chance, queries, over, retrievedTokens } = values;
    const named = { k, chunks, size, budget: counted("tokens", budget), count: k };
    if (k === 0) return [t("summary.k-none", named), "warning"];
    if (k >= chunks) return [t("summary.k-all", { ...named, count: chunks }), "warning"];
    if (!queries) return [t("summary.no-queries", named)];
    if (over) return [t(`summary.over-${over}`, { ...named, tokens: counted("tokens", Math.round(retrievedTokens)) }), "warning"];
    if (!asked) return [t("summary.no-marks", named)];
    return [t("summary.measured", { ...named, chance: percent(chance) })];
  }

  function note(text, kind = "") {
    const line = byId("summary-note");
    setText(line, text);
    line.dataset.kind = kind;
    line.title = text;
  }
}

