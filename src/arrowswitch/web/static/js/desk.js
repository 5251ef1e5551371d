// Every page of the desk: forms that swap the page in place, ids of sendings, keys, notices. live.js keeps the page fresh.
import { SETTLE_MS, startLive } from "/static/js/live.js";
import { freshId, notice } from "/static/js/page.js";

/** Each showing of a form is one sending: its id is new, so that only a repeated sending of the same one is recognised. */
function renewIds(root) {
  for (const field of root.querySelectorAll('input[name="command_id"]')) field.value = freshId();
}

/** Forms marked data-swap send in the background and put the answer in place of the page: nothing flashes, the focus stays. */
function prepare(root) {
  renewIds(root);
  for (const form of root.querySelectorAll("form[data-swap]:not([hx-post])")) {
    form.setAttribute("hx-post", form.getAttribute("action"));
    form.setAttribute("hx-target", "#page");
    form.setAttribute("hx-select", "#page");
    form.setAttribute("hx-swap", "outerHTML show:none");
    if (form.enctype === "multipart/form-data") form.setAttribute("hx-encoding", "multipart/form-data");
    form.setAttribute("hx-disabled-elt", "find button");
    window.htmx?.process(form);
  }
  document.dispatchEvent(new CustomEvent("desk:shown", { detail: { root } }));
}

const pressed = (event) =>
  [event.ctrlKey || event.metaKey ? "ctrl" : "", event.altKey ? "alt" : "", event.key.toLowerCase()]
    .filter(Boolean)
    .join("+");
const isTyping = (target) =>
  target.matches?.("input:not([type=checkbox]):not([type=radio]), textarea, select") && (target.value ?? "") !== "";

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
  if (event.target.closest("[data-dismiss-notice]")) document.getElementById("notice").replaceChildren();
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showModal();
  if (event.target.closest("[data-closes]")) event.target.closest("dialog")?.close();
  if (event.target.closest("[data-print]")) window.print();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-sends]")) event.target.form.requestSubmit();
  if (event.target.matches("[data-file]") && event.target.files.length)
    document.getElementById(`${event.target.id}-name`).textContent = event.target.files[0].name;
});

/** What was sent while another form's answer was under way: the page that the answer brings takes it. */
const FORMS = 'form[method="post"]:not([data-send])';
let pressedAhead = null;
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target.closest(FORMS);
    if (!form || !document.querySelector(".htmx-request")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!form.matches(".htmx-request"))
      pressedAhead = { action: form.getAttribute("action"), button: event.submitter, typed: new FormData(form) };
  },
  true,
);

function pressAgain() {
  if (!pressedAhead || document.querySelector(".htmx-request")) return;
  const { action, button, typed } = pressedAhead;
  pressedAhead = null;
  const form = [...document.querySelectorAll(FORMS)].find((one) => one.getAttribute("action") === action);
  const fresh =
    form &&
    [...form.querySelectorAll("button")].find(
      (one) => one.name === (button?.name ?? "") && one.value === (button?.value ?? ""),
    );
  if (!fresh || fresh.disabled) return;
  for (const [name, value] of typed) {
    const control = form.elements.namedItem(name);
    if (!control || control.type === "hidden" || typeof value !== "string") continue;
    if (control.type === "checkbox") control.checked = true;
    else control.value = value;
  }
  form.requestSubmit(fresh);
}
document.addEventListener("htmx:afterRequest", () => setTimeout(pressAgain, SETTLE_MS));

document.addEventListener("htmx:sendError", () => notice(document.documentElement.dataset.unsent));
document.addEventListener("htmx:timeout", () => notice(document.documentElement.dataset.unsent));
document.addEventListener("htmx:beforeRequest", () => document.getElementById("notice").replaceChildren());
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "notice") prepare(document);
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target?.id === "notice") return;
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
