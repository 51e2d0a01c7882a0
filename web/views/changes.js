/* What was removed or changed while a document was read, rule by rule; each rule can be switched off. */

import { h } from "../dom.js";
import { number, t } from "../i18n.js";

const LISTED = 50; // places of one rule

/**
 * What stands under a document in which something was removed or changed, or would have been.
 * @param {any} one the document
 * @param {{goTo: Function, reread: (one: any, off: string[]) => void}} actions
 */
export function changesNote(one, actions) {
  if (one.state !== "ready") return [];
  const byRule = new Map(one.off.map((rule) => [rule, []]));
  for (const change of one.changes) {
    if (!byRule.has(change.rule)) byRule.set(change.rule, []);
    byRule.get(change.rule).push(change);
  }
  if (!byRule.size) return [];
  const rules = [...byRule].sort(([rule], [other]) => (rule < other ? -1 : 1));
  return [
    h(
      "details",
      {
        className: "changes",
        open: one.changesOpen ?? false,
        data: { testid: "changes" },
        ontoggle: (event) => (one.changesOpen = event.target.open),
      },
      h("summary", {}, t("changes.count", { count: one.changes.length })),
      !one.read && h("p", {}, t("changes.fixed")),
      ...rules.map(([rule, changes]) => ruleOf(one, rule, changes, actions)),
    ),
  ];
}

function ruleOf(one, rule, changes, actions) {
  const off = one.again?.off ?? one.off;
  const others = off.filter((name) => name !== rule);
  const toggle = h("input", {
    type: "checkbox",
    checked: !off.includes(rule),
    disabled: !one.read || !rule,
    "aria-disabled": one.again ? "true" : "false", // not disabled, which would take the focus away
    onclick: (event) => one.again && event.preventDefault(),
    onchange: (event) => actions.reread(one, event.target.checked ? others : [...others, rule]),
  });
  const listed = changes.slice(0, LISTED).map((change) => h("li", {}, placeOf(one, change, actions)));
  const more = changes.length - listed.length;
  if (more) listed.push(h("li", {}, t("changes.more", { count: more })));
  const count = changes.length > 0 && ` (${number(changes.length)})`;
  return h(
    "section",
    { data: { testid: "changes-rule", rule } },
    h("label", {}, toggle, ` ${t(`changes.rule.${rule || "other"}`)}`, count),
    listed.length > 0 && h("ul", {}, ...listed),
  );
}

function placeOf(one, { text, page, offset }, actions) {
  const label = page ? t("changes.place", { text, page }) : text;
  const go = () => actions.goTo(one.id, offset, Math.min(offset + 1, one.text.length));
  return h("button", { type: "button", className: "quiet", title: label, onclick: go }, label);
}
