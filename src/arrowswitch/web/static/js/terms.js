// Help on the page itself: words of the glossary explain themselves when they are hovered, focused or pressed; the help menu lists the words
// and the keys of the page. The words come from the manual, in the language of the page.
import { around } from "/static/js/dom.js";

/** @typedef {{ word: string, meaning: string, forms: string[] }} Term */

const NO_PLACE =
  "a, button, label, select, textarea, summary, script, style, code, kbd, dialog, form.line, .names, .pair, .no-terms";
const KATAKANA = /[ァ-ヶー]/;
const GAP = 8;
const help = /** @type {HTMLDetailsElement} */ (document.querySelector(".help-menu"));
const note = document.createElement("div");
note.className = "term-note";
note.setAttribute("role", "tooltip");
note.hidden = true;
document.body.append(note);
/** @type {HTMLElement | null} */
let explained = null;

/** @type {Record<string, Term>} */
const terms = await fetch(help.dataset.words ?? "").then((answer) => (answer.ok ? answer.json() : {}));
/** @type {Map<string, string>} */
const keyOf = new Map();
for (const [key, term] of Object.entries(terms)) for (const form of term.forms) keyOf.set(form.toLowerCase(), key);
const pattern = new RegExp(
  [...keyOf.keys()]
    .sort((one, other) => other.length - one.length)
    .map(whole)
    .join("|"),
  "giu",
);

/**
 * Returns the pattern of a word as a whole: an English one may be a plural, one in katakana is no part of a longer one.
 * @param {string} form
 */
function whole(form) {
  const plain = form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (/^[\x20-\x7e]+$/.test(form)) return `(?<![\\w-])${plain}s?(?![\\w-])`;
  const before = KATAKANA.test(form[0]) ? "(?<![ァ-ヶー])" : "";
  const after = KATAKANA.test(form[form.length - 1]) ? "(?![ァ-ヶー])" : "";
  return `${before}${plain}${after}`;
}

/**
 * Returns the key of a word of a page.
 * @param {string} text
 */
function termOf(text) {
  const form = text.toLowerCase();
  return keyOf.get(form) ?? keyOf.get(form.replace(/s$/, "")) ?? "";
}

/** Yields the texts of the page that contain a word and can be seen. */
function* visibleTexts() {
  const main = document.getElementById("main");
  if (!main) return;
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode())
    if ((text.nodeValue ?? "").search(pattern) >= 0 && text.parentElement?.checkVisibility())
      yield/** @type {Text} */ (text);
}

/** Makes a button of the first visible place of each word in the page. */
function explainWords() {
  /** @type {NodeListOf<HTMLElement>} */
  const buttons = document.querySelectorAll(".term");
  const seen = new Set([...buttons].map((button) => button.dataset.term ?? ""));
  /** @type {[Text, number, string, string][]} */
  const places = [];
  for (const text of visibleTexts()) {
    if (text.parentElement?.closest(NO_PLACE)) continue;
    for (const match of (text.nodeValue ?? "").matchAll(pattern)) {
      const key = termOf(match[0]);
      if (!key || seen.has(key)) continue;
      seen.add(key);
      places.push([text, match.index, match[0], key]);
    }
  }
  // From the end, so that the places before stay where they are.
  for (const [text, index, word, key] of places.reverse()) wrap(text.splitText(index), word, key);
}

/**
 * @param {Text} text
 * @param {string} word
 * @param {string} key
 */
function wrap(text, word, key) {
  text.splitText(word.length);
  const button = document.createElement("span");
  button.setAttribute("role", "button");
  button.tabIndex = 0;
  button.className = "term";
  button.dataset.term = key;
  listWord(key);
  button.setAttribute("aria-describedby", `term-${key}`);
  text.replaceWith(button);
  button.append(text);
}

/**
 * Adds a word to the list of the help menu.
 * @param {string} key
 */
