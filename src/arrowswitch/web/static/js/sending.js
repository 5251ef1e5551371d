// Sends commands, each once: a command keeps its id until the server has answered, waits in this tab while the server is away, and is
// sent again by itself. What the server refuses after such a wait is shown until somebody has looked at it.

import { freshId } from "/static/js/page.js";

const QUEUE = "arrowswitch.queue";
const REFUSED = "arrowswitch.refused";
const PATIENCE_MS = 8000;
const WAITS_MS = [1000, 2000, 4000, 8000];
/** @type {Answer} */
const WAITING = { state: "waiting" };

/** @type {Promise<unknown>} */
let chain = Promise.resolve();
let tries = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * @param {string} key
 * @returns {Sending[]}
 */
const kept = (key) => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "[]");
  } catch {
    return [];
  }
};
/**
 * @param {string} key
 * @param {Sending[]} items
 */
const keep = (key, items) => {
  items.length ? sessionStorage.setItem(key, JSON.stringify(items)) : sessionStorage.removeItem(key);
  document.dispatchEvent(new CustomEvent("sending:changed"));
};
/**
 * @param {string} key
 * @param {string} id
 */
const without = (key, id) =>
  keep(
    key,
    kept(key).filter((item) => item.id !== id),
  );

/** Returns what waits to be sent. */
export const waiting = () => kept(QUEUE);
/** Returns what was refused after a wait. */
export const refused = () => kept(REFUSED);
/**
 * Forgets what was refused: somebody has looked at it.
 * @param {string} id
 */
export const dropRefused = (id) => without(REFUSED, id);

/**
 * Sends one command. Resolves to {state: "stored", body}, {state: "refused", status, errors} or {state: "waiting"}.
 * `about` is kept beside the command: words for the person, and where to look.
 * @param {string} url
 * @param {Record<string, string>} fields
 * @param {Sending["about"]} about
 * @returns {Promise<Answer>}
 */
export function send(url, fields, about = {}) {
  const { command_id: id = freshId(), ...rest } = fields;
  /** @type {Sending} */
  const item = { id, url, fields: { ...rest, command_id: id }, about };
  keep(QUEUE, [...kept(QUEUE), item]);
  const answer = chain.then(() => (kept(QUEUE)[0]?.id === id ? attempt(item) : WAITING));
  chain = answer.catch(() => {});
  return answer;
}

/** Sends what waits, in order, until the server is away again. */
export function flush() {
  clearTimeout(timer);
  chain = chain.then(async () => {
    for (const item of kept(QUEUE)) {
      const answer = await attempt(item);
      if (answer.state === "waiting") return;
      if (answer.state === "refused") keep(REFUSED, [...kept(REFUSED), { ...item, errors: answer.errors }]);
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
    document.dispatchEvent(new CustomEvent("sending:changed"));
    return answer;
  }
  tries = 0;
  without(QUEUE, item.id);
  return answer;
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
      headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(item.fields).toString(),
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
 * Says on the page, in #sending, what waits and what was refused; `words` are the page's texts.
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
document.addEventListener("visibilitychange", () => !document.hidden && kept(QUEUE).length && flush());
if (kept(QUEUE).length) flush();
