/* The one module of the page that asks for files: the site's own, by their path within it. */

const SITE = new URL("./", import.meta.url);

/** @param {string} path within the site @returns {string} */
export const addressOf = (path) => new URL(path, SITE).href;

/** @param {string} path within the site @returns {Promise<Response>} */
export async function ownFile(path) {
  const response = await fetch(addressOf(path));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}
