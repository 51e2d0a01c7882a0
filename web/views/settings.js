/* The settings strip: sliders and fields that always agree, and words for the slider's position. */

import { byId, h, setText } from "../dom.js";
import { nameOf, number, t } from "../i18n.js";

const STEP = 8; // tokens between two places where a dragged slider comes to rest
const LEAP = 128;
const LARGEST_SLID = { tokens: 2048, characters: 8192, words: 2048 }; // where the size slider ends
const PRESETS = [2048, 4096, 8192];
const LARGEST_SIZE = 1_000_000;
const LARGEST_BUDGET = 10_000_000;
const NOTED_FOR = 8000; // milliseconds

/** A strategy's name in two parts: its own, and the library that stands in brackets after it. */
function partsOf(name) {
  const [, own, library] = /^(.*) \(([^()]*)\)$/.exec(name) ?? [name, name, ""];
  return { own, library };
}

/** The number that digits alone write; null for everything else, "1e9" too. */
const whole = (text) => (/^\d+$/.test(text) ? Number(text) : null);

/**
 * @param {import("../session.js").Session} session
 * @param {{change: (changes: object, moving?: boolean) => void, rested: () => void, strategy: (id: string) => void}} actions
 */
export function settingsView(session, actions) {
  /** One of the numbers: how to read and to write it, within what limits, and what to do once it rests. */
  const setting = (name, read, limits) => ({
    name,
    read,
    limits,
    write: (value, moving) => actions.change({ [name]: value }, moving),
    rested: actions.rested,
  });
  pair(setting("size", () => session.settings.size, () => [1, LARGEST_SIZE]));
  pair(setting("overlap", () => session.overlap, () => [0, session.settings.size - 1]));
  field(setting("budget", () => session.settings.budget, () => [1, LARGEST_BUDGET]));
  const budget = byId("budget-input");
  byId("budget-presets").replaceChildren(
    ...PRESETS.map((preset) =>
      h("button", { type: "button", data: { preset: String(preset) }, onclick: () => actions.change({ budget: preset }) }),
    ),
  );

  byId("strategy-select").addEventListener("change", ({ target }) => actions.strategy(target.value));
  byId("unit-select").addEventListener("change", ({ target }) => actions.change({ length: target.value }));

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
      const name = nameOf(prefix, id);
      const option = h("option", { value: id, title: name }, library ? partsOf(name).own : name);
      if (library === undefined) groups.set(id, option);
      else if (groups.has(library)) groups.get(library).append(option);
      else groups.set(library, h("optgroup", { label: library || t("strategy.own") }, option));
    }
    select.replaceChildren(...groups.values());
  }

  function render() {
    const { settings } = session;
    offer(byId("strategy-select"), session.offers.strategies, "strategy");
    const units = byId("unit-select");
    offer(units, session.strategy.units.map((id) => ({ id })), "unit");
    units.disabled = session.strategy.units.length < 2;
    units.value = session.unit;
    place("size", settings.size, LARGEST_SLID[session.unit] ?? 64);
    place("overlap", session.overlap, Math.max(8, Math.floor(settings.size / 2)));
    showIn(budget, settings.budget);
    const none = session.strategy.hasOverlap === false;
    for (const part of ["slider", "input"]) byId(`overlap-${part}`).disabled = none;
    const halved = !none && session.overlap !== settings.overlap;
    const line = byId("overlap-halved");
    const named = { asked: settings.overlap, used: session.overlap };
    line.hidden = !halved && !none;
    setText(line, none ? t("settings.overlap.none") : halved ? t("settings.overlap.halved", named) : "");
    line.title = halved ? t("settings.overlap.halved.why", named) : "";
    for (const button of byId("budget-presets").children) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.preset) === settings.budget));
      setText(button, number(Number(button.dataset.preset)));
    }
    const strategy = byId("strategy-select");
    strategy.value = settings.strategy;
    strategy.title = nameOf("strategy", settings.strategy);
    setText(byId("strategy-library"), session.strategy.library ? partsOf(strategy.title).library : "");
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
    slider.setAttribute("aria-valuetext", t(`settings.${name}.value`, { count: value, unit: t(`unit.${session.unit}`, { count: value }) }));
    showIn(input, value);
  }
}

/** Shows the value in force, save where something unfinished is being typed. */
function showIn(input, value) {
  if (document.activeElement === input && input.getAttribute("aria-invalid") === "true") return;
  if (whole(input.value) !== value) input.value = String(value);
  input.setAttribute("aria-invalid", "false");
}

/** Ties a slider and a number field to one value. */
function pair(setting) {
  const { name, read, write, rested } = setting;
  const slider = byId(`${name}-slider`);
  let dragging = false;
  slider.addEventListener("pointerdown", () => { dragging = true; });
  for (const event of ["pointerup", "pointercancel", "change"]) slider.addEventListener(event, () => { dragging = false; });
  slider.addEventListener("input", () => {
    const value = Number(slider.value);
    write(dragging ? Math.max(Number(slider.min), Math.round(value / STEP) * STEP) : value, true);
  });
  slider.addEventListener("change", rested);
  slider.addEventListener("keydown", (event) => {
    const leaps = { ArrowRight: STEP, ArrowUp: STEP, ArrowLeft: -STEP, ArrowDown: -STEP, PageUp: LEAP, PageDown: -LEAP };
    const leap = leaps[event.key];
    if (!leap || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = (leap > 0 ? Math.floor : Math.ceil)(read() / STEP) * STEP + leap;
    write(Math.min(Number(slider.max), Math.max(Number(slider.min), next)), true);
  });
  field(setting);
}

/**
 * A number field: what fits is used while it is typed; what does not is set right, with a sentence, once typing ends,
 * so that the field never shows a number that is not in force.
 */
function field({ name, read, write, limits, rested }) {
  const input = byId(`${name}-input`);
  const note = h("span", { className: "field-note", id: `${name}-note` });
  input.setAttribute("aria-describedby", [input.getAttribute("aria-describedby"), note.id].filter(Boolean).join(" "));
  byId("field-notes").append(note);
  let before = read();
  let hiding = 0;
  const tell = (text) => {
    clearTimeout(hiding);
    setText(note, text);
    if (!text) return;
    byId("field-notes").prepend(note);
    hiding = setTimeout(() => tell(""), NOTED_FOR);
  };
  const fits = (value) => {
    const [least, most] = limits();
    return value !== null && value >= least && value <= most;
  };
  input.addEventListener("focus", () => { before = read(); });
  input.addEventListener("input", () => {
    const value = whole(input.value);
    tell("");
    input.setAttribute("aria-invalid", String(!fits(value)));
    if (fits(value)) write(value, true);
  });
  const commit = () => {
    if (input.getAttribute("aria-invalid") === "true") {
      const [least, most] = limits();
      const typed = /^-?\d+$/.test(input.value) ? Number(input.value) : null;
      const used = typed === null ? before : Math.min(most, Math.max(least, typed));
      input.setAttribute("aria-invalid", "false");
      write(used, false);
      input.value = String(read());
      const why = typed === null ? "unreadable" : typed < least ? "least" : "most";
      tell(t(`settings.${name}.${why}`, { least, most, used, count: least }));
    }
    before = read();
    rested();
  };
  input.addEventListener("change", commit);
  input.addEventListener("blur", () => {
    if (input.getAttribute("aria-invalid") === "true") commit();
  });
}
