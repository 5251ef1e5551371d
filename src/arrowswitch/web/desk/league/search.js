// A search for a schedule can take long: the page shows its progress and a button to stop it.
import { ownPage } from "/static/js/page.js";

const EVERY_MS = 700;

async function tell() {
  const box = document.getElementById("search");
  const status = box?.querySelector("[role=status]");
  if (!box || !status) return;
  const answer = await fetch(box.dataset.at ?? "").catch(() => null);
  if (answer?.status === 200) status.textContent = (await answer.json()).text;
  setTimeout(tell, EVERY_MS);
}

function begin() {
  const box = document.getElementById("search");
  if (!box?.hidden) return;
  box.hidden = false;
  box.scrollIntoView({ block: "nearest" });
  setTimeout(tell, EVERY_MS);
}

document.addEventListener("click", (event) => {
  const pressed = event.target instanceof Element ? event.target : null;
  if (pressed?.closest("a[data-search]")) begin();
  const box = document.getElementById("search");
  if (pressed?.closest("#search button"))
    void fetch(`${box?.dataset.at}/stop`, { method: "POST", headers: ownPage() }).catch(() => null);
});
document.addEventListener("submit", (event) => {
  if (event.submitter instanceof HTMLButtonElement && event.submitter.name === "propose") begin();
});
// The browser's back button shows the page as it was left.
window.addEventListener("pageshow", () => {
  const box = document.getElementById("search");
  if (box) box.hidden = true;
});
