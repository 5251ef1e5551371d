// A redraw waits while a pointer is down: a button that is replaced between press and release never gets its click.

const SETTLE_MS = 400;
let isDown = false;
/** @type {(() => void) | null} */
let waiting = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Calls a function now, or after the press that is under way.
 * @param {() => void} redraw
 */
export function afterPress(redraw) {
  if (isDown) waiting = redraw;
  else redraw();
}

/** Ends a press; what waited for it is done now. */
function release() {
  clearTimeout(timer);
  isDown = false;
  const redraw = waiting;
  waiting = null;
  redraw?.();
}

document.addEventListener(
  "pointerdown",
  () => {
    clearTimeout(timer);
    isDown = true;
  },
  true,
);
document.addEventListener("pointercancel", release, true);
window.addEventListener("blur", release);
// The click comes after the release of the pointer. A press that ends outside its button has none.
document.addEventListener(
  "pointerup",
  () => {
    clearTimeout(timer);
    timer = setTimeout(release, SETTLE_MS);
  },
  true,
);
document.addEventListener(
  "click",
  () => {
    isDown = false; // the button redraws at once
  },
  true,
);
document.addEventListener("click", release);
