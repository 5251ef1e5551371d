// Score entry. The hand stays on the number pad: table, Enter; result, Enter; after the last board the next table is proposed.
// Nothing typed is lost: a nudge never touches a field in which something stands, and what was not stored waits in this browser.

import { startWhy } from "/static/desk/ranking/why.js";
import { startPad } from "/static/desk/results/bidding-pad.js";
import { ask } from "/static/desk/results/score-ask.js";
import * as cards from "/static/desk/results/score-card.js";
import { openSlot, startSlots } from "/static/desk/results/slots.js";
import { around, byId } from "/static/js/dom.js";
import { startForms } from "/static/js/forms.js";
import { fetchPage, refreshNow } from "/static/js/live.js";
import { send } from "/static/js/sending.js";

const FORCEABLE = [
  "result.wrong-pair",
  "result.wrong-board",
  "result.wrong-direction",
  "result.empty-table",
  "result.phantom",
];

/** Refusals of a text that lacks only its end: what is typed next is added to it. */
const UNFINISHED = ["result.no-declarer", "result.no-result"];

/**
 * The place of a card: the round and table, or the board.
 * @typedef {{ round?: string, table?: string, board?: string }} Place
 * The pairs and board of a line: its slot, the fields that differ from the plan, and whether any does.
 * @typedef {{ key: string, fields: { ns?: string, ew?: string }, changed: boolean }} Pairs
 */
/** @typedef {Extract<Answer, { state: "refused" }>} Refusal */
/** @typedef {import("/static/desk/results/score-ask.js").Choice} Choice */

const root = byId("scores");
/** @type {Record<string, string>} */
const words = JSON.parse(root.dataset.words ?? "{}");
const base = root.dataset.base ?? "";
/** Where the score pages of the session's sections are, by letter; nothing where there is one section. */
/** @type {Record<string, string>} */
const sections = JSON.parse(root.dataset.sections ?? "{}");
const slots = root.dataset.slots ?? "";
const box = byId("card-box");
const BEFOREHAND_MS = 3000;
/** @type {HTMLInputElement} */
const goto = byId("goto");
/** @type {HTMLDialogElement} */
const dialog = byId("ask");
/** @type {HTMLInputElement} */
const signed = byId("signed");
const card = () => document.getElementById("card");
cards.useWords(words);
const byBoard = () => root.dataset.order === "boards";

let held = 0;
/** @type {(string | HTMLButtonElement)[]} */
let typedAhead = [];
/** @type {HTMLTableRowElement | null} */
let current = null;

/** @param {string} key */
const lineAt = (key) => cards.lineOf(document.getElementById(`line-${key}`));
/**
 * Returns the parts of a slot's key: section, round, table, board.
 * @param {string} key
 */
const partsOf = (key) => {
  const [section = "", round = "", table = "", board = ""] = key.split("-");
  return { section, round, table, board };
};
/** The line to type first on the card: the first missing one, else the first. */
const firstLine = () => cards.lines(card()).find(cards.isMissing) ?? cards.lines(card())[0];

/* ---- which card ---- */

/** @param {Place} place */
function addressOf({ round = "", table = "", board = "" }) {
  /** @type {Record<string, string>} */
  const query = byBoard() ? { order: "boards", board } : { round, ...(table ? { table } : {}) };
  return new URLSearchParams(query).toString();
}

/**
 * Holds the keyboard while the server is asked: what is typed meanwhile belongs to what comes next.
 * @template T
 * @param {() => Promise<T>} work
 */
async function holding(work) {
  held += 1;
  try {
    return await work();
  } finally {
    held -= 1;
    replay();
  }
}

/**
 * @param {Place} place
 * @param {{ key?: string, focus?: string }} [options]
 */
const load = async (place, options) => {
  await holding(() => loadCard(place, options));
};

/** The slips and boards that were fetched, to be typed on while the server is away. */
const fetched = new Map();

/** The status codes of an answer for a table or board that does not exist; other refusals have other causes. */
const NOT_THERE = [400, 404, 422];

