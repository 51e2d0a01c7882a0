/* One-sentence help beside its term, and the sheets: what to know of chunk sizes, and what leaves the machine. */

import { byId } from "../dom.js";

export function helpView() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[popovertarget]");
    if (!button) return;
    const tip = byId(button.getAttribute("popovertarget"));
    const box = button.getBoundingClientRect();
    const left = Math.max(16, Math.min(box.left - 16, innerWidth - 376));
    tip.style.setProperty("--tip-left", `${left}px`);
    tip.style.setProperty("--tip-top", `${box.bottom + 8}px`);
  }, { capture: true });
  for (const sheet of document.querySelectorAll("dialog")) {
    sheet.querySelector(".sheet-close").addEventListener("click", () => sheet.close());
  }
  for (const name of ["guide", "privacy"]) {
    byId(`${name}-button`).addEventListener("click", () => byId(`${name}-dialog`).showModal());
  }
}
