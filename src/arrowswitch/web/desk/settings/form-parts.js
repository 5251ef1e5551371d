// The form of an event shapes the page of its settings: parts that other forms use are hidden, and only the methods are offered that it
// can be scored by. Nothing that is hidden is lost: it is sent as it stands.

/**
 * A part is shown with another form, too, where something in it is wrong, or where an event of this form has something in it.
 * @param {HTMLElement} part
 * @param {HTMLSelectElement} form
 */
function isFilled(part, form) {
  if (part.querySelector("[aria-invalid=true]")) return true;
  const isAsSaved = form.selectedOptions[0]?.defaultSelected;
  /** @type {NodeListOf<HTMLInputElement>} */
  const texts = part.querySelectorAll("input, textarea");
  return (
    isAsSaved &&
    !part.querySelector("#howell_up_to, #rounds, #most_carried") &&
    [...texts].some((text) => text.defaultValue.trim() !== "")
  );
}

function shape() {
  const form = /** @type {HTMLSelectElement | null} */ (document.getElementById("form"));
  const methods = JSON.parse(document.getElementById("what-is-played")?.dataset.methods ?? "{}");
  if (!form) return;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-forms]")))
    part.hidden = !part.dataset.forms?.split(" ").includes(form.value) && !isFilled(part, form);
  offer(methods[form.value] ?? []);
  const rules = /** @type {HTMLDetailsElement | null} */ (document.getElementById("taken"));
  if (rules) {
    rules.open = true;
    rules.hidden = !rules.querySelector("[data-forms]:not([hidden])");
    for (const value of /** @type {NodeListOf<HTMLElement>} */ (
      rules.querySelectorAll("[data-forms]:not([hidden]) [data-takes]")
    ))
      showUsual(value.dataset.takes ?? "", value.textContent ?? "", rules.dataset.usual ?? "{value}");
  }
  sumUp();
}

/**
 * Shows in a field that is left open the value that it gets: as the words of its first choice, or in its empty box.
 * @param {string} name
 * @param {string} value
 * @param {string} pattern
 */
function showUsual(name, value, pattern) {
  const field = document.getElementById(name);
  const words = pattern.replace("{value}", value);
  if (field instanceof HTMLSelectElement && ["open", ""].includes(field.options[0].value))
    field.options[0].text = words;
  if (field instanceof HTMLInputElement) field.placeholder = words;
}

/**
 * Offers these methods alone; where another was chosen, the first of them.
 * @param {string[]} methods
 */
function offer(methods) {
  const field = /** @type {HTMLSelectElement | null} */ (document.getElementById("method"));
  if (!field || !methods.length) return;
  for (const option of field.options) option.hidden = option.disabled = !methods.includes(option.value);
  if (!methods.includes(field.value)) field.value = methods[0];
}

/**
 * Of a new event the fields show what the chosen form needs: what was copied for another form leaves its field, unless it was changed here.
 * @param {HTMLSelectElement} form
 */
function refill(form) {
  const filled = /** @type {HTMLInputElement | null} */ (document.getElementById("filled_for"));
  if (!filled || filled.value === form.value) return;
  /** @type {Record<string, Record<string, string>>} */
  const shows = JSON.parse(filled.dataset.shows ?? "{}");
  const before = shows[filled.value] ?? {};
  const now = shows[form.value] ?? {};
  for (const name of Object.keys({ ...before, ...now })) {
    const field = document.getElementById(name);
    if (
      !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement)
    )
      continue;
    if (field.value === (before[name] ?? valueAtOpening(field))) field.value = now[name] ?? valueAtOpening(field);
  }
  filled.value = form.value;
}

/**
 * Returns the value that a field had when the page was opened.
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} field
 */
function valueAtOpening(field) {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  return [...field.options].find((option) => option.defaultSelected)?.value ?? field.options[0]?.value ?? "";
}

/**
 * Returns the value of a field in words with its label, nothing for one that is left as it usually is.
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} field
 */
function wordsOf(field) {
  const label = (field.labels?.[0]?.textContent ?? "").replace(/\s+/g, " ").trim();
  if (field instanceof HTMLSelectElement)
    return field.selectedIndex > 0 ? `${label}: ${field.selectedOptions[0].text.replace(/\s+/g, " ").trim()}` : "";
  if (field.type === "checkbox") return /** @type {HTMLInputElement} */ (field).checked ? label : "";
  const value = field.value.trim().replace(/\s+/g, " ");
  return value && value !== "0" ? `${label}: ${value}` : "";
}

/** Writes the values of folded fields on the line that opens them; parts of other forms are left out. */
function sumUp() {
  for (const fold of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details[data-sums]"))) {
    const sum = fold.querySelector("[data-sum]");
    /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>} */
    const fields = fold.querySelectorAll("input, select, textarea");
    const open = [...fields].filter((field) => !field.closest("[data-forms][hidden]"));
    if (sum) sum.textContent = open.map(wordsOf).filter(Boolean).join(fold.dataset.sums);
  }
}

document.addEventListener("change", sumUp);
document.addEventListener("change", (event) => {
  if (!(event.target instanceof HTMLSelectElement) || event.target.id !== "form") return;
  refill(event.target);
  shape();
});
document.addEventListener("desk:shown", shape);
shape();
