/* Undo and redo by keyboard, wherever the keys do not belong to a field in which something is typed. */

const TYPED_IN = "textarea, input:not([type=range], [type=checkbox], [type=radio], [type=file]), [contenteditable]";

/**
 * @param {import("../session.js").Session} session
 * @param {{undo: () => void, redo: () => void}} actions
 */
export function historyKeys(session, { undo, redo }) {
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
    if (event.target.matches(TYPED_IN) || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    const ahead = key === "y" || (key === "z" && event.shiftKey);
    if (!ahead && key !== "z") return;
    event.preventDefault();
    if (ahead ? session.canRedo : session.canUndo) (ahead ? redo : undo)();
  });
}