function listWord(key) {
  if (document.getElementById(`term-${key}`)) return;
  const word = document.createElement("dt");
  word.textContent = terms[key].word;
  const meaning = document.createElement("dd");
  meaning.id = `term-${key}`;
  meaning.textContent = terms[key].meaning;
  addTo("[data-page-words]", word, meaning);
}

/**
 * @param {string} selector
 * @param {...HTMLElement} parts
 */
function addTo(selector, ...parts) {
  const section = help.querySelector(selector);
  const list = section?.querySelector("dl") ?? document.createElement("dl");
  list.append(...parts);
  section?.append(list);
  section?.removeAttribute("hidden");
}

/** Lists the keys of the page, and its words in buttons and labels, too. */
function fillMenu() {
  const page = document.getElementById("page");
  help.querySelector("[data-page-keys] dl")?.remove();
  for (const owner of /** @type {NodeListOf<HTMLElement>} */ (page?.querySelectorAll("[data-key]") ?? [])) {
    const key = owner.dataset.key ?? "";
    const words = (owner.title || owner.getAttribute("aria-label") || owner.textContent || "")
      .replace(/\s+/g, " ")
      .trim();
    if (!/^(f\d+|escape|page\w+|(ctrl|alt)\+.)$/.test(key) || !owner.checkVisibility() || !words) continue;
    const name = document.createElement("dt");
    const cap = document.createElement("kbd");
    const label = owner.querySelector("kbd")?.textContent ?? "";
    cap.textContent =
      label || key.replace(/(^|\+)(\w)/g, (_, plus, letter) => `${plus ? " " : ""}${letter.toUpperCase()}`);
    name.append(cap);
    const does = document.createElement("dd");
    does.textContent = label ? words.replace(label, "").trim() : words;
    addTo("[data-page-keys]", name, does);
  }
  for (const text of visibleTexts())
    for (const match of (text.nodeValue ?? "").matchAll(pattern)) {
      const key = termOf(match[0]);
      if (key) listWord(key);
    }
}

/** @param {HTMLElement} button */
function show(button) {
  explained = button;
  note.textContent = terms[button.dataset.term ?? ""].meaning;
  note.hidden = false;
  const place = button.getBoundingClientRect();
  const size = note.getBoundingClientRect();
  const left = Math.min(
    Math.max(place.left, GAP),
    Math.max(document.documentElement.clientWidth - size.width - GAP, GAP),
  );
  const isBelow = place.bottom + size.height + GAP < window.innerHeight || place.top < size.height + GAP;
  note.style.left = `${left}px`;
  note.style.top = `${isBelow ? place.bottom + GAP / 2 : place.top - size.height - GAP / 2}px`;
}

function hide() {
  explained = null;
  note.hidden = true;
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const button = around(event, ".term");
  if (button) show(button);
  else if (explained && explained !== document.activeElement && !around(event, ".term-note")) hide();
});
document.addEventListener("focusin", (event) => {
  const button = around(event, ".term");
  if (button) show(button);
  else hide();
});
document.addEventListener("click", (event) => {
  const button = around(event, ".term");
  if (button) show(button);
  else if (!around(event, ".term-note")) hide();
  if (help.open && !around(event, ".help-menu")) help.open = false;
});
document.addEventListener("scroll", hide, { passive: true, capture: true });
document.addEventListener(
  "keydown",
  (event) => {
    if ((event.key === "Enter" || event.key === " ") && around(event, ".term")) event.preventDefault();
    if (event.key !== "Escape" || (note.hidden && !help.open)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (note.hidden) {
      help.open = false;
      help.querySelector("summary")?.focus();
    } else hide();
  },
  true,
);
document.addEventListener(
  "toggle",
  (event) => {
    if (event.target !== help) explainWords();
    else if (help.open) {
      fillMenu();
      help.querySelector("a")?.focus();
    }
  },
  true,
);
document.addEventListener("desk:shown", explainWords);
explainWords();
// The menu may have been opened before the words came.
if (help.open) fillMenu();
