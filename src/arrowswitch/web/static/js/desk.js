// Every page of the desk: forms that swap the page in place, ids of sendings, keys, notices. live.js keeps the page fresh.
import { around, byId } from "/static/js/dom.js";
import { SETTLE_MS, startLive } from "/static/js/live.js";
import { freshId, notice } from "/static/js/page.js";

/**
 * Each showing of a form is one sending: its id is new, so that only a repeated sending of the same one is recognised.
 * @param {ParentNode} root
 */
function renewIds(root) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const ids = root.querySelectorAll('input[name="command_id"]');
  for (const field of ids) field.value = freshId();
}

/**
 * Forms marked data-swap send in the background and put the answer in place of the page: nothing flashes, the focus stays.
 * @param {Document | HTMLElement} root
 */
function prepare(root) {
  renewIds(root);
  /** @type {NodeListOf<HTMLFormElement>} */
  const forms = root.querySelectorAll("form[data-swap]:not([hx-post])");
  for (const form of forms) {
    form.setAttribute("hx-post", form.getAttribute("action") ?? "");
    form.setAttribute("hx-target", "#page");
    form.setAttribute("hx-select", "#page");
    form.setAttribute("hx-swap", "outerHTML show:none");
    if (form.enctype === "multipart/form-data") form.setAttribute("hx-encoding", "multipart/form-data");
    form.setAttribute("hx-disabled-elt", "find button");
    window.htmx?.process(form);
  }
  document.dispatchEvent(new CustomEvent("desk:shown", { detail: { root } }));
}

/** @param {KeyboardEvent} event */
const pressed = (event) =>
  [event.ctrlKey || event.metaKey ? "ctrl" : "", event.altKey ? "alt" : "", event.key.toLowerCase()]
    .filter(Boolean)
    .join("+");
/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof HTMLElement &&
  target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select") &&
  /** @type {HTMLInputElement} */ (target).value !== "";

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented) return;
  const key = pressed(event);
  const dialog = document.querySelector("dialog[open]");
  const owner = (dialog ?? document).querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (owner && !(isTyping(event.target) && !/^f\d+$/.test(key) && key !== "escape")) {
    event.preventDefault();
    owner.matches("input, select") ? owner.focus() : owner.click();
  }
});

document.addEventListener("click", (event) => {
  if (around(event, "[data-dismiss-notice]")) byId("notice").replaceChildren();
  const opens = document.getElementById(around(event, "[data-opens]")?.dataset.opens ?? "");
  if (opens instanceof HTMLDialogElement) opens.showModal();
  around(event, "[data-closes]")?.closest("dialog")?.close();
  if (around(event, "[data-print]")) window.print();
});

document.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement | null} */ (around(event, "input, select, textarea"));
  if (field?.matches("[data-sends]")) field.form?.requestSubmit();
  if (field?.matches("[data-file]") && field.files?.length) byId(`${field.id}-name`).textContent = field.files[0].name;
});

/** What was sent while another form's answer was under way: the page that the answer brings takes it. */
const FORMS = 'form[method="post"]:not([data-send])';
/** @type {{ action: string | null, button: HTMLButtonElement | null, typed: FormData } | null} */
let pressedAhead = null;
document.addEventListener(
  "submit",
  (event) => {
    /** @type {HTMLFormElement | null} */
    const form = around(event, FORMS);
    if (!form || !document.querySelector(".htmx-request")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!form.matches(".htmx-request"))
      pressedAhead = {
        action: form.getAttribute("action"),
        button: /** @type {HTMLButtonElement | null} */ (event.submitter),
        typed: new FormData(form),
      };
  },
  true,
);

function pressAgain() {
  if (!pressedAhead || document.querySelector(".htmx-request")) return;
  const { action, button, typed } = pressedAhead;
  pressedAhead = null;
  /** @type {NodeListOf<HTMLFormElement>} */
  const forms = document.querySelectorAll(FORMS);
  const form = [...forms].find((one) => one.getAttribute("action") === action);
  const fresh =
    form &&
    [...form.querySelectorAll("button")].find(
      (one) => one.name === (button?.name ?? "") && one.value === (button?.value ?? ""),
    );
  if (!fresh || fresh.disabled) return;
  for (const [name, value] of typed) {
    const control = /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
    if (!control || control.type === "hidden" || typeof value !== "string") continue;
    if (control.type === "checkbox") control.checked = true;
    else control.value = value;
  }
  form.requestSubmit(fresh);
}
document.addEventListener("htmx:afterRequest", () => setTimeout(pressAgain, SETTLE_MS));

document.addEventListener("htmx:sendError", () => notice(document.documentElement.dataset.unsent));
document.addEventListener("htmx:timeout", () => notice(document.documentElement.dataset.unsent));
document.addEventListener("htmx:beforeRequest", () => byId("notice").replaceChildren());
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "notice") prepare(document);
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target?.id === "notice") return;
  /** @type {HTMLInputElement | null} */
  const first = document.querySelector("#page [aria-invalid=true], #page [autofocus]");
  if (first) {
    first.focus({ preventScroll: !first.matches("[aria-invalid=true]") });
    first.select?.();
  }
});
window.addEventListener("pageshow", (event) => event.persisted && renewIds(document));

document.addEventListener("desk:replaced", (event) => prepare(event.detail.root.parentElement ?? document));

prepare(document);
startLive();
