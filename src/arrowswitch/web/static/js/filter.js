// Long lists are searched by typing: on the page itself (data-filters), or by the server as one types (data-searches).

import { byId, fieldOf } from "/static/js/dom.js";
import { fetchPage } from "/static/js/live.js";
import { spelled } from "/static/js/spelling.js";

/** @param {HTMLInputElement} input */
function filter(input) {
  const wanted = spelled(input.value);
  for (const row of document.querySelectorAll(`#${input.dataset.filters} :is(tbody tr, [data-row])`))
    row.hidden = !spelled(row.textContent ?? "").includes(wanted);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let latest = 0;

/** @param {HTMLInputElement} input */
async function search(input) {
  if (!input.form) return;
  const mine = ++latest;
  const address = new URL(input.form.action);
  address.searchParams.set(input.name, input.value);
  const answer = await fetchPage(address.href);
  if (!answer?.ok || mine !== latest) return;
  const id = input.dataset.searches ?? "";
  byId(id).replaceChildren(...(answer.page.getElementById(id)?.childNodes ?? []));
}

document.addEventListener("input", (event) => {
  const filters = fieldOf(event, "[data-filters]");
  if (filters) filter(filters);
  const searches = fieldOf(event, "[data-searches]");
  if (searches) {
    clearTimeout(timer);
    timer = setTimeout(() => search(searches), 120);
  }
});
const filterAll = () => {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-filters]")))
    filter(input);
};
document.addEventListener("desk:replaced", filterAll);
document.addEventListener("desk:shown", filterAll);
