// The dialog of one slot: result, ruling, note, history. It is asked of the server again after each thing that was stored in it.

let dialog = null;
let place = null;

function box() {
  if (dialog) return dialog;
  dialog = document.createElement("dialog");
  dialog.className = "slot-dialog";
  dialog.id = "slot-dialog";
  document.body.append(dialog);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.replaceChildren();
    place?.focused?.focus?.();
    place = null;
  });
  dialog.addEventListener("input", (event) => event.target.matches("[data-read]") && read(event.target));
  return dialog;
}

/** Opens the dialog of a slot (`A-3-5-10`); `part` is where the focus goes: result, award, note. */
export async function openSlot(base, key, part = "") {
  place = { base, key, part, focused: document.activeElement };
  await show();
}

async function show() {
  if (!place) return;
  const answer = await fetch(`${place.base}/${place.key}`, { headers: { "X-Part": "1" } }).catch(() => null);
  if (!answer || !place) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.getElementById("slot");
  if (!found) {
    const words = Object.assign(document.createElement("div"), {
      className: "notice",
      textContent: page.querySelector(".error-text")?.textContent ?? "",
    });
    document.getElementById("notice")?.replaceChildren(words);
    return;
  }
  const shown = box();
  shown.replaceChildren(document.importNode(found, true));
  if (!shown.open) shown.showModal();
  (
    shown.querySelector(
      place.part ? `[data-part="${place.part}"] :is(input:not([type=hidden]), textarea)` : "[autofocus]",
    ) ?? shown.querySelector("input, button")
  )?.focus();
}

document.addEventListener("forms:stored", (event) => {
  if (!dialog?.contains(event.detail.form)) return;
  if (event.detail.form.dataset.closes !== undefined) dialog.close();
  else show();
});

let asked = 0;
async function read(input) {
  const number = ++asked;
  const to = document.getElementById(input.dataset.read);
  const query = new URLSearchParams({ text: input.value, board: input.dataset.board });
  const answer = await fetch(`${input.dataset.readAt}?${query}`, { headers: { Accept: "application/json" } }).catch(
    () => null,
  );
  if (!answer?.ok || number !== asked || !to) return;
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

/** Opens the dialog from every button marked data-slot, and from forms that name a slot by round, table and board. */
export function startSlots(base) {
  if (!base) return;
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-slot]");
    if (button) openSlot(base, button.dataset.slot, button.dataset.part ?? "");
  });
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-find-slot]");
    if (!form) return;
    event.preventDefault();
    const value = (name) => form.elements.namedItem(name).value.normalize("NFKC").trim();
    openSlot(base, `${form.dataset.findSlot}-${value("round")}-${value("table")}-${value("board")}`, "award");
  });
}

document.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-fills]");
  if (!chip) return;
  const form = chip.closest("form");
  for (const pair of chip.dataset.fills.split("|")) {
    const [name, value] = pair.split("=");
    const control = form.elements.namedItem(name);
    if (control) {
      control.value = value;
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
});
