// The score pad: the bidding pad writes into the field of the deal.

import { startPad } from "/static/desk/results/bidding-pad.js";

const field = document.getElementById("deal");
if (field) {
  startPad({
    pad: document.getElementById("pad"),
    toggle: document.getElementById("pad-switch"),
    getField: () => field,
    onText: () => {},
    onEnter: () => field.form.requestSubmit(),
  });
}
