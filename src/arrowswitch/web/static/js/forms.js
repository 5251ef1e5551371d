// Forms marked data-send go through the queue of sending.js: they reach the server once, also after it was away. A refusal is shown
// in the form; a stored form opens `data-to`, or stays and lets the page follow the nudge.
import { around } from "/static/js/dom.js";
import { freshId } from "/static/js/page.js";
import { send, showQueue } from "/static/js/sending.js";

/**
 * Shows waiting and refused commands, in the words of the page.
 * @param {Record<string, string> | null} words
 */
export function startForms(words) {
  if (words) showQueue(words);
}

/**
 * Returns the values of a form by name; a name that occurs several times has all its values.
 * @param {FormData} data
 */
function fieldsOf(data) {
  /** @type {Record<string, string | string[]>} */
  const fields = {};
  for (const name of new Set(data.keys())) {
    const all = data.getAll(name).map(String);
    fields[name] = all.length === 1 ? (all[0] ?? "") : all;
  }
  return fields;
}

document.addEventListener("submit", async (event) => {
  /** @type {HTMLFormElement | null} */
  const form = around(event, "form[data-send]");
  if (!form) return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const fields = fieldsOf(new FormData(form, button ?? undefined));
  fields.command_id = form.dataset.commandId ?? freshId();
  const buttons = [...form.querySelectorAll("button")];
  for (const other of buttons) other.disabled = true;
  const url = button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  const answer = await send(url, fields, {
    words: form.dataset.about ?? button?.textContent.trim() ?? "",
    page: location.pathname + location.search,
  });
  for (const other of buttons) other.disabled = false;
  showProblems(form, answer.state === "refused" ? answer.errors : []);
  if (answer.state === "refused")
    document.dispatchEvent(new CustomEvent("forms:refused", { detail: { form, errors: answer.errors } }));
  if (answer.state === "stored") {
    document.dispatchEvent(new CustomEvent("forms:stored", { detail: { form, body: answer.body } }));
    if (form.dataset.to !== undefined) location.assign(form.dataset.to || (answer.body.to ?? ""));
  }
});

/**
 * Writes each problem next to its field, the others on top of the form; without a place for them it is a notice.
 * @param {HTMLFormElement} form
 * @param {Problem[]} errors
 */
export function showProblems(form, errors) {
  for (const old of form.querySelectorAll(".field-error, .form-problems")) old.remove();
  for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  const rest = [];
  for (const error of errors) {
    const control = error.where ? form.elements.namedItem(error.where) : null;
    if (control instanceof HTMLElement && !control.matches("[type=hidden]")) {
      const text = document.createElement("span");
      text.className = "field-error";
      text.textContent = error.text;
      control.setAttribute("aria-invalid", "true");
      control.after(text);
    } else rest.push(error.text);
  }
  if (!rest.length) return;
  if (form.dataset.quiet !== undefined) {
    const box = document.getElementById("notice");
    const words = document.createElement("div");
    words.className = "notice";
    words.textContent = rest.join(" ");
    box?.replaceChildren(words);
    return;
  }
  const box = document.createElement("div");
  box.className = "notice-inline form-problems";
  box.setAttribute("role", "alert");
  for (const text of rest) {
    const line = document.createElement("p");
    line.textContent = text;
    box.append(line);
  }
  form.prepend(box);
}
