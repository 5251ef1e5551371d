// The hall screen: shows the slides of its programme one after the other, turns the pages of long lists, makes room for long names, finds
// a player by name, asks again now and then (another process may have changed something), and fills the screen.
import { around, fieldOf } from "/static/js/dom.js";
import { refreshNow } from "/static/js/live.js";

const PAGE_SECONDS = 9;
const ASK_MS = 5000;
const TICK_MS = 500;
const SEARCH_MS = 20_000;
const AWAKE_MS = 8000;
const LIST_SIZES = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6];
/** The letters of a list whose longest names take two lines are not made smaller than this. */
const WRAPPED_SIZE = 0.75;
const NAME_SIZES = [1, 0.95, 0.9, 0.85, 0.8, 0.76, 0.72, 0.69, 0.66, 0.63, 0.6, 0.57, 0.54, 0.5, 0.43];
/** This part of the hall's letters is the least that is read from the back row: 26 of 27 pixels. */
const LEAST = 0.955;

/** @param {HTMLElement} name */
const isCut = (name) => name.scrollWidth > name.clientWidth + 1;

/** Returns the height of the smallest letters that are read from the back row. */
const leastHeight = () => LEAST * Number.parseFloat(getComputedStyle(document.body).fontSize);

/** @param {Element} element */
const letterHeight = (element) => Number.parseFloat(getComputedStyle(element).fontSize);

/**
 * Makes the letters of a list somewhat smaller, so that no name is cut; the names that are still too long take two lines.
 * @param {HTMLElement} list
 */
function fit(list) {
  const names = [...list.querySelectorAll(".names")].map((name) => /** @type {HTMLElement} */ (name));
  for (const name of names) {
    name.classList.remove("is-wrapped", "is-broken");
    name.style.removeProperty("--name");
  }
  const first = names[0];
  if (!first) return;
  let fits = LIST_SIZES[0] ?? 1;
  for (const size of LIST_SIZES) {
    list.style.setProperty("--fit", String(size));
    if (letterHeight(first) < leastHeight()) break;
    fits = size;
    if (!names.some(isCut)) return;
  }
  list.style.setProperty("--fit", String(Math.max(fits, WRAPPED_SIZE)));
  wrap(names.filter(isCut));
}

/**
 * Wraps names between partners, in letters so small that their lines are not higher than the row; within a name only where it is longer
 * than a line.
 * @param {HTMLElement[]} names
 */
function wrap(names) {
  const heights = new Map(names.map((name) => [name, name.closest("li, tr")?.getBoundingClientRect().height ?? 0]));
  for (const name of names) name.classList.add("is-wrapped");
  const broken = shrink(names, heights, leastHeight());
  for (const name of broken) name.classList.add("is-broken");
  shrink(broken, heights, 0);
}

/**
 * Makes the letters of names smaller until each fits its row; returns those that do not fit in letters of at least this height.
 * @param {HTMLElement[]} names
 * @param {Map<HTMLElement, number>} heights
 * @param {number} least
 */
function shrink(names, heights, least) {
  let large = names;
  for (const size of NAME_SIZES) {
    for (const name of large) name.style.setProperty("--name", String(size));
    if (large.some((name) => letterHeight(name) < least)) break;
    large = large.filter((name) => isCut(name) || name.offsetHeight > (heights.get(name) ?? 0) + 1);
  }
  return large;
}

function fitAll() {
  for (const list of current().querySelectorAll(".pages.is-on")) fit(/** @type {HTMLElement} */ (list));
}

// The page of each list that is shown. A new result replaces the lists, and must not turn them back to their first page.
/** @type {Map<string, number>} */
const pageOf = new Map();
// With reduced motion the reader turns the pages by hand.
let isHeld = matchMedia("(prefers-reduced-motion: reduce)").matches;
let slide = "";
let turned = performance.now();
let typed = 0;

/** @returns {HTMLElement[]} */
const slides = () => [...document.querySelectorAll("[data-slide]")].map((one) => /** @type {HTMLElement} */ (one));

/** Returns the slides, or the whole page where it has none. */
const roots = () => (slides().length ? slides() : [document.body]);

/** Returns the slide that is shown; on a page without slides the whole page. */
function current() {
  return slides().find((one) => one.dataset.slide === slide) ?? slides()[0] ?? document.body;
}

/** @param {HTMLElement} root */
function listsOf(root) {
  /** @type {Map<string, Element[]>} */
  const lists = new Map();
  for (const page of root.querySelectorAll(".pages")) {
    const name = `${root.dataset.slide ?? ""} ${/** @type {HTMLElement} */ (page).dataset.page ?? ""}`;
    lists.set(name, [...(lists.get(name) ?? []), page]);
  }
  return lists;
}

