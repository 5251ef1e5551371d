// The page of a draw: contestants are dragged onto each other, or picked one after the other, to change places. Each state of the page has
// an address; the server says at once what is wrong with it. Without this script the same links lead from page to page.
import { around } from "/static/js/dom.js";
import { fetchPage, putInPlace } from "/static/js/live.js";

const region = () => document.getElementById("draw");
let dragged = "";
let newest = 0;

/**
 * Shows the draw of an address in place, with the focus where it was.
 * @param {string} address
 */
async function show(address) {
  const mine = ++newest;
  const picked = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.pick : undefined;
  const answer = await fetchPage(address);
  if (mine !== newest) return;
  const next = answer?.page.getElementById("draw");
  const draw = region();
  if (!answer || !next || !draw) return location.assign(address);
  history.replaceState(null, "", answer.url);
  const fresh = putInPlace(draw, next);
  if (picked) fresh.querySelector(`[data-pick="${CSS.escape(picked)}"]`)?.focus();
}

/**
 * @param {string} one
 * @param {string} other
 */
function exchange(one, other) {
  const base = region()?.querySelector("[data-base]")?.dataset.base ?? "";
  const query = new URLSearchParams(base.replace(/^\?/, ""));
  query.set("pick", one);
  query.set("other", other);
  show(`${location.pathname}?${query}`);
}

document.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = around(event, "[data-pick], [data-draw]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !region()?.contains(link)) return;
  event.preventDefault();
  show(link.href);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  /** @type {HTMLAnchorElement | null | undefined} */
  const picked = region()?.querySelector('[data-pick][aria-pressed="true"]');
  if (picked) show(picked.href);
});
document.addEventListener("dragstart", (event) => {
  const place = around(event, "[data-pick]");
  if (!place || !event.dataTransfer) return;
  dragged = place.dataset.pick ?? "";
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", dragged);
  place.classList.add("is-dragged");
});
document.addEventListener("dragend", () => {
  dragged = "";
  for (const place of document.querySelectorAll(".is-dragged, .is-over"))
    place.classList.remove("is-dragged", "is-over");
});
document.addEventListener("dragover", (event) => {
  const place = around(event, "[data-pick]");
  for (const old of document.querySelectorAll(".is-over")) if (old !== place) old.classList.remove("is-over");
  if (!dragged || !place || place.dataset.pick === dragged) return;
  event.preventDefault();
  place.classList.add("is-over");
});
document.addEventListener("drop", (event) => {
  const place = around(event, "[data-pick]");
  if (!dragged || !place || place.dataset.pick === dragged) return;
  event.preventDefault();
  exchange(dragged, place.dataset.pick ?? "");
});
