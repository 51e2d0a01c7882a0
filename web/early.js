/* What people do before the page's modules are there is kept, and done again once they are. The page shows nothing before
 * this module runs. It keeps drops and choices of files, and for what is marked `data-early` (with the id of the field that
 * it is about) presses and Enter, each with the text as it then was, and pasted lines. */

const over = new AbortController();
/** @type {{target: EventTarget, event: Event, field?: HTMLInputElement, text?: string}[]} */
const kept = [];
const chosen = new DataTransfer(); // a second choice of files would take the place of the first

const keep = (event, init, more) => kept.push({ target: event.target, event: new event.constructor(event.type, init), ...more });
/** Takes the text out of the field, as adding it does. */
const keepText = (event) => {
  const field = document.getElementById(event.target.closest("[data-early]").dataset.early);
  if (!field.value.trim()) return;
  keep(event, event, { field, text: field.value });
  field.value = "";
  event.preventDefault();
};
/** Enter adds a line; in a field of several lines it does with Ctrl or Cmd. */
const adds = ({ key, isComposing, target, ctrlKey, metaKey }) =>
  key === "Enter" && !isComposing && (target.localName !== "textarea" || ctrlKey || metaKey);
const hear = (type, run) => document.addEventListener(type, run, { signal: over.signal });
const marked = ({ target }) => target.closest("[data-early]");
export const carriesFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
/** The lines of what is pasted, blank ones left out. @param {ClipboardEvent} event */
export const pastedLines = ({ clipboardData }) =>
  (clipboardData?.getData("text") ?? "").split(/[\r\n]+/).filter((line) => line.trim());

hear("dragover", (event) => {
  if (carriesFiles(event)) event.preventDefault();
});
hear("drop", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault(); // the browser would open the file in the place of the page
  const dataTransfer = new DataTransfer(); // an event gives what it carries away only while it lasts
  for (const file of event.dataTransfer.files) dataTransfer.items.add(file);
  keep(event, { bubbles: true, cancelable: true, dataTransfer });
});
hear("change", ({ target }) => {
  if (target.type !== "file") return;
  for (const file of target.files) chosen.items.add(file);
  target.files = chosen.files;
});
hear("click", (event) => {
  if (marked(event)?.localName === "button") keepText(event);
});
hear("keydown", (event) => {
  if (marked(event) && adds(event)) keepText(event);
});
hear("paste", (event) => {
  if (!marked(event) || event.target.localName !== "input" || pastedLines(event).length < 2) return;
  event.preventDefault(); // a field of one line would join them
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", event.clipboardData.getData("text"));
  keep(event, { bubbles: true, cancelable: true, clipboardData });
});

/** Does again what was kept, and keeps nothing more. */
export function catchUp() {
  over.abort();
  for (const { target, event, field, text } of kept) {
    const typed = field?.value; // since then, and not added yet
    if (field) field.value = text;
    target.dispatchEvent(event);
    if (field) field.value = typed;
  }
}
