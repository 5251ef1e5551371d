// A range of cells as in a spreadsheet: Shift with an arrow key or a click extends it; copy, cut and paste exchange it with other programs,
// Ctrl D fills it downwards. It is dragged to another place, and its corner is dragged to fill further cells. Only the view by tables has
// one cell for each round and table.

import { fillCells, pasteBlock } from "/static/desk/workbench/live.js";
import { byId } from "/static/js/dom.js";

/** @type {string} */
let anchor = "";
/** @type {string} */
let end = "";

const isEditable = () => {
  const bench = document.getElementById("bench");
  return bench !== null && bench.dataset.by === "tables" && !("trying" in bench.dataset);
};
/** @param {string} key */
const placeOf = (key) => key.split("-").map(Number);

/**
 * @param {string} key
 * @returns {HTMLElement | null}
 */
const cellAt = (key) => byId("bench-grid").querySelector(`.cell[data-cell="${CSS.escape(key)}"]`);
/** @param {string} key */
const textAt = (key) => cellAt(key)?.dataset.text ?? "";

/** The corners of the range: rounds from `top` to `bottom`, tables from `left` to `right`. */
export function corners() {
  const [[top = 0, left = 0], [bottom = 0, right = 0]] = [placeOf(anchor), placeOf(end)];
  return {
    top: Math.min(top, bottom),
    bottom: Math.max(top, bottom),
    left: Math.min(left, right),
    right: Math.max(left, right),
  };
}

/**
 * The texts of the range, row by row.
 * @returns {string[][]}
 */
function texts() {
  const { top, bottom, left, right } = corners();
  const rows = [];
  for (let round = top; round <= bottom; round += 1) {
    const row = [];
    for (let table = left; table <= right; table += 1) {
      row.push(textAt(`${round}-${table}`));
    }
    rows.push(row);
  }
  return rows;
}

/** @param {string[][]} rows */
const written = (rows) => rows.map((row) => row.join("\t")).join("\n");

function mark() {
  const { top, bottom, left, right } = corners();
  const isWide = anchor !== end;
  for (const cell of byId("bench-grid").querySelectorAll(".cell")) {
    const [round = 0, table = 0] = placeOf(cell.dataset.cell ?? "");
    cell.classList.toggle("picked", isWide && round >= top && round <= bottom && table >= left && table <= right);
    cell.toggleAttribute("data-corner", round === bottom && table === right);
  }
  document.dispatchEvent(new CustomEvent("bench:range"));
}

/** The keys of the cells of the range, row by row. */
export function rangeKeys() {
  const { top, bottom, left, right } = corners();
  const keys = [];
  for (let round = top; round <= bottom; round += 1)
    for (let table = left; table <= right; table += 1) keys.push(`${round}-${table}`);
  return keys;
}

/** The keys of the cells that a command is for: those of the range, in the view by boards the one cell. */
export const pickedKeys = () => (anchor === "" ? [] : isEditable() ? rangeKeys() : [anchor]);

/** True if the sheet can be changed here by ranges. */
export const hasRanges = () => isEditable() && anchor !== "";

/**
 * Makes these cells the range.
 * @param {string} first
 * @param {string} last
 */
function select(first, last) {
  [anchor, end] = [first, last];
  mark();
}

/**
 * Lets the range change places with the cells that lie `down` and `across` from it; nothing is lost. With `copies` the range stays as well.
 * @param {number} down
 * @param {number} across
 * @param {boolean} copies
 */
export async function moveRange(down, across, copies) {
  const from = rangeKeys();
  const to = from.map((key) => shiftKey(key, down, across));
  if (to.some((key) => !cellAt(key)) || (!down && !across)) return;
  const left = copies ? [] : from.filter((key) => !to.includes(key));
  const displaced = to.filter((key) => !from.includes(key)).map(textAt);
  const cells = Object.fromEntries([
    ...to.map((key, place) => [key, textAt(from[place] ?? "")]),
    ...left.map((key, place) => [key, displaced[place] ?? ""]),
  ]);
  const answer = await fillCells(cells);
  if (answer.ok) select(shiftKey(anchor, down, across), shiftKey(end, down, across));
  cellAt(anchor)?.focus({ preventScroll: true });
}

/**
 * Fills the cells from the range to this one with the contents of the range, again and again.
 * @param {string} key
 */
export async function fillTo(key) {
  const { top, bottom, left, right } = corners();
  const [round = 0, table = 0] = placeOf(key);
  const goesDown = round > bottom;
  if (!goesDown && table <= right) return;
  const [last, edge] = goesDown ? [round, right] : [bottom, table];
  /** @type {Record<string, string>} */
  const cells = {};
  for (let at = top; at <= last; at += 1)
    for (let column = left; column <= edge; column += 1)
      if (at > bottom || column > right)
        cells[`${at}-${column}`] = textAt(
          `${top + ((at - top) % (bottom - top + 1))}-${left + ((column - left) % (right - left + 1))}`,
        );
  const answer = await fillCells(cells);
  if (answer.ok) select(`${top}-${left}`, `${last}-${edge}`);
  cellAt(anchor)?.focus({ preventScroll: true });
}

/**
 * @param {string} key
 * @param {number} down
 * @param {number} across
 */
function shiftKey(key, down, across) {
  const [round = 0, table = 0] = placeOf(key);
  return `${round + down}-${table + across}`;
}

/**
 * Makes a cell the whole range.
 * @param {HTMLElement} cell
 */
export function resetRange(cell) {
  anchor = cell.dataset.cell ?? "";
  end = anchor;
  if (isEditable()) mark();
  else document.dispatchEvent(new CustomEvent("bench:range"));
}

/**
 * Extends the range from its first cell to this one.
 * @param {HTMLElement} cell
 */
export function extendRange(cell) {
  if (!isEditable()) return;
  end = cell.dataset.cell ?? end;
  anchor ||= end;
  mark();
}

/**
 * Sends a block for the range, and marks it again.
 * @param {string[][]} rows
 */
async function fill(rows) {
  const { top, left } = corners();
  const answer = await pasteBlock(`${top}-${left}`, written(rows));
  if (document.getElementById("bench-grid")) mark();
  return answer;
}

/** Empties a range of several cells; resolves to false for a single cell, which is emptied as usual. */
export async function emptyRange() {
  if (!isEditable() || anchor === end) return false;
  await fill(texts().map((row) => row.map(() => "")));
  return true;
}

/** Fills the range with its first row. */
export function fillDown() {
  if (!isEditable() || anchor === end) return;
  const rows = texts();
  fill(rows.map(() => rows[0] ?? []));
}

/** True if the keyboard is at a cell and no line is open in it. */
const isAtCell = () => isEditable() && document.activeElement?.matches("#bench-grid .cell") === true;

export function startRanges() {
  document.addEventListener("bench:changed", () => {
    if (hasRanges()) mark();
  });
  for (const kind of /** @type {const} */ (["copy", "cut"])) {
    document.addEventListener(kind, (event) => {
      if (!isAtCell()) return;
      event.clipboardData?.setData("text/plain", written(texts()));
      event.preventDefault();
      if (kind === "cut") fill(texts().map((row) => row.map(() => "")));
    });
  }
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!isAtCell() || !text.trim()) return;
    event.preventDefault();
    const rows = text
      .replaceAll("\r\n", "\n")
      .replace(/\n$/, "")
      .split("\n")
      .map((row) => row.split("\t"));
    const single = rows.length === 1 && rows[0]?.length === 1 ? rows[0][0] : undefined;
    fill(single === undefined ? rows : texts().map((row) => row.map(() => single)));
  });
}
