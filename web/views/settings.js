/* The settings strip: sliders and fields that always agree, and words for the slider's position. */

import { byId, h, setText } from "../dom.js";
import { nameOf, number, t } from "../i18n.js";

const STEP = 8; // tokens between two places where a dragged slider comes to rest
const LEAP = 128;
const LARGEST_SLID = { tokens: 2048, characters: 8192, words: 2048 }; // where the size slider ends
const PRESETS = [2048, 4096, 8192];
const LARGEST_SIZE = 1_000_000;
const LARGEST_BUDGET = 10_000_000;

const whole = (text, least, most) => {
  const value = Number(text);
  return Number.isInteger(value) && value >= least && value <= most && text !== "" ? value : null;
};

/**
 * @param {import("../session.js").Session} session
 * @param {{change: (changes: object) => void, strategy: (id: string) => void, scorer: (name: string) => void}} actions
 */
export function settingsView(session, actions) {
  pair("size", () => session.settings.size, (value) => actions.change({ size: value }), () => [1, LARGEST_SIZE]);
  pair("overlap", () => session.overlap, (value) => actions.change({ overlap: value }), () => [0, session.settings.size - 1]);

  const budget = byId("budget-input");
  budget.addEventListener("input", () => {
    const value = whole(budget.value, 1, LARGEST_BUDGET);
    budget.setAttribute("aria-invalid", String(value === null));
    if (value !== null) actions.change({ budget: value });
  });
  budget.addEventListener("change", () => render());
  byId("budget-presets").replaceChildren(
    ...PRESETS.map((preset) =>
      h("button", { type: "button", data: { preset: String(preset) }, onclick: () => actions.change({ budget: preset }) }),
    ),
  );

  byId("strategy-select").addEventListener("change", ({ target }) => actions.strategy(target.value));
  byId("unit-select").addEventListener("change", ({ target }) => actions.change({ length: target.value }));
  byId("scorer-select").addEventListener("change", ({ target }) => actions.scorer(target.value));

  const fold = byId("fold-button");
  fold.addEventListener("click", () => {
    const open = byId("settings").toggleAttribute("data-open");
    fold.setAttribute("aria-expanded", String(open));
    fold.setAttribute("aria-label", t(open ? "settings.fold" : "settings.unfold"));
  });

  /** Fills a select with what the core offers; names come from the locale, or where it has none, from the core. */
  function offer(select, options, prefix) {
    const look = JSON.stringify([options, document.documentElement.lang]);
    if (!options.length || select.dataset.look === look) return;
    select.dataset.look = look;
    const groups = new Map();
    for (const { id, library } of options) {
      const option = h("option", { value: id }, nameOf(prefix, id));
      if (library === undefined) groups.set(id, option);
      else if (groups.has(library)) groups.get(library).append(option);
      else groups.set(library, h("optgroup", { label: library || t("strategy.own") }, option));
    }
    select.replaceChildren(...groups.values());
  }

  function render() {
    const { settings } = session;
    offer(byId("strategy-select"), session.offers.strategies, "strategy");
    offer(byId("scorer-select"), session.offers.scorers, "scorer");
    const units = byId("unit-select");
    offer(units, session.strategy.units.map((id) => ({ id })), "unit");
    units.disabled = session.strategy.units.length < 2;
    units.value = session.unit;
    place("size", settings.size, LARGEST_SLID[session.unit] ?? 64);
    place("overlap", session.overlap, Math.max(8, Math.floor(settings.size / 2)));
    if (document.activeElement !== budget || budget.getAttribute("aria-invalid") !== "true") {
      if (Number(budget.value) !== settings.budget) budget.value = String(settings.budget);
      budget.setAttribute("aria-invalid", "false");
    }
    for (const button of byId("budget-presets").children) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.preset) === settings.budget));
      setText(button, number(Number(button.dataset.preset)));
    }
    byId("strategy-select").value = settings.strategy;
    byId("scorer-select").value = settings.scorer;
  }
  session.watch(["settings", "offers", "language"], render);

  function place(name, value, most) {
    const slider = byId(`${name}-slider`);
    const input = byId(`${name}-input`);
    if (name === "size") slider.min = most <= 64 ? "1" : "16";
    slider.max = String(Math.max(most, Number(slider.min) + 1));
    slider.value = String(value);
    const share = (Math.min(value, most) - Number(slider.min)) / (Number(slider.max) - Number(slider.min));
    slider.style.setProperty("--filled", `${100 * Math.max(0, share)}%`);
    slider.setAttribute("aria-valuetext", t(`settings.${name}.value`, { count: value, unit: t(`unit.${session.unit}`) }));
    const typing = document.activeElement === input && input.getAttribute("aria-invalid") === "true";
    if (!typing) {
      if (Number(input.value) !== value || input.value === "") input.value = String(value);
      input.setAttribute("aria-invalid", "false");
    }
  }
}

/** Ties a slider and a number field to one value. */
function pair(name, read, write, limits) {
  const slider = byId(`${name}-slider`);
  const input = byId(`${name}-input`);
  let dragging = false;
  slider.addEventListener("pointerdown", () => { dragging = true; });
  for (const event of ["pointerup", "pointercancel", "change"]) slider.addEventListener(event, () => { dragging = false; });
  slider.addEventListener("input", () => {
    const value = Number(slider.value);
    write(dragging ? Math.max(Number(slider.min), Math.round(value / STEP) * STEP) : value);
  });
  slider.addEventListener("keydown", (event) => {
    const leaps = { ArrowRight: STEP, ArrowUp: STEP, ArrowLeft: -STEP, ArrowDown: -STEP, PageUp: LEAP, PageDown: -LEAP };
    const leap = leaps[event.key];
    if (!leap || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = (leap > 0 ? Math.floor : Math.ceil)(read() / STEP) * STEP + leap;
    write(Math.min(Number(slider.max), Math.max(Number(slider.min), next)));
  });
  input.addEventListener("input", () => {
    const value = whole(input.value, ...limits());
    input.setAttribute("aria-invalid", String(value === null));
    if (value !== null) write(value);
  });
  input.addEventListener("change", () => {
    if (input.getAttribute("aria-invalid") !== "true") return;
    const [least, most] = limits();
    const value = Math.round(Number(input.value));
    input.setAttribute("aria-invalid", "false");
    write(input.value === "" || Number.isNaN(value) ? read() : Math.min(most, Math.max(least, value)));
    input.value = String(read());
  });
}
