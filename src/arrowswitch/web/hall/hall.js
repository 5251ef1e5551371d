// The hall screen: turns the pages of long lists, asks again now and then (what the director lets it show is no event of the ledger),
// and fills the screen.
import { around } from "/static/js/dom.js";
import { refreshNow } from "/static/js/live.js";

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

setInterval(refreshNow, ASK_MS);

document.addEventListener("click", (event) => {
  if (around(event, "[data-full-screen]"))
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
});
