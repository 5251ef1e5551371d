// Score entry. The hand stays on the number pad: table, Enter; result, Enter; after the last board the next table is proposed.
// Nothing typed is lost: a nudge never touches a field in which something stands, and what was not stored waits in this tab.
import { startPad } from "/static/desk/results/bidding-pad.js";
import { startForms } from "/static/js/forms.js";
import { ask } from "/static/desk/results/score-ask.js";
import * as cards from "/static/desk/results/score-card.js";
import { send } from "/static/js/sending.js";
import { openSlot, startSlots } from "/static/desk/results/slots.js";
import { startWhy } from "/static/desk/ranking/why.js";

const FORCEABLE = [
  "result.wrong-pair",
  "result.wrong-board",
  "result.wrong-direction",
  "result.empty-table",
  "result.phantom",
];
const root = document.getElementById("scores");
const words = JSON.parse(root.dataset.words);
const base = root.dataset.base;
const box = document.getElementById("card-box");
const goto = document.getElementById("goto");
const dialog = document.getElementById("ask");
const signed = document.getElementById("signed");
const card = () => document.getElementById("card");
cards.useWords(words);
const byBoard = () => root.dataset.order === "boards";

let held = 0;
let typedAhead = [];
let current = null;

/* ---- which card ---- */

function addressOf({ round, table, board }) {
  const query = byBoard() ? { order: "boards", board } : { round, ...(table ? { table } : {}) };
  return new URLSearchParams(query).toString();
}

/** Holds the keyboard while the server is asked: what is typed meanwhile belongs to what comes next. */
async function holding(work) {
  held += 1;
  try {
    return await work();
  } finally {
    held -= 1;
    replay();
  }
}

const load = (place, options) => holding(() => loadCard(place, options));

async function loadCard(place, { key = "", focus = "line" } = {}) {
  const query = addressOf(place);
  const answer = await fetch(`${base}/card?${query}`).catch(() => null);
  if (!answer?.ok) return say(words.noSuch, "bad");
  const text = await answer.text();
  if (!text.includes('id="card"')) {
    goto.focus();
    goto.select();
    return say(words.noSuch, "bad");
  }
  const sameRound = card()?.dataset.round === String(place.round);
  box.innerHTML = text;
  goto.value = "";
  history.replaceState(null, "", `${base}?${query}`);
  begin();
  if (sameRound || byBoard()) markPlace();
  else refreshAround();
  if (focus === "line") {
    const line = key
      ? document.getElementById(`line-${key}`)
      : (cards.lines(card()).find(cards.isMissing) ?? cards.lines(card())[0]);
    line ? enterLine(line) : goto.focus();
  } else showNext();
}

function begin() {
  if (card()) cards.restoreDrafts(card());
  pad.reset();
  for (const line of card() ? cards.lines(card()) : []) cards.mark(line);
  propose();
}

function enterLine(line) {
  cards.field(line).inputMode = pad.isForFingers() ? "none" : "text";
  cards.focusLine(line);
}

function markPlace() {
  for (const mark of document.querySelectorAll("#around [aria-current]"))
    if (!mark.matches(".round-mark")) mark.removeAttribute("aria-current");
  const here = byBoard() ? `[data-board="${card()?.dataset.board}"]` : `[data-table="${card()?.dataset.table}"]`;
  document.querySelector(`#around ${here}`)?.setAttribute("aria-current", "true");
}

