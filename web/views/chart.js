/* The comparison as a picture: answers found against tokens retrieved, and what chance would find joined to each point. */

import { byId, h, setText } from "../dom.js";
import { number, percent, t } from "../i18n.js";
import { keyOf, settingName } from "./rows.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 320;
const NARROWEST = 280;
const EDGE = { left: 48, right: 28, top: 40, bottom: 44 };
const LETTERS = { line: 14, apart: 18 }; // where the letters of named rows stand, and how far from each other at least

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A round step that cuts a range into about four. */
function stepOf(most) {
  const rough = most / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough);
}

/** Rows that say something: nothing retrieved and everything retrieved are arithmetic, not findings. */
export const plotted = (rows) => rows.filter((row) => row.asked && row.k > 0 && row.k < row.chunks);

/** A, B, … Z, AA, BB, … */
const letterOf = (place) => String.fromCharCode(65 + (place % 26)).repeat(1 + Math.floor(place / 26));

/** Places in a row, given in its order, moved no further than needed for all to be apart and none beyond its end. */
function spread(places, apart, end) {
  const moved = [];
  for (const place of places) moved.push(Math.max(place, (moved.at(-1) ?? -Infinity) + apart));
  let limit = end;
  for (let at = moved.length - 1; at >= 0; at -= 1) {
    moved[at] = Math.min(moved[at], limit);
    limit = moved[at] - apart;
  }
  return moved;
}

/**
 * @param {import("../session.js").Session} session
 * @param {{rows: () => any[], named: (key: string) => boolean, open: (row: any) => void}} shown the table's rows
 */
export function chartView(session, shown) {
  const figure = byId("chart");
  const plot = byId("chart-plot");
  let width = 0; // of the plot in pixels, so that its words have the size of all others
  new ResizeObserver(() => {
    if (Math.round(plot.getBoundingClientRect().width) !== width) render();
  }).observe(plot);
  session.watch(["comparison", "painted", "pinned", "filtered", "language"], render);

  function render() {
    const all = shown.rows().filter((row) => row.asked);
    const rows = plotted(all);
    figure.hidden = !rows.length;
    if (!rows.length) return;
    const most = Math.max(...rows.map((row) => row.retrievedTokens));
    const step = stepOf(most);
    const end = step * Math.ceil(most / step);
    width = Math.round(plot.getBoundingClientRect().width);
    const wide = Math.max(NARROWEST, width);
    plot.setAttribute("viewBox", `0 0 ${wide} ${HEIGHT}`);
    const right = wide - EDGE.right;
    const x = (tokens) => EDGE.left + (tokens / end) * (right - EDGE.left);
    const y = (share) => HEIGHT - EDGE.bottom - share * (HEIGHT - EDGE.top - EDGE.bottom);
    const focused = plot.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const named = rows.filter((row) => shown.named(keyOf(row)));
    const others = rows.filter((row) => !named.includes(row));
    plot.replaceChildren(
      ...axes(x, y, step, { end, right }, rows[0].asked),
      ...others.map((row) => point(row, x, y)),
      ...letters(named, x, y, right),
      ...named.map((row) => point(row, x, y, true)),
    );
    byId("chart-key").replaceChildren(
      ...named.map((row, place) => h("li", {}, h("b", {}, letterOf(place)), h("span", {}, saidOf(row)))),
    );
    if (focused) plot.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    const left = all.length - rows.length;
    setText(byId("chart-note"), left ? t("chart.left-out", { count: left }) : "");
  }

  function axes(x, y, step, { end, right }, asked) {
    const lines = [];
    for (let tokens = 0; tokens <= end; tokens += step) {
      lines.push(svg("line", { x1: x(tokens), x2: x(tokens), y1: y(0), y2: y(0) + 4, class: "chart-axis" }));
      lines.push(svg("text", { x: x(tokens), y: y(0) + 18, class: "chart-tick", "text-anchor": "middle" }, number(tokens)));
    }
    const jump = Math.max(1, Math.ceil(asked / 4));
    for (let found = 0; found <= asked; found += jump) {
      lines.push(svg("line", { x1: EDGE.left, x2: right, y1: y(found / asked), y2: y(found / asked), class: found ? "chart-grid" : "chart-axis" }));
      lines.push(svg("text", { x: EDGE.left - 8, y: y(found / asked) + 4, class: "chart-tick", "text-anchor": "end" }, number(found)));
    }
    lines.push(svg("text", { x: right, y: HEIGHT - 6, class: "chart-title", "text-anchor": "end" }, t("chart.x")));
    return lines;
  }

  function saidOf(row) {
    const { found, asked, chance, retrievedTokens } = row;
    return t("chart.point", { setting: settingName(row), found, asked, chance: percent(chance), tokens: Math.round(retrievedTokens) });
  }

  function point(row, x, y, marked = false) {
    const key = keyOf(row);
    const name = saidOf(row);
    const [left, top, low] = [x(row.retrievedTokens), y(row.found / row.asked), y(row.chance)];
    const group = svg(
      "g",
      { class: marked ? "chart-row chart-pinned" : "chart-row", tabindex: 0, role: "button", "aria-label": name, "data-key": key },
      svg("title", {}, name),
      svg("line", { x1: left, x2: left, y1: top, y2: low, class: "chart-lead" }),
      svg("line", { x1: left - 5, x2: left + 5, y1: low, y2: low, class: "chart-chance" }),
      svg("circle", { cx: left, cy: top, r: 12, class: "chart-target" }),
      svg("circle", { cx: left, cy: top, r: 5, class: "chart-dot" }),
    );
    group.addEventListener("click", () => shown.open(row));
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      shown.open(row);
    });
    return group;
  }

  /** Letters above the dots of named rows, each with a line to its own; the list beside the plot says what they name. */
  function letters(named, x, y, right) {
    const dots = named.map((row, place) => ({ row, place, at: x(row.retrievedTokens) })).sort((one, other) => one.at - other.at);
    const moved = spread(dots.map(({ at }) => at), LETTERS.apart, right);
    return dots.flatMap(({ row, place, at }, order) => [
      svg("line", { x1: moved[order], y1: LETTERS.line + 4, x2: at, y2: y(row.found / row.asked), class: "chart-named" }),
      svg("text", { x: moved[order], y: LETTERS.line, class: "chart-label", "text-anchor": "middle", "aria-hidden": "true" }, letterOf(place)),
    ]);
  }
}
