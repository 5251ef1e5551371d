// What was typed into score entry and is not stored: kept in this browser by event, session and place, also when the tab is closed, until
// the server has it, somebody takes it back, or it is too old to be of this evening.

const DRAFT = "arrowswitch.draft ";
const OLD_MS = 3 * 24 * 3600 * 1000;

/**
 * What was typed, which result stood there then, and when it was.
 * @typedef {{ text: string, seen: string, at: number }} Draft
 */

/**
 * Returns the name under which lies what is typed for a place; the page's base tells event, session and section.
 * @param {string} key
 */
const nameOf = (key) => `${DRAFT}${document.getElementById("scores")?.dataset.base ?? ""} ${key}`;

/**
 * Returns what lies under a name; nothing where that is no draft, or an old one.
 * @param {string} name
 * @returns {Draft | null}
 */
function read(name) {
  try {
    const { text, seen, at } = JSON.parse(localStorage.getItem(name) ?? "{}");
    return typeof text === "string" && Date.now() - at < OLD_MS ? { text, seen: String(seen), at } : null;
  } catch {
    return null;
  }
}

/**
 * Returns what was typed for a place of this page's session; null where nothing was.
 * @param {string} key
 */
export const draftOf = (key) => read(nameOf(key));

/**
 * Keeps what is typed for a place.
 * @param {string} key
 * @param {string} text
 * @param {string} seen
 */
export const storeDraft = (key, text, seen) =>
  localStorage.setItem(nameOf(key), JSON.stringify({ text, seen, at: Date.now() }));

/**
 * Forgets what was typed for a place.
 * @param {string} key
 */
export const forgetDraft = (key) => localStorage.removeItem(nameOf(key));

for (const name of Object.keys(localStorage)) if (name.startsWith(DRAFT) && !read(name)) localStorage.removeItem(name);