async function refreshAround() {
  const answer = await fetch(location.href, { headers: { "X-Live": "1" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["around", "running", "odd"]) {
    const next = page.getElementById(id);
    if (next) document.getElementById(id).replaceWith(document.importNode(next, true));
  }
}

/** The proposal for what to type next: it stands in the empty field, and Enter takes it. */
function showNext() {
  goto.value = "";
  propose();
  goto.focus();
  goto.select();
}

/** What an empty Enter takes: the card on the table while it lacks results, else the next one. */
function propose() {
  const data = card()?.dataset ?? {};
  if (lacking())
    goto.placeholder = byBoard()
      ? data.board
      : (document.querySelector(`#around [data-table="${data.table}"]`)?.dataset.label ?? data.table);
  else
    goto.placeholder = data.nextLabel
      ? !byBoard() && data.nextRound !== data.round
        ? `${data.nextRound}-${data.nextLabel}`
        : data.nextLabel
      : "";
}

const lacking = () => card() && cards.lines(card()).find(cards.isMissing);

function goTo(text) {
  const data = card()?.dataset ?? {};
  const typed = text.normalize("NFKC").trim();
  if (!typed) {
    if (lacking()) return enterLine(lacking());
    if (byBoard() && data.nextBoard) return load({ board: data.nextBoard });
    if (data.nextTable) return load({ round: data.nextRound, table: data.nextTable });
    return say(words.complete, "good");
  }
  if (byBoard()) return load({ board: typed.replace(/\D/g, "") });
  const [, round, table] = typed.match(/^(?:(\d+)[-.+ ])?(.+)$/) ?? [];
  const label = [...document.querySelectorAll("#around [data-label]")].find(
    (mark) => mark.dataset.label.toLowerCase() === table.toLowerCase(),
  );
  load({
    round: round ?? data.round ?? currentRound(),
    table: label && !round ? label.dataset.table : table.replace(/\D/g, "") || "0",
  });
}

const currentRound = () => document.querySelector("#around .round-mark[aria-current]")?.dataset.round ?? "1";

/* ---- one line ---- */

async function submit(line, extra = {}) {
  if (held) return;
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
  const fields = { key, text, order: root.dataset.order, is_confirmed: signed.checked, ...pairs.fields, ...more };
  return deliver(line, `${base}/enter`, fields, text, pairs);
}

async function empty(line) {
  const answer = await ask(dialog, `${base}/reasons?${new URLSearchParams({ key: line.dataset.key })}`, [
    words.whatWas.replace("{what}", line.dataset.text),
  ]);
  if (answer.way !== "correct") {
    cards.restore(line);
    return enterLine(line);
  }
  await deliver(
    line,
    `${base}/remove`,
    { key: line.dataset.key, order: root.dataset.order, approver: answer.approver, reason: answer.reason },
    "",
    pairsOf(line),
  );
}

async function deliver(line, url, fields, text, pairs) {
  const refusal = await holding(() => store(line, url, fields, text));
  if (refusal) await refusedLine(line, refusal, fields, pairs);
}

/** Sends a result and goes on to the next line; returns the answer when it was refused. */
async function store(line, url, fields, text) {
  cards.stopReading();
  line.classList.add("is-sending");
  const key = fields.key;
  const [, round, table, board] = key.split("-");
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
  let shown = line;
  if (answer.state === "waiting") {
    line.classList.add("is-waiting");
    line.dataset.text = text;
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
      shown = cards.replaceLine(line, answer.body.line);
      if (answer.body.is_odd) cards.help(shown, { problems: answer.body.odd, kind: "odd" });
    } else await load({ round, table, board }, { key: answer.body.key });
  }
  next(shown.isConnected ? shown : document.getElementById(`line-${answer.body?.key}`));
  return null;
}

function setNext(target) {
  const data = card().dataset;
  for (const name of ["nextRound", "nextTable", "nextBoard", "nextLabel"]) delete data[name];
  if (!target) return;
  data.nextRound = target.round;
  data.nextTable = target.table ?? "";
  data.nextBoard = target.board ?? "";
  data.nextLabel = target.label;
}

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
      const { way: _unused, ...more } = choice;
      return submit(line, { ...more, key: fields.key });
    }
  }
  const twice = answer.errors.find((error) => error.code === "result.board-twice");
  if (twice) cards.help(line, { problems: texts, kind: "bad", keys: "" });
  enterLine(line);
  cards.help(line, { problems: texts, kind: "bad" });
}

async function onWay(line, fields, pairs, choice) {
  if (choice.way === "force") {
    line.classList.remove("is-refused");
    return submit(line, { key: fields.key, ns: fields.ns ?? "", ew: fields.ew ?? "", force: choice.force });
  }
  if (choice.way === "move") {
    const text = cards.field(line).value;
    cards.restore(line);
    unpair(line);
    const key = choice.key ?? `${fields.key.split("-")[0]}-${choice.round}-${choice.table}-${choice.board}`;
    await load(choice, { key });
    const target = document.getElementById(`line-${key}`);
    if (!target) return say(words.noSuch, "bad");
    cards.field(target).value = text;
    cards.mark(target);
    cards.keepDraft(target);
    enterLine(target);
    return cards.readLine(target, base, words);
  }
  const wrong = pairs.changed ? line.querySelector(".pairs-box input:not([value=''])") : null;
  if (wrong) {
    wrong.focus();
    wrong.select();
  } else enterLine(line);
}

