// Forms marked data-swap send in the background, and what the server answers is put in place of the page: nothing flashes, the focus
// stays. A refusal that belongs to no field is a notice; what was typed stays then. A page with other styles or scripts than this one has
// is gone to as a whole.
import { around, byId } from "/static/js/dom.js";
import { fetchPage, hold, letGo, putInPlace, SETTLE_MS } from "/static/js/live.js";
import { carryNote, notice, ownPage } from "/static/js/page.js";

const FORMS = 'form[method="post"]:not([data-send])';
/** @type {HTMLFormElement | null} */
let sent = null;
/**
 * The form sent while the answer to another form was under way: it is sent again from the page of that answer.
 * @type {{ action: string | null, button: HTMLButtonElement | null, typed: FormData } | null}
 */
let pressedAhead = null;

document.addEventListener(
  "submit",
  (event) => {
    /** @type {HTMLFormElement | null} */
    const form = around(event, FORMS);
    if (!form || !sent) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (form !== sent)
      pressedAhead = {
        action: form.getAttribute("action"),
        button: /** @type {HTMLButtonElement | null} */ (event.submitter),
        typed: new FormData(form),
      };
  },
  true,
);

document.addEventListener("submit", (event) => {
  /** @type {HTMLFormElement | null} */
  const form = around(event, "form[data-swap]");
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  send(form, event.submitter);
});

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
async function send(form, button) {
  const typed = new FormData(form, button);
  const address = button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  const isWithFiles = form.enctype === "multipart/form-data";
  const body = isWithFiles ? typed : new URLSearchParams([...typed].map(([name, value]) => [name, String(value)]));
  const first = form.querySelector("button");
  byId("notice").replaceChildren();
  sent = form;
  hold("form");
  form.classList.add("is-under-way");
  if (first) first.disabled = true;
  const answer = await fetchPage(address, { method: "POST", body, headers: { "X-Swap": "1", ...ownPage() } });
  if (answer) show(answer);
  else notice(document.documentElement.dataset.unsent);
  if (first) first.disabled = false;
  form.classList.remove("is-under-way");
  sent = null;
  letGo("form");
  setTimeout(pressAgain, SETTLE_MS);
}

/** @param {import("/static/js/live.js").Fetched} answer */
function show({ page, url, isElsewhere }) {
  const refusal = page.getElementById("notice-text");
  if (refusal) {
    byId("notice").replaceChildren(document.importNode(refusal, true));
    return;
  }
  const next = page.getElementById("page");
  if (!next || (isElsewhere && partsOf(page) !== partsOf(document))) {
    pressedAhead = null;
    carryNote(page.getElementById("done")?.textContent ?? "");
    return location.assign(url);
  }
  if (isElsewhere) history.replaceState(null, "", url);
  document.title = page.title;
  putInPlace(byId("page"), next);
  /** @type {HTMLInputElement | null} */
  const first = document.querySelector("#page [aria-invalid=true], #page [autofocus]");
  if (!first) return;
  first.focus({ preventScroll: !first.matches("[aria-invalid=true]") });
  first.select?.();
}

/**
 * The styles and scripts that a page asks for, and the event that it follows: only pages alike in these can take each other's place.
 * @param {Document} page
 */
function partsOf(page) {
  const parts = [...page.head.querySelectorAll("link[rel=stylesheet], script[src]")];
  const addresses = parts.map((part) => part.getAttribute("href") ?? part.getAttribute("src"));
  return [page.body.dataset.event, ...addresses].join(" ");
}

function pressAgain() {
  if (!pressedAhead || sent) return;
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
