"""The edit of many cells at once: a block that was pasted from a spreadsheet, filled or emptied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.movements.cells import CellContent, parse_cell
from arrowswitch.core.movements.editing.cells import fill_cell, with_numbers, without_idle_numbers
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.editing.settle import check_rounds, check_tables
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, TableNumber
from arrowswitch.core.movements.typed import short


@dataclass(frozen=True, slots=True)
class FillCells(Edit):
    """Fill or empty many cells. Each text is a cell with its content as typed: `3-2 7-13 3` is round 3, table 2; a
    place alone (`3-2`) empties the cell.

    Numbers that sit nowhere after the whole edit leave the sheet. Raises Malformed with a problem for each cell that
    cannot be read (`sheet.fill-cell`, with round and table), Refused (`sheet.no-round`, `sheet.no-table`).
    """

    cells: tuple[str, ...]

    def __call__(self, movement: Movement) -> Movement:
        after = movement
        problems: list[Problem] = []
        for round_number, table, text in self._places():
            check_rounds(movement, round_number)
            check_tables(movement, table)
            try:
                content = parse_cell(text, movement, movement.at(round_number, table))
            except Mistake:
                problems.append(_problem(round_number, table, text))
                continue
            after = _with_content(after, round_number, table, content)
        Malformed.check(problems)
        return without_idle_numbers(movement, after)

    def _places(self) -> Iterator[tuple[RoundNumber, TableNumber, str]]:
        for cell in self.cells:
            place, _, text = cell.strip().partition(" ")
            numbers = [whole_of(word) for word in place.split("-")]
            if len(numbers) != 2 or None in numbers:
                raise Malformed(Problem("sheet.fill-place", {"text": short(place)}))
            yield numbers[0] or 0, numbers[1] or 0, text


def _problem(round_number: RoundNumber, table: TableNumber, text: str) -> Problem:
    return Problem("sheet.fill-cell", {"round": round_number, "table": table, "text": short(text)})


def _with_content(
    movement: Movement, round_number: RoundNumber, table: TableNumber, content: CellContent | None
) -> Movement:
    if content is None:
        others = tuple(m for m in movement.meetings if (m.round, m.table) != (round_number, table))
        return replace(movement, meetings=others)
    meeting = Meeting(round=round_number, table=table, ns=content.ns, ew=content.ew, board_set=content.board_set)
    return fill_cell(with_numbers(movement, meeting), meeting)
