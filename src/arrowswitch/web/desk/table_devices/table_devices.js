// Prints the cards with the codes of the tables.
import { around } from "/static/js/dom.js";

document.addEventListener("click", (event) => {
  if (around(event, "[data-print]")) window.print();
});
