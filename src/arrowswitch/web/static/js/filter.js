// Long lists are searched by typing: on the page itself (data-filters), or by the server as one types (data-searches).

const folded = (text) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/g, "")
    .replace(/[ァ-ヶ]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 96));

function filter(input) {
  const wanted = folded(input.value);
  for (const row of document.querySelectorAll(`#${input.dataset.filters} tbody tr`))
    row.hidden = !folded(row.textContent).includes(wanted);
}

let timer = 0;
let latest = 0;

async function search(input) {
  const mine = ++latest;
  const address = new URL(input.form.action);
  address.searchParams.set(input.name, input.value);
  const answer = await fetch(address);
  if (!answer.ok || mine !== latest) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document
    .getElementById(input.dataset.searches)
    .replaceChildren(...page.getElementById(input.dataset.searches).childNodes);
}

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-filters]")) filter(event.target);
  if (event.target.matches("[data-searches]")) {
    clearTimeout(timer);
    timer = setTimeout(() => search(event.target), 120);
  }
});
document.addEventListener("desk:replaced", () => document.querySelectorAll("[data-filters]").forEach(filter));
document.addEventListener("desk:shown", () => document.querySelectorAll("[data-filters]").forEach(filter));
