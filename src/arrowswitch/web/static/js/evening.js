// The pages of the second half of the evening: forms that wait while the server is away, the slot dialog, explanations, filters.

import { startWhy } from "/static/desk/ranking/why.js";
import { startSlots } from "/static/desk/results/slots.js";
import { fieldOf } from "/static/js/dom.js";
import { startForms } from "/static/js/forms.js";
import { spelled } from "/static/js/spelling.js";

const sending = document.getElementById("sending");
startForms(sending?.dataset.words ? JSON.parse(sending.dataset.words) : null);
startSlots(sending?.dataset.slots ?? "");
startWhy();

document.addEventListener("input", (event) => {
  const input = fieldOf(event, "[data-filter]");
  const selector = input?.dataset.filter;
  if (!input || !selector) return;
  const wanted = input.value.split(/\s+/).map(spelled).filter(Boolean);
  for (const row of document.querySelectorAll(selector)) {
    const text = spelled(row.textContent ?? "");
    row.hidden = !wanted.every((word) => text.includes(word));
  }
});

document.addEventListener("forms:stored", (event) => {
  if (event.detail.form.dataset.resets === undefined) return;
  event.detail.form.reset();
  event.detail.form.querySelector("select, input:not([type=hidden])")?.focus();
});
