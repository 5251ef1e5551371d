// The dialog of one slot: result, ruling, note, history. It is asked of the server again after each thing that was stored in it.

import { around, fieldOf } from "/static/js/dom.js";
import { fetchPage } from "/static/js/live.js";
import { notice } from "/static/js/page.js";

/** @type {HTMLDialogElement | null} */
let dialog = null;
/** @type {{ base: string, key: string, part: string, focused: Element | null } | null} */
let place = null;

function box() {
  if (dialog) return dialog;
  const made = document.createElement("dialog");
  made.className = "slot-dialog";
  made.id = "slot-dialog";
  document.body.append(made);
  made.addEventListener("click", (event) => {
    if (event.target === made || around(event, "[data-close]")) made.close();
  });
  made.addEventListener("close", () => {
    made.replaceChildren();
    if (place?.focused instanceof HTMLElement) place.focused.focus();
    place = null;
  });
  made.addEventListener("input", (event) => {
    const input = fieldOf(event, "[data-read]");
    if (input) read(input);
  });
  dialog = made;
  return made;
}

/**
 * Opens the dialog of a slot (`A-3-5-10`); `part` is where the focus goes: result, award, note.
 * @param {string} base
 * @param {string} key
 */
export async function openSlot(base, key, part = "") {
  place = { base, key, part, focused: document.activeElement };
  await show();
}

async function show() {
  if (!place) return;
  const answer = await fetchPage(`${place.base}/${place.key}`, { headers: { "X-Part": "1" } });
  if (!answer) notice(document.documentElement.dataset.offline);
  if (!answer || !place) return;
  const content = answer.page.getElementById("slot");
  if (!content) {
    const words = Object.assign(document.createElement("div"), {
      className: "notice",
      textContent: answer.page.querySelector(".error-text")?.textContent ?? "",
    });
    document.getElementById("notice")?.replaceChildren(words);
    return;
  }
  const dialog = box();
  dialog.replaceChildren(document.importNode(content, true));
  if (!dialog.open) dialog.showModal();
  (
    dialog.querySelector(
      place.part ? `[data-part="${place.part}"] :is(input:not([type=hidden]), textarea)` : "[autofocus]",
    ) ?? dialog.querySelector("input, button")
  )?.focus();
}

document.addEventListener("forms:stored", (event) => {
  if (!dialog?.contains(event.detail.form)) return;
  if (event.detail.form.dataset.closes !== undefined) dialog.close();
  else show();
});

// Another computer was first: the dialog shows the result stored now, and a second press replaces it.
document.addEventListener("forms:refused", async (event) => {
  const { form, errors } = event.detail;
  if (!place || !dialog?.contains(form) || !errors.some((error) => error.code === "result.meanwhile")) return;
  const answer = await fetchPage(`${place.base}/${place.key}`, { headers: { "X-Part": "1" } });
  const fresh = answer?.page.getElementById("slot");
  const standing = fresh?.querySelector(".slot-now");
  if (standing) dialog.querySelector(".slot-now")?.replaceChildren(...document.importNode(standing, true).childNodes);
  /** @type {HTMLInputElement | null} */
  const seen = fresh?.querySelector("[name=seen]") ?? null;
  const field = form.elements.namedItem("seen");
  if (seen && field instanceof HTMLInputElement) field.value = seen.value;
});

let newest = 0;
/** @param {HTMLInputElement} input */
async function read(input) {
  const number = ++newest;
  const to = document.getElementById(input.dataset.read ?? "");
  const query = new URLSearchParams({ text: input.value, board: input.dataset.board ?? "" });
  const answer = await fetch(`${input.dataset.readAt}?${query}`, { headers: { Accept: "application/json" } }).catch(
    () => null,
  );
  if (!answer?.ok || number !== newest || !to) return;
  const reading = await answer.json();
  to.textContent = [
    ...reading.words,
    reading.ns && `NS ${reading.ns}`,
    reading.ew && `EW ${reading.ew}`,
    ...(reading.state === "wrong" ? reading.problems : []),
  ]
    .filter(Boolean)
    .join("　");
  to.classList.toggle("bad", reading.state === "wrong");
}

