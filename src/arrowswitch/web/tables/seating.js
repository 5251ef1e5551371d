// The seating check: at the start of a round the device shows who sits at the table, in large letters, and asks. "Not us" leads to three
// questions: the pairs sit the other way round, the table is another item, or a name is wrong.

import { send } from "/static/js/sending.js";

/** @type {"check" | "what" | "table" | "names" | "who"} */
let view = "check";
let shownRound = 0;
/** @type {SeatPeople | null} */
let people = null;
/** @type {{ key: string; name: string } | null} */
let wrong = null;
let isOffline = false;

/** @param {TableScreen} screen */
export const asksSeats = (screen) => screen.phase === "playing" && !!screen.now?.played && screen.seating.asks;

/**
 * Draws the seating check of the round.
 * @param {SeatTools} tools
 */
export function drawSeating(tools) {
  const { root, screen, element, word } = tools;
  if (shownRound !== screen.round) {
    view = "check";
    people = null;
    shownRound = screen.round;
  }
  root.append(
    element(
      "h1",
      "",
      `${word("at", { table: screen.table })} · `,
      word("round", { round: screen.round, rounds: screen.rounds }),
    ),
  );
  ({ check: drawCheck, what: drawWhat, table: drawTable, names: drawNames, who: drawWho })[view](tools);
}

/**
 * Shows another question.
 * @param {SeatTools} tools
 * @param {typeof view} next
 */
function go(tools, next) {
  view = next;
  tools.draw();
  tools.root.scrollIntoView();
}

/** @param {SeatTools} tools */
function drawCheck(tools) {
  const { root, screen, element, button, word, seats, isOwn } = tools;
  if (!screen.now) return;
  const panel = seats(screen.now, tools.isTurned());
  panel.classList.add("is-check");
  root.append(panel, element("p", "table-ask", word("ask-seats")));
  if (screen.seating.trouble === "table")
    root.append(element("p", "table-message", word("find-table", { table: screen.table })));
  root.append(
    button("main seat-yes", () => confirmSeats(tools, tools.isTurned()), word(isOwn ? "yes-own" : "yes-table")),
    button("seat-no", () => go(tools, "what"), word("no")),
  );
}

/** @param {SeatTools} tools */
function drawWhat(tools) {
  const { root, element, button, word } = tools;
  root.append(element("h2", "", word("what")));
  root.append(
    button("seat-choice", () => confirmSeats(tools, !tools.isTurned()), word("turned")),
    button("seat-choice", () => wrongTable(tools), word("wrong-table")),
    button("seat-choice", () => ask(tools, "names"), word("wrong-name")),
    button("seat-no", () => go(tools, "check"), word("back")),
  );
}

/** @param {SeatTools} tools */
function drawTable(tools) {
  const { root, screen, element, button, word } = tools;
  root.append(element("p", "table-message", word("find-table", { table: screen.table })));
  const list = element("ul", "seat-tables");
  for (const item of people?.tables ?? []) {
    const line = element(
      "li",
      item.label === screen.table ? "is-here" : "",
      element("b", "", word("at", { table: item.label })),
    );
    line.append(element("span", "", `${word("NS")} ${item.ns}`), element("span", "", `${word("EW")} ${item.ew}`));
    list.append(line);
  }
  root.append(
    list,
    button("main seat-yes", () => go(tools, "check"), word("right-now")),
  );
}

/** @param {SeatTools} tools */
function drawNames(tools) {
  const { root, element, button, word } = tools;
  root.append(element("h2", "", word("which-name")));
  for (const item of people?.here ?? []) {
    const press = () => {
      wrong = item;
      go(tools, "who");
    };
    root.append(button("seat-choice", press, item.name));
  }
  root.append(button("seat-no", () => go(tools, "check"), word("back")));
}

/** @param {SeatTools} tools */
function drawWho(tools) {
  const { root, element, button, word } = tools;
  root.append(element("h2", "", word("who", { name: wrong?.name ?? "" })));
  const find = /** @type {HTMLInputElement} */ (element("input", "seat-find"));
  find.type = "search";
  find.setAttribute("aria-label", word("find"));
  find.placeholder = word("find");
  const list = element("div", "seat-people");
  for (const item of people?.people ?? [])
    if (item.key !== wrong?.key) list.append(button("seat-choice", () => wrongName(tools, item.key), item.name));
  find.addEventListener("input", () => {
    const wanted = find.value.trim().toLowerCase();
    for (const item of list.querySelectorAll("button"))
      item.hidden = !(item.textContent ?? "").toLowerCase().includes(wanted);
  });
  root.append(
    find,
    button("seat-choice", () => wrongName(tools, ""), word("someone-else")),
    list,
  );
  root.append(button("seat-no", () => go(tools, "names"), word("back")));
}

/**
 * Confirms the seats of the round. The page goes on at once; without the network the press waits in this browser.
 * @param {SeatTools} tools
 * @param {boolean} turned
 */
export async function confirmSeats(tools, turned) {
  const { screen, base, word } = tools;
  const round = screen.round;
  screen.seating = { ...screen.seating, asks: false, turned, trouble: "" };
  view = "check";
  tools.setTurned(turned);
  tools.draw();
  const fields = { round: String(round), turned: turned ? "1" : "" };
  const answer = await send(`${base}/seats`, fields, { words: word("round", { round, rounds: screen.rounds }) });
  if (answer.state === "stored") tools.show(/** @type {any} */ (answer.body).screen);
}

/** @param {SeatTools} tools */
async function wrongTable(tools) {
  await ask(tools, "table");
  post(tools, { trouble: "table" });
}

/**
 * @param {SeatTools} tools
 * @param {string} sitting
 */
async function wrongName(tools, sitting) {
  view = "check";
  await post(tools, { trouble: "name", wrong_person: wrong?.key ?? "", sitting });
}

/**
 * Sends the question, and shows the screen that follows from it.
 * @param {SeatTools} tools
 * @param {Record<string, string>} fields
 */
async function post(tools, fields) {
  const { screen, base, word } = tools;
  const answer = await send(
    `${base}/seats/question`,
    { round: String(screen.round), ...fields },
    { words: word("what") },
  );
  if (answer.state === "stored") tools.show(/** @type {any} */ (answer.body).screen);
  tools.draw();
}

/**
 * Asks for the people and tables of the round, and shows a question about them.
 * @param {SeatTools} tools
 * @param {typeof view} next
 */
async function ask(tools, next) {
  try {
    const answer = await fetch(`${tools.base}/seats?round=${tools.screen.round}`, {
      headers: { Accept: "application/json" },
    });
    isOffline = !answer.ok;
    if (answer.ok) people = await answer.json();
  } catch {
    isOffline = true;
  }
  if (isOffline) tools.notice(tools.word("offline"));
  else go(tools, next);
}

/**
 * Draws the notes about the seats once the check was answered.
 * @param {SeatTools} tools
 */
export function drawSeatNotes({ root, screen, element, word, isOwn }) {
  const { trouble, sides, asks } = screen.seating;
  if (trouble === "name") root.append(element("p", "table-message", word("name-noted")));
  if (isOwn && !asks && sides.length === 1) root.append(element("p", "table-message", word("other-waits")));
}
