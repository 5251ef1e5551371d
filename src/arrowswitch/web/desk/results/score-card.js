// The card of score entry: its lines, the values of their fields, and the live reading below the line being typed.

import { draftOf, forgetDraft, storeDraft } from "/static/desk/results/drafts.js";

const READ_DELAY_MS = 60;

/**
 * The parts of a line that the page always has.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {ParentNode} line
 * @param {string} selector
 * @returns {E}
 */
function part(line, selector) {
  const element = line.querySelector(selector);
  if (!element) throw new Error(`The line has no ${selector}.`);
  return /** @type {E} */ (element);
}

/**
 * Returns the field of a line.
 * @param {ParentNode} line
 * @returns {HTMLInputElement}
 */
export const field = (line) => part(line, "input.result");
/**
 * Returns the lines of a card; none where there is no card.
 * @param {ParentNode | null} card
 * @returns {HTMLTableRowElement[]}
 */
export const lines = (card) =>
  card ? [.../** @type {NodeListOf<HTMLTableRowElement>} */ (card.querySelectorAll("tr.line"))] : [];
/**
 * Returns the stored text of a line.
 * @param {HTMLElement} line
 */
const stored = (line) => line.dataset.text ?? "";
/**
 * Returns the fields of a line for other pairs or another board than planned.
 * @param {ParentNode} line
 * @returns {HTMLInputElement[]}
 */
const pairFields = (line) => [
  .../** @type {NodeListOf<HTMLInputElement>} */ (line.querySelectorAll(".pairs-box input")),
];
/** @param {HTMLInputElement} input */
const isChanged = (input) => input.value.trim() !== input.defaultValue.trim();
/**
 * True if a line contains a text that is not stored.
 * @param {HTMLElement} line
 */
export const hasNewText = (line) => field(line).value.trim() !== stored(line).trim();
/**
 * True if a line contains a text, pairs or a board that are not stored.
 * @param {HTMLElement} line
 */
export const isDirty = (line) => hasNewText(line) || pairFields(line).some(isChanged);
/**
 * True if a line still lacks its result.
 * @param {HTMLElement} line
 */
export const isMissing = (line) => "missing" in line.dataset;
/**
 * Returns the line around an element, or null.
 * @param {EventTarget | null} target
 * @returns {HTMLTableRowElement | null}
 */
export const lineOf = (target) => (target instanceof Element ? target.closest("tr.line") : null);

/**
 * Returns the name of a line's draft: its slot, or for the empty line of an open sheet the slip or the board of its card.
 * @param {HTMLElement} line
 */
function draftKey(line) {
  if (line.dataset.key) return line.dataset.key;
  const { order, round, table, board } = line.closest("#card")?.dataset ?? {};
  return order === "boards" ? `new-board-${board}` : `new-${round}-${table}`;
}

/**
 * Brings back what was typed but never stored, after a reload, a look at another table, or when the page was closed.
 * @param {ParentNode | null} card
 */
export function restoreDrafts(card) {
  for (const line of lines(card)) {
    const draft = draftOf(draftKey(line));
    if (draft === null || field(line).readOnly) continue;
    field(line).value = draft.text;
    const others = pairFields(line).filter((input) => input.className in draft.pairs);
    for (const input of others) input.value = draft.pairs[input.className] ?? "";
    if (!isDirty(line)) {
      dropDraft(line);
      continue;
    }
    if (others.length && !line.matches(".is-new")) showPairs(line);
    line.dataset.seen = draft.seen;
    if (draft.signed) line.dataset.signed = draft.signed;
    mark(line);
  }
}

/**
 * Keeps in this browser what is typed and not stored: text, pairs, board, and whether both sides signed.
 * @param {HTMLElement} line
 * @param {boolean} isSigned
 */
export function keepDraft(line, isSigned) {
  if (!isDirty(line)) return dropDraft(line);
  line.dataset.signed = String(isSigned);
  storeDraft(draftKey(line), {
    text: field(line).value,
    pairs: Object.fromEntries(
      pairFields(line)
        .filter(isChanged)
        .map((input) => [input.className, input.value]),
    ),
    signed: line.dataset.signed,
    seen: line.dataset.seen ?? "0",
  });
}

/**
 * Discards the typed text of a line.
 * @param {HTMLElement} line
 */
export function dropDraft(line) {
  delete line.dataset.signed;
  forgetDraft(draftKey(line));
}

/**
 * Opens the fields for other pairs or another board than planned.
 * @param {HTMLElement} line
 */
export function showPairs(line) {
  part(line, ".pairs-box").hidden = false;
  line.classList.add("is-pairing");
}

/**
 * Marks a line as stored: its result waits in this browser for the server.
 * @param {HTMLElement} line
 */
export function markStored(line) {
  line.dataset.text = field(line).value.trim();
  for (const input of pairFields(line)) input.defaultValue = input.value;
}

