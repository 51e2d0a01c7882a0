/* What is on screen. Asked before anything is drawn, when every place is known without laying anything out. */

/**
 * Tells which elements of a box that scrolls are on screen.
 * @param {Element} scroller
 * @param {Iterable<Element>} elements
 * @returns {Set<Element>}
 */
export function inSight(scroller, elements) {
  const frame = scroller.getBoundingClientRect();
  const [top, bottom] = [Math.max(0, frame.top), Math.min(innerHeight, frame.bottom)];
  const isInSight = (element) => {
    const box = element.getBoundingClientRect();
    return box.bottom > top && box.top < bottom;
  };
  return new Set([...elements].filter(isInSight));
}
