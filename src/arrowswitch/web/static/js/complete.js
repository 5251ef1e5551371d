// Typing a pair: a few letters or a number, Enter, the partner, Enter; the next line is ready.
// A combobox after the ARIA pattern. The list's last line is always "as a new face"; Enter takes the line that is lit.

const WAIT_MS = 70;
const boxes = new WeakMap();

class Box {
  constructor(input) {
    this.input = input;
    this.list = document.getElementById(input.getAttribute("aria-controls"));
    this.id = input.parentElement.querySelector('input[type="hidden"]');
    this.lit = 0;
    this.asked = 0;
    this.answered = 0;
    this.timer = 0;
    this.isEnterWaiting = false;
    input.addEventListener("input", () => this.typed());
    input.addEventListener("keydown", (event) => this.key(event));
    input.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    this.list.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const line = event.target.closest("[role=option]");
      if (line) this.take(Number(line.dataset.place));
    });
  }

  get isOpen() {
    return !this.list.hidden;
  }

  get isWaiting() {
    return this.timer !== 0 || this.answered < this.asked;
  }

  typed() {
    this.id.value = "";
    this.input.removeAttribute("aria-invalid");
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.input.value.trim()) {
      this.asked += 1;
      this.answered = this.asked;
      this.close();
      return;
    }
    this.timer = setTimeout(() => this.ask(), WAIT_MS);
  }

  async ask() {
    this.timer = 0;
    const mine = (this.asked += 1);
    const text = this.input.value.trim();
    let found = [];
    try {
      const answer = await fetch(`${this.input.dataset.completes}&q=${encodeURIComponent(text)}`);
      if (answer.ok) found = await answer.json();
    } catch {
      // No answer: the name can still be entered as it is typed.
    }
    if (mine !== this.asked) return;
    this.answered = mine;
    this.show(found, text);
    if (this.isEnterWaiting) {
      this.isEnterWaiting = false;
      this.take(this.lit);
    }
  }

  show(found, text) {
    this.found = [...found, null];
    this.lit = Math.max(0, this.found.findIndex((one) => one && !one.entered));
    if (!found.length) this.lit = 0;
    this.list.replaceChildren(...this.found.map((one, place) => this.line(one, place, text)));
    if (document.activeElement !== this.input) return;
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.light(this.lit);
  }

  line(one, place, text) {
    const line = document.createElement("li");
    line.id = `${this.list.id}-${place}`;
    line.dataset.place = place;
    line.setAttribute("role", "option");
    const part = (kind, words) => {
      const span = document.createElement("span");
      span.className = kind;
      span.textContent = words;
      line.append(span);
    };
    if (one === null) {
      line.className = "new-face";
      part("found-name", this.input.dataset.newFace.replace("{name}", text));
      return line;
    }
    part("found-name", one.name);
    part("found-kana", document.documentElement.lang === "en" && one.roman ? one.roman : one.kana);
    part("found-number", one.number);
    part("found-club", one.club);
    if (one.entered) {
      line.classList.add("entered");
      part("found-entered", this.input.dataset.entered);
    }
    return line;
  }

  light(place) {
    this.lit = (place + this.found.length) % this.found.length;
    for (const line of this.list.children) line.setAttribute("aria-selected", String(Number(line.dataset.place) === this.lit));
    const line = this.list.children[this.lit];
    this.input.setAttribute("aria-activedescendant", line.id);
    line.scrollIntoView({ block: "nearest" });
  }

  close() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  key(event) {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!this.isOpen) return;
      event.preventDefault();
      this.light(this.lit + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Escape" && this.isOpen) {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (!this.input.value.trim()) this.onward();
      else if (this.isWaiting) this.isEnterWaiting = true;
      else if (this.isOpen) this.take(this.lit);
      else this.onward();
    } else if (event.key === "Tab" && this.isOpen && this.lit < this.found.length - 1 && !this.isWaiting) {
      this.choose(this.lit);
    }
  }

  choose(place) {
    const one = this.found[place];
    if (one) {
      this.input.value = one.name;
      this.id.value = one.id;
    }
    this.close();
  }

  take(place) {
    this.choose(place);
    this.onward();
  }

  /** The next likely thing: the partner after the first, the entry after the second; nothing typed at all leads on to the movement. */
  onward() {
    const form = this.input.form;
    const [first, second] = form.querySelectorAll("[data-completes]");
    if (this.input === first && first.value.trim()) second.focus();
    else if (first.value.trim() || second.value.trim()) send(form);
    else if (form.dataset.next && document.querySelector("#pairs, #singles label")) location.assign(form.dataset.next);
  }
}

let isSending = false;
let isAgain = false;
let kept = null;

/** While one entry is on its way the next one can be typed already: it is kept over the swap of the page. */
function send(form) {
  if (isSending) {
    isAgain = true;
    return;
  }
  form.requestSubmit();
}

const fieldsOf = (form) => [...form.querySelectorAll('input[name^="player"]')];

document.addEventListener("htmx:beforeSend", (event) => {
  if (event.target.id !== "entry-form") return;
  isSending = true;
  for (const field of fieldsOf(event.target)) field.value = "";
  event.target.querySelector('[name="stationary"]').checked = false;
  event.target.querySelector("[data-completes]").focus();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isSending) return;
  const form = document.getElementById("entry-form");
  if (!form || !event.detail.shouldSwap) return;
  const typed = fieldsOf(form).map((field) => [field.name, field.value]);
  const place = document.activeElement?.name ?? "";
  const isEntered = boxes.get(document.activeElement)?.isEnterWaiting ?? false;
  kept = event.detail.isError || !typed.some(([, value]) => value) ? null : { typed, place, isEntered };
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.elt?.id === "entry-form" || event.target.id === "entry-form") isSending = false;
});

document.addEventListener("htmx:afterSettle", () => {
  isSending = false;
  const form = document.getElementById("entry-form");
  if (!form) return;
  if (kept && !form.querySelector("[aria-invalid=true]")) {
    for (const [name, value] of kept.typed) form.elements[name].value = value;
    setTimeout(() => {
      const field = form.elements[kept?.place || "player1"];
      field?.focus();
      field?.setSelectionRange?.(field.value.length, field.value.length);
      const box = boxes.get(field);
      if (box && field.value && !form.elements[`${field.name}_id`].value) {
        box.typed();
        box.isEnterWaiting = kept?.isEntered ?? false;
      }
      kept = null;
      if (isAgain) {
        isAgain = false;
        send(form);
      }
    });
  } else {
    kept = null;
    isAgain = false;
  }
});

function prepare() {
  for (const input of document.querySelectorAll("[data-completes]")) if (!boxes.has(input)) boxes.set(input, new Box(input));
}

/** Two ticked singles are a pair at once. */
document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-joins]");
  if (form && form.querySelectorAll("input:checked").length === 2) form.requestSubmit();
});

document.addEventListener("desk:shown", prepare);
prepare();