/**
 * Returns the card at an address, as it was when it was last fetched where the server is away; nothing where it never was. The server's
 * refusal is a card of nothing.
 * @param {string} query
 * @returns {Promise<string | null>}
 */
async function cardText(query) {
  const answer = await fetch(`${base}/card?${query}`).catch(() => null);
  if (!answer || !(answer.ok || NOT_THERE.includes(answer.status))) return fetched.get(query) ?? null;
  const text = answer.ok ? await answer.text() : "";
  if (text) fetched.set(query, text);
  return text;
}

/** Fetches the tables of the round beforehand, one after the other, where results are missing. */
async function fetchAround() {
  for (const mark of document.querySelectorAll("#around a.table-mark:not(.is-done, .is-idle)")) {
    const { round = "", table = "" } = /** @type {HTMLElement} */ (mark).dataset;
    const query = addressOf({ round, table });
    if (!fetched.has(query) && (await cardText(query)) === null) return;
  }
}

/**
 * Shows a card, or says why there is none. Returns true if it is shown.
 * @param {Place} place
 * @param {{ key?: string, focus?: string }} [options]
 * @returns {Promise<boolean>}
 */
async function loadCard(place, { key = "", focus = "line" } = {}) {
  const query = addressOf(place);
  const text = await cardText(query);
  if (text === null || !text.includes('id="card"')) {
    selectGoto();
    say(text === null ? words.away : words.noSuch, "bad");
    return false;
  }
  const sameRound = card()?.dataset.round === String(place.round);
  box.innerHTML = text;
  goto.value = "";
  keepAddress();
  begin();
  markPlace();
  if (!sameRound && !byBoard()) refreshNow().then(markPlace);
  if (focus === "line") {
    const line = key ? lineAt(key) : firstLine();
    line ? enterLine(line) : goto.focus();
  } else showNext();
  return true;
}

function begin() {
  cards.restoreDrafts(card());
  pad.reset();
  for (const line of cards.lines(card())) cards.mark(line);
  propose();
}

/** The address is that of the card: the page that is fetched to follow the event lists the tables of the same round. */
function keepAddress() {
  const here = card();
  if (here) history.replaceState(null, "", `${base}?${addressOf(here.dataset)}`);
}

/** @param {HTMLTableRowElement} line */
function enterLine(line) {
  showSigned(line);
  cards.field(line).inputMode = pad.isForFingers() ? "none" : "text";
  cards.focusLine(line);
}

/** Marks the card on the list of tables or boards. A list of another round, while the server is away, shows no tables. */
function markPlace() {
  const { round = "", table = "", board = "" } = card()?.dataset ?? {};
  for (const mark of document.querySelectorAll("#around [aria-current]")) mark.removeAttribute("aria-current");
  const here = byBoard() ? `[data-board="${board}"]` : `[data-table="${table}"][data-round="${round}"]`;
  document.querySelector(`#around ${here}`)?.setAttribute("aria-current", "true");
  if (byBoard() || !card()) return;
  document.querySelector(`#around .round-mark[data-round="${round}"]`)?.setAttribute("aria-current", "true");
  const tables = document.querySelector("#around .table-grid");
  const listed = tables?.querySelector(".table-mark")?.dataset.round ?? round;
  for (const part of [tables, tables?.previousElementSibling])
    if (part instanceof HTMLElement) part.hidden = listed !== round;
  /** @type {HTMLAnchorElement | null} */
  const toCase = document.querySelector("#around .ways [data-key='f6']");
  if (toCase && table) toCase.search = new URLSearchParams({ round, table }).toString();
}

const roundNow = () => document.querySelector("#around .round-mark.is-now")?.dataset.round ?? "";
let playedRound = roundNow();

/** When the next round begins and the round on the card is complete, the card and its list go on to the new round together. */
function followRound() {
  const [before, now] = [playedRound, roundNow()];
  playedRound = now;
  const here = card();
  const isComplete = document.querySelector(`#around .round-mark[data-round="${before}"]`)?.matches(".is-done");
  if (document.querySelector("dialog[open]")) return;
  const isBusy = goto.value || held || here?.contains(document.activeElement) || cards.lines(here).some(cards.isDirty);
  if (now && now !== before && here?.dataset.round === before && isComplete && !isBusy)
    load({ round: now }, { focus: "next" });
}

