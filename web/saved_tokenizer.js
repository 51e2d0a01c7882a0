/* The boundary tokenizer that a saved session was counted by: put in force again where that needs no request and no file
 * from disk, and else named until another is chosen, because every number depends on it.
 *
 * Saved are the key of the choice, and of what does not come with the site its name and the SHA-256 of its file. */

import { toast } from "./announce.js";
import { t } from "./i18n.js";
import { working } from "./status.js";
import { FILE_KEY, labelOf } from "./tokenizers.js";

const textOf = (value) => (typeof value === "string" ? value : "");

/** What a saved session says of its tokenizer; it may be of any make. */
function savedIn({ tokenizer, boundary }) {
  const given = boundary && typeof boundary === "object" ? boundary : {};
  const key = textOf(tokenizer);
  const name = textOf(given.name) || key;
  const [label, repository, sha256] = [given.label, given.repository, given.sha256].map(textOf);
  const context = Number.isInteger(given.context) ? given.context : null;
  return { key: key.startsWith(`${FILE_KEY}:`) ? FILE_KEY : key, boundary: { name, label: label || null, context, repository, sha256 } };
}

export class SavedTokenizer {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./tokenizers.js").Tokenizers} tokenizers
   */
  constructor(session, tokenizers) {
    this.session = session;
    this.tokenizers = tokenizers;
    session.addEventListener("tokenizer", () => this.#chosen());
  }

  /** What a workspace keeps: of a tokenizer that is still missed, what was saved of it before. */
  get kept() {
    const { missed, tokenizer } = this.session;
    if (missed) return { tokenizer: missed.key, boundary: missed.boundary };
    const { key, name, label, context, repository, sha256, asset, estimate } = tokenizer;
    if (asset || estimate) return { tokenizer: key };
    return { tokenizer: repository ? key : FILE_KEY, boundary: { name, label, context, repository: repository ?? "", sha256 } };
  }

  /**
   * Puts the tokenizer of a saved session in force, or says that it is missed.
   * @param {any} settings as they were saved
   * @param {string} workspace the name of its file
   */
  async restore(settings, workspace) {
    const { session, tokenizers } = this;
    const saved = savedIn(settings);
    session.missed = null;
    session.changed("missed");
    if (!saved.key || (saved.key === session.tokenizer.key && !saved.boundary.sha256)) return;
    const choice = await tokenizers.atHand(saved.key, saved.boundary);
    session.missed = saved;
    if (choice && (await this.#use(choice))) return;
    session.changed("missed");
    const kind = saved.key === FILE_KEY ? "file" : "model";
    const named = { name: workspace, tokenizer: labelOf(saved.boundary), present: labelOf(session.tokenizer) };
    toast(t(`workspace.tokenizer.${kind}`, named), { kind: "error" });
  }

  async #use(choice) {
    const done = working(t("status.tokenizer"));
    try {
      await this.tokenizers.use(choice);
      return true;
    } catch {
      return false; // it is missed, and that is said
    } finally {
      done();
    }
  }

  /** A tokenizer was chosen in the place of the one that was missed. */
  #chosen() {
    const { missed, tokenizer } = this.session;
    this.session.missed = null;
    if (!missed?.boundary.sha256 || missed.boundary.name !== tokenizer.name) return;
    if (missed.boundary.sha256 !== tokenizer.sha256) toast(t("tokenizer.other-file", { tokenizer: labelOf(tokenizer) }), { kind: "error" });
  }
}
