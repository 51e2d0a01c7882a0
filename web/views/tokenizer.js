/* The plain list of tokenizers in the strip, the dialog behind its last entry, and the sentence on what the model reads. */

import { toast } from "../announce.js";
import { byId, h, setText } from "../dom.js";
import { counted, nameOf, t } from "../i18n.js";
import { working } from "../status.js";
import { labelOf } from "../tokenizers.js";
import { tokenizerDialog } from "./tokenizer_dialog.js";

const OTHER = "other";

/** How far a change of tokenizer has come, in words. */
export function stageText({ stage, done, total }) {
  if (stage === "counting" && total) return t("tokenizer.stage.counting", { percent: Math.floor((100 * done) / total) });
  return t(stage === "counting" ? "status.tokenizer" : `tokenizer.stage.${stage}`);
}

/**
 * @param {import("../session.js").Session} session
 * @param {import("../tokenizers.js").Tokenizers} tokenizers
 * @param {{after: () => void, failed: (error: any) => void}} actions after every change
 */
export function tokenizerView(session, tokenizers, actions) {
  const select = byId("tokenizer-select");
  let wanted = null;

  async function use(choice, { signal, onProgress } = {}) {
    const done = working(t("status.tokenizer"));
    wanted = choice.key;
    render();
    try {
      const kept = await tokenizers.use(choice, {
        signal,
        onProgress: (progress) => {
          done.says(stageText(progress));
          onProgress?.(progress);
        },
      });
      if (!kept) toast(t("tokenizer.not-kept", { tokenizer: labelOf(choice) }));
    } finally {
      done();
      if (wanted === choice.key) wanted = null;
      render();
      actions.after();
    }
  }

  const dialog = tokenizerDialog(session, tokenizers, use);

  select.addEventListener("change", () => {
    const { value } = select;
    if (value === OTHER) {
      render();
      dialog.open();
    } else {
      const choice = tokenizers.byKey(value);
      use(choice).catch((error) => actions.failed(error, labelOf(choice)));
    }
  });

  function render() {
    const { catalogue, chosen } = tokenizers;
    const { key } = session.tokenizer;
    const present = wanted ?? key;
    const look = JSON.stringify([catalogue.builtIn, catalogue.estimates, [...chosen.keys()], document.documentElement.lang]);
    if (catalogue.builtIn.length && select.dataset.look !== look) {
      select.dataset.look = look;
      const named = (name) => h("option", { value: name }, nameOf("tokenizer", name));
      const models = [...chosen.values()].map((choice) => h("option", { value: choice.key }, labelOf(choice)));
      select.replaceChildren(
        h("optgroup", { label: t("tokenizer.group.built-in") }, ...catalogue.builtIn.map(named)),
        ...(models.length ? [h("optgroup", { label: t("tokenizer.group.models") }, ...models)] : []),
        h("optgroup", { label: t("tokenizer.group.estimates") }, ...catalogue.estimates.map(named)),
        h("option", { value: OTHER }, t("tokenizer.other")),
      );
    }
    // A choice that is still on its way in has no entry of its own yet.
    select.value = [...select.options].some(({ value }) => value === present) ? present : key;
    select.title = select.selectedOptions[0]?.textContent ?? "";
  }
  session.watch(["tokenizer", "tokenizers", "settings", "language"], render);
  session.watch(["tokenizer", "missed", "settings", "measured", "language"], () => note(session));
  return { use };
}

/** Says which tokenizer is missed, where counts are estimates, what the model reads of a chunk, and where chunks are longer than that. */
function note(session) {
  const line = byId("tokenizer-note");
  const [text, kind] = sentence(session);
  line.hidden = !text;
  setText(line, text);
  line.dataset.kind = kind;
  line.title = text;
}

function sentence(session) {
  const { tokenizer, settings, missed } = session;
  const { context, special } = tokenizer;
  const model = labelOf(tokenizer);
  if (missed) return [t("tokenizer.missed", { tokenizer: labelOf(missed.boundary), present: model }), "warning"];
  const values = { model, context, special, room: context - special };
  if (context) {
    const longer = session.measured?.arrays.tokens.reduce((sum, tokens) => sum + (tokens > values.room), 0) ?? 0;
    const chunks = session.measured?.values.chunks ?? 0;
    const own = special ? ".special" : "";
    if (session.unit === "tokens" && settings.size > values.room) return [t(`tokenizer.context.size${own}`, values), "warning"];
    if (longer) return [t(`tokenizer.context.chunks${own}`, { ...values, count: longer, chunks: counted("chunks", chunks) }), "warning"];
    return [t(`tokenizer.context.fits${own}`, values), ""];
  }
  return tokenizer.exact ? ["", ""] : [t("tokenizer.estimate.note", { estimate: nameOf("estimate", tokenizer.name) }), "warning"];
}
