// Small things that every script of the desk may use: fresh ids of sendings, and the notice on top of the page.
import { byId } from "/static/js/dom.js";

/** Returns an id that no other sending has. */
export const freshId = () =>
  crypto.randomUUID
    ? crypto.randomUUID()
    : Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

/**
 * Shows a notice on top of the page until somebody closes it.
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
