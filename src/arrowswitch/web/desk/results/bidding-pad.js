// The bidding pad: builds the text of a result from clicks, in the words of the keyboard (`4SX-1 N`).

import { around } from "/static/js/dom.js";

/**
 * The buttons that are pressed.
 * @typedef {{ level: string | null, denomination: string | null, doubling: string, declarer: string | null, result: string | null, text: string | null }} Parts
 */

/**
 * Starts a pad. `getField` tells into which field it writes; `onText` hears of each change, `onEnter` of the entry.
 * @param {{
 *   pad: HTMLElement,
 *   toggle: HTMLElement,
 *   getField: () => HTMLInputElement | null,
 *   onText: (field: HTMLInputElement) => void,
 *   onEnter: (field: HTMLInputElement) => void,
 * }} options
 */
export function startPad({ pad, toggle, getField, onText, onEnter }) {
  const KEY = "arrowswitch.pad";
  let parts = empty();
  /** @type {HTMLInputElement | null} */
  let forField = null;

  /** @param {boolean} isOpen */
  const show = (isOpen) => {
    pad.hidden = !isOpen;
    toggle.setAttribute("aria-expanded", String(isOpen));
    localStorage.setItem(KEY, isOpen ? "open" : "closed");
  };
  show((localStorage.getItem(KEY) ?? (matchMedia("(pointer: coarse)").matches ? "open" : "closed")) === "open");
  toggle.addEventListener("click", () => show(Boolean(pad.hidden)));
  pad.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays in the field

  pad.addEventListener("click", (event) => {
    const button = around(event, "button");
    const input = getField();
    if (!button || !input) return;
    if (input !== forField) {
      parts = empty();
      forField = input;
    }
    if ("padEnter" in button.dataset) {
      parts = empty();
      draw();
      onEnter(input);
      return;
    }
    if ("padClear" in button.dataset) parts = empty();
    else if (button.dataset.padText) parts = { ...empty(), text: button.dataset.padText };
    else parts = press(parts, button.dataset);
    input.value = textOf(parts);
    draw();
    onText(input);
  });

  /** Shows the pressed buttons; for an empty field no button is pressed. */
  const draw = () => {
    for (const button of pad.querySelectorAll("button")) {
      const on =
        button.dataset.padLevel === parts.level ||
        button.dataset.padDenomination === parts.denomination ||
        (button.dataset.padDoubling !== undefined && button.dataset.padDoubling === parts.doubling) ||
        button.dataset.padDeclarer === parts.declarer ||
        button.dataset.padResult === parts.result ||
        (button.dataset.padText !== undefined && button.dataset.padText === parts.text);
      button.setAttribute("aria-pressed", String(on));
    }
  };
  return {
    /** True if the pad replaces a screen keyboard. */
    isForFingers: () => !pad.hidden && matchMedia("(pointer: coarse)").matches,
    reset() {
      parts = empty();
      forField = null;
      draw();
    },
  };
}

/** @returns {Parts} */
const empty = () => ({ level: null, denomination: null, doubling: "", declarer: null, result: null, text: null });

/**
 * @param {Parts} parts
 * @param {DOMStringMap} data
 */
function press(parts, data) {
  const next = { ...parts, text: null };
  if (data.padLevel) next.level = data.padLevel;
  if (data.padDenomination) next.denomination = data.padDenomination;
  if (data.padDoubling) next.doubling = parts.doubling === data.padDoubling ? "" : data.padDoubling;
  if (data.padDeclarer) next.declarer = data.padDeclarer;
  if (data.padResult) next.result = data.padResult;
  return next;
}

/** @param {Parts} parts */
function textOf({ level, denomination, doubling, declarer, result, text }) {
  if (text) return text;
  const contract = `${level ?? ""}${denomination ?? ""}${denomination ? doubling : ""}`;
  return `${contract}${level && denomination && result ? result : ""}${declarer ? ` ${declarer}` : ""}`;
}