/** The proposal for what to type next: it stands in the empty field, and Enter takes it. */
function showNext() {
  goto.value = "";
  propose();
  selectGoto();
}

/** Selects the text in the field of the table, so that the next key replaces it. */
function selectGoto() {
  goto.focus();
  goto.select();
}

/** Opens the card that an empty Enter asks for: the one on the table while it lacks results, else the next one. */
function propose() {
  const data = card()?.dataset ?? {};
  if (lacking())
    goto.placeholder = byBoard()
      ? (data.board ?? "")
      : (document.querySelector(`#around [data-table="${data.table}"]`)?.dataset.label ?? data.table ?? "");
  else
    goto.placeholder = data.nextLabel
      ? !byBoard() && data.nextRound !== data.round
        ? `${data.nextRound}-${data.nextLabel}`
        : data.nextLabel
      : "";
}

const lacking = () => cards.lines(card()).find(cards.isMissing);

/**
 * Opens the typed place: a table (`3`), a table of a round (`2-3`), a board; `b3`, `2-b3` or `b2-3` in another section, which has
 * a page of its own. A result that was meant for a line of the slip opens nothing: it is said where results are typed.
 * @param {string} text
 */
function goTo(text) {
  const data = card()?.dataset ?? {};
  const typed = text.normalize("NFKC").trim();
  if (!typed) {
    const missing = lacking();
    if (missing) return enterLine(missing);
    if (byBoard() && data.nextBoard) return load({ board: data.nextBoard });
    if (data.nextTable) return load({ round: data.nextRound, table: data.nextTable });
    return say(words.complete, "good");
  }
  const unread = () => {
    selectGoto();
    say(words.noNumber.replace("{what}", text.trim()), "bad");
  };
  const named = namedPlace(typed);
  if (named && named.letter in sections && !isLabel(typed)) {
    const { letter, number } = named;
    if (byBoard() && named.round) return unread();
    if (letter === root.dataset.letter) return goTo(named.round ? `${named.round}-${number}` : number);
    const place = { round: named.round || (data.round ?? currentRound()), table: number, board: number };
    return location.assign(`${sections[letter]}?${addressOf(place)}`);
  }
  if (byBoard()) return /^\d+$/.test(typed) ? load({ board: typed }) : unread();
  const [, round, table = ""] = typed.match(/^(?:(\d+)[-.+ ])?(.+)$/) ?? [];
  const label = [...document.querySelectorAll("#around [data-label]")].find(
    (mark) => mark.dataset.label?.toLowerCase() === table.toLowerCase(),
  );
  const isNamed = label && !round;
  if (!isNamed && !/^\d+$/.test(table)) return unread();
  load({ round: round ?? data.round ?? currentRound(), table: isNamed ? label.dataset.table : table });
}

/**
 * Returns the section, the round and the number in a text like `b3`, `2-b3` or `b2-3`; null where it names no section.
 * @param {string} typed
 */
function namedPlace(typed) {
  const first = typed.match(/^([A-Za-z])[-.+ ]?(?:(\d+)[-.+ ])?(\d+)$/);
  const inside = typed.match(/^(\d+)[-.+ ]([A-Za-z])[-.+ ]?(\d+)$/);
  const [letter = "", round = "", number = ""] = first
    ? first.slice(1)
    : inside
      ? [inside[2], inside[1], inside[3]]
      : [];
  return letter ? { letter: letter.toUpperCase(), round, number } : null;
}

/**
 * True if a table of the round has this label.
 * @param {string} text
 */
const isLabel = (text) =>
  [...document.querySelectorAll("#around [data-label]")].some(
    (mark) => mark.dataset.label?.toLowerCase() === text.toLowerCase(),
  );

const currentRound = () => document.querySelector("#around .round-mark[aria-current]")?.dataset.round ?? "1";

/* ---- one line ---- */

