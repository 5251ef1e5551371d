// Live pages: a nudge "version N" comes after each commit; the page is fetched again and the regions marked data-live are replaced.
// Without a stream (an old browser, a proxy) the version is asked for every few seconds. A missed nudge does no harm.
// This module alone fetches pages and puts parts of them in place; swap.js sends forms with it.

const POLL_MS = 3000;
const LEAVING_MS = 5000;
const FETCH_MS = 20_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const HURRY_MS = 700;
export const SETTLE_MS = 50;
let shownVersion = 0;
let isBusy = false;
let isStale = false;
let isCalledAgain = false;
/** @type {EventSource | null} */
let source = null;
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let again;
let wait = FIRST_WAIT_MS;
let isRenewing = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let turn;
let fetchedAt = 0;
const held = new Set();

/** While a pointer is down, a thing is dragged or a form's answer is under way, nothing is replaced: a press would be lost. */
const isHeld = () => held.size > 0;

export function startLive() {
  const { event, stream } = document.body.dataset;
  const addresses = stream ? { stream } : { stream: `/events/${event}/live`, version: `/events/${event}/version` };
  if (!event && !stream) return;
  shownVersion = Number(document.body.dataset.version);
  connect(addresses);
  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect(addresses)));
  window.addEventListener("pagehide", disconnect);
  document.addEventListener(
    "pointerdown",
    () => {
      held.delete("drag");
      hold("press");
    },
    true,
  );
  document.addEventListener("dragstart", () => hold("drag"), true);
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => letGo("press"), true);
  document.addEventListener("dragend", () => letGo("drag"), true);
  window.addEventListener("blur", () => letGo("press"));
  window.addEventListener("submit", leave);
}

/**
 * A form that leads to another page has the server to itself: what this page would fetch is not seen any more. Where the answer is a file
 * the page stays, and follows again.
 * @param {SubmitEvent} event
 */
function leave(event) {
  if (event.defaultPrevented) return;
  hold("leaving");
  setTimeout(() => letGo("leaving"), LEAVING_MS);
}

/** @typedef {"press" | "drag" | "form" | "leaving"} Hold */

/**
 * Keeps the page as it is.
 * @param {Hold} why
 */
export function hold(why) {
  held.add(why);
}

/**
 * Lets the page follow again, after the click that comes with the pointer's rising.
 * @param {Hold} why
 */
export function letGo(why) {
  held.delete(why);
  setTimeout(refresh, SETTLE_MS);
}

/**
 * Listens to the stream. A browser reconnects after a lost connection by itself, but not after an answer that is an error: then the stream
 * is opened again here, after longer and longer waits.
 * @param {{ stream: string, version?: string }} addresses
 */
function connect(addresses) {
  if (source || timer) return;
  const { stream, version } = addresses;
  if ("EventSource" in window) {
    source = new EventSource(stream);
    source.addEventListener("version", (message) => heard(message.data));
    source.addEventListener("now", hurry);
    source.addEventListener("open", () => {
      wait = FIRST_WAIT_MS;
      if (document.body.dataset.offlineSince) isStale = true;
      else offline(false);
      refresh();
    });
    source.addEventListener("error", () => {
      offline(true);
      if (source?.readyState !== EventSource.CLOSED) return;
      source = null;
      clearTimeout(again);
      again = setTimeout(() => connect(addresses), wait * (0.75 + Math.random() / 2));
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    });
  } else if (version) {
    const ask = () =>
      fetch(version)
        .then((r) => r.text())
        .then(heard)
        .then(
          () => offline(false),
          () => offline(true),
        );
    timer = setInterval(ask, POLL_MS);
  }
}

function disconnect() {
  source?.close();
  clearTimeout(again);
  clearInterval(timer);
  source = null;
  timer = undefined;
}

/** @param {string} text */
function heard(text) {
  const version = Number(text.replace("version ", ""));
  if (!version || version === shownVersion) return;
  shownVersion = version;
  document.dispatchEvent(new CustomEvent("desk:version", { detail: { version } }));
  isStale = true;
  refreshInTurn();
}

/** Refreshes at once. Where many pages watch (`data-pace`, milliseconds), each waits for a turn of its own: results come faster than all fetch. */
function refreshInTurn() {
  const pace = Number(document.body.dataset.pace ?? 0);
  if (!pace) refresh();
  if (pace && !turn) refreshAfter(Math.max(Math.random() * pace, fetchedAt + pace - Date.now()));
}

/** @param {number} pause in milliseconds */
function refreshAfter(pause) {
  clearTimeout(turn);
  turn = setTimeout(() => {
    turn = undefined;
    refresh();
  }, pause);
}

/** Ends the wait for the own turn: something other than a new result has changed. Many pages do so within a second, not all at once. */
function hurry() {
  if (turn) refreshAfter(Math.random() * HURRY_MS);
}

/** Fetches the page again and replaces the live regions that differ, except one in which the user is typing. */
export async function refresh() {
  if (isBusy) isCalledAgain = true; // what is being fetched may be older than this call
  if (!isStale || isBusy || isHeld()) return;
  isBusy = true;
  isStale = false;
  const answer = await fetchPage(location.href, { headers: { "X-Live": "1" }, signal: AbortSignal.timeout(FETCH_MS) });
  if (document.body.dataset.offlineSince) offline(!answer?.ok);
  if (!answer || isHeld()) isStale = true;
  else if (answer.ok) {
    fetchedAt = Date.now();
    document.body.dataset.pace = answer.page.body.dataset.pace ?? "";
    showRegions(answer.page);
    await renew(answer.page);
  }
  isBusy = false;
  if (isCalledAgain) {
    isCalledAgain = false;
    refresh();
  }
}

