// A board with two results: the table is asked which choice is right, before the director is.

import { send } from "/static/js/sending.js";

/**
 * Draws the question about a board with two results.
 * @param {SeatTools} tools
 * @param {TableBoard} board
 * @param {{ report: (text: string, turned: boolean) => void; close: () => void; written: (text: string) => Node | string }} acts
 */
export function drawDiffering(tools, board, { report, close, written }) {
  const { root, element, button, word } = tools;
  const isDesk = board.status === "other";
  root.append(
    element("h1", "", word("board", { board: board.board }), " ", word(isDesk ? "differs-desk" : "differs-title")),
  );
  root.append(element("p", "table-ask", word("which")));
  const counts = { name: isDesk ? "of-desk" : "of-table", text: board.text, turned: board.turned };
  const other = { name: isDesk ? "of-table" : "of-other", text: board.other, turned: board.otherTurned };
  for (const choice of [counts, other]) {
    const label = element("small", "", word(choice.name), choice.turned ? ` · ${word("turned-mark")}` : "");
    const press = () =>
      isDesk && choice === other ? callFor(tools, board, close) : report(choice.text, choice.turned);
    const made = button("seat-choice seat-result", press, label, written(choice.text));
    if (isDesk && choice === other) made.append(element("small", "", word("ours-call")));
    root.append(made);
  }
  root.append(button("table-back", close, word("toBoards")));
}

/**
 * Calls the director: the table stays with its result against that of the desk.
 * @param {SeatTools} tools
 * @param {TableBoard} board
 * @param {() => void} close
 */
async function callFor(tools, board, close) {
  const answer = await send(`${tools.base}/call`, {}, { words: tools.word("board", { board: board.board }) });
  if (answer.state === "stored") tools.show(/** @type {any} */ (answer.body).screen);
  close();
}
