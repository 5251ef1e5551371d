// The hall screen: turns the pages of long lists, makes room for long names, asks again now and then (what the director lets it show is no
// event of the ledger), and fills the screen.
import { around } from "/static/js/dom.js";
import { refreshNow } from "/static/js/live.js";

const PAGE_MS = 9000;
const ASK_MS = 5000;
const SMALLEST = 0.6;
const STEP = 0.05;

/**
 * Makes the letters of a list so small that no name is cut, and at last lets names take two lines.
 * @param {HTMLElement} list
 */
function fit(list) {
  const isCut = () => [...list.querySelectorAll(".names")].some((name) => name.scrollWidth > name.clientWidth + 1);
  list.classList.remove("is-two-lined");
  for (let size = 1; size >= SMALLEST; size -= STEP) {
    list.style.setProperty("--fit", size.toFixed(2));
    if (!isCut()) return;
  }
  list.classList.add("is-two-lined");
}

function fitAll() {
  for (const list of document.querySelectorAll(".pages.is-on")) fit(/** @type {HTMLElement} */ (list));
}

// Which page of each list is shown. A result that comes in replaces the lists, and must not turn them back to their first page.
/** @type {Map<string, number>} */
const shown = new Map();
// Who asked their machine for less motion turns the pages by hand.
let isHeld = matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Shows of each list the page that has its turn, and offers to turn where there is more than one.
 * @param {number} steps how many pages on
 */
function turn(steps) {
  let most = 1;
  for (const name of new Set([...document.querySelectorAll(".pages")].map((page) => page.dataset.page ?? ""))) {
    const pages = [...document.querySelectorAll(`.pages[data-page="${CSS.escape(name)}"]`)];
    most = Math.max(most, pages.length);
    const on = ((shown.get(name) ?? 0) + steps) % pages.length;
    shown.set(name, on);
    for (const [place, page] of pages.entries()) page.classList.toggle("is-on", place === on);
  }
  const turning = document.querySelector("[data-turning]");
  if (turning) turning.hidden = most < 2;
  document.querySelector("[data-hold]")?.setAttribute("aria-pressed", String(isHeld));
  fitAll();
}

turn(0);
// Parts of the font come when the first name that needs them stands on the wall.
document.fonts.addEventListener("loadingdone", fitAll);
document.fonts.ready.then(fitAll);
addEventListener("resize", fitAll);
document.addEventListener("desk:replaced", () => turn(0));

setInterval(() => {
  if (!isHeld) turn(1);
}, PAGE_MS);

setInterval(refreshNow, ASK_MS);

document.addEventListener("click", (event) => {
  if (around(event, "[data-next]")) turn(1);
  if (around(event, "[data-hold]")) {
    isHeld = !isHeld;
    turn(0);
  }
  if (around(event, "[data-full-screen]"))
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
});
