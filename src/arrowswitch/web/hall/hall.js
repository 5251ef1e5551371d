// The hall screen: turns the pages of long lists, asks again now and then (what the director lets it show is no event of the ledger),
// and fills the screen.
import { around, byId } from "/static/js/dom.js";

const PAGE_MS = 9000;
const ASK_MS = 5000;

setInterval(() => {
  for (const name of new Set([...document.querySelectorAll(".pages")].map((page) => page.dataset.page ?? ""))) {
    const pages = [...document.querySelectorAll(`.pages[data-page="${CSS.escape(name)}"]`)];
    if (pages.length < 2) continue;
    const on = pages.findIndex((page) => page.classList.contains("is-on"));
    for (const [place, page] of pages.entries()) page.classList.toggle("is-on", place === (on + 1) % pages.length);
  }
}, PAGE_MS);

/**
 * What the screen shows, but for the time and the page of a list that it is at.
 * @param {HTMLElement} element
 */
const plain = (element) => {
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const clock of copy.querySelectorAll("[data-clock]")) {
    clock.removeAttribute("data-now");
    clock.className = "";
    clock.textContent = "";
  }
  for (const page of copy.querySelectorAll(".pages")) page.classList.remove("is-on");
  return copy.outerHTML;
};

setInterval(async () => {
  const answer = await fetch(location.href, { headers: { "X-Live": "1" } }).catch(() => null);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("hall");
  const old = byId("hall");
  if (!next || plain(old) === plain(next)) return;
  const fresh = document.importNode(next, true);
  old.replaceWith(fresh);
  document.dispatchEvent(new CustomEvent("desk:replaced", { detail: { root: fresh } }));
}, ASK_MS);

document.addEventListener("click", (event) => {
  if (around(event, "[data-full-screen]"))
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
});
