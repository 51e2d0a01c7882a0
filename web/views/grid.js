/* The grid of settings to try: what it holds, what it leaves out and why, and how far its run has come. */

import { byId, h, onEnter, setText } from "../dom.js";
import { nameOf, t } from "../i18n.js";

const FIRST_GRID = ["fixed", "recursive", "heading"]; // the strategies of a grid that nobody has changed yet
const NAMED = 6; // settings left out that are named; of more, the number is said

/** The whole numbers of a list typed by hand; null where something else stands in it. */
function numbersOf(text, least, most) {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const values = parts.map(Number);
  const sound = values.length > 0 && values.every((value) => Number.isInteger(value) && value >= least && value <= most);
  return sound ? [...new Set(values)].sort((one, other) => one - other) : null;
}

/** Sizes and overlaps that do not go together, as `size/overlap`. */
function misfits(sizes, overlaps) {
  return sizes.flatMap((size) => overlaps.filter((overlap) => overlap >= size).map((overlap) => `${size}/${overlap}`));
}

function leftOut(pairs, strategies) {
  if (!pairs.length) return "";
  const named = [...pairs.slice(0, NAMED), ...(pairs.length > NAMED ? ["…"] : [])].join(", ");
  return t("compare.left-out", { settings: named, count: pairs.length * strategies });
}

/**
 * @param {import("../session.js").Session} session
 * @param {{run: Function, cancel: Function}} actions
 */
export function gridView(session, actions) {
  let running = null;
  let told = { text: "", language: "" }; // what became of the last run, until the grid is changed
  const run = () => {
    const grid = readGrid();
    if (grid && !running && session.readable.length) actions.run(grid);
  };
  byId("compare-button").addEventListener("click", run);
  byId("compare-cancel").addEventListener("click", () => actions.cancel());
  for (const id of ["grid-sizes", "grid-overlaps"]) {
    byId(id).addEventListener("input", edited);
    onEnter(byId(id), run);
  }
  byId("grid-strategies").addEventListener("change", edited);
  session.watch(["documents", "offers", "language"], render);

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
    const pairs = misfits(sizes, overlaps);
    const without = session.offers.strategies.filter(({ id, hasOverlap }) => hasOverlap === false && chosen.includes(id)).length;
    const paired = chosen.length - without;
    const count = paired * (sizes.length * overlaps.length - pairs.length) + without * sizes.length;
    const note = leftOut(paired ? pairs : [], paired);
    return { strategies: chosen, sizes, overlaps, length: session.settings.length, count, note };
  }

  function edited() {
    told = { text: "", language: "" };
    render();
  }

  function render() {
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
    setText(byId("compare-button"), grid?.count ? t("compare.run.count", { count: grid.count }) : t("compare.run"));
    const text = told.language === document.documentElement.lang ? told.text : "";
    if (!running) setText(byId("grid-note"), grid ? text || grid.note : t("compare.grid.invalid"));
    enable(grid);
  }

  function enable(grid) {
    byId("compare-button").disabled = Boolean(running) || !grid?.count || !session.readable.length;
  }

  /** Shows how far a run is; null when it has ended. */
  function progress(state, note = "") {
    running = state;
    told = { text: note, language: document.documentElement.lang };
    byId("compare-cancel").hidden = !state;
    const bar = byId("compare-progress");
    bar.hidden = !state;
    if (state) {
      bar.max = state.total || 1;
      bar.value = state.done;
    }
    setText(byId("grid-note"), state ? t("compare.progress.value", state) : note);
    enable(readGrid());
    session.changed("running");
  }

  return { progress, get running() { return Boolean(running); } };
}
