/* Characters that change how others are drawn, or draw nothing, made visible where a name or a question is shown. */

// Controls; marks, embeddings, overrides and isolates of direction; invisible operators, separators, tags; the byte order mark.
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/**
 * A text with every such character as its code: "invoice<U+202E>fdp.md".
 * @param {string} text
 */
export const visible = (text) =>
  text.replace(UNSEEN, (one) => `<U+${one.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}>`);
