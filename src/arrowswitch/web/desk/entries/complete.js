// Typing a pair: a few letters or a number, Enter, the partner, Enter; the next line is ready at once.
// A combobox after the ARIA pattern. The list's last line is always "as a new face"; Enter takes the line that is lit. Nobody waits: Enter
// before the list has come takes what the list will bring, pairs go to the server one after the other, and a pair that cannot be entered
// comes back into the form with the reason next to its name.
import { around, byId } from "/static/js/dom.js";
import { refreshNow } from "/static/js/live.js";
import { notice } from "/static/js/page.js";
import { send, showQueue } from "/static/js/sending.js";

const WAIT_MS = 70;
/** @type {WeakMap<HTMLInputElement, Box>} */
const boxes = new WeakMap();

/**
 * The players that match a text.
 * @typedef {{ id: string, name: string, number: string, reading: string, club: string, entered: boolean }} Found
 * @typedef {{ name: string, id: string }} Meant
 */

class Box {
  /** @param {HTMLInputElement} input */
  constructor(input) {
    this.input = input;
    this.list = byId(input.getAttribute("aria-controls") ?? "");
    this.id = /** @type {HTMLInputElement} */ (input.parentElement?.querySelector('input[type="hidden"]'));
    /** @type {(Found | null)[]} */
    this.found = [];
    this.lit = 0;
    this.asked = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Promise<Found[]> | null} */
    this.answer = null;
    this.isTaken = false;
    input.addEventListener("input", () => this.typed());
    input.addEventListener("keydown", (event) => this.key(event));
    input.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    this.list.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const line = around(event, "[role=option]");
      if (!line) return;
      this.choose(Number(line.dataset.place));
      this.onward();
    });
  }

  get text() {
    return this.input.value.trim();
  }

  get lines() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  get isOpen() {
    return !this.list.hidden;
  }

  typed() {
    this.id.value = "";
    this.found = [];
    this.answer = null;
    this.isTaken = false;
    this.asked += 1;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.text) this.timer = setTimeout(() => this.ask(), WAIT_MS);
    else this.close();
  }

  /** Asks for the lines that the text finds; resolves to them, or to nothing when no answer comes. */
  ask() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const mine = this.asked;
    const text = this.text;
    const address = `${this.input.dataset.completes}&q=${encodeURIComponent(text)}`;
    this.answer = fetch(address)
      .then(
        (answer) => (answer.ok ? answer.json() : []),
        () => [],
      )
      .then((found) => {
        if (mine === this.asked) this.show(found, text);
        if (mine === this.asked && this.isTaken) this.choose(this.lit);
        return found;
      });
    return this.answer;
  }

  /**
   * @param {Found[]} found
   * @param {string} text
   */
  show(found, text) {
    this.found = [...found, null];
    this.lit = firstOf(this.found);
    this.list.replaceChildren(...this.found.map((one, place) => this.line(one, place, text)));
    if (document.activeElement !== this.input) return;
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.light(this.lit);
  }

  /**
   * @param {Found | null} one
   * @param {number} place
   * @param {string} text
   */
  line(one, place, text) {
    const line = document.createElement("li");
    line.id = `${this.list.id}-${place}`;
    line.dataset.place = String(place);
    line.setAttribute("role", "option");
    /**
     * @param {string} kind
     * @param {string | undefined} words
     */
    const part = (kind, words) => {
      if (!words) return;
      const span = document.createElement("span");
      span.className = kind;
      span.textContent = words;
      line.append(span);
    };
    if (one === null) {
      line.className = "new-face";
      part("found-name", this.input.dataset.newFace?.replace("{name}", text));
      return line;
    }
    line.classList.toggle("entered", one.entered);
    part("found-name", one.name);
    part("found-number", one.number);
    part("found-more", [one.reading, one.club].filter(Boolean).join("　"));
    if (one.entered) part("found-entered", this.input.dataset.entered);
    return line;
  }

  /** @param {number} place */
  light(place) {
    this.lit = (place + this.found.length) % this.found.length;
    for (const line of this.lines) line.setAttribute("aria-selected", String(Number(line.dataset.place) === this.lit));
    const line = this.lines[this.lit];
    this.input.setAttribute("aria-activedescendant", line.id);
    line.scrollIntoView({ block: "nearest" });
  }

  close() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.isComposing || event.keyCode === 229) return;
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && this.isOpen) {
      event.preventDefault();
      this.light(this.lit + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Escape" && this.isOpen) {
      event.preventDefault();
      event.stopPropagation();
      this.found = [];
      this.close();
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.settle();
      this.onward();
    } else if (event.key === "Tab") {
      this.settle();
    }
  }

  /** Takes the lit line, or leaves it to the answer that is still to come. */
  settle() {
    if (this.timer) this.ask();
    if (this.found.length) this.choose(this.lit);
    else this.isTaken = true;
  }

  /** @param {number} place */
  choose(place) {
    const choice = this.found[place];
    if (choice) {
      this.input.value = choice.name;
      this.id.value = choice.id;
    }
    this.found = [];
    this.answer = null;
    this.close();
  }

  /**
   * Resolves to the person who is meant, once the server has answered. Called when the line is sent; the box is empty afterwards.
   * @returns {Promise<Meant>}
   */
  take() {
    if (this.timer) this.ask();
    else if (this.found.length) this.choose(this.lit);
    const typed = { name: this.text, id: this.id.value };
    const answer = typed.name && !typed.id ? this.answer : null;
    this.clear();
    return answer === null ? Promise.resolve(typed) : answer.then((found) => chooseMeant(found, typed));
  }

  clear() {
    this.asked += 1;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.answer = null;
    this.found = [];
    this.input.value = "";
    this.id.value = "";
    this.close();
  }

  /** The next likely thing: the next name after a name, the entry after the last or an empty field; nothing at all leads on. */
  onward() {
    const form = this.input.form;
    if (!form) return;
    const inputs = inputsOf(form);
    const next = inputs[inputs.indexOf(this.input) + 1];
    if (next && this.text) next.focus();
    else if (isTyped(form)) enter(form);
    else if (form.dataset.next) line.then(() => this.goOn(form));
  }

  /**
   * Leads on when everything typed has arrived and nothing else is being typed: to the seat proposed for a late pair, else to the movement.
   * @param {HTMLFormElement} form
   */
  goOn(form) {
    if (isTyped(form)) return;
    /** @type {HTMLElement | null} */
    const seat = document.querySelector(".late-row button.main");
    if (seat) seat.focus();
    else if (document.querySelector("#pairs, #singles label")) location.assign(form.dataset.next ?? "");
  }
}

