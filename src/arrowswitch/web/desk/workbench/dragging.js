// A range of cells under the mouse: a drag from a cell extends the range, a drag of the range (or of the edge of a single cell) takes it to
// another place, and a drag of its lower right corner fills the cells on the way. Fingers scroll the grid and drag nothing.

import {
  corners,
  extendRange,
  fillTo,
  hasRanges,
  moveRange,
  rangeKeys,
  resetRange,
} from "/static/desk/workbench/ranges.js";
import { around, byId } from "/static/js/dom.js";

const CORNER_PX = 11;
const EDGE_PX = 5;
/**
 * The drag under way: its kind, the cell that it began in, and the cell that it has come to.
 * @type {{ kind: "pick" | "move" | "fill", from: string, at: string } | null}
 */
let drag = null;

/** @param {PointerEvent} event */
const cellUnder = (event) =>
  /** @type {HTMLElement | null} */ (
    document.elementFromPoint(event.clientX, event.clientY)?.closest("#bench-grid .cell") ?? null
  );
/** @param {string} key */
const placeOf = (key) => key.split("-").map(Number);

/**
 * @param {HTMLElement} cell
 * @param {PointerEvent} event
 */
function isAtCorner(cell, event) {
  const box = cell.getBoundingClientRect();
  return "corner" in cell.dataset && box.right - event.clientX < CORNER_PX && box.bottom - event.clientY < CORNER_PX;
}

/**
 * The kind of the drag that would begin here.
 * @param {HTMLElement} cell
 * @param {PointerEvent} event
 * @returns {"pick" | "move" | "fill"}
 */
function kindOf(cell, event) {
  const keys = hasRanges() ? rangeKeys() : [];
  if (!keys.includes(cell.dataset.cell ?? "")) return "pick";
  if (isAtCorner(cell, event)) return "fill";
  if (keys.length > 1) return "move";
  const box = cell.getBoundingClientRect();
  const fromEdge = Math.min(
    event.clientX - box.left,
    box.right - event.clientX,
    event.clientY - box.top,
    box.bottom - event.clientY,
  );
  return fromEdge < EDGE_PX ? "move" : "pick";
}

/** @param {PointerEvent} event */
const isOfMouse = (event) => event.pointerType !== "touch" && document.getElementById("bench")?.dataset.by === "tables";

/** Marks the cells that the drag would fill. */
function preview() {
  const keys = new Set(drag && drag.kind !== "pick" ? targets() : []);
  for (const cell of byId("bench-grid").querySelectorAll(".cell"))
    cell.classList.toggle("landing", keys.has(cell.dataset.cell ?? ""));
}

/** @returns {string[]} */
function targets() {
  if (!drag) return [];
  const [round = 0, table = 0] = placeOf(drag.at);
  const { top, bottom, left, right } = corners();
  if (drag.kind === "fill") {
    const [last, edge] = round > bottom ? [round, right] : [bottom, Math.max(table, right)];
    const keys = [];
    for (let at = top; at <= last; at += 1)
      for (let column = left; column <= edge; column += 1) keys.push(`${at}-${column}`);
    return keys;
  }
  const [down, across] = distance();
  return rangeKeys().map((key) => {
    const [at = 0, column = 0] = placeOf(key);
    return `${at + down}-${column + across}`;
  });
}

/** @returns {[number, number]} */
function distance() {
  const [fromRound = 0, fromTable = 0] = placeOf(drag?.from ?? "");
  const [round = 0, table = 0] = placeOf(drag?.at ?? "");
  return [round - fromRound, table - fromTable];
}

export function startDragging() {
  document.addEventListener("pointerdown", (event) => {
    /** @type {HTMLElement | null} */
    const cell = around(event, "#bench-grid .cell");
    if (!cell || event.button || event.shiftKey || !isOfMouse(event) || cell.querySelector(".cell-edit")) return;
    const from = cell.dataset.cell ?? "";
    drag = { kind: kindOf(cell, event), from, at: from };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) {
      /** @type {HTMLElement | null} */
      const over = around(event, "#bench-grid .cell");
      if (over && isOfMouse(event)) over.dataset.drag = kindOf(over, event);
      return;
    }
    if (!event.buttons) return stop();
    const cell = cellUnder(event);
    const key = cell?.dataset.cell ?? "";
    if (!cell || key === drag.at) return;
    if (drag.kind === "pick") {
      if (drag.at === drag.from) {
        const first = byId("bench-grid").querySelector(`.cell[data-cell="${CSS.escape(drag.from)}"]`);
        if (first) resetRange(first);
      }
      extendRange(cell);
    }
    drag.at = key;
    preview();
  });
  document.addEventListener("pointerup", async (event) => {
    if (!drag) return;
    const { kind, from, at } = drag;
    const [down, across] = distance();
    stop();
    if (from === at) return;
    // The click that follows would make the cell under the pointer the whole range.
    /** @param {Event} click */
    const swallow = (click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    if (kind === "move") await moveRange(down, across, event.ctrlKey || event.metaKey);
    if (kind === "fill") await fillTo(at);
  });
  document.addEventListener("pointercancel", stop);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drag) stop();
  });
}

function stop() {
  drag = null;
  if (document.getElementById("bench-grid")) preview();
}