/**
 * @param {HTMLTableRowElement} line
 * @param {Record<string, string>} extra
 * @returns {Promise<void>}
 */
async function submit(line, extra = {}) {
  if (held) return;
  showSigned(line);
  const text = cards.field(line).value.trim();
  const pairs = pairsOf(line);
  if (!text && !line.matches(".is-new"))
    return "stored" in line.dataset && line.dataset.text ? empty(line) : next(line);
  if (
    !cards.isDirty(line) &&
    !pairs.changed &&
    !extra.key &&
    !line.classList.contains("is-refused") &&
    "stored" in line.dataset
  )
    return next(line);
  if (!text && line.matches(".is-new")) return next(line);
  const key = extra.key ?? pairs.key;
  const { key: _unused, ...more } = extra;
  const order = root.dataset.order ?? "";
  const fields = {
    key,
    text,
    order,
    is_confirmed: String(signed.checked),
    seen: seenAt(line, key),
    ...pairs.fields,
    ...more,
  };
  return deliver(line, `${base}/enter`, fields, text, pairs);
}

/**
 * Returns the number of the result that a slot had when this line was typed; 0 for a slot of another line.
 * @param {HTMLTableRowElement} line
 * @param {string} key
 */
const seenAt = (line, key) => (key === line.dataset.key ? (line.dataset.seen ?? "0") : "0");

/** @param {HTMLTableRowElement} line */
async function empty(line) {
  const { key = "", text = "" } = line.dataset;
  const answer = await ask(dialog, `${base}/reasons?${new URLSearchParams({ key })}`, [
    words.whatWas.replace("{what}", text),
  ]);
  if (answer.way !== "correct") {
    cards.restore(line);
    return enterLine(line);
  }
  await deliver(
    line,
    `${base}/remove`,
    {
      key,
      order: root.dataset.order ?? "",
      approver: answer.approver ?? "",
      correction: answer.correction ?? "",
      seen: seenAt(line, key),
      reason: answer.reason || (answer.words ?? ""),
    },
    "",
    pairsOf(line),
  );
}

/**
 * @param {HTMLTableRowElement} line
 * @param {string} url
 * @param {Record<string, string>} fields
 * @param {string} text
 * @param {Pairs} pairs
 */
async function deliver(line, url, fields, text, pairs) {
  const refusal = await holding(() => store(line, url, fields, text));
  if (!refusal) return;
  if (!refusal.errors.some((error) => error.code === "result.meanwhile"))
    return refusedLine(line, refusal, fields, pairs);
  const texts = refusal.errors.map((error) => error.text);
  const choice = await ask(dialog, `${base}/standing?${new URLSearchParams({ key: fields.key, text })}`, texts);
  if (choice.way === "replace") return deliver(line, url, { ...fields, seen: choice.seen ?? "" }, text, pairs);
  if (choice.way === "leave") {
    cards.restore(line);
    next(line);
    return follow();
  }
  line.classList.add("is-refused");
  enterLine(line);
  cards.help(line, { problems: texts, kind: "bad" });
}

/**
 * Sends a result and goes on to the next line; returns the answer when it was refused.
 * @param {HTMLTableRowElement} line
 * @param {string} url
 * @param {Record<string, string>} fields
 * @param {string} text
 * @returns {Promise<Refusal | null>}
 */
async function store(line, url, fields, text) {
  cards.stopReading();
  line.classList.add("is-sending");
  const { round, table, board } = partsOf(fields.key);
  const about = {
    words: words.draft
      .replace("{round}", round)
      .replace("{table}", table)
      .replace("{board}", board)
      .replace("{text}", text),
    page: byBoard() ? `${base}?order=boards&board=${board}` : `${base}?round=${round}&table=${table}`,
  };
  const answer = await send(url, fields, about);
  line.classList.remove("is-sending");
  if (answer.state === "refused") {
    typedAhead = [];
    return answer;
  }
  cards.dropDraft(line);
  /** @type {HTMLTableRowElement | null} */
  let row = line;
  if (answer.state === "waiting") {
    line.classList.add("is-waiting");
    cards.markStored(line);
    delete line.dataset.missing;
    cards.mark(line);
    cards.help(line, { text: words.waiting.replace("{n}", "1") });
  } else {
    setNext(answer.body.next);
    if (!answer.body.line) {
      await load({ round: line.dataset.round, table: line.dataset.table, board });
      return null;
    }
    if (answer.body.key === line.dataset.key) {
      row = cards.replaceLine(line, answer.body.line);
      if (answer.body.is_odd) cards.help(row, { problems: answer.body.odd, kind: "odd" });
    } else await load({ round, table, board }, { key: answer.body.key });
  }
  next(row.isConnected ? row : lineAt(answer.body?.key ?? ""));
  return null;
}

