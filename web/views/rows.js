/* What a row of the comparison says, wherever it stands: in the table, in the chart, in a sentence. */

import { nameOf, number, percent, t } from "../i18n.js";

export function settingName({ strategy, size, overlap, hasOverlap, unit, options }) {
  const counted = unit === "tokens" ? "" : ` ${t(`unit.${unit}`)}`;
  const sizes = hasOverlap === false ? t("compare.no-overlap", { size: String(size) }) : `${size}/${overlap}`;
  const given = Object.entries(options ?? {}).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  return `${nameOf("strategy", strategy)} ${sizes}${counted}${given.join("")}`;
}

export const keyOf = ({ strategy, size, overlap, unit, options, scorer, budget, tokenizer }) =>
  [strategy, size, overlap, unit, JSON.stringify(options ?? {}), scorer, budget, tokenizer].join(" ");

/** Whether a row has figures: they hold for its own tokenizer, or they are not there. */
export const hasFigures = (row) => row.chunks !== undefined;

const figure = (show) => (row) => (hasFigures(row) ? show(row) : "–");
const scored = (show) => (row) => (hasFigures(row) && row.asked ? show(row) : "–");

/** The columns: name, what a row shows in it, and what it is sorted by (its text, where that is left out). */
export const COLUMNS = [
  { name: "setting", show: settingName, sortBy: settingName },
  { name: "scorer", show: (row) => nameOf("scorer", row.scorer), sortBy: (row) => row.scorer },
  { name: "budget", show: (row) => number(row.budget), sortBy: (row) => row.budget },
  { name: "found", show: scored((row) => t("compare.found.value", row)), sortBy: (row) => row.found },
  { name: "chance", show: scored((row) => percent(row.chance)), sortBy: (row) => row.chance },
  { name: "retrieved", show: figure((row) => number(Math.round(row.retrievedTokens))), sortBy: (row) => row.retrievedTokens },
  { name: "k", show: figure((row) => t("compare.k.value", row)), sortBy: (row) => row.k },
  { name: "embed", show: figure((row) => number(row.tokensToEmbed)), sortBy: (row) => row.tokensToEmbed },
];

/** Why a row is not to be read beside the others; empty where it is. */
export function standing(row) {
  const { changed, tokenizer } = row;
  if (!changed.length) return "";
  if (hasFigures(row)) return t("compare.counted", { tokenizer: nameOf("tokenizer", tokenizer) });
  if (changed.includes("unmeasured")) {
    return changed.includes("tokenizer") ? t("compare.unmeasured.counted", { tokenizer: nameOf("tokenizer", tokenizer) }) : t("compare.unmeasured");
  }
  return t("compare.changed", { what: changed.map((one) => t(`compare.changed.${one}`)).join(", ") });
}

function compared(one, other) {
  if (typeof one === "number" || typeof other === "number") return (one ?? -1) - (other ?? -1);
  return String(one).localeCompare(String(other), undefined, { numeric: true });
}

/** Orders entries {row} by a column; null leaves them in the order tried. */
export function ordered(entries, sorted) {
  if (!sorted) return entries;
  const { sortBy } = COLUMNS.find(({ name }) => name === sorted.column);
  const sign = sorted.descending ? -1 : 1;
  return entries.toSorted((one, other) => sign * compared(sortBy(one.row), sortBy(other.row)));
}

/** Whether a row holds every word of a filter, in whatever its line says. */
export function matches(row, words) {
  const text = [settingName(row), row.strategy, nameOf("scorer", row.scorer), nameOf("tokenizer", row.tokenizer), row.budget]
    .join(" ")
    .toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}
