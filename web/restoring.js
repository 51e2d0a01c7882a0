/* Gives a new worker all that the old one knew, and takes over the ids it gives. */

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
  const renamed = await restoreDocuments(session, call);
  const { rows, stale } = session.comparison;
  await call("restore_rows", { rows: [...rows, ...stale] });
  session.measured = null;
  session.removed = new Map(); // the steps that could bring them back went with the old worker
  await restoreQueries(session, renamed, call);
}

async function restoreDocuments(session, call) {
  const renamed = new Map();
  for (const one of session.readable) {
    const { name, text, warnings, changes } = one;
    const places = { blocks: [...one.blocks], pageStarts: [...one.pageStarts] };
    const answer = await call("restore_document", { document: { name, text, warnings, changes, ...places } });
    renamed.set(one.id, answer.id);
    one.id = answer.id;
  }
  return renamed;
}

async function restoreQueries(session, renamed, call) {
  const kept = [...session.queries.values()];
  const chosen = kept.findIndex((query) => query.id === session.chosen);
  const moved = (mark) => (renamed.has(mark.document) ? [{ ...mark, document: renamed.get(mark.document) }] : []);
  const queries = kept.map(({ text, marks }) => ({ text, marks: marks.flatMap(moved) }));
  const labels = await call("restore_labelled", { queries });
  session.takeLabels(labels);
  session.chosen = labels.order[chosen] ?? session.chosen;
  session.changed("chosen");
}
