// The grid of a sheet as a keyboard sees it: one cell has the focus, arrow keys move, typing opens a line in the cell, Enter and Tab keep
// what was typed. Faults in the list lead to their cells.

import { startBoards } from "/static/desk/workbench/boards.js";
import { startDragging } from "/static/desk/workbench/dragging.js";
import { openSearch, startFinding } from "/static/desk/workbench/finding.js";
import { check, commit, forget, restore } from "/static/desk/workbench/live.js";
import { emptyRange, extendRange, fillDown, resetRange, startRanges } from "/static/desk/workbench/ranges.js";
import { around, byId, fieldOf } from "/static/js/dom.js";

const bench = () => document.getElementById("bench");
const area = () => byId("bench-grid");
/** @param {HTMLElement} cell */
const keyOf = (cell) => cell.dataset.cell ?? "";
/**
 * @param {HTMLElement} line
 * @returns {HTMLElement}
 */
const cellOf = (line) => line.closest(".cell") ?? line;
const cells = () => [...area().querySelectorAll(".cell")];
/**
 * @param {string} key
 * @returns {HTMLElement | null}
 */
const cellAt = (key) => area().querySelector(`[data-cell="${CSS.escape(key)}"]`);

let current = "";

/**
 * The cell that Tab comes to: the one visited last, else the first.
 * @param {HTMLElement | null | undefined} cell
 */
function rove(cell) {
  for (const other of area().querySelectorAll('.cell[tabindex="0"]')) other.tabIndex = -1;
  if (cell) cell.tabIndex = 0;
}

/** @param {HTMLElement | null | undefined} cell */
function visit(cell) {
  if (!cell) return;
  current = keyOf(cell);
  rove(cell);
  resetRange(cell);
  cell.focus({ preventScroll: false });
}

/**
 * The next cell in a direction: along the row, or the nearest one in the next row that has any.
 * @param {HTMLElement} cell
 * @param {string} key
 * @returns {HTMLElement | undefined}
 */
function beside(cell, key) {
  const rows = [...area().querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll(".cell")]);
  const row = rows.findIndex((one) => one.includes(cell));
  const column = rows[row].indexOf(cell);
  if (key === "ArrowLeft" || key === "ArrowRight") return rows[row][column + (key === "ArrowRight" ? 1 : -1)];
  if (key === "Home" || key === "End") return key === "Home" ? rows[row][0] : rows[row].at(-1);
  const step = key === "ArrowDown" ? 1 : -1;
  const at = cell.getBoundingClientRect().left;
  for (let next = row + step; rows[next]; next += step) {
    const near = rows[next]
      .map((one) => ({ one, off: Math.abs(one.getBoundingClientRect().left - at) }))
      .sort((a, b) => a.off - b.off);
    if (near.length) return near[0].one;
  }
  return undefined;
}

/**
 * @param {HTMLElement} cell
 * @param {number} step
 */
function inOrder(cell, step) {
  const all = cells();
  return all[all.indexOf(cell) + step];
}

/**
 * Opens an input in a cell, with the cell's text or with the first letter that was typed.
 * @param {HTMLElement} cell
 * @param {string} [text]
 */
function openEditor(cell, text) {
  const sheet = byId("bench");
  if (cell.querySelector(".cell-edit") || "trying" in sheet.dataset) return;
  const line = document.createElement("input");
  line.className = "cell-edit";
  line.value = text ?? cell.dataset.text ?? "";
  line.autocomplete = "off";
  line.maxLength = 40;
  line.placeholder = sheet.dataset.example ?? "";
  line.setAttribute("aria-label", `${sheet.dataset.edit} ${cell.getAttribute("aria-label")}`);
  if (matchMedia("(pointer:coarse)").matches) line.inputMode = "decimal";
  cell.classList.add("editing");
  cell.append(line);
  line.focus();
  text === undefined ? line.select() : line.setSelectionRange(line.value.length, line.value.length);
  if (text !== undefined) check(keyOf(cell), line.value);
}

/**
 * Closes the input and sends its text if it differs from the cell's. Resolves to true if the cell has this text now.
 * @param {HTMLInputElement} line
 * @param {boolean} keeps
 */
async function closeEditor(line, keeps) {
  const cell = cellOf(line);
  const text = line.value.trim();
  line.dataset.closing = "";
  if (!keeps || text === cell.dataset.text) {
    removeLine(line);
    restore();
    return true;
  }
  line.readOnly = true;
  const answer = await commit(keyOf(cell), text);
  if (answer.ok) {
    removeLine(line);
    return true;
  }
  delete line.dataset.closing;
  line.readOnly = false;
  tell(line, answer.text);
  return false;
}

/** @param {HTMLInputElement} line */
function removeLine(line) {
  const cell = line.closest(".cell");
  line.remove();
  cell?.querySelector(".cell-wrong")?.remove();
  cell?.classList.remove("editing");
}

/**
 * @param {HTMLInputElement} line
 * @param {string} text
 */
function tell(line, text) {
  const cell = cellOf(line);
  cell.querySelector(".cell-wrong")?.remove();
  const words = document.createElement("span");
  words.className = "cell-wrong";
  words.setAttribute("role", "alert");
  words.textContent = text;
  cell.append(words);
  line.classList.add("wrong");
  line.focus();
}

