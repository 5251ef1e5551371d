// Hands typed in by keyboard: suits in order, a card twice refused at the card, the last hand filled in by itself, the next board by one
// key. The server checks all of it again.

const RANKS = "AKQJT98765432";
const SEATS = ["N", "E", "S", "W"];
const SUITS = ["S", "H", "D", "C"];
const SIGNS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });
const APART = /\s*[.,/]\s*|\s+/;
const HAND = 13;
const POINTS = /** @type {Record<string, number>} */ ({ A: 4, K: 3, Q: 2, J: 1 });

const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".hands-form"));

/** Returns typed text without width, case and tens of two digits. */
const plain = (/** @type {string} */ text) => text.normalize("NFKC").toUpperCase().replaceAll("10", "T").trim();

/** @param {HTMLFormElement} form */
function start(form) {
  const field = (/** @type {string} */ seat, /** @type {string} */ suit) =>
    /** @type {HTMLInputElement} */ (form.elements.namedItem(`${seat}-${suit}`));
  const fields = SEATS.flatMap((seat) => SUITS.map((suit) => field(seat, suit)));
  const words = /** @type {Record<string, string>} */ (form.dataset);
  let filled = "";

  /**
   * @param {HTMLInputElement} input
   * @param {string} text
   */
  function tell(input, text) {
    const id = `${input.name}-error`;
    const errors = [...(input.parentElement?.querySelectorAll(".field-error") ?? [])];
    if (text && errors.length === 1 && errors[0]?.textContent === text) return;
    for (const old of errors) old.remove();
    if (!text) {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
      return;
    }
    const place = document.createElement("span");
    place.id = id;
    place.className = "field-error";
    place.setAttribute("role", "alert");
    place.textContent = text;
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", id);
    input.after(place);
  }

  /**
   * Returns the suits and letters of a field: one suit, or a hand on one line; voids may be written as a dash.
   * @param {HTMLInputElement} input
   * @returns {[string, string][]}
   */
  function letters(input) {
    const text = plain(input.value);
    const [seat = "", own = ""] = input.name.split("-");
    const isLine = own === "S" && APART.test(text) && !SUITS.slice(1).some((suit) => field(seat, suit).value);
    const parts = isLine ? text.split(APART) : [text.replace(/[\s.,/]/g, "")];
    return parts.flatMap((part, at) =>
      [...part.replace(/[-‐-―−ー]/g, "")].map(
        (letter) => /** @type {[string, string]} */ ([isLine ? (SUITS[at] ?? "C") : own, letter]),
      ),
    );
  }

  /**
   * Takes a hand on one line, or a whole deal from North, apart into its suits.
   * @param {HTMLInputElement} input
   */
  function takeApart(input) {
    const text = plain(input.value);
    const deal = /^([NESW])\s*:\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)$/.exec(text);
    const [own] = input.name.split("-");
    const hands = deal ? deal.slice(2, 6) : [text];
    const first = deal ? SEATS.indexOf(deal[1] ?? "N") : SEATS.indexOf(own ?? "N");
    for (const [place, hand] of hands.entries()) {
      const suits = hand.split(APART);
      const seat = SEATS[(first + place) % SEATS.length] ?? "N";
      if (suits.length !== SUITS.length) return;
      for (const [at, suit] of SUITS.entries()) field(seat, suit).value = (suits[at] ?? "").replaceAll("T", "10");
    }
  }

  /**
   * Looks at all hands: what is in twice stands at the field that was typed in last.
   * @param {HTMLInputElement | null} last
   * @returns {boolean} whether the deal is whole and right
   */
  function look(last) {
    /** @type {Map<string, string>} */
    const holders = new Map();
    /** @type {Record<string, number>} */
    const counts = { N: 0, E: 0, S: 0, W: 0 };
    let isRight = true;
    if (filled && !last?.name.startsWith(filled)) for (const suit of SUITS) field(filled, suit).value = "";
    const inOrder = last ? [...fields.filter((one) => one !== last), last] : fields;
    for (const input of inOrder) {
      const [seat = "N"] = input.name.split("-");
      let trouble = "";
      for (const [suit, letter] of letters(input)) {
        if (letter === "1" && input === last && plain(input.value).endsWith("1")) continue;
        const card = suit + letter;
        const name = (SIGNS[suit] ?? "") + (letter === "T" ? "10" : letter);
        if (!RANKS.includes(letter)) trouble ||= (words.noCard ?? "").replace("{seat}", seat).replace("{card}", letter);
        else if (holders.has(card))
          trouble ||= (words.elsewhere ?? "").replace("{card}", name).replace("{seat}", holders.get(card) ?? "");
        else {
          holders.set(card, seat);
          counts[seat] = (counts[seat] ?? 0) + 1;
        }
      }
      tell(input, trouble);
      if (trouble) isRight = false;
    }
    const whole = SEATS.filter((seat) => counts[seat] === HAND);
    const empty = SEATS.find((seat) => !counts[seat]);
    filled = "";
    if (isRight && whole.length === 3 && empty) {
      for (const suit of SUITS) {
        const left = [...RANKS].filter((rank) => !holders.has(suit + rank));
        field(empty, suit).value = left.join("").replaceAll("T", "10");
        for (const rank of left) holders.set(suit + rank, empty);
      }
      filled = empty;
      counts[empty] = HAND;
    }
    for (const seat of SEATS) {
      const box = form.querySelector(`[data-seat="${seat}"]`);
      const points = [...holders].reduce(
        (sum, [card, holder]) => sum + (holder === seat ? (POINTS[card[1] ?? ""] ?? 0) : 0),
        0,
      );
      const count = counts[seat] ?? 0;
      const output = box?.querySelector("[data-count]");
      if (output) output.textContent = count === HAND ? `${points}` : `${count} / ${HAND}`;
      box?.classList.toggle("is-filled", seat === filled);
      box?.classList.toggle("is-over", count > HAND);
      if (count > HAND) {
        isRight = false;
        tell(field(seat, "S"), words.tooMany ?? "");
      }
    }
    return isRight && holders.size === HAND * SEATS.length;
  }

  form.addEventListener("input", (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || !fields.includes(input)) return;
    form.dataset.isDirty = "yes";
    const [seat = ""] = input.name.split("-");
    if (seat === filled) filled = "";
    look(input);
  });
  form.addEventListener("change", (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || !fields.includes(input)) return;
    takeApart(input);
    look(input);
  });
  form.addEventListener("keydown", (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || !fields.includes(input) || event.isComposing) return;
    if (event.key !== "Enter") {
      if (event.key === "Tab" && input.getAttribute("aria-invalid") && !event.shiftKey) event.preventDefault();
      return;
    }
    event.preventDefault();
    takeApart(input);
    const isWhole = look(input);
    if (input.getAttribute("aria-invalid")) return;
    if (isWhole) return void form.requestSubmit();
    const at = fields.indexOf(input);
    const isLine = fields.slice(at + 1, at + SUITS.length).some((one) => one.value) && input.name.endsWith("-S");
    const next = fields[isLine ? at + SUITS.length : at + 1] ?? fields[0];
    next?.focus();
    next?.select();
  });
  form.addEventListener(
    "submit",
    (event) => {
      look(null);
      const wrong = form.querySelector("[aria-invalid]");
      if (!(wrong instanceof HTMLElement)) return;
      event.preventDefault();
      event.stopPropagation();
      wrong.focus();
    },
    true,
  );
  look(null);
  const first = fields.find((one) => one.getAttribute("aria-invalid")) ?? fields[0];
  first?.focus();
  first?.select();
}

/** One key opens the next or the previous board. Typed cards are stored first; a hand that is not complete keeps the page. */
function startSteps() {
  document.addEventListener("keydown", (event) => {
    const way = event.key === "PageDown" ? "next" : event.key === "PageUp" ? "before" : "";
    if (!way || event.isComposing) return;
    event.preventDefault();
    if (form?.dataset.isDirty) return void form.requestSubmit();
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-step="${way}"]`))?.click();
  });
}

if (form) start(form);
startSteps();