/** @param {Stored["next"]} target */
function setNext(target) {
  const data = card()?.dataset;
  if (!data) return;
  for (const name of ["nextRound", "nextTable", "nextBoard", "nextLabel"]) delete data[name];
  if (!target) return;
  data.nextRound = target.round;
  data.nextTable = target.table ?? "";
  data.nextBoard = target.board ?? "";
  data.nextLabel = target.label;
}

/**
 * @param {HTMLTableRowElement} line
 * @param {Refusal} answer
 * @param {Record<string, string>} fields
 * @param {Pairs} pairs
 */
async function refusedLine(line, answer, fields, pairs) {
  const codes = answer.errors.map((error) => error.code);
  const texts = answer.errors.map((error) => error.text || words.defect);
  line.classList.add("is-refused");
  cards.help(line, { problems: texts, kind: "bad" });
  if (codes.length && codes.every((code) => FORCEABLE.includes(code))) {
    const query = new URLSearchParams({ key: fields.key, ns: fields.ns ?? "", ew: fields.ew ?? "" });
    return onWay(line, fields, pairs, await ask(dialog, `${base}/ways?${query}`, texts));
  }
  if (codes.some((code) => code.startsWith("correction."))) {
    const choice = await ask(dialog, `${base}/reasons?${new URLSearchParams({ key: fields.key })}`, texts);
    if (choice.way === "correct") {
      const { way: _unused, words: _words, ...more } = choice;
      return submit(line, { ...more, key: fields.key, seen: fields.seen });
    }
  }
  const twice = answer.errors.find((error) => error.code === "result.board-twice");
  if (twice) cards.help(line, { problems: texts, kind: "bad", keys: "" });
  enterLine(line);
  if (codes.length && codes.every((code) => UNFINISHED.includes(code))) cards.typeOn(line);
  cards.help(line, { problems: texts, kind: "bad" });
}

/**
 * @param {HTMLTableRowElement} line
 * @param {Record<string, string>} fields
 * @param {Pairs} pairs
 * @param {Choice} choice
 */
async function onWay(line, fields, pairs, choice) {
  if (choice.way === "force") {
    line.classList.remove("is-refused");
    const { key, ns = "", ew = "", seen } = fields;
    return submit(line, { key, ns, ew, seen, force: choice.force ?? "" });
  }
  if (choice.way === "move") {
    const text = cards.field(line).value;
    const key = choice.key ?? `${fields.key.split("-")[0]}-${choice.round}-${choice.table}-${choice.board}`;
    const isSigned = signed.checked;
    cards.dropDraft(line);
    if (!(await holding(() => loadCard(choice, { key })))) {
      cards.keepDraft(line, isSigned);
      return enterLine(line);
    }
    const target = lineAt(key);
    if (!target) return say(words.noSuch, "bad");
    cards.field(target).value = text;
    cards.mark(target);
    cards.keepDraft(target, isSigned);
    enterLine(target);
    return cards.readLine(target, base, words);
  }
  /** @type {HTMLInputElement | null} */
  const wrong = pairs.changed ? line.querySelector(".pairs-box input:not([value=''])") : null;
  if (wrong) {
    wrong.focus();
    wrong.select();
  } else enterLine(line);
}