/**
 * A page as the server has it: `isElsewhere` when it stands at another address than was asked.
 * @typedef {{ page: Document, url: string, ok: boolean, isElsewhere: boolean }} Fetched
 */

/**
 * Fetches a page; null when the server is away.
 * @param {string} address
 * @param {RequestInit} [how]
 * @returns {Promise<Fetched | null>}
 */
export async function fetchPage(address, how) {
  try {
    const answer = await fetch(address, how);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { page, url: answer.url, ok: answer.ok, isElsewhere: answer.redirected };
  } catch {
    return null;
  }
}

/**
 * Puts a part of a fetched page in place of what is shown; the focus stays on the element of the same id, and a fold with an id as open
 * as it was.
 * @param {HTMLElement} region
 * @param {HTMLElement} next
 */
export function putInPlace(region, next) {
  const active = document.activeElement;
  const focused = active && region.contains(active) ? active.id : "";
  const fresh = document.importNode(next, true);
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (fresh.querySelectorAll('input[name="form_token"]')))
    if (!field.value) field.value = document.documentElement.dataset.token ?? ""; // a page that is watched comes without it
  for (const fold of region.querySelectorAll("details[id]"))
    fresh.querySelector(`details#${CSS.escape(fold.id)}`)?.toggleAttribute("open", fold.hasAttribute("open"));
  region.replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("desk:replaced", { detail: { root: fresh } }));
  return fresh;
}

/**
 * Loads a screen that nobody touches again once the server has another version of the scripts and style sheets. They are fetched first:
 * a server that goes away meanwhile leaves the screen as it is.
 * @param {Document} page
 */
async function renew(page) {
  const { program } = document.body.dataset;
  if (!program || !page.body.dataset.program || program === page.body.dataset.program || isRenewing) return;
  isRenewing = true;
  const parts = [...page.querySelectorAll("script[src], link[rel=stylesheet]")];
  const names = performance.getEntriesByType("resource").map((entry) => entry.name);
  const addresses = new Set([
    ...parts.map((part) => new URL(part.getAttribute("src") ?? part.getAttribute("href") ?? "", location.href).href),
    ...names.filter((name) => new URL(name).pathname.endsWith(".js")),
  ]);
  const answers = await Promise.all([...addresses].map(isThere));
  if (answers.every(Boolean)) location.reload();
  isRenewing = false;
}

/** @param {string} address */
async function isThere(address) {
  try {
    return (await fetch(address, { cache: "reload", signal: AbortSignal.timeout(FETCH_MS) })).ok;
  } catch {
    return false;
  }
}

/** Shows the newest state at once, without waiting for a nudge. */
export function refreshNow() {
  isStale = true;
  return refresh();
}

/**
 * Puts the live regions of a fetched page in place of those shown.
 * @param {Document} page
 */
function showRegions(page) {
  for (const region of document.querySelectorAll("[data-live]")) replace(region, page.getElementById(region.id));
}

/**
 * @param {HTMLElement} region
 * @param {HTMLElement | null} next
 */
function replace(region, next) {
  if (!next || plain(region) === plain(next)) return;
  const active = document.activeElement;
  if (active && region.contains(active) && active.matches("input, select, textarea")) {
    isStale = true;
    return;
  }
  putInPlace(region, next);
}

/**
 * Returns the content of a region without the ids and tokens of its forms, the time, opened folds, explained words, and the page and letter size of a
 * list on a hall screen.
 * @param {HTMLElement} region
 */
function plain(region) {
  const copy = /** @type {HTMLElement} */ (region.cloneNode(true));
  for (const field of copy.querySelectorAll('input[name="command_id"], input[name="form_token"]'))
    field.removeAttribute("value");
  for (const clock of copy.querySelectorAll("[data-clock]")) {
    clock.removeAttribute("data-now");
    clock.className = "";
    clock.textContent = "";
  }
  for (const slide of copy.querySelectorAll(".slide")) slide.classList.remove("is-on", "is-searching");
  for (const player of copy.querySelectorAll("[data-find].is-hidden")) player.classList.remove("is-hidden");
  for (const button of copy.querySelectorAll("[data-to-page]")) button.removeAttribute("aria-current");
  for (const nobody of copy.querySelectorAll("[data-nobody]")) nobody.setAttribute("hidden", "");
  for (const page of /** @type {NodeListOf<HTMLElement>} */ (copy.querySelectorAll(".pages"))) {
    page.classList.remove("is-on");
    page.style.setProperty("--fit", "1");
  }
  for (const name of copy.querySelectorAll(".names.is-wrapped")) name.classList.remove("is-wrapped");
  for (const name of copy.querySelectorAll(".pages .names")) name.removeAttribute("style");
  for (const fold of copy.querySelectorAll("details[id]")) fold.removeAttribute("open");
  for (const term of copy.querySelectorAll(".term")) term.replaceWith(...term.childNodes);
  return copy.outerHTML;
}

/** @param {boolean} isOffline */
function offline(isOffline) {
  const old = document.getElementById("offline");
  if (!isOffline) {
    old?.remove();
    return;
  }
  if (old) return;
  const bar = document.createElement("div");
  bar.id = "offline";
  bar.className = "offline";
  bar.setAttribute("role", "status");
  bar.textContent = document.documentElement.dataset.offline ?? "";
  const since = document.body.dataset.offlineSince;
  if (since) {
    const time = new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    bar.classList.add("hall-offline");
    bar.textContent = since.replace("{time}", time);
  }
  document.body.prepend(bar);
}