/** Shows the slide and the page of each of its lists that have their turn, and offers to turn where there is more than one. */
function show() {
  const root = current();
  slide = root.dataset.slide ?? "";
  for (const element of slides()) element.classList.toggle("is-on", element === root);
  let most = 1;
  for (const [name, pages] of listsOf(root)) {
    most = Math.max(most, pages.length);
    const on = (pageOf.get(name) ?? 0) % pages.length;
    for (const [place, page] of pages.entries()) page.classList.toggle("is-on", place === on);
    for (const button of root.querySelectorAll("[data-to-page]"))
      button.setAttribute("aria-current", String(Number(/** @type {HTMLElement} */ (button).dataset.toPage) === on));
  }
  const turning = document.querySelector("[data-turning]");
  if (turning) turning.hidden = most < 2 && slides().length < 2;
  document.querySelector("[data-hold]")?.setAttribute("aria-pressed", String(isHeld));
  const line = document.querySelector("[data-search-line]");
  if (line) line.hidden = !document.querySelector("[data-find]");
  search();
  fitAll();
}

/** Turns to the next page of each list; after the last page of the longest one to the next slide. */
function turn() {
  const root = current();
  const lists = listsOf(root);
  const steps = Math.max(1, ...[...lists.values()].map((pages) => pages.length));
  const step = ([...lists.keys()].map((name) => pageOf.get(name) ?? 0).sort((one, other) => other - one)[0] ?? 0) + 1;
  const all = slides();
  for (const name of lists.keys()) pageOf.set(name, all.length && step >= steps ? 0 : step);
  if (all.length && step >= steps) slide = all[(all.indexOf(root) + 1) % all.length]?.dataset.slide ?? "";
  turned = performance.now();
  show();
}

/** @returns {HTMLInputElement | null} */
const searchField = () => document.querySelector("input[data-search]");

/** Shows the players whose name or reading contains what was typed. */
function search() {
  const wanted = searchField()?.value.trim().toLowerCase() ?? "";
  for (const element of roots()) {
    const players = [...element.querySelectorAll("[data-find]")];
    element.classList.toggle("is-searching", wanted !== "" && players.length > 0);
    let count = 0;
    for (const player of players) {
      const forms = /** @type {HTMLElement} */ (player).dataset.find ?? "";
      const isFound = forms.toLowerCase().includes(wanted);
      player.classList.toggle("is-hidden", !isFound);
      count += Number(isFound);
    }
    const nobody = element.querySelector("[data-nobody]");
    if (nobody) nobody.hidden = count > 0;
  }
}

/** Ends a search that nobody continues: the next reader finds the screen as it was. */
function endSearch() {
  const field = searchField();
  if (!field?.value || performance.now() - typed < SEARCH_MS) return;
  field.value = "";
  field.blur();
  show();
}

/** Shows the buttons of the screen while someone uses it: readers at the back need the space, and no buttons. */
/** @type {ReturnType<typeof setTimeout> | undefined} */
let asleep;
function wake() {
  document.body.classList.add("is-awake");
  clearTimeout(asleep);
  asleep = setTimeout(() => document.body.classList.remove("is-awake"), AWAKE_MS);
}
for (const kind of ["pointermove", "pointerdown", "keydown"]) addEventListener(kind, wake);

show();
// Parts of the font come when the first name that needs them is shown.
document.fonts.addEventListener("loadingdone", fitAll);
document.fonts.ready.then(fitAll);
addEventListener("resize", fitAll);
document.addEventListener("desk:replaced", show);

setInterval(() => {
  endSearch();
  const seconds = Number(current().dataset.seconds ?? PAGE_SECONDS);
  if (!isHeld && !searchField()?.value && performance.now() - turned >= seconds * 1000) turn();
}, TICK_MS);

setInterval(refreshNow, ASK_MS);

document.addEventListener("input", (event) => {
  if (!fieldOf(event, "[data-search]")) return;
  typed = performance.now();
  const named = roots().find((one) => one.querySelector("[data-find]"));
  if (named) slide = named.dataset.slide ?? "";
  show();
});

document.addEventListener("click", (event) => {
  if (around(event, "[data-next]")) turn();
  const button = around(event, "[data-to-page]");
  if (button) {
    for (const name of listsOf(current()).keys()) pageOf.set(name, Number(button.dataset.toPage));
    turned = performance.now();
    show();
  }
  if (around(event, "[data-hold]")) {
    isHeld = !isHeld;
    show();
  }
  if (around(event, "[data-full-screen]"))
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
});
