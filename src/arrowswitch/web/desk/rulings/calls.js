// Calls: the minutes that a table has waited go on while the page is looked at.

const EVERY = 15_000;

function tick() {
  for (const since of document.querySelectorAll("span[data-since]")) {
    const { since: called = "", words = "" } = since.dataset;
    const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(called)) / 60_000));
    since.textContent = words.replace("#", String(minutes));
  }
}

setInterval(tick, EVERY);
