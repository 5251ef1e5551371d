// Small things that every script of the desk may use: fresh ids of sendings, the notice on top of the page, and the note of what was
// just done.
import { byId } from "/static/js/dom.js";

/** Returns the headers that prove that a command comes from this page. */
export const ownPage = () => ({ "X-Form-Token": document.documentElement.dataset.token ?? "" });

/** Returns an id that no other sending has. */
export const freshId = () =>
  crypto.randomUUID
    ? crypto.randomUUID()
    : Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

/**
 * Shows a notice on top of the page until it is closed.
 * @param {string | undefined} text
 */
export function notice(text = "") {
  const box = document.createElement("div");
  box.className = "notice";
  const words = document.createElement("div");
  words.textContent = text;
  const close = document.createElement("button");
  close.type = "button";
  close.dataset.dismissNotice = "";
  close.textContent = document.documentElement.dataset.dismiss ?? "";
  box.append(words, close);
  byId("notice").replaceChildren(box);
}

const NOTE = "arrowswitch.note";

/**
 * Keeps the note of a page that was fetched for the same page when it is gone to: the server tells it once.
 * @param {string} text
 */
export function carryNote(text) {
  if (text) sessionStorage.setItem(NOTE, text);
}

/** Shows the note that was carried here. */
export function showCarriedNote() {
  const text = sessionStorage.getItem(NOTE);
  if (!text) return;
  sessionStorage.removeItem(NOTE);
  if (document.getElementById("done")) return;
  const note = document.createElement("p");
  note.id = "done";
  note.className = "note done";
  note.setAttribute("role", "status");
  note.textContent = text;
  byId("main").before(note);
}