/**
 * Shows whether a line holds something that is not stored.
 * @param {HTMLElement} line
 */
export function mark(line) {
  line.classList.toggle("is-dirty", isDirty(line));
}

/**
 * Puts the stored text and the planned pairs back.
 * @param {HTMLElement} line
 */
export function restore(line) {
  field(line).value = stored(line);
  line.classList.remove("is-refused", "is-waiting");
  for (const input of pairFields(line)) input.value = input.defaultValue;
  if (!line.matches(".is-new")) {
    part(line, ".pairs-box").hidden = true;
    line.classList.remove("is-pairing");
  }
  dropDraft(line);
  mark(line);
  clearHelp(line);
}

/**
 * Puts the hand on a line.
 * @param {HTMLElement} line
 */
export function focusLine(line) {
  const input = field(line);
  input.focus({ preventScroll: false });
  input.select();
  line.scrollIntoView({ block: "nearest" });
}

/**
 * Puts the caret behind the text of a line.
 * @param {HTMLElement} line
 */
export function typeOn(line) {
  const input = field(line);
  input.setSelectionRange(input.value.length, input.value.length);
}

/**
 * The next line to type after `line`: the next missing one, then a missing one above; null when the card is full.
 * @param {ParentNode} card
 * @param {HTMLTableRowElement} line
 */
export function nextMissing(card, line) {
  const all = lines(card);
  const from = all.indexOf(line) + 1;
  return (
    [...all.slice(from), ...all.slice(0, Math.max(from - 1, 0))].find(
      (one) => isMissing(one) && one !== line && !one.classList.contains("is-waiting"),
    ) ?? null
  );
}

/**
 * Replaces the lines of a card by fresh ones, but never one in which something stands that is not stored, nor the one
 * being typed.
 * @param {HTMLElement} card
 * @param {HTMLElement} fresh
 */
export function patch(card, fresh) {
  const existing = new Map(lines(card).map((line) => [line.id, line]));
  // A page that was asked for before the newest result was stored knows less than the card; the next one is on its way.
  if (lines(fresh).some((next) => versionOf(next) < versionOf(existing.get(next.id)))) return;
  for (const name of ["nextRound", "nextTable", "nextBoard", "nextLabel"]) {
    if (name in fresh.dataset) card.dataset[name] = fresh.dataset[name];
    else delete card.dataset[name];
  }
  for (const next of lines(fresh)) {
    const old = existing.get(next.id);
    existing.delete(next.id);
    if (!old) {
      card.querySelector("tbody")?.insertBefore(document.importNode(next, true), card.querySelector("#line-new"));
      continue;
    }
    if (
      isDirty(old) ||
      old.contains(document.activeElement) ||
      old.matches(".is-sending, .is-waiting, .is-refused, .is-pairing")
    ) {
      if (old.dataset.text !== next.dataset.text && old.contains(document.activeElement) && !isDirty(old))
        swap(old, next, true);
      else refreshNumbers(old, next);
      continue;
    }
    if (old.outerHTML !== next.outerHTML) swap(old, next, false);
  }
  for (const gone of existing.values()) if (!gone.contains(document.activeElement) && !isDirty(gone)) gone.remove();
}

/**
 * The number of the newest entry of the ledger when a line was made.
 * @param {HTMLElement | undefined} line
 */
function versionOf(line) {
  return Number(line?.dataset.seen ?? 0);
}

/**
 * @param {HTMLElement} old
 * @param {HTMLElement} next
 * @param {boolean} hadFocus
 */
function swap(old, next, hadFocus) {
  const fresh = document.importNode(next, true);
  old.replaceWith(fresh);
  if (hadFocus) focusLine(fresh);
  return fresh;
}

/**
 * While someone types in a line, only the figures next to its field are updated.
 * @param {HTMLElement} old
 * @param {HTMLElement} next
 */
function refreshNumbers(old, next) {
  if (old.classList.contains("is-dirty")) return;
  for (const column of [".score.ns", ".score.ew", ".percent"])
    part(old, column).replaceChildren(
      ...[...part(next, column).childNodes].map((node) => document.importNode(node, true)),
    );
}

/**
 * Puts the line that the server answered in place of a line.
 * @param {HTMLElement} line
 * @param {string} html
 * @returns {HTMLTableRowElement}
 */
export function replaceLine(line, html) {
  const made = document.createElement("template");
  made.innerHTML = html.trim();
  /** @type {HTMLTableRowElement} */
  const fresh = part(made.content, "tr");
  clearHelp(line);
  line.replaceWith(fresh);
  return fresh;
}

/** @type {Record<string, string>} */
let words = {};
/**
 * Takes the words of the page.
 * @param {Record<string, string>} texts
 */
export const useWords = (texts) => {
  words = texts;
};

