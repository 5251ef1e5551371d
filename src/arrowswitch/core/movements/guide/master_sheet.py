"""The master sheet: every meeting of a movement at a glance, by rounds and board sets or by rounds and tables.

JCBL director's manual 3.3, lines 843-866 and figures 7 to 11: `a-b` is North-South a against East-West b, several
tables on one set stand in one cell, the pairs of added tables (6A, 6B) in brackets; in two fields the numbers are
written without their side.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.core.movements.phrases import Phrase
from arrowswitch.core.movements.starting_round import round_label

REST = "-"
"""The text of a cell without a meeting."""


class Columns(StrEnum):
    """The meaning of the columns of a master sheet."""

    SETS = "sets"
    TABLES = "tables"


@dataclass(frozen=True, slots=True)
class MasterSheetEntry:
    """One meeting in a cell, written; `is_bracketed` at a table that was added to the movement."""

    table: str
    ns: str
    ew: str
    boards: str
    is_bracketed: bool = False
    is_played: bool = True

    @property
    def text(self) -> str:
        """Returns the encounter as `a-b`, in brackets at an added table."""
        return f"({self.ns}-{self.ew})" if self.is_bracketed else f"{self.ns}-{self.ew}"


@dataclass(frozen=True, slots=True)
class MasterSheet:
    """A master sheet: the heads of its columns and, for each round, a cell of entries for each column."""

    columns: Columns
    heads: tuple[str, ...]
    rows: tuple[tuple[tuple[MasterSheetEntry, ...], ...], ...]


def master_sheet(movement: Movement, columns: Columns = Columns.SETS) -> MasterSheet:
    """Returns the master sheet of `movement`; heads are board numbers (`1-3`) or table labels."""
    size = len(movement.board_sets) if columns is Columns.SETS else movement.tables
    rows = []
    for round_number in range(1, movement.rounds + 1):
        cells: list[list[MasterSheetEntry]] = [[] for _ in range(size)]
        for meeting in movement.in_round(round_number):
            place = meeting.board_set if columns is Columns.SETS else meeting.table
            cells[place - 1].append(_entry(movement, meeting))
        rows.append(tuple(map(tuple, cells)))
    if columns is Columns.SETS:
        heads = tuple(written_boards(boards) for boards in movement.board_sets)
    else:
        heads = tuple(movement.label(table) for table in range(1, movement.tables + 1))
    return MasterSheet(columns, heads, tuple(rows))


def master_sheet_text(movement: Movement, columns: Columns = Columns.SETS) -> str:
    """Returns the master sheet in lines of fixed columns, rounds downwards; `-` is a set or table that rests.

    By sets an entry has its table in front (`1:4-9`), by tables its boards behind (`4-9 1-3`). A round that has another
    number on the sheet (`starting_round`) has that in brackets behind its own.
    """
    sheet = master_sheet(movement, columns)
    rows = [["", *sheet.heads]]
    for number, cells in enumerate(sheet.rows, start=1):
        rows.append(
            [
                round_label(movement, number),
                *("/".join(_text(sheet, entry) for entry in cell) or REST for cell in cells),
            ]
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)


def written_boards(boards: tuple[int, ...]) -> str:
    """Returns board numbers as `1-3` when they are in a row, else as `1,5,9`.

    >>> written_boards((1, 2, 3)), written_boards((1, 5, 9)), written_boards((7,))
    ('1-3', '1,5,9', '7')
    """
    in_a_row = len(boards) > 1 and list(boards) == list(range(boards[0], boards[0] + len(boards)))
    return f"{boards[0]}-{boards[-1]}" if in_a_row else ",".join(map(str, boards))


def column_phrase(columns: Columns) -> Phrase:
    """Returns the phrase in the corner of the sheet: round by boards, or round by table."""
    return Phrase(f"guide.master-sheet-{columns}")


def _entry(movement: Movement, meeting: Meeting) -> MasterSheetEntry:
    label = movement.label(meeting.table)
    return MasterSheetEntry(
        table=label,
        ns=_format_numbers(movement, meeting.ns),
        ew=_format_numbers(movement, meeting.ew),
        boards=written_boards(movement.boards_of(meeting)),
        is_bracketed=not label.isdigit(),
        is_played=movement.is_played(meeting),
    )


def _format_numbers(movement: Movement, numbers: tuple[Number, ...]) -> str:
    if len(movement.fields) < 2:
        return "-".join(numbers)
    return "-".join(number.removeprefix("NS").removeprefix("EW") for number in numbers)


def _text(sheet: MasterSheet, entry: MasterSheetEntry) -> str:
    return f"{entry.table}:{entry.text}" if sheet.columns is Columns.SETS else f"{entry.text} {entry.boards}"
