/* What people do before the page's modules are there is kept, and done again once they are. The page shows nothing before
 * this module runs. It keeps drops of files, and for what is marked `data-early` presses, Enter and pasted lines. */

const over = new AbortController();
/** @type {[EventTarget, Event][]} */
const kept = [];

const keep = (event, init) => kept.push([event.target, new event.constructor(event.type, init)]);
const hear = (type, run) => document.addEventListener(type, run, { signal: over.signal });
const marked = ({ target }) => target.closest("[data-early]");
const carriesFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");

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
hear("click", (event) => {
  if (marked(event)) keep(event, event);
});
hear("keydown", (event) => {
  if (marked(event) && event.key === "Enter") keep(event, event);
});
hear("paste", (event) => {
  const text = event.clipboardData?.getData("text") ?? "";
  if (!marked(event) || event.target.localName !== "input" || !/\S\s*[\r\n]\s*\S/.test(text)) return;
  event.preventDefault(); // a field of one line would join them
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  keep(event, { bubbles: true, cancelable: true, clipboardData });
});

/** Does again what was kept, and keeps nothing more. */
export function catchUp() {
  over.abort();
  for (const [target, event] of kept) target.dispatchEvent(event);
}