/**
 * The row under a line: what the typed text means, what may come next or what is wrong, and what else can be done to it.
 * @param {HTMLElement} line
 * @param {{ text?: string, keys?: string, problems?: string[], kind?: string }} about
 */
export function help(line, { text = "", keys = "", problems = [], kind = "" }) {
  let row = line.nextElementSibling;
  if (!row?.classList.contains("line-help")) {
    for (const old of document.querySelectorAll("tr.line-help")) if (!old.classList.contains("bad")) old.remove();
    row = document.createElement("tr");
    row.className = "line-help";
    const cell = document.createElement("td");
    cell.colSpan = line.children.length;
    cell.append(document.createElement("div"));
    row.append(cell);
    line.after(row);
  }
  row.className = `line-help ${kind}`;
  const cell = part(row, "div");
  cell.setAttribute("role", kind === "bad" ? "alert" : "status");
  cell.replaceChildren();
  if (text) cell.append(span("says", text));
  for (const problem of problems) cell.append(span("problem", problem));
  if (keys && keys === words.enter) cell.append(storeButton(keys));
  else if (keys) cell.append(keysOf(keys));
  if (line.dataset.key) cell.append(tools(line));
}

/**
 * The button that stores the line: what Enter does, for the mouse.
 * @param {string} text
 */
function storeButton(text) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "main" });
  button.dataset.store = "";
  button.append(...keysOf(text).childNodes);
  return button;
}

/**
 * Pairs and ruling of a line, for mouse and keyboard; pressing one leaves the focus in the field.
 * @param {HTMLElement} line
 */
function tools(line) {
  const made = span("tools", "");
  const all = [
    ["pairs", "/", words.pairs, words.pairsHelp],
    ["slot", ".", words.slot, words.slotHelp],
  ];
  for (const [name, key, text, title] of all) {
    if (name === "pairs" && line.matches(".is-ruled")) continue;
    const button = Object.assign(document.createElement("button"), { type: "button", className: "small", title });
    button.dataset[name] = line.dataset.key;
    const sign = Object.assign(document.createElement("kbd"), { textContent: key });
    button.append(text, " ", sign);
    made.append(button);
  }
  return made;
}

/**
 * Takes the row under a line away.
 * @param {HTMLElement} line
 */
export function clearHelp(line) {
  const row = line.nextElementSibling;
  if (row?.classList.contains("line-help")) row.remove();
}

/**
 * @param {string} kind
 * @param {string} text
 */
function span(kind, text) {
  const made = document.createElement("span");
  made.className = kind;
  made.textContent = text;
  return made;
}

/**
 * Words in which [keys] stand in brackets, with those shown as keys.
 * @param {string} words
 */
function keysOf(words) {
  const made = span("next-key", "");
  for (const part of words.split(/(\[[^\]]+\])/)) {
    if (!part.startsWith("[")) {
      made.append(part);
      continue;
    }
    const key = document.createElement("kbd");
    key.textContent = part.slice(1, -1);
    made.append(key);
  }
  return made;
}

let newest = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * The meaning of a text: its state, the keys that may come next, its words and problems, the scores of both sides.
 * @typedef {{ state: string, next: string, words: string[], ns: string, ew: string, problems: string[] }} Reading
 */

/**
 * Asks the server what the text of a line means and shows it under the line and in its columns.
 * @param {HTMLElement} line
 * @param {string} base
 * @param {Record<string, string>} words
 */
export function readLine(line, base, words) {
  clearTimeout(timer);
  const text = field(line).value;
  /** @type {HTMLInputElement | null} */
  const other = line.querySelector(".to-board");
  const board = line.dataset.board || other?.value || "";
  const number = ++newest;
  /** @param {Reading} reading */
  const show = (reading) => {
    if (number !== newest || !line.isConnected) return;
    part(line, ".score.ns").textContent = reading.ns;
    part(line, ".score.ew").textContent = reading.ew;
    part(line, ".percent").textContent = "";
    line.classList.toggle("is-wrong", reading.state === "wrong");
    const meaning = reading.words.join("　");
    const kind = reading.state === "wrong" ? "bad" : reading.state === "ready" ? "good" : "";
    help(line, {
      text: meaning,
      problems: reading.state === "wrong" ? reading.problems : [],
      keys: words[reading.next],
      kind,
    });
  };
  if (!text.trim()) {
    show({ state: "empty", next: "start", words: [], ns: "", ew: "", problems: [] });
    return;
  }
  if (!board) return;
  timer = setTimeout(() => {
    fetch(`${base}/read?${new URLSearchParams({ text, board })}`, { headers: { Accept: "application/json" } })
      .then((answer) => (answer.ok ? answer.json().then(show) : undefined))
      .catch(() => {});
  }, READ_DELAY_MS);
}

/** Lets go of every question that is still under way. */
export const stopReading = () => {
  newest += 1;
  clearTimeout(timer);
};
