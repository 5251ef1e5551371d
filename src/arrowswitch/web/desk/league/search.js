// A search for a schedule takes its time: how far it is stands on the page while one waits, and it can be ended.
import { ownPage } from "/static/js/page.js";

const EVERY_MS = 700;

async function tell() {
  const box = document.getElementById("search");
  const said = box?.querySelector("[role=status]");
  if (!box || !said) return;
  const answer = await fetch(box.dataset.at ?? "").catch(() => null);
  if (answer?.status === 200) said.textContent = (await answer.json()).text;
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
// Who comes back to the page by the browser's own button finds it as it was left.
window.addEventListener("pageshow", () => {
  const box = document.getElementById("search");
  if (box) box.hidden = true;
});
