// Deals are analysed beside the desk: while that is under way the page asks how far it is.

const EVERY_MS = 1000;

async function tell() {
  const box = document.getElementById("analysis");
  if (!box?.querySelector("[data-under-way]")) return;
  const answer = await fetch(box.dataset.at ?? "").catch(() => null);
  if (answer?.ok) box.innerHTML = await answer.text();
  setTimeout(tell, EVERY_MS);
}

setTimeout(tell, EVERY_MS);
