// The grid of a sheet as a keyboard sees it: one cell has the focus, arrow keys move, typing opens a line in the cell, Enter and Tab keep
// what was typed. Faults in the list lead to their cells.
import { check, commit, forget, restore } from "/static/desk/workbench/live.js";

const bench = () => document.getElementById("bench");
const area = () => document.getElementById("bench-grid");
const cells = () => [...area().querySelectorAll(".cell")];
const cellAt = (key) => area().querySelector(`[data-cell="${CSS.escape(key)}"]`);

let current = "";

/** The cell that Tab comes to: the one visited last, else the first. */
function rove(cell) {
  for (const one of area().querySelectorAll('.cell[tabindex="0"]')) one.tabIndex = -1;
  if (cell) cell.tabIndex = 0;
}

function visit(cell) {
  if (!cell) return;
  current = cell.dataset.cell;
  rove(cell);
  cell.focus({ preventScroll: false });
}

/** The next cell in a direction: along the row, or the nearest one in the next row that has any. */
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
      .map((one) => [Math.abs(one.getBoundingClientRect().left - at), one])
      .sort((a, b) => a[0] - b[0]);
    if (near.length) return near[0][1];
  }
  return undefined;
}

function inOrder(cell, step) {
  const all = cells();
  return all[all.indexOf(cell) + step];
}

function openEditor(cell, text) {
  if (cell.querySelector(".cell-edit") || "trying" in bench().dataset) return;
  const line = document.createElement("input");
  line.className = "cell-edit";
  line.value = text ?? cell.dataset.text;
  line.autocomplete = "off";
  line.maxLength = 40;
  line.placeholder = bench().dataset.example;
  line.setAttribute("aria-label", `${bench().dataset.edit} ${cell.getAttribute("aria-label")}`);
  if (matchMedia("(pointer:coarse)").matches) line.inputMode = "decimal";
  cell.classList.add("editing");
  cell.append(line);
  line.focus();
  text === undefined ? line.select() : line.setSelectionRange(line.value.length, line.value.length);
  if (text !== undefined) check(cell.dataset.cell, line.value);
}

/** Closes the line; what was typed is sent unless it is what stood there. Resolves to whether the cell holds it now. */
async function closeEditor(line, keeps) {
  const cell = line.closest(".cell");
  const text = line.value.trim();
  line.dataset.closing = "";
  if (!keeps || text === cell.dataset.text) {
    removeLine(line);
    restore();
    return true;
  }
  line.readOnly = true;
  const answer = await commit(cell.dataset.cell, text);
  if (answer.ok) {
    removeLine(line);
    return true;
  }
  delete line.dataset.closing;
  line.readOnly = false;
  tell(line, answer.text);
  return false;
}

function removeLine(line) {
  const cell = line.closest(".cell");
  line.remove();
  cell?.querySelector(".cell-wrong")?.remove();
  cell?.classList.remove("editing");
}

function tell(line, text) {
  const cell = line.closest(".cell");
  cell.querySelector(".cell-wrong")?.remove();
  const words = document.createElement("span");
  words.className = "cell-wrong";
  words.setAttribute("role", "alert");
  words.textContent = text;
  cell.append(words);
  line.classList.add("wrong");
  line.focus();
}

/** Keeps what was typed and goes on to another cell, which is looked up again: the grid may have been drawn anew. */
async function leave(line, to) {
  const own = line.closest(".cell").dataset.cell;
  const key = to?.dataset.cell ?? own;
  const done = closeEditor(line, true);
  if (key !== own) visit(cellAt(key));
  if (await done) {
    if (!document.activeElement || document.activeElement === document.body || key === own)
      visit(cellAt(key) ?? cellAt(own));
  }
}

function onEditorKey(event) {
  const line = event.target;
  const cell = line.closest(".cell");
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

function onCellKey(event) {
  const cell = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(event.key)) visit(beside(cell, event.key));
  else if (event.key === "Enter" || event.key === "F2") openEditor(cell);
  else if (event.key === "Delete" || event.key === "Backspace") empty(cell);
  else if (event.key.length === 1 && event.key !== " ") openEditor(cell, event.key);
  else return;
  event.preventDefault();
}

async function empty(cell) {
  if (!cell.dataset.text || "trying" in bench().dataset) return;
  const key = cell.dataset.cell;
  await commit(key, "");
  visit(cellAt(key) ?? cells()[0]);
}

function show(keys) {
  for (const one of cells()) one.classList.remove("pointed");
  const found = keys.map(cellAt).filter(Boolean);
  for (const one of found) one.classList.add("pointed");
  found[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return found;
}

export function startGrid() {
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.target.matches?.(".cell-edit")) onEditorKey(event);
      else if (event.target.matches?.("#bench-grid .cell")) onCellKey(event);
    },
    true,
  );
  document.addEventListener("input", (event) => {
    if (!event.target.matches(".cell-edit")) return;
    event.target.classList.remove("wrong");
    event.target.closest(".cell").querySelector(".cell-wrong")?.remove();
    check(event.target.closest(".cell").dataset.cell, event.target.value);
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("#bench-grid .cell")) {
      current = event.target.dataset.cell;
      rove(event.target);
    }
  });
  document.addEventListener("focusout", (event) => {
    const line = event.target;
    if (line.matches(".cell-edit") && line.isConnected && !("closing" in line.dataset)) closeEditor(line, true);
  });
  // The pointer gives the focus before the click comes: only a click on the cell that had it already opens the line.
  let had = null;
  document.addEventListener("pointerdown", () => (had = document.activeElement), true);
  document.addEventListener("click", (event) => {
    const cell = event.target.closest("#bench-grid .cell");
    if (cell && !event.target.matches(".cell-edit")) {
      const again = had === cell || matchMedia("(pointer:coarse)").matches;
      visit(cell);
      if (again || event.detail > 1) openEditor(cell);
    }
    const fault = event.target.closest("[data-cells]");
    if (fault) visit(show(fault.dataset.cells.split(" "))[0]);
  });
  document.addEventListener("pointerover", (event) => {
    const fault = event.target.closest("[data-cells]");
    if (fault) show(fault.dataset.cells.split(" "));
  });
  document.addEventListener("desk:shown", () => {
    if (!bench()) return;
    forget();
    const cell = cellAt(current);
    rove(cell ?? cells()[0]);
    if (cell && document.activeElement === document.body) cell.focus({ preventScroll: true }); // after an undo one types on where one was
  });
  if (bench()) rove(cells()[0]);
}
