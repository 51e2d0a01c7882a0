/* Building elements without ever parsing text as HTML. */

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/**
 * Makes an element. Properties starting with "on" are listeners, "data" is its data set, those with a dash or known to
 * be attributes only are set as attributes; children are elements or strings.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "data") Object.assign(element.dataset, value);
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** One of the page's icons. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.classList.add("icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

/** Text with **strong** parts, as nodes. */
export function strong(text) {
  return text.split("**").map((part, place) => (place % 2 ? h("b", {}, part) : part));
}

/** Sets a text only where it changes, so that screen readers and layout are left alone. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Runs something when Enter is pressed in a field, but not while an input method composes a word. */
export function onEnter(field, run) {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    run();
  });
}

/** Resolves after what has been changed is on screen. */
export function painted() {
  if (document.hidden) return new Promise((resolve) => setTimeout(resolve)); // no frames are drawn in the background
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(undefined);
      channel.port2.postMessage(undefined);
    });
  });
}
