// Drafts of results typed into score entry and not stored yet: this browser keeps them by event, session and place, also when the tab is closed, until
// the server has stored them, the director discards them, or they are too old to be of this evening.

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
 * Returns the draft stored under a name. Returns null if there is none or it is too old.
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
 * Returns the draft for a place of this page's session, or null.
 * @param {string} key
 */
export const draftOf = (key) => read(nameOf(key));

/**
 * Stores the draft for a place.
 * @param {string} key
 * @param {Omit<Draft, "at">} draft
 */
export const storeDraft = (key, draft) =>
  localStorage.setItem(nameOf(key), JSON.stringify({ ...draft, at: Date.now() }));

/**
 * Deletes the draft for a place.
 * @param {string} key
 */
export const forgetDraft = (key) => localStorage.removeItem(nameOf(key));

for (const name of Object.keys(localStorage)) if (name.startsWith(DRAFT) && !read(name)) localStorage.removeItem(name);
