/* The list of documents: what each is, how far it has been read, what had to be said about it. */

import { byId, h, icon, onEnter, setText } from "../dom.js";
import { notice, t } from "../i18n.js";
import { visible } from "../visible.js";
import { changesNote } from "./changes.js";
import { unseenNote } from "./unseen.js";

/**
 * @param {import("../session.js").Session} session
 * @param {{show: Function, remove: Function, unlock: Function, cancel: Function, goTo: Function, reread: Function}} actions
 */
export function documentsView(session, actions) {
  const list = byId("document-list");
  const rows = new Map();
  session.watch(["documents", "language"], render);

  function render() {
    document.body.dataset.documents = session.documents.length ? "some" : "none";
    setText(byId("documents-count"), session.documents.length ? t("documents.count", { count: session.documents.length }) : "");
    const wanted = new Set(session.documents.map((one) => one.key));
    for (const [key, row] of rows) {
      if (wanted.has(key)) continue;
      row.remove();
      rows.delete(key);
    }
    session.documents.forEach((one, place) => {
      if (!rows.has(one.key)) rows.set(one.key, h("li", { className: "document", data: { testid: "document" } }));
      const row = rows.get(one.key);
      if (list.children[place] !== row) list.insertBefore(row, list.children[place] ?? null);
      fill(row, one);
    });
  }

  function fill(row, one) {
    const look = JSON.stringify([one.state, one.progress, one.again, one.tokens, one.unseen, one.error, one.off, one.changes.length, session.settings.tokenizer, document.documentElement.lang]);
    if (row.dataset.look === look) return;
    row.dataset.look = look;
    if (one.state === "reading" && row.dataset.state === "reading") {
      row.querySelector(".document-open").disabled = !one.partial;
      setText(row.querySelector(".document-facts"), facts(one));
      advance(row.querySelector("progress"), one.progress);
      return;
    }
    if (one.again && row.dataset.again) {
      setText(row.querySelector(".document-facts"), facts(one));
      return;
    }
    const switched = row.contains(document.activeElement) && document.activeElement.closest("[data-rule]")?.dataset.rule;
    row.dataset.state = one.state;
    row.dataset.again = one.again ? "yes" : "";
    const busy = one.state === "queued" || one.state === "reading" || one.again !== null;
    const end = endButton(row, one, busy);
    for (const child of [...row.children]) if (child !== end) child.remove();
    end.before(
      h(
        "button",
        { type: "button", className: "document-open", disabled: one.state !== "ready" && !one.partial, title: visible(one.name), onclick: () => actions.show(one) },
        visible(one.name),
      ),
      h("p", { className: "document-facts" }, facts(one)),
      ...(one.state === "ready" ? [saveButton(one)] : []),
    );
    row.append(...notes(one), ...unseenNote(one, session.tokenizer), ...changesNote(one, actions));
    if (busy && !one.again) row.append(advance(h("progress", { "aria-label": t("documents.reading", { name: one.name }) }), one.progress));
    if (one.state === "locked") row.append(unlockForm(one));
    if (switched) row.querySelector(`[data-rule=${switched}] input`)?.focus();
  }

  /** Stops or removes a document. It stays one element, or a press that begins while a document is read were lost. */
  function endButton(row, one, busy) {
    const there = row.querySelector(".document-remove");
    const button = there ?? h("button", { type: "button", className: "quiet square document-remove" }, icon("close"));
    if (!there) row.append(button);
    button.ariaLabel = t(busy ? "documents.cancel" : "documents.remove", { name: one.name });
    button.title = t(busy ? "action.cancel" : "action.remove");
    button.onclick = () => (busy ? actions.cancel(one) : actions.remove(one));
    return button;
  }

  function saveButton(one) {
    const properties = {
      type: "button",
      className: "quiet square document-save",
      data: { testid: "document-save" },
      "aria-label": t("documents.save", { name: one.name }),
      title: t("documents.save.short"),
      onclick: () => actions.save(one),
    };
    return h("button", properties, icon("export"));
  }

  function advance(bar, progress) {
    if (progress?.total) {
      bar.max = progress.total;
      bar.value = progress.done;
    } else bar.removeAttribute("value");
    return bar;
  }

  function facts(one) {
    if (one.state === "queued") return t("documents.queued");
    if (one.state === "failed") return t("documents.failed");
    if (one.state === "locked") return t("documents.locked");
    if (one.state === "reading" || one.again) {
      const { done = 0, total = 0, unit = "" } = (one.again ?? one).progress ?? {};
      if (unit === "pages") return t("documents.reading.pages", { done, total, count: total });
      return total ? t("documents.reading.share", { percent: Math.floor((100 * done) / total) }) : t("documents.reading.start");
    }
    const tokens = t("documents.tokens", { count: one.tokens });
    const pages = one.pageStarts.length;
    return pages ? `${t("documents.pages", { count: pages })}, ${tokens}` : tokens;
  }

  function notes(one) {
    if (one.error) return [h("p", { className: "notice", data: { kind: "error" } }, notice(one.error, one.name))];
    return (one.warnings ?? []).map((warning) => h("p", { className: "notice", data: { kind: "warning" } }, notice(warning)));
  }

  function unlockForm(one) {
    const input = h("input", { type: "password", autocomplete: "off", "aria-label": t("documents.password", { name: one.name }) });
    const submit = () => actions.unlock(one, input.value);
    onEnter(input, submit);
    return h("div", { className: "unlock" }, input, h("button", { type: "button", onclick: submit }, t("documents.unlock")));
  }
}
