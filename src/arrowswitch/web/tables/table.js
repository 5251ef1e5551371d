// The page of a table: reports results and shows where everybody goes next. It never navigates. Results that cannot be sent wait in this
// browser (sending.js) and the page goes on; a board is safe when the server has stored its result.

import { byId } from "/static/js/dom.js";
import { notice } from "/static/js/page.js";
import { dropRefused, flush, refused, send, waiting } from "/static/js/sending.js";
import { drawDiffering } from "/static/tables/differing.js";
import { device, drawElsewhere, isElsewhere, noticeHolder, startHold } from "/static/tables/hold.js";
import { afterPress } from "/static/tables/presses.js";
import { asksLead, drawLead, drawReview, drawReviewKeys, leadLine, openReview } from "/static/tables/review.js";
import { scoreOf } from "/static/tables/score.js";
import { asksSeats, confirmSeats, drawSeating, drawSeatNotes } from "/static/tables/seating.js";

const POLL_MS = 10_000;
const TURNED = `arrowswitch.turned.${location.pathname}`;
const AGREE_AFTER_MS = 1000;
const root = byId("table");
/** @type {Record<string, string>} */
const words = {
  ...JSON.parse(root.dataset.words ?? "{}"),
  ...JSON.parse(byId("seat-words").dataset.words ?? "{}"),
};
const base = root.dataset.base ?? "";
const isOwn = root.dataset.own !== undefined;
/** @type {TableScreen} */
let screen = JSON.parse(root.dataset.screen ?? "{}");
/** @type {"round" | "entry" | "lead" | "agree" | "differing" | "review"} */
let view = "round";
/** @type {TableBoard | null} */
let board = null;
/** @type {TableEntryDraft} */
let draft = emptyDraft();

/** @returns {TableEntryDraft} */
function emptyDraft() {
  return { level: 0, strain: "", doubled: "", declarer: "", tricks: null, special: "", lead: "" };
}

/**
 * Returns a new element with a class, a text and children.
 * @param {string} name
 * @param {string} className
 * @param {(string | Node)[]} content
 */
