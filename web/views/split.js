/* The split in figures: how long the chunks are, what their overlap costs, why they end, and what to know of them. */

import { byId, h, setText } from "../dom.js";
import { counted, number, notice, percent, t } from "../i18n.js";
import { visible } from "../visible.js";

const OFTEN = ["heading", "page", "blank_line", "line", "sentence", "space", "separator", "record", "tokens", "hard", "end"];

/**
 * @param {import("../session.js").Session} session
 * @param {{look: (chunk: number) => void, save: (document: any, form: "jsonl" | "json") => void}} actions
 */
export function splitView(session, actions) {
  const panel = byId("split");
  const bars = byId("split-bars");
  byId("split-jsonl").addEventListener("click", () => actions.save(session.shownDocument, "jsonl"));
  byId("split-json").addEventListener("click", () => actions.save(session.shownDocument, "json"));
  byId("split-look").addEventListener("click", () => {
    const [first] = session.measured.rangeOf(session.shownDocument.id);
    actions.look(first);
  });
  session.watch(["split", "documents", "shown", "measured", "language"], render);

  function render() {
    const { split } = session;
    const shown = session.shownDocument?.state === "ready" ? session.shownDocument : null;
    // Its place and its head are there with the first result, so that nothing moves when its figures come.
    const count = (split ?? session.measured?.values)?.chunks;
    panel.hidden = !count || !session.readable.length;
    const [first, last] = shown && session.measured ? session.measured.rangeOf(shown.id) : [0, 0];
    byId("split-look").disabled = first === last;
    for (const form of ["jsonl", "json"]) byId(`split-${form}`).disabled = !shown;
    // The figures are those of all documents, the files hold the chunks of one.
    setText(byId("split-save"), shown ? t("split.save", { name: visible(shown.name) }) : "");
    if (panel.hidden) return;
    setText(byId("split-count"), t("split.chunks", { count }));
    if (!split) return;
    renderBars(split);
    renderFigures(split);
    renderCuts(split);
    renderAdvice(split);
  }

  function renderBars({ bars: counts, width, smallest, largest, median }) {
    const most = Math.max(...counts);
    while (bars.childElementCount > counts.length) bars.lastElementChild.remove();
    while (bars.childElementCount < counts.length) bars.append(h("span", { className: "length-bar" }));
    counts.forEach((count, place) => {
      const bar = bars.children[place];
      bar.style.setProperty("--share", String(count / most));
      bar.toggleAttribute("data-none", count === 0);
      bar.title = t("split.bar", { from: place * width, to: (place + 1) * width - 1, count });
    });
    bars.setAttribute("role", "img"); // together with its words: before the figures come it is no picture of anything
    bars.setAttribute("aria-label", t("split.bars", { smallest, largest, median, width: counted("tokens", width) }));
    setText(byId("split-bars-first"), number(0));
    setText(byId("split-bars-last"), t("split.tokens", { count: counts.length * width }));
  }

  function renderFigures({ smallest, median, largest, tokensToEmbed, ownTokens, overLimit, chunks }) {
    const cost = ownTokens ? tokensToEmbed / ownTokens - 1 : 0;
    const rows = [
      ["lengths", t("split.lengths.value", { smallest, median, largest: counted("tokens", largest) })],
      ["embed", t("split.embed.value", { count: tokensToEmbed, own: ownTokens })],
      ["cost", cost > 0 ? t("split.cost.more", { share: percent(cost) }) : t("split.cost.none")],
      ["over", overLimit ? t("split.over.some", { count: overLimit, chunks: counted("chunks", chunks), share: percent(overLimit / chunks) }) : t("split.over.none")],
    ];
    const list = byId("split-figures");
    if (list.childElementCount !== rows.length) {
      list.replaceChildren(...rows.map(([key]) => h("div", { data: { figure: key } }, h("dt", {}), h("dd", {}))));
    }
    rows.forEach(([key, text], place) => {
      const row = list.children[place];
      setText(row.firstElementChild, t(`split.${key}`));
      setText(row.lastElementChild, text);
      row.toggleAttribute("data-warning", key === "over" && overLimit > 0);
    });
  }

  function renderCuts({ cuts }) {
    const met = OFTEN.filter((cut) => cuts[cut]);
    setText(byId("split-cuts"), met.map((cut) => t("split.cut", { reason: t(`cut.${cut}`), count: cuts[cut] })).join(", "));
  }

  function renderAdvice({ advice }) {
    const list = byId("split-advice");
    list.replaceChildren(...advice.map((one) => h("li", { className: "notice", data: { kind: "warning" } }, sentence(one))));
    list.hidden = !advice.length;
  }

  function sentence({ notice: said, documents }) {
    const text = notice(said);
    if (session.readable.length < 2 || documents.length === session.readable.length) return text;
    const names = documents.map((id) => session.byId(id)?.name ?? "");
    return names.every((name) => text.includes(name)) ? text : t("split.advice.of", { name: names.join(", "), text });
  }
}
