/* What the user takes away: files to disk, text to the clipboard. */

import { toast } from "./announce.js";
import { t } from "./i18n.js";

const KEPT_FOR = 60_000; // milliseconds in which the browser has surely begun to write the file

/**
 * Hands a file to the user.
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {string} type
 */
export function save(name, bytes, type) {
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR);
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("compare.copied"), { about: "copy" });
  } catch {
    toast(t("compare.copy.failed"), { kind: "error", about: "copy" });
  }
}
