// The search of the manual: sections that contain all words, those with the words in their heading first.

/**
 * @typedef {{ address: string, page: string, title: string, text: string }} Section
 */

const MOST = 30;
const AROUND = 50;

/** @returns {Section[]} */
function allSections() {
  return /** @type {{ manualSections?: Section[] }} */ (window).manualSections ?? [];
}

/**
 * Returns a text as the index has it: full-width letters as plain ones, in small letters.
 * @param {string} text
 */
function plain(text) {
  return text.normalize("NFKC").toLowerCase();
}

/**
 * Returns how well a section fits, 0 if a word is missing. Japanese needs no words: any part of a text is found.
 * @param {Section} section
 * @param {string[]} words
 */
function weigh(section, words) {
  const title = plain(section.title);
  const text = plain(`${section.page} ${section.title} ${section.text}`);
  if (!words.every((word) => text.includes(word))) {
    return 0;
  }
  return words.reduce((sum, word) => sum + (title.includes(word) ? 100 : 0) + Math.min(text.split(word).length, 20), 0);
}

/**
 * Returns the words around the first match.
 * @param {Section} section
 * @param {string} word
 */
function extract(section, word) {
  const at = Math.max(plain(section.text).indexOf(word), 0);
  const from = Math.max(at - AROUND, 0);
  const text = section.text.slice(from, at + 2 * AROUND);
  return `${from > 0 ? "…" : ""}${text}…`;
}

/**
 * Shows the sections that contain all words of a text.
 * @param {HTMLElement} list
 * @param {string} typed
 */
function show(list, typed) {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  list.replaceChildren();
  list.hidden = words.length === 0;
  if (list.hidden) {
    return;
  }
  const fitting = allSections()
    .map((section) => ({ section, weight: weigh(section, words) }))
    .filter((match) => match.weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MOST);
  if (fitting.length === 0) {
    list.append(list.dataset.nothing ?? "");
    return;
  }
  const lines = fitting.map(({ section }) => {
    const link = document.createElement("a");
    link.href = section.address;
    link.textContent = section.page === section.title ? section.page : `${section.page}: ${section.title}`;
    const text = document.createElement("p");
    text.textContent = extract(section, words[0] ?? "");
    const line = document.createElement("li");
    line.append(link, text);
    return line;
  });
  const all = document.createElement("ol");
  all.append(...lines);
  list.append(all);
}

const list = document.getElementById("found");
const input = /** @type {HTMLInputElement | null} */ (document.querySelector("input[type=search]"));
if (list && input) {
  input.addEventListener("input", () => show(list, input.value));
  input.form?.addEventListener("submit", (event) => {
    event.preventDefault();
    show(list, input.value);
    list.scrollIntoView();
  });
  list.addEventListener("click", () => {
    input.value = "";
    show(list, "");
  });
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  show(list, input.value);
}
const contents = /** @type {HTMLDetailsElement | null} */ (document.querySelector("details.contents"));
if (contents && matchMedia("(width < 60rem)").matches) {
  contents.open = false;
}