/** @param {HTMLTableRowElement | null} line */
function next(line) {
  const here = card();
  if (!line || !here) return showNext();
  if (line.matches(".is-new"))
    return load({ round: line.dataset.round, table: line.dataset.table, board: here.dataset.board });
  const following = cards.nextMissing(here, line);
  pad.reset();
  following ? enterLine(following) : showNext();
}

/* ---- other pairs or boards than planned ---- */

/** @param {HTMLTableRowElement | null} line */
function pairUp(line) {
  const part = line?.querySelector(".pairs-box");
  if (!line || !part || line.matches(".is-ruled")) return;
  cards.showPairs(line);
  /** @type {HTMLInputElement | null} */
  const first = part.querySelector(".to-ns");
  first?.focus();
  first?.select();
}

/**
 * Returns the pairs and board of the line; fields that are as planned are not sent.
 * @param {HTMLTableRowElement} line
 * @returns {Pairs}
 */
function pairsOf(line) {
  /** @param {string} selector */
  const value = (selector) => {
    /** @type {HTMLInputElement | null} */
    const input = line.querySelector(selector);
    return input?.value.normalize("NFKC").trim() ?? "";
  };
  const round = value(".to-round") || line.dataset.round;
  const table = value(".to-table") || line.dataset.table;
  const board = value(".to-board") || line.dataset.board;
  const section = partsOf(line.dataset.key ?? "").section || "A";
  const isOther = value(".to-ns") !== line.dataset.ns || value(".to-ew") !== line.dataset.ew;
  const fields = isOther || line.matches(".is-forced, .is-new") ? { ns: value(".to-ns"), ew: value(".to-ew") } : {};
  return { key: `${section}-${round}-${table}-${board}`, fields, changed: isOther || board !== line.dataset.board };
}

/* ---- keys ---- */

box.addEventListener("focusin", (event) => {
  const line = cards.lineOf(event.target);
  if (!line) return;
  current = line;
  showSigned(line);
  if (around(event, "input.result") && !line.classList.contains("is-refused")) {
    if (cards.isDirty(line) || !line.dataset.text) cards.readLine(line, base, words);
    else cards.help(line, { keys: line.matches(".is-ruled") ? words.ruled : words.enter });
  }
});

box.addEventListener("mousedown", (event) => around(event, ".line-help") && event.preventDefault());

box.addEventListener("input", (event) => {
  const line = cards.lineOf(event.target);
  if (!line) return;
  line.classList.remove("is-refused");
  cards.mark(line);
  cards.keepDraft(line, signed.checked);
  if (around(event, "input.result")) cards.readLine(line, base, words);
});

box.addEventListener("keydown", (event) => {
  const line = cards.lineOf(event.target);
  if (!line || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const input = event.target instanceof HTMLInputElement ? event.target : null;
  // A line as it is stored takes the keys of its tools wherever a click has put the caret.
  const isFresh = input?.matches("input.result") && (!input.value || !cards.hasNewText(line));
  if (event.key === "Enter" && input) {
    event.preventDefault();
    const inPairs = [.../** @type {NodeListOf<HTMLInputElement>} */ (line.querySelectorAll(".pairs-box input"))];
    const at = inPairs.indexOf(input);
    const following = inPairs[at + 1];
    if (at >= 0 && following) {
      following.focus();
      return following.select();
    }
    if (at >= 0) return enterLine(line);
    return line.matches(".is-ruled") ? openSlot(slots, line.dataset.key ?? "") : submit(line);
  }
  if (event.key === "Tab" && input?.matches("input.result")) {
    const all = cards.lines(card());
    const to = all[all.indexOf(line) + (event.shiftKey ? -1 : 1)];
    if (cards.isDirty(line) && !event.shiftKey) {
      event.preventDefault();
      submit(line);
    } else if (to) {
      event.preventDefault();
      enterLine(to);
    }
    return;
  }
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const all = cards.lines(card());
    const to = all[all.indexOf(line) + (event.key === "ArrowDown" ? 1 : -1)];
    event.preventDefault();
    if (to) enterLine(to);
    else if (event.key === "ArrowUp") goto.focus();
  }
  if (event.key === "Escape" && (cards.isDirty(line) || line.matches(".is-pairing, .is-refused"))) {
    event.preventDefault();
    cards.restore(line);
    enterLine(line);
  }
  if (event.key === "/" && isFresh) {
    event.preventDefault();
    pairUp(line);
  }
  if (event.key === "F6" && line.dataset.key) {
    event.preventDefault();
    location.href = `${root.dataset.cases}/new?slot=${line.dataset.key}`;
  }
  if (event.key === "." && isFresh && line.dataset.key) {
    event.preventDefault();
    openSlot(slots, line.dataset.key, "award");
  }
});

