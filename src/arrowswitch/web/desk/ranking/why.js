// "Why this number": links marked data-why open the explanation in a dialog over the page.

let dialog = null;

function box() {
  if (dialog) return dialog;
  dialog = document.createElement("dialog");
  dialog.className = "why-dialog";
  document.body.append(dialog);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });
  return dialog;
}

export function startWhy() {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-why]");
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
