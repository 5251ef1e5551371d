// The dialogs of score entry: what happened (three ways on), why a correction, what another computer has entered
// meanwhile, what undo takes back. Each is asked of the server in the
// visitor's language; this module shows it and tells which way was chosen.
import { around } from "/static/js/dom.js";

/**
 * The chosen button and its data.
 * @typedef {{ way: string, key?: string, force?: string, round?: string, table?: string, board?: string, correction?: string, approver?: string, reason?: string, words?: string, seq?: string, seen?: string }} Choice
 */

/**
 * Opens a dialog with the server's question and resolves to what was chosen ({way: "fix"} when it was closed).
 * `problems` are the texts of a refusal, shown on top.
 * @param {HTMLDialogElement} dialog
 * @param {string} address
 * @param {string[]} problems
 * @returns {Promise<Choice>}
 */
export async function ask(dialog, address, problems = []) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return { way: "fix" };
  dialog.innerHTML = await answer.text();
  const box = dialog.querySelector("[data-problems]");
  if (box) {
    box.hidden = !problems.length;
    box.replaceChildren(...problems.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
  }
  return new Promise((resolve) => {
    /** @param {Choice} choice */
    const done = (choice) => {
      dialog.removeEventListener("close", onClose);
      dialog.removeEventListener("click", onClick);
      dialog.removeEventListener("keydown", onKey);
      if (dialog.open) dialog.close();
      dialog.replaceChildren(); // a closed question must not keep its keys
      resolve(choice);
    };
    const onClose = () => done({ way: "fix" });
    /** @param {MouseEvent} event */
    const onClick = (event) => {
      const choice = choiceOf(dialog, around(event, "button, a"));
      if (choice) done(choice);
    };
    // A figure typed into a field of the dialog is text, not one of the dialog's keys.
    /** @param {KeyboardEvent} event */
    const onKey = (event) => {
      const field = around(event, "input, textarea, select");
      if (!field) return;
      if (event.key !== "Escape") event.stopPropagation();
      if (event.key === "Enter") {
        event.preventDefault();
        const own = field.closest(".own-reason, .other-place")?.querySelector("button");
        (own ?? dialog.querySelector("[data-reason]"))?.click();
      }
    };
    dialog.addEventListener("close", onClose);
    dialog.addEventListener("click", onClick);
    dialog.addEventListener("keydown", onKey);
    dialog.showModal();
    (dialog.querySelector("[autofocus]") ?? dialog.querySelector("button"))?.focus();
  });
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement | null} button
 * @returns {Choice | null}
 */
function choiceOf(dialog, button) {
  if (!button) return null;
  const data = button.dataset;
  /**
   * @param {string} selector
   * @returns {HTMLInputElement | null}
   */
  const field = (selector) => dialog.querySelector(selector);
  /** @param {string} selector */
  const value = (selector) => field(selector)?.value.trim() ?? "";
  if (data.way === "fix" || data.way === "leave") return { way: data.way };
  if (data.replaces) return { way: "replace", seen: data.replaces };
  if (data.force) return { way: "force", force: data.force };
  if ("forceOwn" in data)
    return value("[name=force]") ? { way: "force", force: value("[name=force]") } : refuse(field("[name=force]"));
  if (data.move)
    return { way: "move", key: data.move, round: data.moveRound, table: data.moveTable, board: data.moveBoard };
  if ("moveOther" in data)
    return {
      way: "move",
      round: value("[data-other-round]"),
      table: value("[data-other-table]"),
      board: value("[data-other-board]"),
    };
  if (data.reason) {
    const approver = field("[name=approver]");
    if (approver && !approver.value.trim()) return refuse(approver);
    return {
      way: "correct",
      correction: data.reason,
      approver: approver?.value.trim() ?? "",
      reason: value("[name=reason]"),
      words: button.querySelector("kbd")?.nextSibling?.textContent?.trim() ?? "",
    };
  }
  if (data.undo) return { way: "undo", seq: data.undo };
  return null;
}

/** @param {HTMLInputElement | null} input */
function refuse(input) {
  input?.setAttribute("aria-invalid", "true");
  input?.focus();
  return null;
}
