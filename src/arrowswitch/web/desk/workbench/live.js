// Asks for the effect of a cell while it is typed, and sends edits one after the other, each on the version that the one before has made.
import { byId } from "/static/js/dom.js";
import { fetchPage } from "/static/js/live.js";
import { freshId, notice, ownPage } from "/static/js/page.js";

const PAUSE_MS = 140;
const bench = () => document.getElementById("bench");
/** @param {"grid" | "head" | "panel"} name */
const region = (name) => byId(`bench-${name}`);

/**
 * The answer to a question or an edit: the marks of the cells by key, the parts of the page, the sheet's version.
 * @typedef {{
 *   marks: Record<string, string>,
 *   regions: { panel: string, head: string, grid: string },
 *   version: string,
 *   errors?: Problem[],
 * }} Body
 */

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let latest = 0;
/** @type {{ marks: Record<string, string>, panel: string } | null} */
let held = null;
/** @type {Promise<unknown>} */
let queue = Promise.resolve();

/**
 * @param {string} what
 * @param {Record<string, string>} fields
 */
async function post(what, fields) {
  const answer = await fetch(`${byId("bench").dataset.base}/${what}`, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded", ...ownPage() },
    body: new URLSearchParams(fields).toString(),
  });
  /** @type {Body} */
  const body = await answer.json().catch(() => ({}));
  return { ok: answer.ok, status: answer.status, body, text: (body.errors ?? []).map((one) => one.text).join(" ") };
}

/** @returns {NodeListOf<HTMLElement>} */
const marked = () => region("grid").querySelectorAll("[data-cell]");

/** @returns {Record<string, string>} */
const marksOf = () =>
  Object.fromEntries(
    [...marked()]
      .filter((cell) => cell.matches(".fault, .notice"))
      .map((cell) => [cell.dataset.cell ?? "", cell.classList.contains("fault") ? "fault" : "notice"]),
  );

/** @param {Record<string, string>} marks */
function mark(marks) {
  for (const cell of marked()) {
    const wanted = marks[cell.dataset.cell ?? ""];
    cell.classList.toggle("fault", wanted === "fault");
    cell.classList.toggle("notice", wanted === "notice");
  }
}

/**
 * Asks after a short pause what the cell would do; the newest answer is shown, nothing is stored.
 * @param {string} place
 * @param {string} text
 */
export function check(place, text) {
  clearTimeout(timer);
  const mine = ++latest;
  timer = setTimeout(async () => {
    const answer = await post("check", { place, text }).catch(() => null);
    if (mine !== latest || !answer?.ok || !bench()) return;
    held ??= { marks: marksOf(), panel: region("panel").innerHTML };
    mark(answer.body.marks);
    region("panel").innerHTML = answer.body.regions.panel;
  }, PAUSE_MS);
}

/** Shows the sheet again as it is stored. */
export function restore() {
  clearTimeout(timer);
  latest += 1;
  if (!held || !bench()) return;
  mark(held.marks);
  region("panel").innerHTML = held.panel;
  held = null;
}

/** Another page was put in place: what was kept belongs to the one before. */
export function forget() {
  clearTimeout(timer);
  latest += 1;
  held = null;
}

/**
 * Sends a cell. Resolves to {ok, text}; the parts of the page that changed are put in place.
 * @param {string} place
 * @param {string} text
 */
export function commit(place, text) {
  return enqueue("cell", { place, text });
}

/**
 * Sends a block of cells as a spreadsheet has it, to be filled from a place on; a refusal is shown as a notice.
 * @param {string} place
 * @param {string} text
 */
export async function pasteBlock(place, text) {
  const answer = await enqueue("paste", { place, text });
  if (!answer.ok) notice(answer.text);
  return answer;
}

/**
 * Sends cells by their places, several as one step; a refusal is shown as a notice.
 * @param {Record<string, string>} cells
 */
export async function fillCells(cells) {
  const lines = Object.entries(cells).map(([place, text]) => `${place} ${text}`.trim());
  const answer = await enqueue("fill", { cells: lines.join("\n") });
  if (!answer.ok) notice(answer.text);
  return answer;
}