/**
 * Opens the dialog from every button marked data-slot (of another session with its data-slots), and from forms that name a slot by round, table and board.
 * @param {string | undefined} base
 */
export function startSlots(base) {
  if (!base) return;
  document.addEventListener("click", (event) => {
    const button = around(event, "[data-slot]");
    if (button) openSlot(button.dataset.slots ?? base, button.dataset.slot ?? "", button.dataset.part ?? "");
  });
  document.addEventListener("submit", (event) => {
    /** @type {HTMLFormElement | null} */
    const form = around(event, "form[data-find-slot]");
    if (!form) return;
    event.preventDefault();
    /** @param {string} name */
    const value = (name) =>
      /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value.normalize("NFKC").trim();
    openSlot(base, `${form.dataset.findSlot}-${value("round")}-${value("table")}-${value("board")}`, "award");
  });
}

document.addEventListener("click", (event) => {
  const chip = around(event, "[data-fills]");
  /** @type {HTMLFormElement | null} */
  const form = chip?.closest("form") ?? null;
  if (!chip?.dataset.fills || !form) return;
  for (const pair of chip.dataset.fills.split("|")) {
    const [name, value] = pair.split("=");
    const control = form.elements.namedItem(name);
    if (
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement
    ) {
      control.value = value;
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
});

// A ruling is tried before it is given: what the awards in the form would do to board, totals and match.

let tried = 0;
/** @param {HTMLFormElement} form */
async function tryRuling(form) {
  const mine = ++tried;
  const to = form.querySelector("[data-effect-shown]");
  /** @param {string} name */
  const typed = (name) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement ? field.value.normalize("NFKC").trim() : "";
  };
  const query = new URLSearchParams({ ns_text: typed("ns_text"), ew_text: typed("ew_text") });
  if (!to) return;
  if (!query.get("ns_text") && !query.get("ew_text")) {
    to.replaceChildren();
    return;
  }
  const answer = await fetchPage(`${form.dataset.effect}?${query}`);
  const effect = answer?.ok ? answer.page.querySelector(".effect-part") : null;
  if (mine === tried && effect) to.replaceChildren(document.importNode(effect, true));
}

/**
 * Returns the weights typed, as the field of an award takes them, and their sum in percent.
 * @param {Element} box
 */
function weightsOf(box) {
  const parts = [];
  let sum = 0;
  for (const row of box.querySelectorAll(".weights-row")) {
    const [share, result] = [...row.querySelectorAll("input")].map((field) => field.value.normalize("NFKC").trim());
    if (!share && !result) continue;
    sum += Number(share) || 0;
    parts.push(`${share}% ${result}`);
  }
  return { text: parts.join(", "), sum: Math.round(sum * 100) / 100 };
}

document.addEventListener("input", (event) => {
  const form = around(event, "form[data-effect]");
  if (!(form instanceof HTMLFormElement)) return;
  const box = around(event, "[data-weights]");
  if (box) {
    const total = box.querySelector("[data-sum-of]");
    const { sum } = weightsOf(box);
    if (!(total instanceof HTMLElement)) return;
    total.textContent = `${total.dataset.sumOf} ${sum}%`;
    total.classList.toggle("bad", sum !== 100);
    return;
  }
  const field = fieldOf(event, "[name=ns_text], [name=ew_text]");
  if (field) tryRuling(form);
});

// A side's responsibility fills in its average, and the law where none is named yet; what it does is tried at once.
document.addEventListener("change", (event) => {
  const choice = event.target;
  if (!(choice instanceof HTMLSelectElement) || !choice.dataset.blame || !choice.form) return;
  const law = choice.form.elements.namedItem("law");
  if (law instanceof HTMLInputElement && !law.value) law.value = choice.dataset.law ?? "";
  const field = choice.form.elements.namedItem(choice.dataset.blame);
  if (!(field instanceof HTMLInputElement)) return;
  field.value = choice.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("click", (event) => {
  const button = around(event, "[data-weigh]");
  const box = button?.closest("[data-weights]");
  const form = button?.closest("form");
  if (!button || !box || !form) return;
  for (const name of (button.dataset.weigh ?? "").split(" ")) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) continue;
    field.value = weightsOf(box).text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
});