/**
 * The line that Enter takes at first: the first who is not entered yet, else whom the text finds, else the new face.
 * @param {(Found | null)[]} found
 */
const firstOf = (found) =>
  Math.max(
    0,
    found.findIndex((one) => one !== null && !one.entered),
  );

/**
 * @param {Found[]} found
 * @param {Meant} typed
 * @returns {Meant}
 */
function chooseMeant(found, typed) {
  const choice = [...found, null][firstOf([...found, null])];
  return choice ? { name: choice.name, id: choice.id } : typed;
}

/** @type {Promise<unknown>} */
let line = Promise.resolve();

/**
 * @param {ParentNode} form
 * @returns {HTMLInputElement[]}
 */
const inputsOf = (form) => [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-completes]"))];
/** @param {HTMLInputElement} input */
const boxOf = (input) => {
  const box = boxes.get(input) ?? new Box(input);
  boxes.set(input, box);
  return box;
};
/** @param {ParentNode} form */
const boxesOf = (form) => inputsOf(form).map(boxOf);
/**
 * Returns a field that not every entry form has: `team`, `stationary`, `flight`.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const further = (form, name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
/**
 * Returns true if a player or a team is named: a team may be entered by its name alone.
 * @param {HTMLFormElement} form
 */
const isTyped = (form) => [...inputsOf(form), further(form, "team")].some((input) => Boolean(input?.value.trim()));
/** @typedef {Record<"stationary" | "team" | "flight", string>} Wishes The fields typed in addition to the people. */
const NO_WISHES = { stationary: "", team: "", flight: "" };

/**
 * Returns the values of the other fields of a form, and puts `wishes` in their place.
 * @param {HTMLFormElement} form
 * @param {Wishes} wishes
 * @returns {Wishes}
 */
