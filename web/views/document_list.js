/* Finding one's way in a long list of documents: a filter by name, and a focus that stays in the list after a removal. */

import { byId, setText } from "../dom.js";
import { t } from "../i18n.js";

const LONG = 10; // documents from which a filter is worth its place

/** @param {import("../session.js").Session} session told of after the view that makes the rows */
export function documentListView(session) {
  const list = byId("document-list");
  const input = byId("documents-filter");
  let removed = -1; // place of the row whose button was pressed last

  const names = () => session.documents.map(({ name }) => name.toLowerCase());

  function render() {
    const long = session.documents.length >= LONG;
    byId("documents-find").hidden = !long;
    const wanted = long ? input.value.trim().toLowerCase() : "";
    let shown = 0;
    names().forEach((name, place) => {
      const fits = name.includes(wanted);
      list.children[place].hidden = !fits;
      shown += Number(fits);
    });
    setText(byId("documents-shown"), wanted ? t("documents.shown", { count: shown, all: session.documents.length }) : "");
    if (removed >= 0 && document.activeElement === document.body) refocus();
  }

  function refocus() {
    const rows = [...list.children].filter((row) => !row.hidden);
    const next = rows[Math.min(removed, rows.length - 1)]?.querySelector(".document-remove") ?? byId("paste-input");
    removed = -1;
    next.focus();
  }

  list.addEventListener(
    "click",
    ({ target }) => {
      const row = target.closest(".document-remove")?.closest(".document");
      removed = row ? [...list.children].filter((one) => !one.hidden).indexOf(row) : -1;
    },
    { capture: true },
  );
  input.addEventListener("input", render);
  session.watch(["documents", "language"], render);
}