function next(line) {
  if (!line || !card()) return showNext();
  if (line.matches(".is-new"))
    return load({ round: line.dataset.round, table: line.dataset.table, board: card().dataset.board });
  const following = cards.nextMissing(card(), line);
  pad.reset();
  following ? enterLine(following) : showNext();
}

/* ---- other pairs or boards than planned ---- */

function pairUp(line) {
  const part = line.querySelector(".pairs-box");
  if (!part || line.matches(".is-ruled")) return;
  part.hidden = false;
  line.classList.add("is-pairing");
  const first = part.querySelector(".to-ns");
  first.focus();
  first.select();
}

function unpair(line) {
  const part = line.querySelector(".pairs-box");
  if (!part || line.matches(".is-new")) return;
  part.hidden = true;
  line.classList.remove("is-pairing");
  for (const input of part.querySelectorAll("input")) input.value = input.defaultValue;
}

/** What the line says about pairs and board; nothing is sent of what is as planned. */
function pairsOf(line) {
  const value = (selector) => line.querySelector(selector)?.value.normalize("NFKC").trim() ?? "";
  const round = value(".to-round") || line.dataset.round;
  const table = value(".to-table") || line.dataset.table;
  const board = value(".to-board") || line.dataset.board;
  const section = line.dataset.key.split("-")[0] || "A";
  const isOther = value(".to-ns") !== line.dataset.ns || value(".to-ew") !== line.dataset.ew;
  const fields = isOther || line.matches(".is-forced, .is-new") ? { ns: value(".to-ns"), ew: value(".to-ew") } : {};
  return { key: `${section}-${round}-${table}-${board}`, fields, changed: isOther || board !== line.dataset.board };
}

/* ---- keys ---- */

box.addEventListener("focusin", (event) => {
  const line = cards.lineOf(event.target);
  if (!line) return;
  current = line;
  if (event.target.matches("input.result") && !line.classList.contains("is-refused")) {
    if (cards.isDirty(line) || !line.dataset.text) cards.readLine(line, base, words);
    else cards.help(line, { keys: line.matches(".is-ruled") ? words.ruled : words.enter });
  }
});

box.addEventListener("mousedown", (event) => event.target.closest(".line-help") && event.preventDefault());

box.addEventListener("input", (event) => {
  const line = cards.lineOf(event.target);
  if (!line) return;
  line.classList.remove("is-refused");
  cards.mark(line);
  if (event.target.matches("input.result")) {
    cards.keepDraft(line);
    cards.readLine(line, base, words);
  }
});