/**
 * Stores the typed text and moves to another cell, which is looked up again: the grid may have been redrawn.
 * @param {HTMLInputElement} line
 * @param {HTMLElement | undefined} to
 */
async function leave(line, to) {
  const own = keyOf(cellOf(line));
  const key = to?.dataset.cell ?? own;
  const done = closeEditor(line, true);
  if (key !== own) visit(cellAt(key));
  if (await done) {
    if (!document.activeElement || document.activeElement === document.body || key === own)
      visit(cellAt(key) ?? cellAt(own));
  }
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} line
 */
function onEditorKey(event, line) {
  const cell = cellOf(line);
  if (event.isComposing || event.keyCode === 229) return;
  if (event.key === "Enter") leave(line, event.shiftKey ? beside(cell, "ArrowUp") : beside(cell, "ArrowDown"));
  else if (event.key === "Tab") leave(line, inOrder(cell, event.shiftKey ? -1 : 1));
  else if (event.key === "Escape") {
    closeEditor(line, false);
    visit(cell);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} cell
 */
function onCellKey(event, cell) {
  if ((event.ctrlKey || event.metaKey) && /^[df]$/i.test(event.key)) {
    event.preventDefault();
    event.key.toLowerCase() === "d" ? fillDown() : openSearch();
    return;
  }
  if (event.shiftKey && event.key.startsWith("Arrow")) {
    event.preventDefault();
    const next = beside(cell, event.key);
    if (!next) return;
    rove(next);
    next.focus();
    extendRange(next);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(event.key)) visit(beside(cell, event.key));
  else if (event.key === "Enter" || event.key === "F2") openEditor(cell);
  else if (event.key === "Delete" || event.key === "Backspace") empty(cell);
  else if (event.key.length === 1 && event.key !== " ") openEditor(cell, event.key);
  else return;
  event.preventDefault();
}

/** @param {HTMLElement} cell */
async function empty(cell) {
  if (await emptyRange()) return;
  if (!cell.dataset.text || "trying" in byId("bench").dataset) return;
  const key = keyOf(cell);
  await commit(key, "");
  visit(cellAt(key) ?? cells()[0]);
}

/** @param {string[]} keys */
function show(keys) {
  for (const cell of area().querySelectorAll(".pointed")) cell.classList.remove("pointed");
  const targets = keys.map(cellAt).filter((cell) => cell !== null);
  for (const cell of targets) cell.classList.add("pointed");
  targets[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return targets;
}

export function startGrid() {
  document.addEventListener(
    "keydown",
    (event) => {
      const line = fieldOf(event, ".cell-edit");
      if (line) onEditorKey(event, line);
      else if (event.target instanceof HTMLElement && event.target.matches("#bench-grid .cell"))
        onCellKey(event, event.target);
    },
    true,
  );
  document.addEventListener("input", (event) => {
    const line = fieldOf(event, ".cell-edit");
    if (!line) return;
    line.classList.remove("wrong");
    cellOf(line).querySelector(".cell-wrong")?.remove();
    check(keyOf(cellOf(line)), line.value);
  });
  document.addEventListener("focusin", (event) => {
    if (event.target instanceof HTMLElement && event.target.matches("#bench-grid .cell")) {
      current = keyOf(event.target);
      rove(event.target);
    }
  });
  document.addEventListener("focusout", (event) => {
    const line = fieldOf(event, ".cell-edit");
    if (line?.isConnected && !("closing" in line.dataset)) closeEditor(line, true);
  });
  // The pointer gives the focus before the click comes: only a click on the cell that had it already opens the line.
  /** @type {Element | null} */
  let had = null;
  document.addEventListener("pointerdown", () => (had = document.activeElement), true);
  document.addEventListener("click", (event) => {
    const cell = around(event, "#bench-grid .cell");
    if (cell && !fieldOf(event, ".cell-edit")) {
      const again = had === cell || matchMedia("(pointer:coarse)").matches;
      if (event.shiftKey) {
        extendRange(cell);
        return;
      }
      visit(cell);
      if (again || event.detail > 1) openEditor(cell);
    }
    const cells = around(event, "[data-cells]")?.dataset.cells;
    if (cells) visit(show(cells.split(" ")).find((one) => one.matches(".cell")));
  });
  for (const name of /** @type {const} */ (["pointerover", "focusin"]))
    document.addEventListener(name, (event) => {
      const near = around(event, "[data-cells], [data-points]")?.dataset;
      const cells = near?.cells ?? near?.points;
      if (cells) show(cells.trim().split(" "));
    });
  const scrolled = { left: 0, top: 0 };
  document.addEventListener(
    "scroll",
    (event) => {
      if (!(event.target instanceof Element) || event.target.id !== "bench-grid") return;
      scrolled.left = event.target.scrollLeft;
      scrolled.top = event.target.scrollTop;
    },
    { capture: true, passive: true },
  );
  document.addEventListener("desk:shown", () => {
    if (!bench()) return;
    forget();
    area().scrollTo(scrolled);
    const cell = cellAt(current);
    rove(cell ?? cells()[0]);
    if (cell && document.activeElement === document.body) cell.focus({ preventScroll: true }); // after an undo one types on where one was
  });
  startRanges();
  startDragging();
  startBoards();
  startFinding((cell) => visit(cell ?? cellAt(current) ?? cells()[0]));
  if (bench()) rove(cells()[0]);
}