document.addEventListener(
  "keydown",
  (event) => {
    // While a result is on its way to the server, what is typed belongs to the next line.
    if (
      held &&
      !dialog.open &&
      !event.ctrlKey &&
      !event.altKey &&
      !event.metaKey &&
      (event.key.length === 1 || ["Enter", "Backspace", "Tab"].includes(event.key))
    ) {
      event.preventDefault();
      event.stopPropagation();
      typedAhead.push(event.key);
      return;
    }
    if (event.key === "F3") {
      event.preventDefault();
      signed.checked = !signed.checked;
      keepSigned();
    }
    if (
      (event.ctrlKey || event.metaKey) &&
      event.key.toLowerCase() === "z" &&
      !dialog.open &&
      !document.querySelector("dialog[open]")
    ) {
      const line = cards.lineOf(event.target);
      if (line && around(event, "input.result") && cards.isDirty(line)) return;
      event.preventDefault();
      event.stopPropagation();
      undo();
    }
  },
  true,
);

// A press of the pad meanwhile belongs to the next line too.
document.addEventListener(
  "click",
  (event) => {
    /** @type {HTMLButtonElement | null} */
    const button = around(event, "#pad button");
    if (!held || dialog.open || !button) return;
    event.preventDefault();
    event.stopPropagation();
    typedAhead.push(button);
  },
  true,
);

function replay() {
  while (!held && typedAhead.length) {
    const key = typedAhead.shift() ?? "";
    if (key instanceof HTMLButtonElement) {
      key.click();
      continue;
    }
    const input = document.activeElement;
    if (!(input instanceof HTMLInputElement)) return;
    if (key === "Enter" || key === "Tab") {
      if (input !== goto) input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      else if (key === "Enter") goTo(goto.value);
      continue;
    }
    const from = input.selectionStart ?? input.value.length;
    const to = input.selectionEnd ?? from;
    input.setRangeText(
      key === "Backspace" ? "" : key,
      key === "Backspace" && from === to ? Math.max(0, from - 1) : from,
      to,
      "end",
    );
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}

async function undo() {
  const choice = await ask(dialog, `${base}/undo`);
  if (choice.way !== "undo") return current?.isConnected ? enterLine(current) : goto.focus();
  const answer = await send(`${base}/undo`, { seq: choice.seq ?? "" }, { words: words.undone });
  if (answer.state === "refused") return say(answer.errors.map((error) => error.text).join(" "), "bad");
  const key = answer.body?.key ?? "";
  say(words.undone, "good");
  if (key) await load(partsOf(key), { key });
}

/* ---- mouse ---- */

// The head line's undo would put a fresh page in place of this one; here it asks first, and what is being typed stays.
document.addEventListener(
  "submit",
  (event) => {
    if (!around(event, "#undo form")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    undo();
  },
  true,
);

document.addEventListener("click", (event) => {
  const target = around(event, "a, button");
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target.matches("#around a.table-mark, #around a.board-mark")) {
    event.preventDefault();
    load(target.dataset);
  } else if (target.matches("[data-go]")) {
    event.preventDefault();
    const key = target.dataset.go ?? "";
    load(partsOf(key), { key });
  } else if (target.matches("[data-store]")) {
    const line = cards.lineOf(target.closest("tr")?.previousElementSibling ?? null);
    if (line) submit(line);
  } else if (target.matches("[data-pairs]")) pairUp(lineAt(target.dataset.pairs ?? ""));
});

byId("goto-form").addEventListener("submit", (event) => {
  event.preventDefault();
  goTo(goto.value);
});
goto.addEventListener("focus", () => {
  showSigned(null);
  goto.select();
});
goto.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" || !card()) return;
  event.preventDefault();
  const first = cards.lines(card())[0];
  if (first) enterLine(first);
});

