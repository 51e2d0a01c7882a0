/* Imported answers that are not in one place: listed for the user, who settles each or leaves it. */

import { byId, h, setText } from "../dom.js";
import { t } from "../i18n.js";
import { pageAt } from "../measurement.js";
import { visible } from "../visible.js";

const SHOWN = 50; // of a long list, at once

/**
 * @param {import("../session.js").Session} session
 * @param {{goTo: Function, settle: (entry: any, place: any) => void, dismiss: () => void}} actions
 */
export function unsettledView(session, actions) {
  const box = byId("unsettled");
  session.watch(["unsettled", "language"], render);

  function render() {
    const list = session.unsettled;
    box.hidden = !list.length;
    if (!list.length) {
      box.replaceChildren();
      return;
    }
    box.replaceChildren(
      h("div", { className: "unsettled-head" },
        h("h3", {}, t("unsettled.title", { count: list.length })),
        h("button", { type: "button", onclick: actions.dismiss }, t("unsettled.hide")),
      ),
      h("ul", {}, ...list.slice(0, SHOWN).map(row)),
    );
  }

  function row(entry) {
    const query = session.queries.get(entry.query);
    const why = h("p", { className: "unsettled-why" });
    setText(why, t(`unsettled.why.${entry.why}`, { count: entry.places.length, document: entry.document }));
    return h(
      "li",
      { className: "unsettled-row", data: { testid: "unsettled" } },
      h("p", { className: "unsettled-query" }, visible(query?.text ?? "")),
      entry.quote && h("blockquote", {}, entry.quote.slice(0, 300)),
      why,
      ...entry.places.map((place, number) => placeRow(entry, place, number + 1)),
    );
  }

  function placeRow(entry, place, number) {
    const source = session.byId(place.document);
    const page = source ? pageAt(source, place.start) : null;
    const name = page === null ? t("unsettled.place", { place: number }) : t("unsettled.place.page", { place: number, page });
    return h(
      "p",
      { className: "unsettled-place" },
      h("button", { type: "button", className: "result-place", onclick: () => actions.goTo(place.document, place.start, place.end) }, name),
      h("button", { type: "button", onclick: () => actions.settle(entry, place) }, t("unsettled.mark")),
    );
  }
}
