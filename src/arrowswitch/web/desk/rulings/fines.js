// Of a penalty only what can be given is offered: the matches of the team that is chosen, and the units that go with the match.

/** @param {string} id */
const select = (id) => /** @type {HTMLSelectElement | null} */ (document.getElementById(id));

/** @type {HTMLOptionElement[]} */
let all = [];

function offer() {
  const [who, match, unit] = ["penalty-number", "penalty-round", "penalty-unit"].map(select);
  const template = document.getElementById("fineable");
  if (!who || !match || !unit || !(template instanceof HTMLTemplateElement)) return;
  const lines = [...template.content.querySelectorAll("li")];
  const own = lines.filter((line) => line.dataset.number === who.value);
  const chosen = match.value;
  if (!match.dataset.chosen) all = [...match.options].map((one) => new Option(one.text, one.value));
  match.dataset.chosen = who.value || "all";
  const offered = own.map((line) => new Option(line.textContent?.trim(), line.dataset.round));
  match.replaceChildren(...(own.length ? offered : all));
  const isThere = [...match.options].some((one) => one.value === chosen);
  match.value = isThere ? chosen : (match.options[match.options.length - 1]?.value ?? "");
  const here = (own.length ? own : lines).filter((line) => line.dataset.round === match.value);
  const units = new Set(here.flatMap((line) => line.dataset.units?.split(" ") ?? []));
  if (!units.size) return;
  for (const option of unit.options) option.disabled = !units.has(option.value);
  if (unit.selectedOptions[0]?.disabled ?? true)
    unit.value = [...unit.options].find((one) => !one.disabled)?.value ?? "";
}

document.addEventListener("change", (event) => {
  if (event.target instanceof HTMLSelectElement && event.target.closest("#new-penalty")) offer();
});
document.addEventListener("reset", () => setTimeout(offer));
document.addEventListener("desk:shown", offer);
offer();