const pad = startPad({
  pad: byId("pad"),
  toggle: byId("pad-switch"),
  getField: () => {
    const line = current?.isConnected ? current : firstLine();
    if (!line || cards.field(line).readOnly) return null;
    current = line;
    return cards.field(line);
  },
  onText: (input) => {
    const line = cards.lineOf(input);
    if (!line) return;
    line.classList.remove("is-refused");
    cards.mark(line);
    cards.keepDraft(line, signed.checked);
    cards.readLine(line, base, words);
  },
  onEnter: (input) => {
    const line = cards.lineOf(input);
    if (line) submit(line);
  },
});

/* ---- following the event ---- */

let isPatching = false;
let isStale = false;
async function follow() {
  if (isPatching) {
    isStale = true;
    return;
  }
  isPatching = true;
  const here = card();
  const answer = here && (await fetchPage(`${base}/card?${addressOf(here.dataset)}`));
  const fresh = answer?.ok ? answer.page.getElementById("card") : null;
  if (here && fresh && here === card() && !held) {
    cards.patch(here, fresh);
    propose();
  }
  isPatching = false;
  if (isStale) {
    isStale = false;
    follow();
  }
}
document.addEventListener("desk:version", () => {
  keepAddress();
  follow();
});
document.addEventListener("desk:replaced", (event) => {
  markPlace();
  if (event.detail.root.id === "around" && !byBoard()) followRound();
});
document.addEventListener("sending:late", (event) => {
  const line = document.getElementById(`line-${event.detail.item.fields.key}`);
  line?.classList.remove("is-waiting");
  if (line && event.detail.answer.state === "stored") follow();
});

/** @type {ReturnType<typeof setTimeout> | undefined} */
let hideNotice;
/**
 * @param {string} text
 * @param {"good" | "bad"} kind
 */
function say(text, kind) {
  const bar = document.createElement("div");
  bar.className = `said ${kind}`;
  bar.setAttribute("role", kind === "bad" ? "alert" : "status");
  bar.textContent = text;
  for (const old of document.querySelectorAll(".said")) old.remove();
  byId("sending").after(bar);
  clearTimeout(hideNotice);
  hideNotice = setTimeout(() => bar.remove(), 6000);
}

const SIGNED = "arrowswitch.signed";
function keepSigned() {
  sessionStorage.setItem(SIGNED, signed.checked ? "yes" : "no");
  if (signedLine?.isConnected && cards.isDirty(signedLine)) cards.keepDraft(signedLine, signed.checked);
}
/**
 * The line whose signatures are shown; null for those of the next slip.
 * @type {HTMLTableRowElement | null}
 */
let signedLine = null;
/**
 * Shows whether both sides signed: what was ticked when the line was typed, else what was ticked last.
 * @param {HTMLTableRowElement | null} line
 */
function showSigned(line) {
  signedLine = line;
  const own = line && cards.isDirty(line) ? line.dataset.signed : undefined;
  signed.checked = own ? own === "true" : sessionStorage.getItem(SIGNED) !== "no";
}
showSigned(null);
signed.addEventListener("change", keepSigned);

// Typed text comes back with the page; still the browser warns before it closes a page with results that are not stored.
window.addEventListener("beforeunload", (event) => {
  if (cards.lines(card()).some((line) => !cards.field(line).readOnly && cards.isDirty(line))) event.preventDefault();
});

startForms(words);
startSlots(slots);
startWhy();
const address = new URLSearchParams(location.search);
begin();
if (location.hash.startsWith("#in-")) document.querySelector(location.hash)?.focus();
else if (address.has("table") || address.has("board")) {
  const first = firstLine();
  first ? enterLine(first) : goto.focus();
} else goto.focus();
setTimeout(fetchAround, BEFOREHAND_MS);
