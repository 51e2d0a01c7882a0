/* The comparison: every setting tried as a row, filtered, sorted and pinned, and what is said of the rows. */

import { say } from "../announce.js";
import { byId, h, icon, setText } from "../dom.js";
import { nameOf, t } from "../i18n.js";
import { chartView } from "./chart.js";
import { gridView } from "./grid.js";
import { pairView } from "./pair.js";
import { COLUMNS, keyOf, matches, ordered, settingName, standing } from "./rows.js";
import { scorersView } from "./scorers.js";

/** The rows of entries whose figures hold for what is there now. */
const comparable = (entries) => entries.map(({ row }) => row).filter((row) => !row.changed.length);

/**
 * @param {import("../session.js").Session} session
 * @param {{run: Function, again: Function, cancel: Function, open: Function, forget: Function, pair: Function,
 *   pairByScorer: Function, byScorer: Function, copy: Function}} actions
 */
export function compareView(session, actions) {
  let sorted = null; // {column, descending}
  const beside = new Set(); // keys of rows set side by side, at most two
  const grid = gridView(session, actions);
  const pair = pairView(session, actions);
  scorersView(session, actions);

  const text = byId("compare-filter");
  const strategy = byId("compare-filter-strategy");
  for (const field of [text, strategy]) {
    field.addEventListener("input", () => {
      session.changed("filtered");
      say(byId("compare-shown").textContent);
    });
  }
  byId("copy-table").addEventListener("click", () => actions.copy(asMarkdown()));
  byId("again-button").addEventListener("click", () => actions.again());

  session.watch(["comparison", "painted", "pinned", "filtered", "language"], render);
  session.watch(["comparison", "running", "documents", "language"], renderAgain);

  /** Every row as {row, key, cheapest}, those that can be compared first. */
  function entries() {
    const { rows, cheapest, stale } = session.comparison;
    const best = new Set(cheapest.map((place) => rows[place]));
    return [...rows, ...stale].map((row) => ({ row, key: keyOf(row), cheapest: best.has(row) }));
  }

  /** The rows in the order of the table: pinned ones on top, then those that the filter lets through. */
  function listed() {
    const wanted = ({ row }) => (!strategy.value || row.strategy === strategy.value) && matches(row, text.value.trim());
    const all = ordered(entries(), sorted);
    return [...all.filter(({ key }) => session.pinned.has(key)), ...all.filter((entry) => !session.pinned.has(entry.key) && wanted(entry))];
  }

  function render() {
    const { rows, cheapest, stale } = session.comparison;
    const all = rows.length + stale.length;
    byId("comparison-empty").hidden = all > 0;
    byId("comparison-table").hidden = all === 0;
    byId("compare-tools").hidden = all === 0;
    setText(byId("compare-count"), all ? t("compare.count", { count: all }) : "");
    renderHead();
    renderStrategies();
    renderCheapest(cheapest.map((place) => rows[place]));
    const { unit, overlap, tokenizer } = session;
    const present = keyOf({ ...session.settings, overlap, unit, tokenizer: tokenizer.name });
    const shown = listed();
    const body = byId("comparison-rows");
    const focused = body.contains(document.activeElement) ? document.activeElement.dataset : null;
    shown.forEach((entry, place) => {
      const fresh = makeRow(entry, entry.key === present);
      const here = body.children[place];
      if (!here) body.append(fresh);
      else if (!here.isEqualNode(fresh)) here.replaceWith(fresh);
    });
    while (body.children.length > shown.length) body.lastElementChild.remove();
    if (focused) refocus(body, focused);
    setText(byId("compare-shown"), shown.length < all ? t("compare.shown", { shown: shown.length, count: all }) : "");
    byId("copy-table").disabled = !comparable(shown).length;
    pair.render(paired());
  }

  /** The focus follows its row to where that has gone. */
  function refocus(body, { control, key }) {
    if (body.contains(document.activeElement)) return;
    body.querySelector(`[data-control="${control}"][data-key="${CSS.escape(key)}"]`)?.focus();
  }

  function renderStrategies() {
    const there = [...new Set(entries().map(({ row }) => row.strategy))].sort();
    const look = JSON.stringify([there, document.documentElement.lang]);
    if (strategy.dataset.look === look) return;
    strategy.dataset.look = look;
    const { value } = strategy;
    strategy.replaceChildren(
      h("option", { value: "" }, t("compare.filter.all")),
      ...there.map((id) => h("option", { value: id }, nameOf("strategy", id))),
    );
    strategy.value = there.includes(value) ? value : "";
  }

  function renderHead() {
    const head = byId("comparison-head");
    const look = JSON.stringify([sorted, session.tokenizer.exact, document.documentElement.lang]);
    if (head.dataset.look === look) return;
    head.dataset.look = look;
    const focused = head.contains(document.activeElement) ? document.activeElement.dataset.column : null;
    head.replaceChildren(
      ...COLUMNS.map(({ name }) => {
        const mine = sorted?.column === name;
        const arrow = mine ? (sorted.descending ? " ↓" : " ↑") : "";
        const button = h("button", { type: "button", data: { column: name }, title: t(`compare.column.${name}.help`), onclick: () => sortBy(name) }, t(`compare.column.${name}`) + arrow);
        return h("th", { scope: "col", "aria-sort": mine ? (sorted.descending ? "descending" : "ascending") : null }, button);
      }),
      h("th", { scope: "col" }, t("compare.column.pin")),
    );
    if (focused) head.querySelector(`[data-column="${focused}"]`)?.focus();
  }

  function sortBy(column) {
    if (sorted?.column !== column) sorted = { column, descending: false };
    else if (!sorted.descending) sorted = { column, descending: true };
    else sorted = null;
    render();
  }

  function makeRow({ row, key, cheapest }, present) {
    const name = settingName(row);
    const notes = [
      ["standing", standing(row)],
      ["over", row.over && t("compare.over")],
      ["cheapest", cheapest && t("compare.cheapest.short")],
      ["budget", !row.changed.length && row.budget !== session.settings.budget && t("compare.budget.other")],
    ];
    const cells = COLUMNS.map(({ name: column, show }, place) => {
      const label = { label: t(`compare.column.${column}`) };
      if (place) return h("td", { data: label }, show(row));
      const open = h("button", { type: "button", className: "row-open", data: { control: "open", key } }, show(row));
      return h("td", { data: label }, open, ...notes.filter(([, text]) => text).map(([note, text]) => h("span", { className: "row-note", data: { note } }, text)));
    });
    const isPinned = session.pinned.has(key);
    const isBeside = beside.has(key);
    const tools = h(
      "td",
      { className: "row-tools", data: { label: t("compare.column.pin") } },
      h("input", { type: "checkbox", checked: isBeside, disabled: row.changed.length > 0 && !isBeside, "aria-label": t("compare.pin", { setting: name }), title: t("compare.pin", { setting: name }), data: { control: "beside", key } }),
      h("button", { type: "button", className: "quiet square", "aria-pressed": String(isPinned), "aria-label": t("compare.top", { setting: name }), title: t(isPinned ? "compare.top.off" : "compare.top.on"), data: { control: "pin", key } }, icon("pin")),
      h("button", { type: "button", className: "quiet square", "aria-label": t("compare.forget", { setting: name }), title: t("action.remove"), data: { control: "forget", key } }, icon("close")),
    );
    const element = h("tr", { data: { key, pinned: String(isPinned), beside: String(isBeside) } }, ...cells, tools);
    element.toggleAttribute("data-present", present);
    element.toggleAttribute("data-stale", row.changed.length > 0);
    return element;
  }

  const rowOf = (key) => entries().find((entry) => entry.key === key)?.row;

  byId("comparison-rows").addEventListener("click", ({ target }) => {
    const { control, key } = target.closest?.("button")?.dataset ?? {};
    const row = rowOf(key);
    if (!row) return;
    if (control === "open") actions.open(row);
    else if (control === "pin") pinTop(key, row);
    else if (control === "forget") {
      session.pinned.delete(key);
      beside.delete(key);
      actions.forget(row);
    }
  });
  byId("comparison-rows").addEventListener("change", ({ target }) => {
    if (target.dataset.control === "beside") setBeside(target.dataset.key, target.checked);
  });

  function pinTop(key, row) {
    const on = !session.pinned.has(key);
    if (on) session.pinned.add(key);
    else session.pinned.delete(key);
    session.changed("pinned");
    say(t(on ? "compare.top.said" : "compare.top.gone", { setting: settingName(row) }));
  }

  function setBeside(key, on) {
    if (on && beside.size === 2) beside.delete([...beside][0]);
    if (on) beside.add(key);
    else beside.delete(key);
    session.changed("pinned");
  }

  /** The rows that are set side by side and can be compared. */
  function paired() {
    return [...beside].map((key) => session.comparison.rows.find((row) => keyOf(row) === key)).filter(Boolean);
  }

  /** Offers to measure again what has no figures for what is there now. */
  function renderAgain() {
    const { missing } = session.comparison;
    const line = byId("again");
    line.hidden = !missing || !session.readable.length;
    if (line.hidden) return;
    setText(byId("again-why"), t("compare.again.why", { count: missing }));
    setText(byId("again-button"), t("compare.again", { count: missing }));
    byId("again-button").disabled = grid.running;
  }

  function renderCheapest(rows) {
    const marked = session.measured?.values.asked > 0;
    const line = byId("cheapest");
    if (!marked || !session.comparison.rows.length) setText(line, session.comparison.rows.length ? t("compare.unmarked") : "");
    else if (!rows.length) setText(line, t("compare.cheapest.none", { asked: session.measured.values.asked, count: session.measured.values.asked }));
    else {
      const [{ asked, retrievedTokens }] = rows;
      const settings = rows.map(settingName).join(", ");
      setText(line, t("compare.cheapest", { settings, asked, tokens: Math.round(retrievedTokens), count: rows.length }));
    }
  }

  /** The table as it stands, for a mail or a wiki; rows that cannot be compared are left out. */
  function asMarkdown() {
    const heads = COLUMNS.map(({ name }) => t(`compare.column.${name}`));
    const lines = comparable(listed()).map((row) => COLUMNS.map(({ show }) => show(row).replaceAll("|", "\\|")));
    return [heads, heads.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
  }

  chartView(session, {
    rows: () => comparable(listed()),
    named: (key) => session.pinned.has(key) || beside.has(key),
    open: actions.open,
  });

  return { progress: grid.progress, paired: () => (paired().length === 2 ? paired() : []) };
}
