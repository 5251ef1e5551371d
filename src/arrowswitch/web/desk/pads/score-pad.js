// The scoring pad: the bidding pad writes into the field of the deal.

import { startPad } from "/static/desk/results/bidding-pad.js";
import { byId } from "/static/js/dom.js";

const field = /** @type {HTMLInputElement | null} */ (document.getElementById("deal"));
if (field) {
  startPad({
    pad: byId("pad"),
    toggle: byId("pad-switch"),
    getField: () => field,
    onText: () => {},
    onEnter: () => field.form?.requestSubmit(),
  });
}
