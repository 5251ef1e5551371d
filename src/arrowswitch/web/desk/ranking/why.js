// "Why this number": links marked data-why open the explanation in a dialog over the page.

import { around } from "/static/js/dom.js";
import { fetchPage } from "/static/js/live.js";

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
    const answer = await fetchPage(link.href, { headers: { "X-Part": "1" } });
    const section = answer?.ok ? answer.page.getElementById("why") : null;
    if (!section) return location.assign(link.href);
    const dialog = box();
    dialog.replaceChildren(document.importNode(section, true));
    if (!dialog.open) dialog.showModal();
  });
}
