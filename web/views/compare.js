/* The comparison: every setting tried as a row, and a grid of settings to try. */

import { byId, h, icon, onEnter, setText } from "../dom.js";
import { nameOf, number, percent, t } from "../i18n.js";
import { visible } from "../visible.js";
import { chartView } from "./chart.js";

const FIRST_GRID = ["fixed", "recursive", "heading"]; // the strategies of a grid that nobody has changed yet

const COLUMNS = [
  ["setting", (row) => settingName(row), null],
  ["scorer", (row) => nameOf("scorer", row.scorer), (row) => row.scorer],
  ["budget", (row) => number(row.budget), (row) => row.budget],
  ["found", (row) => (row.asked ? t("compare.found.value", row) : "–"), (row) => row.found],
  ["chance", (row) => (row.asked ? percent(row.chance) : "–"), (row) => row.chance],
  ["retrieved", (row) => number(Math.round(row.retrievedTokens)), (row) => row.retrievedTokens],
  ["k", (row) => t("compare.k.value", row), (row) => row.k],
  ["embed", (row) => number(row.tokensToEmbed), (row) => row.tokensToEmbed],
];

export function settingName({ strategy, size, overlap, unit, options }) {
  const counted = unit === "tokens" ? "" : ` ${t(`unit.${unit}`)}`;
  const given = Object.entries(options ?? {}).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  return `${nameOf("strategy", strategy)} ${size}/${overlap}${counted}${given.join("")}`;
}

export const keyOf = ({ strategy, size, overlap, unit, options, scorer, budget }) =>
  [strategy, size, overlap, unit, JSON.stringify(options ?? {}), scorer, budget].join(" ");

/** The whole numbers of a list typed by hand; null where something else stands in it. */
function numbersOf(text, least, most) {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const values = parts.map(Number);
  const sound = values.length > 0 && values.every((value) => Number.isInteger(value) && value >= least && value <= most);
  return sound ? [...new Set(values)].sort((one, other) => one - other) : null;
}

/**
 * @param {import("../session.js").Session} session
 * @param {{run: Function, cancel: Function, open: Function, forget: Function, pair: Function, copy: Function}} actions
 */
