// While no device has come, the page looks again every few seconds: the message appears by time, and goes with the first device.
import { refreshNow } from "/static/js/live.js";

const EVERY = 10_000;

setInterval(() => {
  if (!document.hidden && document.querySelector("[data-look-again]")) refreshNow();
}, EVERY);
