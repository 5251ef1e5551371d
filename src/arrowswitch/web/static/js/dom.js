// Elements of a page, as scripts ask for them: those that the page promises, and what an event happened to.

/**
 * Returns the element of this id; without it the page is broken, and the script says so.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id
 * @returns {E}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return /** @type {E} */ (element);
}

/**
 * Returns the nearest element around what an event happened to, or null.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {Event} event
 * @param {string} selector
 * @returns {E | null}
 */
export const around = (event, selector) =>
  event.target instanceof Element ? /** @type {E | null} */ (event.target.closest(selector)) : null;

/**
 * Returns the field that an event happened to, if it is one of the selector's, or null.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLInputElement | null}
 */
export const fieldOf = (event, selector) =>
  event.target instanceof HTMLInputElement && event.target.matches(selector) ? event.target : null;
