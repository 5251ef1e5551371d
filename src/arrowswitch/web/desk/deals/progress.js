// Deals are analysed in the background; meanwhile the page asks for the progress.

const EVERY_MS = 1000;

async function tell() {
  const box = document.getElementById("analysis");
  if (!box?.querySelector("[data-under-way]")) return;
  const answer = await fetch(box.dataset.at ?? "").catch(() => null);
  if (answer?.ok) box.innerHTML = await answer.text();
  setTimeout(tell, EVERY_MS);
}

setTimeout(tell, EVERY_MS);
