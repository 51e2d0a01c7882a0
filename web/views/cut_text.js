/* Which results hold more text than they show: known once they are laid out, at the width that they have then. */

/**
 * @param {HTMLElement} list whose width decides how much a result shows
 * @param {() => {element: HTMLElement, text: HTMLElement, more: HTMLElement, isShortened: boolean}[]} results
 * @returns {() => void} looks again, once the frame is laid out
 */
export function cutText(list, results) {
  let waiting = 0;
  const look = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => {
      const isCut = ({ element, text, isShortened }) =>
        isShortened || element.hasAttribute("data-open") || text.scrollHeight > text.clientHeight + 1;
      const cut = results().map(isCut); // all are read before one is written, so that the page is laid out once
      results().forEach(({ more }, place) => more.toggleAttribute("data-needless", !cut[place]));
    });
  };
  new ResizeObserver(look).observe(list);
  return look;
}
