/* How text comes in: dropped or chosen files, files opened with the installed app, pasted text. */

import { byId } from "../dom.js";
import { carriesFiles } from "../early.js";
import { t } from "../i18n.js";

const LONG_PASTE = 5000; // UTF-16 units from which pasted text becomes a document at once

/** @param {{files: (files: File[]) => void, text: (name: string, text: string) => void}} actions */
export function intakeView(actions) {
  const input = byId("file-input");
  const take = () => {
    actions.files([...input.files]);
    input.value = "";
  };
  input.addEventListener("change", take);
  if (input.files.length) take(); // chosen before this module was there

  let depth = 0;
  const leave = () => {
    depth = 0;
    delete document.body.dataset.dropping;
  };
  document.addEventListener("dragenter", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth += 1;
    document.body.dataset.dropping = "";
  });
  document.addEventListener("dragleave", (event) => {
    if (!carriesFiles(event)) return;
    depth -= 1;
    if (depth <= 0) leave();
  });
  document.addEventListener("dragover", (event) => {
    if (carriesFiles(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    leave();
    actions.files([...event.dataTransfer.files]);
  });

  const paste = byId("paste-input");
  let pasted = 0;
  const add = () => {
    if (!paste.value.trim()) {
      paste.focus();
      return;
    }
    pasted += 1;
    actions.text(t("documents.pasted", { count: pasted }), paste.value);
    paste.value = "";
  };
  byId("paste-add").addEventListener("click", add);
  paste.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (text.length < LONG_PASTE || paste.value.trim()) return;
    event.preventDefault(); // browsers take seconds to lay a long text out in a field where nobody reads it
    pasted += 1;
    actions.text(t("documents.pasted", { count: pasted }), text);
  });
  paste.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) add();
  });

  globalThis.launchQueue?.setConsumer(async ({ files }) => {
    actions.files(await Promise.all(files.map((handle) => handle.getFile())));
  });
}
