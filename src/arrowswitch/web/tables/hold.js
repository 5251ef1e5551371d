// The device that sends for a code: reports every few seconds that this device is there, and shows what to do while another one sends.
// Until the first answer, and while the network is away, typing goes on: the server compares results of a device that was replaced.

import { freshId, ownPage } from "/static/js/page.js";

const BEAT_MS = 10_000;
const ASKING_MS = 4000;
const DEVICE = "arrowswitch.device";

/** Returns the name of this browser; without storage it is a new one for each page. */
function ownDevice() {
  const fresh = freshId().replaceAll("-", "").slice(0, 24);
  try {
    const stored = localStorage.getItem(DEVICE) ?? fresh;
    localStorage.setItem(DEVICE, stored);
    return stored;
  } catch {
    return fresh;
  }
}

export const device = ownDevice();

/** @type {"" | "yours" | "asked" | "denied" | "taken"} */
let hold = "";
let mark = "";
let base = "";
/** @type {(screen: TableScreen) => void} */
let onScreen = () => {};

/** True while another device sends for this code. */
export const isElsewhere = () => ["asked", "denied", "taken"].includes(hold);

/**
 * Begins to report that this device is there.
 * @param {string} address
 * @param {(screen: TableScreen) => void} shows
 */
export function startHold(address, shows) {
  base = address;
  onScreen = shows;
  beat(true);
  setInterval(() => hold !== "asked" && beat(hold === ""), BEAT_MS);
  setInterval(() => hold === "asked" && beat(true), ASKING_MS);
  document.addEventListener("visibilitychange", () => !document.hidden && beat(hold === "" || hold === "asked"));
}

/**
 * Notices on a new screen that the device that sends has changed.
 * @param {TableScreen} screen
 */
export function noticeHolder(screen) {
  if (!mark || !screen.holder) return;
  const isOwn = screen.holder === mark;
  if (isOwn && hold !== "yours") hold = "yours";
  else if (!isOwn && hold === "yours") hold = "taken";
}

/** @param {boolean} asks */
async function beat(asks) {
  try {
    const answer = await fetch(`${base}/hold`, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded", ...ownPage() },
      body: new URLSearchParams({ device, asks: asks ? "1" : "" }).toString(),
    });
    if (!answer.ok) return;
    const reply = await answer.json();
    const before = hold;
    hold = reply.hold;
    mark = reply.mark;
    if (before !== hold) onScreen(reply.screen);
  } catch {
    // The network is away: the next beat asks again.
  }
}

/**
 * Draws the choices while another device sends.
 * @param {TableTools} tools
 */
export function drawElsewhere({ root, element, button, word }) {
  root.append(element("h1", "", word(hold === "taken" ? "elsewhere" : hold)));
  root.append(element("p", "table-message", word(hold === "asked" ? "askedText" : "elsewhereText")));
  if (hold === "asked") return;
  root.append(button("main table-go", () => beat(true), word("take")));
}
