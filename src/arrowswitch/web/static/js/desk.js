// Every page of the desk: ids of sendings, keys, dialogs. live.js keeps the page fresh, swap.js sends its forms.
import { around, byId } from "/static/js/dom.js";
import { startLive } from "/static/js/live.js";
import { freshId, showCarriedNote } from "/static/js/page.js";
import "/static/js/swap.js";

/**
 * Each showing of a form is one sending: its id is new, so that only a repeated sending of the same one is recognised.
 * @param {ParentNode} root
 */
function renewIds(root) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const ids = root.querySelectorAll('input[name="command_id"]');
  for (const field of ids) field.value = freshId();
}

const TABS = "arrowswitch.tabs";
/**
 * Shows the tab of the page where the tabs are wider than the screen. They stay as they were on the page before, and move only if the tab
 * would be out of sight.
 * @param {ParentNode} root
 */
function showTab(root) {
  const here = root.querySelector(".event .tabs [aria-current]");
  const tabs = here?.parentElement;
  if (!here || !tabs) return;
  tabs.scrollLeft = Number(sessionStorage.getItem(TABS));
  const [all, one] = [tabs.getBoundingClientRect(), here.getBoundingClientRect()];
  if (one.left < all.left || one.right > all.right)
    tabs.scrollLeft += one.left + one.width / 2 - all.left - all.width / 2;
}
window.addEventListener("pagehide", () => {
  const tabs = document.querySelector(".event .tabs");
  if (tabs) sessionStorage.setItem(TABS, String(tabs.scrollLeft));
});

/** @param {Document | HTMLElement} root */
function prepare(root) {
  renewIds(root);
  showTab(root);
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
  takeTheirs(around(event, "[data-take]"));
});

/**
 * Puts the value that someone else stored meanwhile into its field; the form is then sent by hand.
 * @param {HTMLElement | null} button
 */
function takeTheirs(button) {
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById(button?.dataset.take ?? ""));
  if (!button || !field) return;
  field.value = button.dataset.value ?? "";
  field.removeAttribute("aria-invalid");
  button.parentElement?.remove();
  field.focus();
}

document.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement | null} */ (around(event, "input, select, textarea"));
  if (field?.matches("[data-sends]")) field.form?.requestSubmit();
  if (field?.matches("[data-file]") && field.files?.length) byId(`${field.id}-name`).textContent = field.files[0].name;
});

window.addEventListener("pageshow", (event) => event.persisted && renewIds(document));

document.addEventListener("desk:replaced", (event) => prepare(event.detail.root.parentElement ?? document));

prepare(document);
showCarriedNote();
startLive();
if (document.querySelector(".help-menu")) import("/static/js/terms.js");
