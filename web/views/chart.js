/* The comparison as a picture: answers found against tokens retrieved, and what chance would find joined to each point. */

import { byId, setText } from "../dom.js";
import { number, percent, t } from "../i18n.js";
import { keyOf, settingName } from "./rows.js";

const LETTER = 7; // units that a letter of a label is wide, at most on the whole
const LINE = 14; // and high
const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [560, 320];
const EDGE = { left: 48, right: 28, top: 32, bottom: 44 };

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

/**
 * @param {import("../session.js").Session} session
 * @param {{rows: () => any[], named: (key: string) => boolean, open: (row: any) => void}} shown the table's rows
 */
export function chartView(session, shown) {
  const figure = byId("chart");
  session.watch(["comparison", "settings", "measured", "pinned", "filtered", "language"], render);

  function render() {
    const all = shown.rows().filter((row) => row.asked);
    const rows = plotted(all);
    figure.hidden = !rows.length;
    if (!rows.length) return;
    const most = Math.max(...rows.map((row) => row.retrievedTokens));
    const step = stepOf(most);
    const end = step * Math.ceil(most / step);
    const x = (tokens) => EDGE.left + (tokens / end) * (WIDTH - EDGE.left - EDGE.right);
    const y = (share) => HEIGHT - EDGE.bottom - share * (HEIGHT - EDGE.top - EDGE.bottom);
    const plot = byId("chart-plot");
    const focused = plot.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    plot.replaceChildren(...axes(x, y, step, end, rows[0].asked), ...rows.map((row) => point(row, x, y)), ...labels(rows, x, y));
    if (focused) plot.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    const left = all.length - rows.length;
    setText(byId("chart-note"), left ? t("chart.left-out", { count: left }) : "");
  }

  function axes(x, y, step, end, asked) {
    const lines = [];
    for (let tokens = 0; tokens <= end; tokens += step) {
      lines.push(svg("line", { x1: x(tokens), x2: x(tokens), y1: y(0), y2: y(0) + 4, class: "chart-axis" }));
      lines.push(svg("text", { x: x(tokens), y: y(0) + 18, class: "chart-tick", "text-anchor": "middle" }, number(tokens)));
    }
    const jump = Math.max(1, Math.ceil(asked / 4));
    for (let found = 0; found <= asked; found += jump) {
      lines.push(svg("line", { x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(found / asked), y2: y(found / asked), class: found ? "chart-grid" : "chart-axis" }));
      lines.push(svg("text", { x: EDGE.left - 8, y: y(found / asked) + 4, class: "chart-tick", "text-anchor": "end" }, number(found)));
    }
    lines.push(svg("text", { x: WIDTH - EDGE.right, y: HEIGHT - 6, class: "chart-title", "text-anchor": "end" }, t("chart.x")));
    return lines;
  }

  function point(row, x, y) {
    const key = keyOf(row);
    const marked = shown.named(key);
    const name = t("chart.point", {
      setting: settingName(row), found: row.found, asked: row.asked, chance: percent(row.chance), tokens: Math.round(row.retrievedTokens),
    });
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

  /** Names the pinned rows; a name that would stand on another goes below it. */
  function labels(rows, x, y) {
    const placed = [];
    return rows.filter((row) => shown.named(keyOf(row))).map((row) => {
      const name = settingName(row);
      const width = name.length * LETTER;
      const at = x(row.retrievedTokens);
      const before = at > WIDTH / 2;
      const left = before ? at - 9 - width : at + 9;
      const meets = (line) => placed.some((one) => Math.abs(one.line - line) < LINE && left < one.right && one.left < left + width);
      let line = y(row.found / row.asked) - 8;
      while (meets(line)) line += LINE;
      placed.push({ line, left, right: left + width });
      return svg("text", { x: before ? at - 9 : at + 9, y: line, class: "chart-label", "text-anchor": before ? "end" : "start" }, name);
    });
  }
}
