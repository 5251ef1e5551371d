// Sends commands, each once: a command keeps its id until the server has answered, waits in this browser while the server is away, also
// when the page is closed, and is sent again by itself. A refusal after such a wait is shown until the user closes it.
//
// Each command has its own key in storage, so that two pages never overwrite each other. A page sends its own commands and those of closed
// pages; if two pages send the same command, the server recognises it by its id.

import { freshId, ownPage } from "/static/js/page.js";

const QUEUE = "arrowswitch.queue.";
const REFUSED = "arrowswitch.refused.";
const PAGE = "arrowswitch.page.";
const PATIENCE_MS = 8000;
const WAITS_MS = [1000, 2000, 4000, 8000];
const SIGN_OF_LIFE_MS = 2000;
const GONE_MS = 10_000;
/** @type {Answer} */
const WAITING = { state: "waiting" };

const page = freshId();
let count = 0;
/** @type {Promise<unknown>} */
let chain = Promise.resolve();
let tries = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Returns the items stored under keys with this prefix, the oldest first.
 * @param {string} prefix
 * @returns {Sending[]}
 */
const readItems = (prefix) =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .sort()
    .flatMap((key) => {
      try {
        return [{ ...JSON.parse(localStorage.getItem(key) ?? ""), key }];
      } catch {
        return [];
      }
    });

const changed = () => document.dispatchEvent(new CustomEvent("sending:changed"));

/**
 * @param {string} prefix
 * @param {Sending} item
 */
function keep(prefix, { key: _, ...item }) {
  const place = `${String(Date.now()).padStart(15, "0")}.${String(count++).padStart(6, "0")}.${item.id}`;
  localStorage.setItem(prefix + place, JSON.stringify(item));
  changed();
}

/** @param {Sending} item */
function forget(item) {
  if (item.key) localStorage.removeItem(item.key);
  changed();
}

/** Returns the own commands that wait, and those of pages that are gone. */
function queuedHere() {
  const isGone = (/** @type {string} */ name) => Date.now() - Number(localStorage.getItem(PAGE + name)) > GONE_MS;
  return readItems(QUEUE).filter((item) => item.page === page || isGone(item.page));
}

function showLife() {
  if (readItems(QUEUE).some((item) => item.page === page)) localStorage.setItem(PAGE + page, String(Date.now()));
  else localStorage.removeItem(PAGE + page);
}

/** Returns the commands that wait to be sent. */
export const waiting = () => queuedHere();
/** Returns the commands that were refused after a wait. */
export const refused = () => readItems(REFUSED);
/**
 * Deletes a refused command that the user has seen.
 * @param {string} id
 */
export const dropRefused = (id) =>
  readItems(REFUSED)
    .filter((item) => item.id === id)
    .forEach(forget);

/**
 * Sends one command. Resolves to {state: "stored", body}, {state: "refused", status, errors} or {state: "waiting"}.
 * `about` is stored with the command: words for the user and the page to open.
 * @param {string} url
 * @param {Record<string, string | string[]>} fields
 * @param {Sending["about"]} about
 * @returns {Promise<Answer>}
 */
export function send(url, fields, about = {}) {
  const { command_id = freshId(), ...rest } = fields;
  const id = String(command_id);
  /** @type {Sending} */
  const item = { id, page, url, fields: { ...rest, command_id: id }, about };
  keep(QUEUE, item);
  showLife();
  const answer = chain.then(() => {
    const first = queuedHere()[0];
    return first?.id === id ? attempt(first) : WAITING;
  });
  chain = answer.catch(() => {});
  return answer;
}

/** Sends waiting commands, in order, until the server is away again. */
export function flush() {
  clearTimeout(timer);
  chain = chain.then(async () => {
    for (const item of queuedHere()) {
      const answer = await attempt(item);
      if (answer.state === "waiting") return;
      if (answer.state === "refused") keep(REFUSED, { ...item, errors: answer.errors });
      document.dispatchEvent(new CustomEvent("sending:late", { detail: { item, answer } }));
    }
  });
  return chain;
}

/** @param {Sending} item */
async function attempt(item) {
  const answer = await post(item);
  if (answer.state === "waiting") {
    timer = setTimeout(flush, WAITS_MS[Math.min(tries++, WAITS_MS.length - 1)]);
    changed();
    return answer;
  }
  tries = 0;
  forget(item);
  return answer;
}

/**
 * Returns fields as a form sends them; one with several values stands there as often.
 * @param {Sending["fields"]} fields
 */
function bodyOf(fields) {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) for (const part of [value].flat()) body.append(name, part);
  return body.toString();
}

/**
 * @param {Sending} item
 * @returns {Promise<Answer>}
 */
async function post(item) {
  const patience = new AbortController();
  const alarm = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(item.url, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded", ...ownPage() },
      body: bodyOf(item.fields),
      signal: patience.signal,
    });
    if ([502, 503, 504].includes(answer.status)) return WAITING;
    const body = await answer.json().catch(() => ({}));
    if (answer.ok) return { state: "stored", body };
    return {
      state: "refused",
      status: answer.status,
      errors: body.errors ?? [{ code: "", params: {}, where: "", text: `${answer.status}` }],
    };
  } catch {
    return WAITING;
  } finally {
    clearTimeout(alarm);
  }
}

/**
 * Lists waiting and refused commands in #sending; `words` are the page's texts.
 * @param {Record<string, string>} words
 */
export function showQueue(words) {
  const draw = () => {
    const box = document.getElementById("sending");
    if (!box) return;
    box.replaceChildren();
    const queue = waiting();
    if (queue.length && tries) {
      const bar = document.createElement("div");
      bar.className = "queue-bar";
      const text = document.createElement("p");
      text.textContent = words.waiting.replace("{n}", String(queue.length));
      bar.append(text, button(words.sendNow, flush));
      box.append(bar);
    }
    for (const item of refused()) {
      const bar = document.createElement("div");
      bar.className = "queue-bar is-refused";
      const text = document.createElement("p");
      text.textContent = `${words.refusedLate.replace("{what}", item.about.words ?? "")} ${(item.errors ?? []).map((error) => error.text).join(" ")}`;
      bar.append(text);
      if (item.about.page) {
        const link = document.createElement("a");
        link.className = "btn small";
        link.href = item.about.page;
        link.textContent = words.open;
        bar.append(link);
      }
      bar.append(button(words.drop, () => dropRefused(item.id)));
      box.append(bar);
    }
  };
  document.addEventListener("sending:changed", draw);
  draw();
}

/**
 * @param {string} text
 * @param {() => void} onClick
 */
function button(text, onClick) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "small";
  made.textContent = text;
  made.addEventListener("click", onClick);
  return made;
}

window.addEventListener("online", flush);
document.addEventListener("visibilitychange", () => !document.hidden && queuedHere().length && flush());
setInterval(showLife, SIGN_OF_LIFE_MS);
window.addEventListener("pagehide", () => localStorage.removeItem(PAGE + page));
window.addEventListener("pageshow", showLife);
window.addEventListener("beforeunload", (event) => {
  if (tries && queuedHere().length) event.preventDefault();
});
if (queuedHere().length) flush();
