/* The list of queries, each with its own ranking: which passages came back, and whether they were the marked ones. */

import { byId, h, icon, onEnter, setText } from "../dom.js";
import { pastedLines } from "../early.js";
import { counted, number, t } from "../i18n.js";
import { overlaps, pageAt } from "../measurement.js";
import { visible } from "../visible.js";
import { cutText } from "./cut_text.js";
import { inSight } from "./in_sight.js";
import { isCut, snippet } from "./snippet.js";

const LONG = 100; // queries from which on the browser need not lay out those out of sight
const FIRST_SIGHT = 8; // results of a ranking that may be on screen when it is drawn for the first time
const ROWS_A_TURN = 250; // query rows made between two looks at the user's input

/**
 * @param {import("../session.js").Session} session
 * @param {Record<string, Function>} actions add, choose, edit, remove, mark, unmark, undo, redo, goTo
 */
export function queriesView(session, actions) {
  const list = byId("query-list");
  const rows = new Map();
  let filling = 0;
  let seen = new Set(); // the results on screen when the latest measurement came

  const input = byId("query-input");
  const add = () => {
    if (input.value.trim()) actions.add([input.value]);
    else input.focus();
    input.value = "";
  };
  byId("query-add").addEventListener("click", add);
  input.addEventListener("paste", (event) => {
    const lines = pastedLines(event);
    if (lines.length < 2) return;
    event.preventDefault();
    actions.add(lines);
  });
  const labels = byId("labels-input");
  byId("labels-import").addEventListener("click", () => labels.click());
  labels.addEventListener("change", () => {
    if (labels.files[0]) actions.importLabels(labels.files[0]);
    labels.value = "";
  });
  byId("labels-export").addEventListener("click", () => actions.exportLabels());
  onEnter(input, add);
  byId("undo-button").addEventListener("click", () => actions.undo());
  byId("redo-button").addEventListener("click", () => actions.redo());

  session.watch(["queries", "language"], renderList);
  session.addEventListener("answered", () => {
    const panel = rows.get(session.chosen)?.panel;
    seen = panel ? inSight(panel.results, panel.results.children) : new Set();
  });
  session.addEventListener("measured", () => renderStates((item, place) => (item ? seen.has(item.element) : place < FIRST_SIGHT)));
  session.watch(["painted", "chosen", "documents", "language"], () => renderStates());

  function renderList() {
    clearTimeout(filling);
    setText(byId("queries-count"), session.queries.size ? t("queries.count", { count: session.queries.size }) : "");
    byId("labels-export").disabled = !session.queries.size;
    byId("undo-button").disabled = !session.canUndo;
    byId("redo-button").disabled = !session.canRedo;
    list.hidden = !session.queries.size;
    list.toggleAttribute("data-long", session.queries.size > LONG);
    for (const [id, row] of rows) {
      if (session.queries.has(id)) continue;
      row.element.remove();
      rows.delete(id);
    }
    makeRows([...session.queries.values()], 0);
  }

  /** Makes rows in turns, so that thousands of pasted queries never hold the page. */
  function makeRows(queries, from) {
    let made = 0;
    for (let place = from; place < queries.length; place += 1) {
      const query = queries[place];
      const row = rows.get(query.id);
      const here = list.children[place];
      if (row) {
        if (row.element !== here) list.insertBefore(row.element, here ?? null);
        name(row, query);
        continue;
      }
      const fresh = makeRow(query);
      rows.set(query.id, fresh);
      name(fresh, query);
      renderState(fresh, query);
      list.insertBefore(fresh.element, here ?? null);
      made += 1;
      if (made >= ROWS_A_TURN) {
        filling = setTimeout(() => makeRows(queries, place + 1));
        return;
      }
    }
  }

  function name(row, query) {
    setText(row.text, visible(query.text));
    row.edit.title = t("queries.edit.short");
    row.remove.title = t("action.remove");
    row.edit.setAttribute("aria-label", t("queries.edit", { query: query.text }));
    row.remove.setAttribute("aria-label", t("queries.remove", { query: query.text }));
  }

  function makeRow(query) {
    const text = h("span", { className: "query-text" });
    const state = h("span", { className: "query-state" });
    const choose = h("button", { type: "button", className: "query-choose", onclick: () => actions.choose(query.id) }, text, state);
    const edit = h(
      "button",
      { type: "button", className: "quiet square query-edit", onclick: () => beginEdit(query.id) },
      icon("edit"),
    );
    const remove = h(
      "button",
      { type: "button", className: "quiet square query-remove", onclick: () => removeRow(query.id) },
      icon("close"),
    );
    choose.addEventListener("keydown", (event) => {
      if (event.key === "F2") beginEdit(query.id);
      else if (event.key === "Delete") removeRow(query.id);
    });
    const element = h(
      "li",
      { className: "query", data: { testid: "query" } },
      h("div", { className: "query-row" }, choose, edit, remove),
    );
    return { element, text, state, choose, edit, remove, panel: null };
  }

  /** Removes a query; the focus goes to the one that takes its place. */
  function removeRow(id) {
    const { element } = rows.get(id);
    const next = element.nextElementSibling ?? element.previousElementSibling;
    (next?.querySelector(".query-choose") ?? input).focus();
    actions.remove(id);
  }

  /** A field in the place of the query: Enter or leaving it keeps what was typed, Escape what was there. */
  function beginEdit(id) {
    const { choose, edit } = rows.get(id);
    const before = session.queries.get(id).text;
    const field = h("textarea", { className: "query-field", rows: 2, value: before, "aria-label": t("queries.edit.label"), spellcheck: false });
    let ended = false; // taking the field away makes it lose the focus
    const end = (keep, focus) => {
      if (ended) return;
      ended = true;
      const text = field.value.trim();
      field.replaceWith(choose);
      edit.disabled = false;
      if (focus) choose.focus();
      if (keep && text && text !== before) actions.edit(id, text);
    };
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        end(false, true);
      }
    });
    onEnter(field, () => end(true, true));
    field.addEventListener("blur", () => end(true, false));
    edit.disabled = true;
    choose.replaceWith(field);
    field.select();
    field.focus();
  }

  /** Draws all rankings, or the chosen one alone, as far as its results are wanted first. */
  function renderStates(wanted = null) {
    for (const [id, row] of rows) {
      const query = session.queries.get(id);
      if (query) renderState(row, query, wanted);
    }
  }

  function renderState(row, query, wanted = null) {
    const ranking = session.measured?.ranking(query.id) ?? null;
    const chosen = query.id === session.chosen;
    const [text, found] = stateOf(query, ranking);
    setText(row.state, text);
    row.state.dataset.found = found;
    row.element.toggleAttribute("data-chosen", chosen);
    row.choose.setAttribute("aria-expanded", String(chosen));
    if (chosen || rows.size <= 12) {
      row.panel ??= makePanel(row.element);
      if (chosen || !wanted) renderPanel(row.panel, query, ranking, wanted);
    } else if (row.panel) {
      row.panel.element.remove();
      row.panel = null;
    }
  }

  function stateOf(query, ranking) {
    if (!query.marks.length) return [t("queries.unmarked"), ""];
    if (session.refusal) return [t("queries.refused"), ""];
    if (!ranking || ranking.found.length !== query.marks.length) return [t("queries.measuring"), ""];
    const found = ranking.found.reduce((sum, one) => sum + one, 0);
    const rank = ranking.firstHit
      ? t("queries.rank", { rank: ranking.firstHit, chunks: session.measured.values.chunks })
      : t("queries.no-rank");
    const asked = query.marks.length;
    if (found === asked) return [`✓ ${t(asked === 1 ? "queries.found" : "queries.found-all", { found, asked, count: asked })}, ${rank}`, "all"];
    if (found) return [`– ${t("queries.found-some", { found, asked, count: asked })}, ${rank}`, "some"];
    return [`– ${t("queries.missed")}, ${rank}`, "none"];
  }

  // The ranking of one query

  function makePanel(parent) {
    const title = h("h3", {});
    const facts = h("p", { className: "ranking-facts" });
    const marks = h("div", { className: "marks" });
    const results = h("ol", { className: "results" });
    const empty = h("p", { className: "placeholder" });
    const element = h(
      "section",
      { className: "ranking" },
      h("header", { className: "ranking-head" }, title, facts, marks),
      results,
      empty,
    );
    parent.append(element);
    const items = [];
    return { element, title, facts, marks, results, empty, items, lookForCut: cutText(results, () => items) };
  }

  function renderPanel(panel, query, ranking, wanted) {
    setText(panel.title, visible(query.text));
    panel.element.setAttribute("aria-label", t("ranking.of", { query: query.text }));
    renderMarks(panel, query, ranking);
    const measured = session.measured;
    const retrieved = ranking ? [...ranking.retrieved] : [];
    setText(
      panel.facts,
      ranking ? t("ranking.facts", { count: retrieved.length, ...ofRanking(measured, ranking) }) : "",
    );
    panel.empty.hidden = retrieved.length > 0;
    setText(panel.empty, t(session.readable.length ? whyEmpty(ranking) : "ranking.no-documents"));
    while (panel.items.length > retrieved.length) panel.items.pop().element.remove();
    retrieved.forEach((chunkNumber, place) => {
      if (wanted && !wanted(panel.items[place], place)) return;
      if (!panel.items[place]) {
        panel.items[place] = makeResult(place);
        panel.results.append(panel.items[place].element);
      }
      renderResult(panel.items[place], query, measured.chunk(chunkNumber));
    });
    if (!wanted) panel.lookForCut();
  }

  const ofRanking = (measured, { tokens }) => ({
    chunks: counted("chunks", measured.values.chunks),
    tokens: counted("tokens", tokens),
  });

  function whyEmpty(ranking) {
    if (session.refusal) return "summary.refused";
    if (!ranking) return "ranking.measuring";
    if (ranking.ranked) return "ranking.nothing";
    return ranking.found.length ? "ranking.unranked" : "ranking.unranked-unmarked";
  }

  function renderMarks(panel, query, ranking) {
    const look = JSON.stringify([query.id, query.marks, ranking && [...ranking.found], document.documentElement.lang]);
    if (panel.marks.dataset.look === look) return;
    panel.marks.dataset.look = look;
    panel.marks.hidden = !query.marks.length;
    panel.marks.replaceChildren(
      ...query.marks.map((mark, place) => {
        const source = session.byId(mark.document);
        const text = source ? source.text.slice(mark.start, Math.min(mark.end, mark.start + 120)) : "";
        const known = ranking && ranking.found.length === query.marks.length;
        const found = known ? Boolean(ranking.found[place]) : null;
        const state = found === null ? "" : found ? `✓ ${t("marks.found")}` : `– ${t("marks.missed")}`;
        return h(
          "span",
          { className: "mark-chip", data: { found: String(found) } },
          h(
            "button",
            { type: "button", className: "mark-open", title: text, onclick: () => actions.goTo(mark.document, mark.start, mark.end) },
            h("span", { className: "mark-state" }, state),
            ` ${text}`,
          ),
          h(
            "button",
            { type: "button", className: "mark-remove", "aria-label": t("marks.remove", { text }), title: t("marks.remove.short"), onclick: () => actions.unmark(query.id, mark) },
            icon("close"),
          ),
        );
      }),
    );
  }

  function makeResult(place) {
    const rank = h("span", { className: "result-rank", "aria-hidden": "true" }, number(place + 1));
    const where = h("button", { type: "button", className: "result-place" });
    const tokens = h("button", { type: "button", className: "result-place" });
    const hit = h("span", { className: "result-hit" });
    const button = h("button", { type: "button", className: "mark-button", data: { testid: "mark-button" } });
    const text = h("p", { className: "result-text" });
    const more = h("button", { type: "button", className: "result-more" });
    const element = h(
      "li",
      { className: "result", data: { testid: "result" } },
      rank,
      h("p", { className: "result-meta" }, where, tokens, hit),
      button,
      text,
      more,
    );
    const item = { element, where, tokens, hit, button, text, more, isShortened: false, look: "" };
    more.addEventListener("click", () => {
      element.toggleAttribute("data-open");
      item.look = "";
      renderStates();
    });
    return item;
  }

  function renderResult(item, query, chunk) {
    const source = session.byId(chunk.document);
    if (!source) return;
    const open = item.element.hasAttribute("data-open");
    const look = JSON.stringify([chunk, query.id, query.marks, open, session.readable.length, document.documentElement.lang]);
    if (item.look === look) return;
    item.look = look;
    const hits = query.marks.filter((mark) => overlaps(chunk, mark));
    const page = pageAt(source, chunk.start);
    const lastPage = pageAt(source, Math.max(chunk.start, chunk.end - 1));
    item.element.dataset.chunk = String(chunk.number);
    item.element.toggleAttribute("data-hit", hits.length > 0);
    const place = page === null ? "" : page === lastPage ? t("ranking.page", { page }) : t("ranking.pages", { page, last: lastPage });
    const name = session.readable.length > 1 || !place ? visible(source.name) : "";
    setText(item.where, [name, place].filter(Boolean).join(", "));
    item.where.onclick = () => actions.goTo(chunk.document, chunk.start, chunk.end);
    item.where.title = t("ranking.show");
    setText(item.tokens, t("ranking.tokens", { count: chunk.tokens }));
    item.tokens.onclick = () => actions.lookAt(chunk.number);
    item.tokens.title = t("ranking.look");
    setText(item.hit, hits.length ? t("ranking.hit") : "");
    item.button.setAttribute("aria-pressed", String(hits.length > 0));
    setText(item.button, t(hits.length ? "ranking.unmark" : "ranking.mark"));
    item.button.onclick = () => {
      if (hits.length) actions.unmark(query.id, ...hits);
      else actions.mark(query.id, chunk.document, chunk.start, chunk.end);
    };
    item.text.replaceChildren(...snippet(source, chunk, hits, open));
    item.isShortened = isCut(chunk);
    setText(item.more, t(open ? "ranking.less" : "ranking.more"));
    item.more.setAttribute("aria-expanded", String(open));
  }
}
