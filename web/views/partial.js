/* The text of a document while it is still being read, in the reader's place. */

import { byId, h } from "../dom.js";
import { t } from "../i18n.js";

/** @param {import("../session.js").Session} session */
export function partialView(session) {
  const scroller = byId("reader");
  const text = h("div", {
    className: "reader-scroll partial",
    hidden: true,
    tabIndex: 0,
    role: "region",
    data: { testid: "partial" },
  });
  let shown = null;
  let drawn = 0; // UTF-16 units of its text that are in the page
  scroller.before(text);
  session.watch(["documents", "shown", "language"], render);

  function render() {
    const next = session.beingRead;
    if (next !== shown) {
      shown = next;
      drawn = 0;
      text.replaceChildren();
    }
    text.hidden = !shown;
    scroller.hidden = Boolean(shown);
    if (!shown) return;
    text.setAttribute("aria-label", t("reader.partial", { name: shown.name }));
    if (drawn >= shown.partial.length) return; // read again, it begins with what is there
    text.append(h("div", { className: "block" }, shown.partial.slice(drawn).trimEnd()));
    drawn = shown.partial.length;
  }
}