export function compareView(session, actions) {
  let sorted = null; // {column, descending}
  let running = null;
  const pinned = new Set(); // keys of rows, at most two
  let paired = ""; // the two rows and marks that the shown sentence speaks of

  const run = () => {
    const grid = readGrid();
    if (grid && !running && session.readable.length) actions.run(grid);
  };
  byId("compare-button").addEventListener("click", run);
  byId("compare-cancel").addEventListener("click", () => actions.cancel());
  for (const id of ["grid-sizes", "grid-overlaps"]) {
    byId(id).addEventListener("input", renderGrid);
    onEnter(byId(id), run);
  }
  byId("grid-strategies").addEventListener("change", renderGrid);

  byId("copy-table").addEventListener("click", () => actions.copy(asMarkdown()));

  session.watch(["comparison", "settings", "measured", "pinned", "language"], render);
  session.watch(["documents", "offers", "language"], renderGrid);

  function strategies() {
    return [...byId("strategy-select").options].map((option) => option.value);
  }

  function readGrid() {
    const sizes = numbersOf(byId("grid-sizes").value, 1, 1_000_000);
    const overlaps = numbersOf(byId("grid-overlaps").value, 0, 999_999);
    const chosen = [...byId("grid-strategies").querySelectorAll("input:checked")].map((input) => input.value);
    byId("grid-sizes").setAttribute("aria-invalid", String(!sizes));
    byId("grid-overlaps").setAttribute("aria-invalid", String(!overlaps));
    if (!sizes || !overlaps || !chosen.length) return null;
    const count = chosen.length * sizes.reduce((sum, size) => sum + overlaps.filter((overlap) => overlap < size).length, 0);
    return count ? { strategies: chosen, sizes, overlaps, length: session.settings.length, count } : null;
  }

  function renderGrid() {
    const box = byId("grid-strategies");
    const wanted = JSON.stringify([strategies(), document.documentElement.lang]);
    if (box.dataset.look !== wanted) {
      const shown = [...box.querySelectorAll("input")];
      const checked = (strategy) => shown.find((input) => input.value === strategy)?.checked ?? FIRST_GRID.includes(strategy);
      box.dataset.look = wanted;
      box.replaceChildren(
        ...strategies().map((strategy) =>
          h("label", {}, h("input", { type: "checkbox", value: strategy, checked: checked(strategy) }), nameOf("strategy", strategy)),
        ),
      );
    }
    const chosen = box.querySelectorAll("input:checked").length;
    setText(byId("grid-strategies-chosen"), t("compare.strategies.chosen", { chosen, count: strategies().length }));
    const grid = readGrid();
    const button = byId("compare-button");
    button.disabled = Boolean(running) || !grid || !session.readable.length;
    setText(button, grid ? t("compare.run.count", { count: grid.count }) : t("compare.run"));
    if (!running) setText(byId("grid-note"), grid ? "" : t("compare.grid.invalid"));
  }

  /** Shows how far a run of the grid is; null when it has ended. */
  function progress(state, note = "") {
    running = state;
    byId("compare-cancel").hidden = !state;
    const bar = byId("compare-progress");
    bar.hidden = !state;
    if (state) {
      bar.max = state.total || 1;
      bar.value = state.done;
    }
    setText(byId("grid-note"), state ? t("compare.progress.value", state) : note);
    byId("compare-button").disabled = Boolean(state) || !readGrid() || !session.readable.length;
  }

  function render() {
    const { rows, cheapest, stale } = session.comparison;
    byId("comparison-empty").hidden = rows.length + stale.length > 0;
    byId("comparison-table").hidden = rows.length + stale.length === 0;
    setText(byId("compare-count"), rows.length ? t("compare.count", { count: rows.length }) : "");
    renderHead();
    renderCheapest(cheapest.map((place) => rows[place]));
    const { unit, overlap } = session;
    const present = keyOf({ ...session.settings, overlap, unit });
    const best = new Set(cheapest);
    const listed = rows.map((row, place) => ({ row, cheapest: best.has(place), key: keyOf(row) }));
    if (sorted) {
      const read = COLUMNS.find(([name]) => name === sorted.column)[2] ?? ((row) => settingName(row));
      const sign = sorted.descending ? -1 : 1;
      listed.sort((one, other) => sign * compareValues(read(one.row), read(other.row)));
    }
    const body = byId("comparison-rows");
    const all = [...listed, ...stale.map((row) => ({ row, stale: true, key: keyOf(row) }))];
    all.forEach((entry, place) => {
      const fresh = makeRow(entry, entry.key === present);
      const here = body.children[place];
      if (!here) body.append(fresh);
      else if (!here.isEqualNode(fresh) && !here.contains(document.activeElement)) here.replaceWith(fresh);
      else if (here.contains(document.activeElement)) refresh(here, fresh);
    });
    while (body.children.length > all.length) body.lastElementChild.remove();
    byId("copy-table").disabled = !rows.length;
    renderPair();
  }

  /** Keeps the element that has the focus. */
  function refresh(here, fresh) {
    for (const name of ["data-present", "data-cheapest"]) here.toggleAttribute(name, fresh.hasAttribute(name));
    [...fresh.children].forEach((cell, place) => {
      if (!here.children[place].contains(document.activeElement)) here.children[place].replaceWith(cell.cloneNode(true));
    });
  }

  function compareValues(one, other) {
    return typeof one === "number" ? one - other : String(one).localeCompare(String(other), undefined, { numeric: true });
  }

  function renderHead() {
    const head = byId("comparison-head");
    const look = JSON.stringify([sorted, session.tokenizer.exact, document.documentElement.lang]);
    if (head.dataset.look === look) return;
    head.dataset.look = look;
    const focused = head.contains(document.activeElement) ? document.activeElement.dataset.column : null;
    head.replaceChildren(
      ...COLUMNS.map(([name]) => {
        const mine = sorted?.column === name;
        const button = h("button", { type: "button", data: { column: name }, title: t(`compare.column.${name}.help`), onclick: () => sortBy(name) }, t(`compare.column.${name}`) + (mine ? (sorted.descending ? " ↓" : " ↑") : ""));
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

  /** The table as it stands, for a mail or a wiki. */
  function asMarkdown() {
    const heads = COLUMNS.map(([name]) => t(`compare.column.${name}`));
    const lines = session.comparison.rows.map((row) => COLUMNS.map(([, show]) => show(row).replaceAll("|", "\\|")));
    return [heads, heads.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
  }

  function pin(key, on) {
    if (on && pinned.size === 2) pinned.delete([...pinned][0]);
    if (on) pinned.add(key);
    else pinned.delete(key);
    session.changed("pinned");
  }

  /** Says where the two pinned settings part. */
  async function renderPair() {
    const rows = session.comparison.rows;
    const two = [...pinned].map((key) => rows.find((row) => keyOf(row) === key)).filter(Boolean);
    const box = byId("pair");
    box.hidden = two.length < 2 || !two[0].asked;
    if (box.hidden) {
      paired = "";
      return;
    }
    const look = JSON.stringify([two, document.documentElement.lang]);
    if (look === paired) return;
    paired = look;
    const told = await actions.pair(...two);
    if (!told || look !== paired) return;
    const [first, second] = two.map(settingName);
    const parted = told.firstBetter.length + told.secondBetter.length;
    const lines = [
      t("pair.parted", { first, second, ahead: told.firstBetter.length, behind: told.secondBetter.length, count: parted }),
      t(told.moreNeeded ? "pair.needed" : "pair.separated", { count: told.moreNeeded, p: told.p.toFixed(3) }),
    ];
    box.replaceChildren(
      ...lines.map((line) => h("p", {}, line)),
      ...[[first, told.firstBetter], [second, told.secondBetter]].filter(([, ids]) => ids.length).map(([name, ids]) =>
        h("details", {}, h("summary", {}, t("pair.queries", { setting: name, count: ids.length })),
          h("ul", {}, ...ids.slice(0, 100).map((id) => h("li", {}, visible(session.queries.get(id)?.text ?? ""))))),
      ),
    );
  }

  function makeRow({ row, cheapest, stale, key }, present) {
    const cells = COLUMNS.map(([name, show], place) => {
      const value = stale && place > 2 ? "–" : show(row);
      const content = place ? value : h("button", { type: "button", className: "row-open", data: { open: key } }, value);
      return h("td", { data: { label: t(`compare.column.${name}`), note: place ? undefined : t(stale ? "compare.stale" : "compare.cheapest.short") } }, content);
    });
    const name = settingName(row);
    const tools = h(
      "td",
      { className: "row-tools", data: { label: t("compare.column.pin") } },
      h("input", { type: "checkbox", checked: pinned.has(key), disabled: stale, "aria-label": t("compare.pin", { setting: name }), title: t("compare.pin", { setting: name }), data: { pin: key } }),
      h("button", { type: "button", className: "quiet square", "aria-label": t("compare.forget", { setting: name }), title: t("action.remove"), data: { forget: key } }, icon("close")),
    );
    const element = h("tr", { data: { key, pinned: String(pinned.has(key)) } }, ...cells, tools);
    element.toggleAttribute("data-present", present);
    element.toggleAttribute("data-cheapest", Boolean(cheapest));
    element.toggleAttribute("data-stale", Boolean(stale));
    return element;
  }

  byId("comparison-rows").addEventListener("click", (event) => {
    const { open, forget } = event.target.closest?.("button")?.dataset ?? {};
    const all = [...session.comparison.rows, ...session.comparison.stale];
    const row = all.find((one) => keyOf(one) === (open ?? forget));
    if (row && open) actions.open(row);
    if (row && forget) {
      pinned.delete(forget);
      actions.forget(row);
    }
  });
  byId("comparison-rows").addEventListener("change", ({ target }) => {
    if (target.dataset.pin) pin(target.dataset.pin, target.checked);
  });

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

  chartView(session, { nameOf: settingName, keyOf, open: actions.open, pinned: () => pinned });

  return { progress };
}