function element(name, className, ...content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

/**
 * Returns a button that does something when it is pressed.
 * @param {string} className
 * @param {() => void} onPress
 * @param {(string | Node)[]} content
 */
function button(className, onPress, ...content) {
  const made = /** @type {HTMLButtonElement} */ (element("button", className, ...content));
  made.type = "button";
  made.addEventListener("click", onPress);
  return made;
}

/**
 * Returns a word of the page with its parameters.
 * @param {string} name
 * @param {Record<string, string | number>} params
 */
const word = (name, params = {}) =>
  Object.entries(params).reduce((text, [key, value]) => text.replace(`{${key}}`, String(value)), words[name] ?? name);

/** Returns the keys of the boards whose result waits in this browser. */
const unsent = () => new Set(waiting().flatMap((item) => (item.fields.slot ? [String(item.fields.slot)] : [])));

/** Returns the tools of the modules that draw parts of this page. */
const tools = () => ({
  root,
  screen,
  base,
  isOwn,
  element,
  button,
  word,
  seats,
  draw,
  show,
  notice,
  isTurned,
  setTurned,
});

/** True if the pairs sit the other way round in the present round: as this browser turnedHere last, else as the server has it. */
function isTurned() {
  const turnedHere = sessionStorage.getItem(TURNED);
  return turnedHere?.startsWith(`${screen.round}:`) ? turnedHere.endsWith(":1") : screen.seating.turned;
}

/**
 * Remembers in this browser how the pairs sit, until the server has it.
 * @param {boolean} turned
 */
function setTurned(turned) {
  sessionStorage.setItem(TURNED, `${screen.round}:${turned ? 1 : 0}`);
}

/**
 * Begins a round, although the clock has not reached it.
 * @param {number} round
 */
async function begin(round) {
  const answer = await send(`${base}/begin`, { round: String(round) }, { words: word("begin", { round }) });
  if (answer.state === "stored") show(/** @type {any} */ (answer.body).screen);
}

/** Turns the pairs of the present round round, or back again. */
function turn() {
  confirmSeats(tools(), !isTurned());
}

/** Draws the page again from the screen, after the press that is under way. */
function draw() {
  afterPress(drawNow);
}

function drawNow() {
  root.replaceChildren();
  if (isElsewhere()) drawElsewhere(tools());
  else if (view === "entry" && board) drawEntry(board);
  else if (view === "differing" && board) drawQuestion(board);
  else if (view === "lead" && board) drawLead(reviewTools(), draft, () => setView("agree"));
  else if (view === "agree" && board) drawAgreement(board);
  else if (view === "review") drawReview(reviewTools());
  else {
    drawRound();
    if (screen.phase !== "off") drawReviewKeys(reviewTools());
    drawCall();
  }
  drawUnsent();
}

/**
 * Draws another view.
 * @param {typeof view} next
 */
function setView(next) {
  view = next;
  draw();
}

/** Returns the functions of this page that review.js uses. */
const reviewTools = () => ({
  root,
  base,
  element,
  button,
  draw,
  notice,
  open: () => setView("review"),
  close: () => {
    if (view === "review") closeBoard();
  },
  canCorrect: (/** @type {TableBoard} */ one) =>
    !screen.closed && screen.now?.boards.some((known) => known.key === one.key) === true,
  correct: openEntry,
});

/** Draws the key that calls the director, or says that the director is on the way. */
function drawCall() {
  if (screen.phase !== "playing" && screen.phase !== "idle") return;
  if (screen.called) root.append(element("p", "table-message is-called", word(screen.coming ? "coming" : "called")));
  else root.append(button("table-call", callDirector, word("call")));
}

async function callDirector() {
  screen.called = true;
  draw();
  const answer = await send(`${base}/call`, {}, { words: word("call") });
  if (answer.state === "stored") show(/** @type {any} */ (answer.body).screen);
}

function drawUnsent() {
  const line = byId("table-unsent");
  const count = unsent().size;
  line.hidden = count === 0;
  line.textContent = count ? word("unsent", { n: count }) : "";
}

function drawRound() {
  if (screen.phase !== "playing" || !screen.now) {
    root.append(element("h1", "table-message", word(screen.phase === "idle" && isOwn ? "idleOwn" : screen.phase)));
    if (screen.phase === "idle") drawNext("own");
    drawEarlier();
    return;
  }
  if (asksSeats(screen)) {
    drawSeating(tools());
    return;
  }
  const where = screen.side ? `${word("at", { table: screen.table })} ${word(screen.side)} · ` : "";
  root.append(element("h1", "", where + word("round", { round: screen.round, rounds: screen.rounds })));
  root.append(seats(screen.now, isTurned()));
  root.append(button(`table-turn${isTurned() ? " is-on" : ""}`, turn, word(isTurned() ? "turnBack" : "turn")));
  drawSeatNotes(tools());
  drawEarlier();
  root.append(boardButtons(screen.now));
  const sending = unsent();
  const open = screen.now.boards.filter((one) => !isDone(one) && !sending.has(one.key));
  const left = open.length;
  if (left && (left === 1 || screen.closed)) drawForgotten(open[0]);
  if (screen.closed) root.append(element("p", "table-message", word("closed")));
  if (left) root.append(element("p", "table-message", word("missing", { n: left })));
  else drawNext();
}

/**
 * Asks for the last open board of the round before anybody moves.
 * @param {TableBoard} one
 */
function drawForgotten(one) {
  if (screen.now?.boards.length === 1) return;
  const box = element("section", "table-forgotten", element("h2", "", word("forgotten", { board: one.board })));
  const answerWith = (/** @type {string} */ text) => {
    openBoard(one);
    confirm(text);
  };
  box.append(button("main seat-choice", () => openBoard(one), word("forgotten-enter")));
  if (one.status === "open")
    box.append(
      button("seat-choice", () => answerWith("NP"), word("notPlayed")),
      button("seat-choice", () => answerWith("LP"), word("playLate")),
    );
  root.append(box);
}

/** Draws the boards of earlier rounds that still lack a result, with the names of those who played them. */
function drawEarlier() {
  for (const earlier of screen.earlier) {
    const box = element("section", "table-earlier", element("h2", "", word("earlier", { round: earlier.round })));
    box.append(seats(earlier), boardButtons(earlier));
    root.append(box);
  }
}

/**
 * Draws the next places under a heading.
 * @param {string} heading
 */
function drawNext(heading = "complete") {
  const list = element("dl", "table-next");
  for (const line of screen.next) list.append(element("dt", "", word(line.who)), element("dd", "", line.text));
  const done = element("section", "table-done", element("h2", "", word(heading)), list);
  const following = screen.following;
  if (following) done.append(button("main table-begin", () => begin(following), word("begin", { round: following })));
  root.append(done);
}

/**
 * Returns the number of a side without the direction, which stands before it.
 * @param {TableSide} side
 */
const numberOf = (side) => side.number.replace(/^(NS|EW)(?=\d)/, "");

/**
 * Returns the players at the table; the pairs change places if they sit the other way round.
 * @param {TableRound} round
 * @param {boolean} areTurned
 */
function seats(round, areTurned = false) {
  const box = element("div", "table-seats");
  const [ns, ew] = areTurned ? [round.ew, round.ns] : [round.ns, round.ew];
  for (const [side, name] of /** @type {[TableSide, string][]} */ ([
    [ns, "NS"],
    [ew, "EW"],
  ])) {
    const line = element("p", "", element("b", "", `${word(name)} ${numberOf(side)}`));
    for (const person of side.names) line.append(element("span", "", person));
    box.append(line);
  }
  return box;
}

/** @param {TableBoard} one */
const isDone = (one) => ["stored", "other", "asked", "late"].includes(one.status);

/**
 * Returns a large button for each board of a round.
 * @param {TableRound} round
 */
function boardButtons(round) {
  const box = element("div", "table-boards");
  const sending = unsent();
  for (const item of round.boards) {
    const status = sending.has(item.key) ? "sending" : item.status;
    const text = item.text ? (special(item.text) ?? withSuit(item.text)) : "";
    const made = button(`table-board is-${status}`, () => openBoard(item), element("b", "", String(item.board)));
    made.append(
      element("span", "table-result", text),
      element("small", "", word(status === "asked" ? "statusAsked" : status)),
    );
    box.append(made);
  }
  return box;
}

/**
 * Opens a board: after play what may be shown of it, else the keypad; a board with two results always asks which is right.
 * @param {TableBoard} one
 */
function openBoard(one) {
  if (isDone(one) && one.status !== "asked" && screen.options.length) reviewBoard(one, true);
  else openEntry(one);
}

/**
 * Shows a board after play; if there is nothing to show, the keypad where a press asked for the board.
 * @param {TableBoard} one
 * @param {boolean} isPressed
 */
async function reviewBoard(one, isPressed = false) {
  const isOpen = await openReview(reviewTools(), one);
  if (view !== "round") return;
  if (isOpen) {
    setView("review");
    root.scrollIntoView();
  } else if (isPressed) openEntry(one);
}

/** @param {TableBoard} one */
function openEntry(one) {
  board = one;
  draft = emptyDraft();
  view = one.status === "reported" || one.status === "differs" ? "agree" : one.other ? "differing" : "entry";
  if (view === "agree") draft.special = one.text;
  draw();
  root.scrollIntoView();
}

/**
 * Draws the question about a board with two results.
 * @param {TableBoard} one
 */
function drawQuestion(one) {
  const answerWith = (/** @type {string} */ text, /** @type {boolean} */ turned) => report(one, text, !isOwn, turned);
  const written = (/** @type {string} */ text) => special(text) ?? withSuit(text);
  drawDiffering(tools(), one, { report: answerWith, close: closeBoard, written });
}

function closeBoard() {
  board = null;
  view = "round";
  draw();
}

/**
 * Draws the keypad: contract, declarer, tricks.
 * @param {TableBoard} one
 */
function drawEntry(one) {
  root.append(boardHead(one));
  const levels = row(
    ["1", "2", "3", "4", "5", "6", "7"],
    String(draft.level || ""),
    (text) => (draft.level = Number(text)),
  );
  const strains = row(["C", "D", "H", "S", "NT"], draft.strain, (text) => (draft.strain = text));
  const doubles = row(["", "X", "XX"], draft.doubled, (text) => (draft.doubled = text), String);
  const declarers = row(["N", "E", "S", "W"], draft.declarer, (text) => (draft.declarer = text), word);
  root.append(group("contract", levels, strains), group("doubled", doubles), group("declarer", declarers));
  if (draft.level) root.append(group("tricks", tricksRow()));
  const others = element("div", "table-others");
  for (const [text, name] of [
    ["P", "pass"],
    ["NP", "notPlayed"],
    ["LP", "playLate"],
  ])
    others.append(button("", () => confirm(text), word(name)));
  root.append(others);
  const next = button("main table-go", () => confirm(draftText()), word("next"));
  next.disabled = !draftText();
  root.append(element("div", "table-bar", button("", closeBoard, word("back")), next));
}

/** @param {TableBoard} one */
function boardHead(one) {
  const dealt = `${word("dealer", { dealer: word(one.dealer) })} · ${word(`vul-${one.vulnerable}`)}`;
  return element("h1", "", word("board", { board: one.board }), " ", element("small", "", dealt));
}

/**
 * @param {string} name
 * @param {Node[]} content
 */
const group = (name, ...content) => element("fieldset", "table-group", element("legend", "", word(name)), ...content);

/**
 * Returns a row of keys of which one is chosen.
 * @param {string[]} texts
 * @param {string} chosen
 * @param {(text: string) => void} choose
 * @param {(text: string) => string | Node} shown
 */
function row(texts, chosen, choose, shown = withSuit) {
  const box = element("div", "table-keys");
  for (const text of texts) {
    const isOn = chosen === text && (text !== "" || draft.level > 0);
    const press = () => {
      choose(text);
      draw();
    };
    const made = button("", press, shown(text || "–"));
    made.setAttribute("aria-pressed", String(isOn));
    box.append(made);
  }
  return box;
}

/** Returns the keys for tricks: made, overtricks, undertricks. */
function tricksRow() {
  const most = 13 - (draft.level + 6);
  const box = element("div", "table-keys is-tricks");
  for (let over = most; over >= -(draft.level + 6); over--) {
    const text = over === 0 ? "=" : over > 0 ? `+${over}` : `−${-over}`;
    const press = () => {
      draft.tricks = over;
      draw();
    };
    const made = button("", press, text);
    made.setAttribute("aria-pressed", String(draft.tricks === over));
    box.append(made);
  }
  return box;
}

/** Returns the draft as a result is typed (`4SX-1 N`), or nothing while a part is missing. */
function draftText() {
  if (!draft.level || !draft.strain || !draft.declarer || draft.tricks === null) return "";
  const result = draft.tricks === 0 ? "=" : draft.tricks > 0 ? `+${draft.tricks}` : String(draft.tricks);
  return `${draft.level}${draft.strain}${draft.doubled}${result} ${draft.declarer}`;
}

/** @param {string} text */
function confirm(text) {
  if (!text) return;
  draft.special = text;
  draft.lead = "";
  setView(asksLead(screen, text) ? "lead" : "agree");
}

/**
 * Draws the question to the other side. The agreeing key is apart from the keypad and can be pressed after a second.
 * @param {TableBoard} one
 */
function drawAgreement(one) {
  const text = draft.special;
  const now = screen.now?.boards.some((known) => known.key === one.key)
    ? screen.now
    : screen.earlier.find((round) => round.boards.some((known) => known.key === one.key));
  root.append(boardHead(one));
  const score = scoreOf(text, one.vulnerable);
  root.append(element("p", "table-shown", special(text) ?? withSuit(text)));
  if (score !== null)
    root.append(element("p", "table-score", word("score", { score: score < 0 ? `−${-score}` : score })));
  root.append(leadLine(reviewTools(), draft.lead));
  if (screen.side) askOnOwnDevice(one, text);
  else askOnTheTable(one, text, now ?? null);
  root.append(button("table-back", closeBoard, word("toBoards")));
}

/**
 * Asks East-West on the device of the table.
 * @param {TableBoard} one
 * @param {string} text
 * @param {TableRound | null} round
 */
function askOnTheTable(one, text, round) {
  root.append(element("p", "table-ask", word("ask")));
  const agreeing = round && (round === screen.now && isTurned() ? round.ns : round.ew);
  if (agreeing) {
    root.append(element("p", "table-names", `${word("EW")} ${numberOf(agreeing)}: ${agreeing.names.join(" · ")}`));
  }
  const no = button("table-disagree", reopen, word("wrong"));
  root.append(
    element(
      "div",
      "table-bar is-apart",
      no,
      lateButton("agreeEW", () => report(one, text, true)),
    ),
  );
}

/**
 * Asks a pair or player on a device of their own: to agree with the opponents' report, or to send the own one. The
 * opponents can also agree on this device.
 * @param {TableBoard} one
 * @param {string} text
 */
function askOnOwnDevice(one, text) {
  const isTheirs = isOfOpponents(one, text);
  if (isTheirs && one.turned) root.append(element("p", "table-message", word("turnedByThem")));
  root.append(element("p", "table-ask", word(isTheirs ? "theirs" : "ask")));
  const no = button("table-disagree", reopen, word("wrong"));
  const yes = isTheirs
    ? button("main table-agree", () => report(one, text, false), word("yes"))
    : button("main table-agree", () => report(one, text, false), word("sent"));
  root.append(element("div", "table-bar", no, yes));
  if (!isTheirs)
    root.append(
      element(
        "div",
        "table-here",
        lateButton("here", () => report(one, text, true)),
      ),
    );
}

/**
 * True if a result of a board is the one that the opponents reported.
 * @param {TableBoard} one
 * @param {string} text
 */
const isOfOpponents = (one, text) => one.side !== "" && one.side !== screen.side && text === one.text;

/**
 * Returns a key that can be pressed after a second, so that nobody agrees by a second tap.
 * @param {string} name
 * @param {() => void} onPress
 */
function lateButton(name, onPress) {
  const made = button(name === "here" ? "table-agree-here" : "main table-agree", onPress, word(name));
  made.disabled = true;
  setTimeout(() => {
    made.disabled = false;
  }, AGREE_AFTER_MS);
  return made;
}

function reopen() {
  draft.special = "";
  view = "entry";
  draw();
}

/**
 * Returns the words for what is no contract, or null.
 * @param {string} text
 */
const special = (text) =>
  ({ P: word("pass"), PASS: word("pass"), NP: word("notPlayed"), LP: word("playLate") })[text] ?? null;

/**
 * Returns a result with the signs of the suits.
 * @param {string} text
 */
function withSuit(text) {
  const [contract, declarer = ""] = text.split(/ (?=[NESW]$)/);
  const by = declarer && ` ${word(declarer)}`;
  const suit = /^([1-7]?)([CDHS])(?=[X=+-]|$)/.exec(contract);
  if (!suit) {
    const noTrump = contract.replace(/^([1-7]?)NT(?=[X=+-]|$)/, `$1${word("nt")}`);
    return element("span", "", withSigns(noTrump) + by);
  }
  const [all, level, letter] = suit;
  const sign = { C: "♣", D: "♦", H: "♥", S: "♠" }[letter] ?? letter;
  const made = element("span", "", level, element("span", `suit ${letter.toLowerCase()}`, sign));
  made.append(withSigns(contract.slice(all.length)) + by);
  return made;
}

/**
 * Returns a result with the sign for a double and a real minus sign.
 * @param {string} text
 */
const withSigns = (text) => text.replace(/X(?=[X=+-]|$)/g, "×").replace("-", "−");

/**
 * Reports a result and goes back to the boards at once: what cannot be sent waits in this browser.
 * @param {TableBoard} one
 * @param {string} text
 * @param {boolean} isAgreed
 * @param {boolean} [asTurned]
 */
async function report(one, text, isAgreed, asTurned) {
  const about = { words: word("board", { board: one.board }) };
  const isNow = screen.now?.boards.some((known) => known.key === one.key);
  const isTheirs = isOwn && isOfOpponents(one, text);
  const turned = asTurned ?? (isTheirs ? one.turned : isTurned() && isNow);
  const sent = send(
    `${base}/results`,
    { slot: one.key, text, agreed: isAgreed ? "1" : "", turned: turned ? "1" : "", device, seen: one.text },
    about,
  );
  const lead = draft.lead ? send(`${base}/lead`, { slot: one.key, card: draft.lead, device }, about) : null;
  one.text = text === "P" ? "PASS" : text; // as the server writes it
  closeBoard();
  const answer = await sent;
  if (answer.state === "stored") show(/** @type {any} */ (answer.body).screen);
  await lead;
  if (answer.state === "stored" && screen.options.length) reviewBoard(one);
  if (answer.state === "refused") notice(answer.errors.map((error) => error.text).join(" "));
  drawSent();
}

/** Shows the number of unsent results; the next board that a player is entering meanwhile stays as it is. */
function drawSent() {
  drawUnsent();
  if (view === "round") draw();
}

/** @param {TableScreen | undefined} shown */
function show(shown) {
  if (!shown || shown.version < screen.version) return;
  const wasElsewhere = isElsewhere();
  screen = shown;
  noticeHolder(screen);
  if (sessionStorage.getItem(TURNED) === `${screen.round}:${screen.seating.turned ? 1 : 0}`)
    sessionStorage.removeItem(TURNED);
  if (view === "round" || wasElsewhere !== isElsewhere()) draw();
}

/** Asks for the screen if it has changed. */
async function poll() {
  try {
    const answer = await fetch(`${base}/state?since=${screen.version}`, { headers: { Accept: "application/json" } });
    if (answer.status === 200) show((await answer.json()).screen);
  } catch {
    // The network is away: what is on the page stays, and the next poll asks again.
  }
}

/** Shows the results that the server refused after a wait. */
function showRefused() {
  for (const item of refused()) {
    const why = (item.errors ?? []).map((error) => error.text).join(" ");
    notice(`${word("refused", { what: item.about.words ?? "" })} ${why}`);
    dropRefused(item.id);
  }
}

document.addEventListener("sending:changed", drawSent);
document.addEventListener("sending:late", () => {
  showRefused();
  poll();
});
for (const name of ["online", "pageshow", "focus"]) window.addEventListener(name, poll);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  flush();
  poll();
});
setInterval(poll, POLL_MS);
startHold(base, (shown) => {
  show(shown);
  draw();
});
new EventSource(`${base}/live`).addEventListener("version", (event) => {
  if (Number(event.data.replace("version ", "")) > screen.version) poll();
});
draw();
