/* The only two things the site remembers: language and theme. Nothing of a document or a query is ever stored. */

const NAMES = ["language", "theme"];

/** @param {"language" | "theme"} name */
export function preference(name) {
  try {
    return localStorage.getItem(`chunkforge.${name}`);
  } catch {
    return null; // storage is switched off: the choice lasts as long as the tab
  }
}

/** @param {"language" | "theme"} name @param {string} value */
export function setPreference(name, value) {
  if (!NAMES.includes(name)) throw new Error(`${name} is not a preference`);
  try {
    localStorage.setItem(`chunkforge.${name}`, value);
  } catch {
    // as above
  }
}
