// What was typed into score entry and is not stored: kept in this browser by event, session and place, also when the tab is closed, until
// the server has it, somebody takes it back, or it is too old to be of this evening.

const DRAFT = "arrowswitch.draft ";
const OLD_MS = 3 * 24 * 3600 * 1000;

/**
 * The typed text; the pairs and the board, by class of field, where they are not the planned ones; whether both sides had signed; which
 * result was stored then, and when it was typed.
 * @typedef {{ text: string, pairs: Record<string, string>, signed: string, seen: string, at: number }} Draft
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
    const { text, pairs = {}, signed = "", seen, at } = JSON.parse(localStorage.getItem(name) ?? "{}");
    const isDraft = typeof text === "string" && Date.now() - at < OLD_MS;
    return isDraft ? { text, pairs, signed: String(signed), seen: String(seen), at } : null;
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
 * @param {Omit<Draft, "at">} draft
 */
export const storeDraft = (key, draft) =>
  localStorage.setItem(nameOf(key), JSON.stringify({ ...draft, at: Date.now() }));

/**
 * Forgets what was typed for a place.
 * @param {string} key
 */
export const forgetDraft = (key) => localStorage.removeItem(nameOf(key));

for (const name of Object.keys(localStorage)) if (name.startsWith(DRAFT) && !read(name)) localStorage.removeItem(name);