box.addEventListener("keydown", (event) => {
  const line = cards.lineOf(event.target);
  if (!line || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const input = event.target;
  const isResult = input.matches("input.result");
  const isFresh =
    isResult &&
    (!input.value || (input.selectionStart === 0 && input.selectionEnd === input.value.length && !cards.isDirty(line)));
  if (event.key === "Enter" && input.matches("input")) {
    event.preventDefault();
    const inPairs = [...line.querySelectorAll(".pairs-box input")];
    const at = inPairs.indexOf(input);
    const following = inPairs[at + 1];
    if (at >= 0 && following) {
      following.focus();
      return following.select();
    }
    if (at >= 0) return enterLine(line);
    return line.matches(".is-ruled") ? openSlot(root.dataset.slots, line.dataset.key) : submit(line);
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
    unpair(line);
    cards.restore(line);
    enterLine(line);
  }
  if (event.key === "/" && isFresh) {
    event.preventDefault();
    pairUp(line);
  }
  if (event.key === "." && isFresh && line.dataset.key) {
    event.preventDefault();
    openSlot(root.dataset.slots, line.dataset.key, "award");
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
      (event.key.length === 1 || ["Enter", "Backspace"].includes(event.key))
    ) {
      event.preventDefault();
      event.stopPropagation();
      typedAhead.push(event.key);
      return;
    }
    if (event.key === "F8") {
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
      if (line && event.target.matches("input.result") && cards.isDirty(line)) return;
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
    const button = event.target.closest("#pad button");
    if (!held || dialog.open || !button) return;
    event.preventDefault();
    event.stopPropagation();
    typedAhead.push(button);
  },
  true,
);

function replay() {
  while (!held && typedAhead.length) {
    const key = typedAhead.shift();
    if (key instanceof HTMLButtonElement) {
      key.click();
      continue;
    }
    const input = document.activeElement;
    if (!input?.matches("input")) return;
    if (key === "Enter") {
      if (input === goto) goTo(goto.value);
      else input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
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
  const answer = await send(`${base}/undo`, { seq: choice.seq }, { words: words.undone });
  if (answer.state === "refused") return say(answer.errors.map((error) => error.text).join(" "), "bad");
  const [, round, table, board] = (answer.body?.key ?? "").split("-");
  say(words.undone, "good");
  if (round) await load({ round, table, board }, { key: answer.body.key });
}

/* ---- mouse ---- */

// The head line's undo would put a fresh page in place of this one; here it asks first, and what is being typed stays.
document.addEventListener(
  "submit",
  (event) => {
    if (!event.target.matches("#undo form")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    undo();
  },
  true,
);

document.addEventListener("click", (event) => {
  const target = event.target.closest("a, button");
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target.matches("#around a.table-mark, #around a.board-mark")) {
    event.preventDefault();
    load(target.dataset);
  } else if (target.matches("[data-go]")) {
    event.preventDefault();
    const [, round, table, board] = target.dataset.go.split("-");
    load({ round, table, board }, { key: target.dataset.go });
  } else if (target.matches("[data-store]")) submit(target.closest("tr").previousElementSibling);
  else if (target.matches("[data-pairs]")) pairUp(document.getElementById(`line-${target.dataset.pairs}`));
});

document.getElementById("goto-form").addEventListener("submit", (event) => {
  event.preventDefault();
  goTo(goto.value);
});
goto.addEventListener("focus", () => goto.select());
goto.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" || !card()) return;
  event.preventDefault();
  const first = cards.lines(card())[0];
  if (first) enterLine(first);
});

const pad = startPad({
  pad: document.getElementById("pad"),
  toggle: document.getElementById("pad-switch"),
  getField: () => {
    const line = current?.isConnected
      ? current
      : card() && (cards.lines(card()).find(cards.isMissing) ?? cards.lines(card())[0]);
    if (!line || cards.field(line).readOnly) return null;
    current = line;
    return cards.field(line);
  },
  onText: (input) => {
    const line = cards.lineOf(input);
    line.classList.remove("is-refused");
    cards.mark(line);
    cards.keepDraft(line);
    cards.readLine(line, base, words);
  },
  onEnter: (input) => submit(cards.lineOf(input)),
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
  const answer = here && (await fetch(`${base}/card?${addressOf(here.dataset)}`).catch(() => null));
  if (answer?.ok && here === card()) {
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("card");
    if (fresh && here === card() && !held) cards.patch(here, fresh);
  }
  isPatching = false;
  if (isStale) {
    isStale = false;
    follow();
  }
}
document.addEventListener("desk:version", follow);
document.addEventListener("desk:replaced", () => markPlace());
document.addEventListener("sending:late", (event) => {
  const line = document.getElementById(`line-${event.detail.item.fields.key}`);
  line?.classList.remove("is-waiting");
  if (line && event.detail.answer.state === "stored") follow();
});

let hideNotice = 0;
function say(text, kind) {
  const bar = document.createElement("div");
  bar.className = `said ${kind}`;
  bar.setAttribute("role", kind === "bad" ? "alert" : "status");
  bar.textContent = text;
  for (const old of document.querySelectorAll(".said")) old.remove();
  document.getElementById("sending").after(bar);
  clearTimeout(hideNotice);
  hideNotice = setTimeout(() => bar.remove(), 6000);
}

const SIGNED = "arrowswitch.signed";
const keepSigned = () => sessionStorage.setItem(SIGNED, signed.checked ? "yes" : "no");
signed.checked = sessionStorage.getItem(SIGNED) !== "no";
signed.addEventListener("change", keepSigned);

startForms(words);
startSlots(root.dataset.slots);
startWhy();
begin();
if (location.hash.startsWith("#in-")) document.querySelector(location.hash)?.focus();
else if (new URLSearchParams(location.search).has("table") || new URLSearchParams(location.search).has("board")) {
  const first = card() && (cards.lines(card()).find(cards.isMissing) ?? cards.lines(card())[0]);
  first ? enterLine(first) : goto.focus();
} else goto.focus();