function exchange(form, wishes) {
  const [tick, team, flight] = ["stationary", "team", "flight"].map((name) => further(form, name));
  const typed = {
    stationary: tick?.checked ? "yes" : "",
    team: team?.value.trim() ?? "",
    flight: flight?.value ?? "",
  };
  if (tick) tick.checked = wishes.stationary !== "";
  if (team) team.value = wishes.team;
  if (flight) flight.value = wishes.flight;
  return typed;
}

/**
 * Takes the pair out of the form, which is free for the next one at once, and sends it after those before it.
 * @param {HTMLFormElement} form
 */
function enter(form) {
  clearProblems(form);
  const inputs = boxesOf(form);
  const people = inputs.map((box) => box.take());
  const wishes = exchange(form, NO_WISHES);
  (further(form, "team") ?? inputs[0].input).focus();
  line = line.then(() => deliver(form.getAttribute("action") ?? "", people, wishes));
}

/**
 * @param {string} action
 * @param {Promise<Meant>[]} promised
 * @param {Wishes} wishes
 */
async function deliver(action, promised, wishes) {
  const people = await Promise.all(promised);
  /** @type {Record<string, string>} */
  const fields = {};
  for (const [place, one] of people.entries())
    Object.assign(fields, { [`player${place + 1}`]: one.name, [`player${place + 1}_id`]: one.id });
  for (const [name, value] of Object.entries(wishes)) if (value) fields[name] = value;
  const words =
    wishes.team ||
    people
      .map((one) => one.name)
      .filter(Boolean)
      .join(" – ");
  const answer = await send(action, fields, { words, page: location.pathname });
  if (answer.state === "stored") await refreshNow();
  if (answer.state === "refused") bringBack(people, wishes, words, answer.errors);
}

/**
 * A refused entry stands in the form again; while another one is being typed there, a notice says what became of it.
 * @param {Meant[]} people
 * @param {Wishes} wishes
 * @param {string} words
 * @param {Problem[]} errors
 */
function bringBack(people, wishes, words, errors) {
  /** @type {HTMLFormElement} */
  const form = byId("entry-form");
  const inputs = boxesOf(form);
  if (isTyped(form)) {
    notice(`${words}: ${errors.map((error) => error.text).join(" ")}`);
    return;
  }
  inputs.forEach((box, place) => {
    box.input.value = people[place].name;
    box.id.value = people[place].id;
  });
  exchange(form, wishes);
  for (const error of errors) showProblem(form, error);
  const wrong = /** @type {HTMLInputElement | null} */ (form.querySelector("[aria-invalid=true]")) ?? inputs[0].input;
  wrong.focus();
  wrong.select();
}

/**
 * @param {HTMLFormElement} form
 * @param {Problem} error
 */
function showProblem(form, error) {
  const named = form.querySelector(`[name="${CSS.escape(error.where || "player1")}"]`);
  const input = named ?? inputsOf(form)[0];
  const text = document.createElement("span");
  text.className = "field-error";
  text.id = `${input.id}-error`;
  text.textContent = error.text;
  text.setAttribute("role", "alert");
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", text.id);
  if (input.hasAttribute("data-completes")) input.parentElement?.after(text);
  else input.after(text);
}

/** @param {HTMLFormElement} form */
function clearProblems(form) {
  for (const old of form.querySelectorAll(".field-error, .notice-inline")) old.remove();
  for (const input of form.querySelectorAll("[aria-invalid]")) {
    input.removeAttribute("aria-invalid");
    input.setAttribute("aria-describedby", "entry-help");
  }
}

function prepare() {
  boxesOf(document);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.id !== "entry-form") return;
  event.preventDefault();
  const inputs = boxesOf(form);
  const isNaming = document.activeElement === further(form, "team") && inputs.some((box) => !box.text);
  if (isNaming || !isTyped(form)) (inputs.find((box) => !box.text) ?? inputs[0]).input.focus();
  else enter(form);
});

document.addEventListener("sending:late", () => refreshNow());

/** Two ticked singles are a pair at once. */
document.addEventListener("change", (event) => {
  /** @type {HTMLFormElement | null} */
  const form = around(event, "[data-joins]");
  if (form && form.querySelectorAll("input:checked").length === 2) form.requestSubmit();
});

document.addEventListener("desk:shown", prepare);
prepare();
const words = document.getElementById("sending")?.dataset.words;
if (words) showQueue(JSON.parse(words));
