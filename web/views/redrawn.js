/* Drawing again what is on screen: text that stays in its pieces keeps its elements, and is not laid out anew. */

/**
 * Shows new elements in place of those of a box.
 * @param {HTMLElement} box
 * @param {HTMLElement[]} elements
 * @param {(element: Element) => boolean} [wanted] which of the present ones to do it for, where there are as many
 */
export function redrawn(box, elements, wanted = () => true) {
  const before = [...box.children];
  if (before.length !== elements.length) return box.replaceChildren(...elements);
  elements.forEach((element, place) => {
    if (!wanted(before[place])) return;
    if (isAlike(before[place], element)) takeAttributes(before[place], element);
    else before[place].replaceWith(element);
  });
}

/** Whether two nodes hold the same text in the same elements, whatever the attributes of these. */
function isAlike(one, other) {
  if (one.nodeName !== other.nodeName || one.childNodes.length !== other.childNodes.length) return false;
  if (one.nodeType === Node.TEXT_NODE) return one.data === other.data;
  return [...one.childNodes].every((child, place) => isAlike(child, other.childNodes[place]));
}

/** Gives an element, and all within, the attributes of one that is alike. */
function takeAttributes(element, other) {
  for (const { name } of [...element.attributes]) if (!other.hasAttribute(name)) element.removeAttribute(name);
  for (const { name, value } of other.attributes) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  [...element.children].forEach((child, place) => takeAttributes(child, other.children[place]));
}
