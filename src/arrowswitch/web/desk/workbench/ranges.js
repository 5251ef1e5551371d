// A range of cells as in a spreadsheet: Shift with an arrow key or a click extends it; copy, cut and paste exchange it with other programs,
// Ctrl D fills it downwards. Only the view by tables has one cell for each round and table.

import { pasteBlock } from "/static/desk/workbench/live.js";
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

/** The corners of the range: rounds from `top` to `bottom`, tables from `left` to `right`. */
function corners() {
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
      /** @type {HTMLElement | null} */
      const cell = byId("bench-grid").querySelector(`[data-cell="${round}-${table}"]`);
      row.push(cell?.dataset.text ?? "");
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
  }
}

/**
 * Makes a cell the whole range.
 * @param {HTMLElement} cell
 */
export function resetRange(cell) {
  anchor = cell.dataset.cell ?? "";
  end = anchor;
  if (isEditable()) mark();
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
