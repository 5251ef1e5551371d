// The search field of the grid: a number, a side and number, a meeting or a board set marks its cells; Enter goes from one to the next.

import { byId } from "/static/js/dom.js";

const NOW = "found-now";

/** @returns {HTMLInputElement} */
const field = () => byId("find");
/** @returns {HTMLElement[]} */
const cells = () => [...byId("bench-grid").querySelectorAll(".cell")];

/**
 * A test of a cell's text for what was typed: `7`, `NS7`, `7-13`, `set 3`; null for an empty line.
 * @param {string} typed
 * @returns {((text: string) => boolean) | null}
 */
function testOf(typed) {
  const query = typed.normalize("NFKC").trim().toUpperCase();
  if (!query) return null;
  const word = (field().dataset.set ?? "").toUpperCase();
  const set = query.match(new RegExp(`^(?:${word}|SET|S)\\s*(\\d+)$`));
  if (set) return (text) => text.split(" ")[1] === set[1];
  const wanted = query.split(/[-\s]+/).filter(Boolean);
  return (text) => {
    const numbers = (text.split(" ")[0] ?? "").toUpperCase().split("-");
    const half = numbers.length / 2;
    return wanted.every((one) =>
      numbers.some((number, seat) => one === number || one === `${seat < half ? "NS" : "EW"}${number}`),
    );
  };
}

/** @returns {HTMLElement[]} */
function mark() {
  const test = testOf(field().value);
  const matches = cells().filter((cell) => test?.(cell.dataset.text ?? ""));
  for (const cell of cells()) {
    cell.classList.toggle("found", matches.includes(cell));
    if (!matches.includes(cell)) cell.classList.remove(NOW);
  }
  const at = matches.findIndex((cell) => cell.classList.contains(NOW));
  byId("found").textContent = test ? `${at + 1 || (matches.length ? "–" : 0)} / ${matches.length}` : "";
  return matches;
}

/** @param {number} step */
function go(step) {
  const matches = mark();
  const at = matches.findIndex((cell) => cell.classList.contains(NOW));
  const next = matches[(at < 0 ? (step > 0 ? 0 : matches.length - 1) : at + step + matches.length) % matches.length];
  for (const cell of matches) cell.classList.toggle(NOW, cell === next);
  next?.scrollIntoView({ block: "nearest", inline: "nearest" });
  mark();
  return next;
}

/** @param {(cell: HTMLElement | undefined) => void} leaveTo gives the focus to a cell, or back to the last one */
export function startFinding(leaveTo) {
  document.addEventListener("input", (event) => {
    if (event.target instanceof HTMLElement && event.target.id === "find") mark();
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.target instanceof HTMLElement) || event.target.id !== "find") return;
    if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") {
      const now = cells().find((cell) => cell.classList.contains(NOW));
      field().value = "";
      mark();
      leaveTo(now);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-find]") : null;
    if (button instanceof HTMLElement) go(Number(button.dataset.find));
  });
  for (const name of ["desk:shown", "bench:changed"])
    document.addEventListener(name, () => {
      if (document.getElementById("find")) mark();
    });
}

/** Puts the keyboard into the search field. */
export function openSearch() {
  field().focus();
  field().select();
}
