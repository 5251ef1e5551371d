// The dialogs of score entry: what happened (three ways on), why a correction, what undo takes back. Each is asked of the server in the
// visitor's language; this module shows it and tells which way was chosen.

/**
 * Opens a dialog with the server's question and resolves to what was chosen ({way: "fix"} when it was closed).
 * `problems` are the texts of a refusal, shown on top.
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
    const done = (choice) => {
      dialog.removeEventListener("close", onClose);
      dialog.removeEventListener("click", onClick);
      dialog.removeEventListener("keydown", onKey);
      if (dialog.open) dialog.close();
      dialog.replaceChildren(); // a closed question must not keep its keys
      resolve(choice);
    };
    const onClose = () => done({ way: "fix" });
    const onClick = (event) => {
      const choice = chosen(dialog, event.target.closest("button, a"));
      if (choice) done(choice);
    };
    // A figure typed into a field of the dialog is text, not one of the dialog's keys.
    const onKey = (event) => {
      if (!event.target.matches("input, textarea, select")) return;
      if (event.key !== "Escape") event.stopPropagation();
      if (event.key === "Enter") {
        event.preventDefault();
        const own = event.target.closest(".own-reason, .other-place")?.querySelector("button");
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

function chosen(dialog, button) {
  if (!button) return null;
  const data = button.dataset;
  const value = (selector) => dialog.querySelector(selector)?.value.trim() ?? "";
  if (data.way === "fix") return { way: "fix" };
  if (data.force) return { way: "force", force: data.force };
  if ("forceOwn" in data)
    return value("[name=force]")
      ? { way: "force", force: value("[name=force]") }
      : refuse(dialog.querySelector("[name=force]"));
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
    const approver = dialog.querySelector("[name=approver]");
    if (approver && !approver.value.trim()) return refuse(approver);
    return {
      way: "correct",
      correction: data.reason,
      approver: approver?.value.trim() ?? "",
      reason: value("[name=reason]"),
    };
  }
  if (data.undo) return { way: "undo", seq: data.undo };
  return null;
}

function refuse(input) {
  input.setAttribute("aria-invalid", "true");
  input.focus();
  return null;
}
