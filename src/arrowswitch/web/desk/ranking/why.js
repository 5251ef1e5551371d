// "Why this number": links marked data-why open the explanation in a dialog over the page.

import { around } from "/static/js/dom.js";

/** @type {HTMLDialogElement | null} */
let dialog = null;

function box() {
  if (dialog) return dialog;
  const made = document.createElement("dialog");
  made.className = "why-dialog";
  document.body.append(made);
  made.addEventListener("click", (event) => {
    if (event.target === made || around(event, "[data-close]")) made.close();
  });
  dialog = made;
  return made;
}

export function startWhy() {
  document.addEventListener("click", async (event) => {
    /** @type {HTMLAnchorElement | null} */
    const link = around(event, "a[data-why]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const answer = await fetch(link.href, { headers: { "X-Part": "1" } }).catch(() => null);
    if (!answer?.ok) return location.assign(link.href);
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("why");
    if (!found) return location.assign(link.href);
    const shown = box();
    shown.replaceChildren(document.importNode(found, true));
    if (!shown.open) shown.showModal();
  });
}
