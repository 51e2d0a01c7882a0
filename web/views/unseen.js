/* The words of a document that the model does not see, because its tokenizer has only the unknown token for them. */

import { h } from "../dom.js";
import { number, t } from "../i18n.js";
import { labelOf } from "../tokenizers.js";

/** What stands under a document that has such words: how many, and which. */
export function unseenNote({ unseen, error }, tokenizer) {
  if (error || !unseen?.count) return [];
  const { count, different, words } = unseen;
  const summary = t("unseen.count", { count, tokenizer: labelOf(tokenizer) });
  const more = different > words.length ? [h("li", {}, t("unseen.more", { count: different - words.length }))] : [];
  return [
    h(
      "details",
      { className: "notice unseen", data: { kind: "warning", testid: "unseen" } },
      h("summary", {}, summary),
      h("p", {}, t("unseen.meaning")),
      h("ul", {}, ...words.map((word) => h("li", {}, h("bdi", {}, word.text), word.count > 1 && ` × ${number(word.count)}`)), ...more),
    ),
  ];
}
