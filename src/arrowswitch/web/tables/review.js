// Boards after play on the device of a table: the opening lead, the board as all tables played it, the scorecard, the ranking and the
// hands, typed one hand a screen. The server decides what may be shown and sends it as a part of a page.

import { byId } from "/static/js/dom.js";
import { send } from "/static/js/sending.js";
import { device } from "/static/tables/hold.js";

const CLOSED_AFTER_MS = 60_000;
const PATIENCE_MS = 4000;
const RANKS = "AKQJT98765432";
const SUITS = ["S", "H", "D", "C"];
const SIGNS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });
const TYPED = ["N", "E", "S"];
const SEATS = ["N", "E", "S", "W"];
const HAND = 13;

/** @type {Record<string, string>} */
const words = JSON.parse(byId("review-words").dataset.words ?? "{}");
/** @type {"part" | "hands" | "check"} */
let step = "part";
let part = "";
/** @type {TableBoard | null} */
let board = null;
let leadSuit = "";
/** The cards typed so far, suit and rank, each with its seat. */
const holders = /** @type {Map<string, string>} */ (new Map());
let seatAt = 0;
let errors = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let closing;

/**
 * Returns a word of these screens with its parameters.
 * @param {string} name
 * @param {Record<string, string | number>} params
 */
const word = (name, params = {}) =>
  Object.entries(params).reduce((text, [key, value]) => text.replace(`{${key}}`, String(value)), words[name] ?? name);

/** @param {string} rank */
const rankText = (rank) => (rank === "T" ? "10" : rank);

/** @param {string} card */
const cardText = (card) => (SIGNS[card[0] ?? ""] ?? "") + rankText(card[1] ?? "");

/**
 * True if the lead is asked for after this result.
 * @param {TableScreen} screen
 * @param {string} text
 */
export const asksLead = (screen, text) => screen.options.includes("leads") && /^[1-7]/.test(text);

/**
 * Draws the question for the opening lead: its suit, then its rank.
 * @param {ReviewTools} tools
 * @param {TableEntryDraft} draft
 * @param {() => void} goOn
 */
export function drawLead(tools, draft, goOn) {
  const { root, element, button } = tools;
  const leader = SEATS[(SEATS.indexOf(draft.special.slice(-1)) + 1) % SEATS.length] ?? "N";
  root.append(element("h1", "", word("leadTitle", { seat: word(leader) })));
  const suits = element("div", "review-suits");
  for (const suit of SUITS) {
    const made = button(
      "",
      () => chooseSuit(tools, suit),
      element("span", `suit ${suit.toLowerCase()}`, SIGNS[suit] ?? ""),
    );
    made.setAttribute("aria-pressed", String(suit === leadSuit));
    suits.append(made);
  }
  root.append(element("p", "table-ask", word(leadSuit ? "leadRank" : "leadSuit")), suits);
  const choose = (/** @type {string} */ rank) => {
    draft.lead = leadSuit + rank;
    leadSuit = "";
    goOn();
  };
  if (leadSuit) {
    const ranks = element("div", "review-ranks");
    for (const rank of RANKS) ranks.append(button("", () => choose(rank), rankText(rank)));
    root.append(ranks);
  }
  const skip = () => {
    draft.lead = "";
    leadSuit = "";
    goOn();
  };
  root.append(button("review-key", skip, word("leadSkip")));
}

/**
 * @param {ReviewTools} tools
 * @param {string} suit
 */
function chooseSuit(tools, suit) {
  leadSuit = suit;
  tools.draw();
}

/**
 * Returns the line with the lead, to be agreed with the result.
 * @param {ReviewTools} tools
 * @param {string | undefined} card
 */
export const leadLine = (tools, card) =>
  card ? tools.element("p", "review-lead", word("leadIs", { card: cardText(card) })) : "";

/**
 * Returns a part of a page from the server: empty if there is nothing to show, null without the network.
 * @param {string} address
 */
