/* Gives a new worker all that the old one knew, under the ids that it had: what is asked meanwhile names them. What cannot be
 * given, or ends the worker that it is given to, is let go, and that is said: the rest is kept. */

import { toast } from "./announce.js";
import { WORKER_ERROR } from "./client.js";
import { t } from "./i18n.js";
import { labelOf } from "./tokenizers.js";

const OWN = "static"; // the worker starts with it

/**
 * @param {import("./session.js").Session} session
 * @param {import("./tokenizers.js").Tokenizers} tokenizers
 * @param {import("./static_models.js").StaticModels} models
 * @param {Function} call asks the new worker
 */
export async function restore(session, tokenizers, models, call) {
  await given(tokenizers.restore(call), () => loseTokenizer(session, tokenizers));
  await given(models.restore(call), () => loseModel(session));
  const { scorer } = session.settings;
  if (scorer !== OWN) await call("set_scorer", { name: scorer });
  for (const one of session.held) await given(restoreDocument(one, call), (error) => loseDocument(session, one, error));
  session.changed("documents");
  const { rows, stale } = session.comparison;
  await call("restore_rows", { rows: [...rows, ...stale] });
  session.measured = null;
  const ids = new Set(session.held.map(({ id }) => id));
  // the steps that could bring the others back went with the old worker
  session.removed = new Map([...session.removed].filter(([id]) => ids.has(id)));
  await restoreQueries(session, ids, call);
}

/**
 * Waits until one thing is given.
 * @param {Promise<void>} giving
 * @param {(error: any) => void} letGo
 */
async function given(giving, letGo) {
  try {
    await giving;
  } catch (error) {
    letGo(error);
    if (error.name === WORKER_ERROR) throw error;
  }
}

async function restoreDocument(one, call) {
  const { id, name, text, warnings, changes, blocks, pageStarts } = one;
  const places = { blocks: [...blocks], pageStarts: [...pageStarts] };
  const { tokens, unseen } = await call("restore_document", { document: { id, name, text, warnings, changes, ...places } });
  Object.assign(one, { tokens, unseen }); // another tokenizer may count by now
}

async function restoreQueries(session, documents, call) {
  const there = ({ document: id }) => documents.has(id);
  const queries = [...session.queries.values()].map(({ id, text, marks }) => ({ id, text, marks: marks.filter(there) }));
  session.takeLabels(await call("restore_labelled", { queries }));
  session.unsettled = session.unsettled
    .filter(({ query }) => session.queries.has(query))
    .map((entry) => ({ ...entry, places: entry.places.filter(there) }));
  session.changed("unsettled");
}

function loseTokenizer(session, tokenizers) {
  const tokenizer = labelOf(session.tokenizer);
  tokenizers.takeFirst();
  toast(t("tokenizer.lost", { tokenizer, present: labelOf(session.tokenizer) }), { kind: "error" });
}

function loseModel(session) {
  toast(t("model.lost", { model: session.model.name }), { kind: "error" });
  session.model = null;
  session.settings.scorer = OWN;
}

function loseDocument(session, one, { code, message, values }) {
  const { id, name } = one;
  const marks = [...session.queries.values()].flatMap((query) => query.marks);
  const count = marks.filter((mark) => mark.document === id).length;
  Object.assign(one, { id: null, state: "failed", error: { code: code ?? "", message, values: values ?? {} } });
  if (session.shown === one.key) session.shown = session.readable[0]?.key ?? null;
  session.changed("documents", "shown");
  toast(count ? t("documents.lost.marks", { name, count }) : t("documents.lost", { name }), { kind: "error" });
}
