/* One chunk laid open in a dialog: exactly what the model gets, its tokens drawn, and how it came about. */

import { failed } from "../announce.js";
import { byId, h, setText } from "../dom.js";
import { counted, number, t } from "../i18n.js";
import { visible } from "../visible.js";

const MOST_DRAWN = 5000; // tokens that are drawn one by one; beyond them a browser takes seconds

/**
 * @param {import("../session.js").Session} session
 * @param {{chunk: (number: number) => Promise<any>, goTo: (document: number, start: number, end: number) => void}} actions
 * @returns {{open: (number: number) => Promise<void>}}
 */
export function chunkView(session, actions) {
  const dialog = byId("chunk-dialog");
  let shown = -1;
  byId("chunk-previous").addEventListener("click", () => open(shown - 1));
  byId("chunk-next").addEventListener("click", () => open(shown + 1));
  byId("chunk-go").addEventListener("click", () => {
    dialog.close();
    const { document: id, start, end } = session.measured.chunk(shown);
    actions.goTo(id, start, end);
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") open(shown - 1);
    if (event.key === "ArrowRight") open(shown + 1);
  });

  async function open(number_) {
    const chunks = session.measured?.values.chunks ?? 0;
    if (number_ < 0 || number_ >= chunks) return;
    const stepping = dialog.open;
    shown = number_;
    try {
      const one = await actions.chunk(number_);
      if (shown !== number_ || (stepping && !dialog.open)) return; // gone on, or closed, meanwhile
      render(one, number_, chunks);
    } catch (error) {
      failed(error);
      return;
    }
    if (!dialog.open) dialog.showModal();
  }

  function render(one, number_, chunks) {
    const name = session.byId(one.document)?.name ?? "";
    setText(byId("chunk-title"), t("chunk.title", { place: one.place + 1, of: one.of, name }));
    byId("chunk-previous").disabled = number_ === 0;
    byId("chunk-next").disabled = number_ === chunks - 1;
    byId("chunk-facts").replaceChildren(
      ...facts(one).map(([key, text]) => h("div", { data: { fact: key } }, h("dt", {}, t(`chunk.${key}`)), h("dd", {}, text))),
    );
    const estimated = !one.arrays.tokenSpans.length;
    setText(byId("chunk-note"), estimated ? t("chunk.note.estimate") : t("chunk.note"));
    byId("chunk-text").replaceChildren(...drawn(one));
    byId("chunk-text").scrollTop = 0;
  }

  function facts({ tokens, overlap, overlapTokens, cut, overLimit, changed, pages, headings, prefix }) {
    const rows = [
      ["tokens", overLimit ? t("chunk.tokens.over", { count: tokens }) : t("chunk.tokens.value", { count: tokens })],
      ["overlap", overlap ? t("chunk.overlap.value", { count: overlapTokens, characters: counted("characters", overlap) }) : t("chunk.overlap.none")],
      ["cut", t(`cut.${cut}`)],
    ];
    if (pages) rows.push(["pages", pages[0] === pages[1] ? number(pages[0]) : `${number(pages[0])}–${number(pages[1])}`]);
    if (headings.length) rows.push(["headings", visible(headings.join(" › "))]);
    if (prefix) rows.push(["prefix", t("chunk.prefix.value", { count: prefix })]);
    if (changed) rows.push(["changed", t("chunk.changed.value")]);
    return rows;
  }

  /** The text with its tokens, neighbours shaded apart; the part that is not of the document is set off. */
  function drawn({ text, prefix, arrays: { tokenSpans } }) {
    const spans = tokenSpans.subarray(0, 2 * MOST_DRAWN);
    const nodes = [];
    let at = 0;
    const add = (to, token) => {
      for (const edge of at < prefix && prefix < to ? [prefix, to] : [to]) {
        if (at === edge) continue;
        const piece = h("span", token === null ? {} : { className: "token" }, text.slice(at, edge));
        piece.toggleAttribute("data-odd", token !== null && token % 2 === 1);
        piece.toggleAttribute("data-prefix", at < prefix);
        nodes.push(piece);
        at = edge;
      }
    };
    for (let place = 0; place < spans.length; place += 2) {
      add(spans[place], null);
      add(spans[place + 1], place / 2);
    }
    add(text.length, null);
    return nodes;
  }

  return { open };
}