async function fetchPart(address) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.status === 200 ? await answer.text() : "";
  } catch {
    return null;
  }
}

/**
 * Opens a board after play. Returns false if there is nothing to show of it.
 * @param {ReviewTools} tools
 * @param {TableBoard} one
 */
export async function openReview(tools, one) {
  const html = await fetchPart(`${tools.base}/boards/${one.key}`);
  if (!html) return false;
  open(html, one);
  closeLater(tools);
  return true;
}

/**
 * @param {string} html
 * @param {TableBoard | null} one
 */
function open(html, one) {
  [part, board, step] = [html, one, "part"];
}

/**
 * Closes a board by itself: the next pair at the table has still to play boards of this screen.
 * @param {ReviewTools} tools
 */
function closeLater(tools) {
  clearTimeout(closing);
  closing = setTimeout(() => {
    if (step === "part") tools.close();
  }, CLOSED_AFTER_MS);
}

/**
 * Draws the keys for scorecard and ranking.
 * @param {ReviewTools} tools
 */
export function drawReviewKeys(tools) {
  const box = tools.element("div", "review-keys");
  for (const name of ["scorecard", "ranking"]) box.append(tools.button("", () => openPart(tools, name), word(name)));
  tools.root.append(box);
}

/**
 * @param {ReviewTools} tools
 * @param {string} name
 */
async function openPart(tools, name) {
  const html = await fetchPart(`${tools.base}/${name}`);
  if (!html) return tools.notice(word("away"));
  open(html, null);
  tools.open();
  closeLater(tools);
}

/**
 * Draws the open screen: a part of a page, or the hands that are being typed.
 * @param {ReviewTools} tools
 */
export function drawReview(tools) {
  if (step === "hands" && board) drawHand(tools, board);
  else if (step === "check" && board) drawCheck(tools, board);
  else drawPart(tools);
}

/** @param {ReviewTools} tools */
function drawPart(tools) {
  const { root, element, button } = tools;
  const box = element("div", "review-part");
  box.append(...new DOMParser().parseFromString(part, "text/html").body.childNodes);
  root.append(box);
  const request = box.querySelector("[data-hands]");
  const played = board;
  if (request instanceof HTMLElement && played) {
    const name = request.dataset.hands === "again" ? "typeHandsAgain" : "typeHands";
    root.append(button("main review-key", () => startHands(tools), word(name)));
  }
  root.append(button("review-key", tools.close, word("close")));
  if (played && tools.canCorrect(played))
    root.append(button("review-key", () => tools.correct(played), word("correct")));
}

/** @param {ReviewTools} tools */
function startHands(tools) {
  holders.clear();
  [seatAt, errors, step] = [0, "", "hands"];
  tools.draw();
  tools.root.scrollIntoView();
}

/**
 * Returns the cards of a seat in the order of the pack.
 * @param {string} seat
 */
const cardsOf = (seat) =>
  [...SUITS].flatMap((suit) => [...RANKS].map((rank) => suit + rank).filter((card) => holders.get(card) === seat));

/**
 * Draws the cards for one hand. A card of another hand cannot be pressed, so none is typed twice.
 * @param {ReviewTools} tools
 * @param {TableBoard} one
 */
function drawHand(tools, one) {
  const { root, element, button } = tools;
  const seat = TYPED[seatAt] ?? "N";
  const count = cardsOf(seat).length;
  root.append(element("h1", "", word("hand", { board: one.board, seat: word(seat) })));
  root.append(element("p", "review-count", word("count", { n: count })));
  for (const suit of SUITS) {
    const row = element("div", "review-cards", element("span", `suit ${suit.toLowerCase()}`, SIGNS[suit] ?? ""));
    for (const rank of RANKS) row.append(cardKey(tools, suit + rank, seat, count));
    root.append(row);
  }
  const following = TYPED[seatAt + 1];
  const turnTo = (/** @type {number} */ by) => {
    seatAt += by;
    step = seatAt < 0 ? "part" : seatAt < TYPED.length ? "hands" : "check";
    if (step === "check") fillLast();
    tools.draw();
    root.scrollIntoView();
  };
  const next = button(
    "main",
    () => turnTo(1),
    following ? word("handNext", { seat: word(following) }) : word("handLast"),
  );
  next.disabled = count !== HAND;
  root.append(
    element(
      "div",
      "table-bar",
      button("", () => turnTo(-1), word("handBefore")),
      next,
    ),
  );
}

