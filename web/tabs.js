/* The parts of the page that narrow screens show one at a time. */

import { byId } from "./dom.js";

/** @param {(name: string) => void} shown told whenever a part comes on screen */
export function tabs(shown) {
  const bar = byId("tabs");

  function show(name) {
    document.body.dataset.tab = name;
    for (const button of bar.children) button.setAttribute("aria-current", String(button.dataset.tabFor === name));
    shown(name);
  }

  bar.addEventListener("click", (event) => {
    const name = event.target.closest("button")?.dataset.tabFor;
    if (name) show(name);
  });
  return { show };
}
