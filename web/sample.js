/* The built-in sample: its document, its settings, its questions with their answers marked. */

import { failed } from "./announce.js";
import { ownFile } from "./downloads.js";
import { t } from "./i18n.js";
import { working } from "./status.js";

const spanOf = (one, content) => {
  const start = one.text.indexOf(content);
  return { document: one.id, start, end: start + content.length };
};

/**
 * @param {import("./documents.js").Documents} documents
 * @param {import("./labelling.js").Labelling} labelling
 * @param {(settings: object) => void} changeSettings
 * @returns {() => Promise<void>} opens the sample, once at a time
 */
export function sampleOpener(documents, labelling, changeSettings) {
  let opening = false;

  async function open() {
    const sample = await (await ownFile("samples/handbook.json")).json();
    changeSettings(sample.settings);
    const bytes = async () => (await ownFile(`samples/${sample.document}`)).arrayBuffer();
    const one = await documents.read(documents.enqueue(sample.document, bytes));
    if (!one) return;
    const labelled = sample.queries.map(({ question, references }) => ({
      text: question,
      marks: references.map(({ content }) => spanOf(one, content)).filter(({ start }) => start >= 0),
    }));
    const { queries } = await labelling.change("add_labelled", { queries: labelled });
    labelling.choose(queries[0].id);
  }

  return async () => {
    if (opening) return;
    opening = true;
    const done = working(t("status.sample"));
    await open().catch(failed);
    opening = false;
    done();
  };
}