/**
 * @param {"cell" | "paste" | "fill"} what
 * @param {Record<string, string>} fields
 */
function enqueue(what, fields) {
  clearTimeout(timer);
  latest += 1;
  const answer = queue.then(() => send(what, fields));
  queue = answer.catch(() => {});
  return answer;
}

/**
 * @param {"cell" | "paste" | "fill"} what
 * @param {Record<string, string>} fields
 */
async function send(what, fields) {
  const { version = "", by = "" } = byId("bench").dataset;
  const answer = await post(what, { ...fields, version, by, command_id: freshId() }).catch(() => null);
  if (!answer) {
    notice(document.documentElement.dataset.unsent);
    return { ok: false, text: document.documentElement.dataset.unsent ?? "" };
  }
  if (!answer.ok) {
    if (answer.status === 409) notice(answer.text);
    restore();
    return { ok: false, text: answer.text };
  }
  show(answer.body);
  return { ok: true, text: "" };
}

/** @param {Body} body */
function show(body) {
  held = null;
  const sheet = byId("bench");
  sheet.dataset.version = body.version;
  region("panel").innerHTML = body.regions.panel;
  region("head").innerHTML = body.regions.head;
  merge(body.regions.grid);
  /** @type {NodeListOf<HTMLInputElement>} */
  const versions = sheet.querySelectorAll('input[name="version"]');
  for (const field of versions) field.value = body.version;
  document.dispatchEvent(new CustomEvent("desk:replaced", { detail: { root: region("head") } }));
  document.dispatchEvent(new CustomEvent("bench:changed"));
  drawPictures();
}

/**
 * Puts changed cells in place one by one, so that a line which is open in another cell stays; a new layout as a whole.
 * @param {string} html
 */
function merge(html) {
  const grid = region("grid");
  const fresh = new DOMParser().parseFromString(html, "text/html");
  /** @param {ParentNode} root */
  const keys = (root) =>
    [...root.querySelectorAll("thead th, .cell")]
      .map((one) => ("cell" in one.dataset ? one.dataset.cell : "th"))
      .join(" ");
  const open = grid.querySelector(".cell-edit:not([data-closing])");
  if (keys(fresh) !== keys(grid) && !open) {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.cell : undefined;
    grid.innerHTML = html;
    const cell = focused === undefined ? null : grid.querySelector(`[data-cell="${CSS.escape(focused)}"]`);
    if (cell) cell.tabIndex = 0;
    cell?.focus();
    return;
  }
  for (const cell of fresh.querySelectorAll(".cell")) {
    const old = grid.querySelector(`[data-cell="${CSS.escape(cell.dataset.cell ?? "")}"]`);
    if (!old || old.contains(open)) continue;
    old.innerHTML = cell.innerHTML;
    old.className = cell.className;
    old.dataset.text = cell.dataset.text;
    old.setAttribute("aria-label", cell.getAttribute("aria-label") ?? "");
  }
  const sits = [...grid.querySelectorAll("td.sits")];
  for (const [place, one] of [...fresh.querySelectorAll("td.sits")].entries()) {
    const old = sits[place];
    if (!old) continue;
    old.textContent = one.textContent;
    old.className = one.className;
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let drawing;

/** The pictures follow when there is time. */
function drawPictures() {
  clearTimeout(drawing);
  drawing = setTimeout(() => {
    const base = bench()?.dataset.base;
    if (base !== undefined) showPictures(`${base}/pictures?after=${pictures()?.dataset.after ?? 1}`);
  }, 400);
}

const pictures = () => document.getElementById("pictures");

/**
 * Shows the pictures of an address; the words below them stay open.
 * @param {string} address
 */
export async function showPictures(address) {
  const answer = await fetchPage(address);
  const next = answer?.ok ? answer.page.getElementById("pictures") : null;
  const current = pictures();
  if (!next || !current) return;
  const open = [...current.querySelectorAll("details")].map((one) => one.open);
  for (const [place, one] of [...next.querySelectorAll("details")].entries()) one.open = open[place] ?? false;
  current.replaceWith(next);
}
