// The page of a sheet: the grid is typed into (grid.js), edits are checked as they are typed and sent one after the other
// (live.js); menus close by themselves.
import { startGrid } from "/static/desk/workbench/grid.js";
import { showPictures } from "/static/desk/workbench/live.js";
import { around } from "/static/js/dom.js";

startGrid();

document.addEventListener("click", async (event) => {
  const link = around(event, "a[data-pictures]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  await showPictures(link.dataset.pictures ?? "");
  document.dispatchEvent(new CustomEvent("desk:shown", { detail: { root: document } }));
});

/** @returns {NodeListOf<HTMLDetailsElement>} */
const openTools = () => document.querySelectorAll(".tools > details[open]");

document.addEventListener("click", (event) => {
  // The way of the click is known from before: what was pressed may have left the page.
  const way = event.composedPath();
  for (const tool of openTools()) if (!way.includes(tool)) tool.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const tool of openTools()) {
    tool.open = false;
    tool.querySelector("summary")?.focus();
  }
});
// A menu opens towards the side where there is room.
document.addEventListener(
  "toggle",
  (event) => {
    const tool =
      event.target instanceof Element && event.target.matches(".tools > details[open]") ? event.target : null;
    const panel = tool?.querySelector(".tool-panel");
    if (!panel) return;
    panel.classList.remove("flip");
    if (panel.getBoundingClientRect().right > document.documentElement.clientWidth - 8) panel.classList.add("flip");
  },
  true,
);
