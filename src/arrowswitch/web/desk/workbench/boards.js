// The board sets above the grid: a press gives a set to the cells of the range. Sets that another table of the round has, and sets that the
// table's own numbers play in another round, look different.

import { fillCells } from "/static/desk/workbench/live.js";
import { pickedKeys } from "/static/desk/workbench/ranges.js";
import { around, byId } from "/static/js/dom.js";

/** @param {HTMLElement} cell */
const setOf = (cell) => (cell.dataset.text ?? "").split(" ")[1] ?? "";
/** @param {HTMLElement} cell */
const numbersOf = (cell) => (cell.dataset.text ?? "").split(" ")[0]?.split("-") ?? [];
/** @param {HTMLElement} cell */
const roundOf = (cell) => (cell.dataset.cell ?? "").split("-")[0];
/** @returns {HTMLElement[]} */
const cells = () => [...byId("bench-grid").querySelectorAll(".cell")];
/** @param {string[]} keys */
const filled = (keys) => cells().filter((cell) => keys.includes(cell.dataset.cell ?? "") && cell.dataset.text);

/** Numbers of North-South and East-West differ in two fields, where a 7 sits on each side. */
const meets = (/** @type {string[]} */ numbers, /** @type {string[]} */ others) => {
  const half = numbers.length / 2;
  return numbers.some((number, seat) => others.some((other, at) => number === other && seat < half === at < half));
};

function show() {
  const bar = byId("bench-sets");
  const picked = filled(pickedKeys());
  const first = picked[0];
  const own = new Set(picked.map(setOf));
  /** @type {Set<string>} */
  const busy = new Set();
  /** @type {Set<string>} */
  const played = new Set();
  for (const cell of first ? cells() : []) {
    if (!first || picked.includes(cell) || !cell.dataset.text) continue;
    if (roundOf(cell) === roundOf(first)) busy.add(setOf(cell));
    else if (meets(numbersOf(first), numbersOf(cell))) played.add(setOf(cell));
  }
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = bar.querySelectorAll("[data-set]");
  for (const button of buttons) {
    const set = button.dataset.set ?? "";
    button.disabled = !picked.length;
    button.setAttribute("aria-pressed", String(own.has(set)));
    button.classList.toggle("busy", busy.has(set));
    button.classList.toggle("played", played.has(set));
    button.title = played.has(set) ? (bar.dataset.played ?? "") : busy.has(set) ? (bar.dataset.busy ?? "") : "";
  }
}

export function startBoards() {
  document.addEventListener("click", async (event) => {
    /** @type {HTMLElement | null} */
    const button = around(event, "#bench-sets [data-set]");
    if (!button) return;
    const keys = filled(pickedKeys()).map((cell) => cell.dataset.cell ?? "");
    if (keys.length) await fillCells(Object.fromEntries(keys.map((key) => [key, button.dataset.set ?? ""])));
  });
  for (const name of ["bench:range", "bench:changed", "desk:shown"])
    document.addEventListener(name, () => {
      if (document.getElementById("bench-sets")) show();
    });
}
