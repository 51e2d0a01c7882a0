/* Gives a new worker all that the old one knew, under the ids that it had: what is asked meanwhile names them. */

import { toast } from "./announce.js";
import { t } from "./i18n.js";

const OWN = "static"; // the worker starts with it

/**
 * @param {import("./session.js").Session} session
 * @param {import("./tokenizers.js").Tokenizers} tokenizers
 * @param {import("./static_models.js").StaticModels} models
 * @param {Function} call asks the new worker
 */
export async function restore(session, tokenizers, models, call) {
  await tokenizers.restore(call);
  const { model } = session;
  if (!(await models.restore(call))) {
    session.settings.scorer = OWN;
    toast(t("model.lost", { model: model.name }), { kind: "error" });
  }
  const { scorer } = session.settings;
  if (scorer !== OWN) await call("set_scorer", { name: scorer });
  const documents = session.held;
  for (const one of documents) await restoreDocument(one, call);
  const { rows, stale } = session.comparison;
  await call("restore_rows", { rows: [...rows, ...stale] });
  session.measured = null;
  const ids = new Set(documents.map(({ id }) => id));
  // the steps that could bring the others back went with the old worker
  session.removed = new Map([...session.removed].filter(([id]) => ids.has(id)));
  await restoreQueries(session, ids, call);
}

async function restoreDocument({ id, name, text, warnings, changes, blocks, pageStarts }, call) {
  const places = { blocks: [...blocks], pageStarts: [...pageStarts] };
  await call("restore_document", { document: { id, name, text, warnings, changes, ...places } });
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