/**
 * Returns the key of a card, which puts it into a hand or takes it out.
 * @param {ReviewTools} tools
 * @param {string} card
 * @param {string} seat
 * @param {number} count
 */
function cardKey(tools, card, seat, count) {
  const holder = holders.get(card);
  const isElsewhere = holder !== undefined && holder !== seat && TYPED.includes(holder);
  const press = () => {
    if (holders.get(card) === seat) holders.delete(card);
    else holders.set(card, seat);
    tools.draw();
    tools.root.querySelector(`[data-card="${card}"]`)?.focus({ preventScroll: true });
  };
  const made = tools.button("", press, rankText(card[1] ?? ""));
  made.dataset.card = card;
  made.setAttribute("aria-label", cardText(card));
  made.setAttribute("aria-pressed", String(holder === seat));
  made.disabled = isElsewhere || (holder !== seat && count >= HAND);
  return made;
}

/** Gives West the cards that are left. */
function fillLast() {
  for (const suit of SUITS)
    for (const rank of RANKS) if (!TYPED.includes(holders.get(suit + rank) ?? "")) holders.set(suit + rank, "W");
}

/**
 * Draws all four hands, to be checked before they are stored.
 * @param {ReviewTools} tools
 * @param {TableBoard} one
 */
function drawCheck(tools, one) {
  const { root, element, button } = tools;
  root.append(element("h1", "", word("handsCheck", { board: one.board })));
  root.append(element("p", "", word("handsFilled", { seat: word("W") })));
  for (const seat of SEATS) {
    const line = element("p", "review-hand", element("b", "", word(seat)));
    for (const suit of SUITS) {
      const ranks = cardsOf(seat).filter((card) => card[0] === suit);
      const text = ranks.map((card) => rankText(card[1] ?? "")).join(" ") || "–";
      line.append(element("span", "", element("span", `suit ${suit.toLowerCase()}`, SIGNS[suit] ?? ""), ` ${text}`));
    }
    root.append(line);
  }
  if (errors) {
    const line = element("p", "table-message is-called", errors);
    line.setAttribute("role", "alert");
    root.append(line);
  }
  const change = () => {
    for (const [card, seat] of [...holders]) if (seat === "W") holders.delete(card);
    [seatAt, step, errors] = [0, "hands", ""];
    tools.draw();
  };
  const store = button("main", () => storeHands(tools, one), word("handsStore"));
  root.append(element("div", "table-bar", button("", change, word("handsChange")), store));
}

/**
 * Sends the hands; a refusal is shown with the hands, to be changed.
 * @param {ReviewTools} tools
 * @param {TableBoard} one
 */
async function storeHands(tools, one) {
  const written = (/** @type {string} */ seat) =>
    [...SUITS]
      .map((suit) =>
        cardsOf(seat)
          .flatMap((card) => (card[0] === suit ? [card[1]] : []))
          .join(""),
      )
      .join(".");
  const deal = `N:${SEATS.map(written).join(" ")}`;
  const about = { words: word("handsWhat", { board: one.board }) };
  const answer = await send(`${tools.base}/hands`, { slot: one.key, deal, device }, about);
  if (answer.state === "refused") {
    errors = answer.errors.map((error) => error.text).join(" ");
    tools.draw();
    return;
  }
  tools.close();
  if (answer.state === "stored") tools.notice(word("handsStored", { board: one.board }));
}
