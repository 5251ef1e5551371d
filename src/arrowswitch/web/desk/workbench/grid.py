"""The grid of a sheet, rounds by tables or by board sets, and where each fault lies in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.cells import bare_number, format_cell
from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.checking.places import fault_cells
from arrowswitch.core.movements.checking.shape import sound_meetings
from arrowswitch.core.movements.guide.master_sheet import Columns
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, TableNumber
from arrowswitch.web.context import boards_text


class Mark(StrEnum):
    """How a cell is marked: a fault in it, something to know about it, or that a draft has changed it."""

    FAULT = "fault"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class GridCell:
    """One table in one round: `key` is its place (`3-2`), `text` what is typed for it; without numbers it is empty."""

    key: str
    round: RoundNumber
    table: TableNumber
    label: str
    text: str = ""
    ns: str = ""
    ew: str = ""
    board_set: str = ""
    boards: str = ""
    is_played: bool = True
    mark: str = ""


@dataclass(frozen=True, slots=True)
class GridRow:
    """A round: its columns with the cells in each (several meetings share a set), and the contestants who sit out.

    `mark` marks the latter if there are more of them than the tables make necessary.
    """

    round: RoundNumber
    is_arrow_turned: bool
    columns: tuple[tuple[GridCell, ...], ...]
    sit_outs: tuple[Number, ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """The sheet as it is looked at; `heads` are table labels or board sets with their boards."""

    columns: Columns
    heads: tuple[tuple[str, str], ...]
    rows: tuple[GridRow, ...]
    has_sit_outs: bool


@dataclass(frozen=True, slots=True)
class FaultRow:
    """A fault in the list: its message, the cells it lies in, and whether it was not there before."""

    problem: Problem
    severity: Severity
    cells: tuple[str, ...]
    is_new: bool


def cell_key(round_number: RoundNumber, table: TableNumber) -> str:
    """Returns the place of a cell as the page writes it."""
    return f"{round_number}-{table}"


def sits_key(round_number: RoundNumber) -> str:
    """Returns the place of those who sit out in a round, as the page writes it."""
    return f"{round_number}-sits"


def fault_rows(movement: Movement, faults: Iterable[Fault], before: Iterable[Fault] | None = None) -> list[FaultRow]:
    """Returns the list of faults, those that `before` had not marked as new."""
    earlier = None if before is None else set(before)
    return [
        FaultRow(
            fault.problem,
            fault.severity,
            _keys(movement, fault),
            is_new=earlier is not None and fault not in earlier,
        )
        for fault in faults
    ]


def _keys(movement: Movement, fault: Fault) -> tuple[str, ...]:
    if fault.code == "movement.no-table":
        return tuple(sits_key(round_number) for round_number in fault.rounds)
    return tuple(cell_key(*place) for place in fault_cells(movement, fault))


def marks(rows: Iterable[FaultRow]) -> dict[str, str]:
    """Returns how each cell that something lies in is marked; a fault outweighs a notice.

    Notices mark single encounters (a pair meets the phantom again), not planned features (relays).
    """
    mark_by_cell: dict[str, str] = {}
    for row in rows:
        if row.severity is Severity.NOTICE and row.problem.code not in _TOLD_IN_CELLS:
            continue
        mark = Mark.FAULT if row.severity is Severity.FAULT else Mark.NOTICE
        for cell in row.cells:
            if mark_by_cell.get(cell) != Mark.FAULT:
                mark_by_cell[cell] = mark.value
    return mark_by_cell


_TOLD_IN_CELLS = {"movement.board-twice", "movement.met-twice", "movement.partnered-twice", "movement.table-empty"}


def grid(movement: Movement, columns: Columns, marked: Mapping[str, str]) -> Grid:
    """Returns the grid of a sheet, sound or not; meetings at tables or rounds that do not exist have no cell."""
    at: dict[RoundNumber, list[Meeting]] = defaultdict(list)
    for meeting in movement.meetings:
        if 1 <= meeting.table <= movement.tables:
            at[meeting.round].append(meeting)
    drawn = drawable(movement)
    rows = tuple(
        GridRow(
            round=number,
            is_arrow_turned=number in movement.arrow_switched,
            columns=_columns(movement, columns, number, at[number], marked),
            sit_outs=drawn.sit_outs(number),
            mark=marked.get(sits_key(number), ""),
        )
        for number in range(1, movement.rounds + 1)
    )
    if columns is Columns.SETS:
        heads = tuple((str(i), boards_text(boards)) for i, boards in enumerate(movement.board_sets, start=1))
    else:
        heads = tuple((movement.label(table), "") for table in range(1, movement.tables + 1))
    return Grid(columns, heads, rows, any(row.sit_outs for row in rows))


def _columns(
    movement: Movement, columns: Columns, number: RoundNumber, here: list[Meeting], marked: Mapping[str, str]
) -> tuple[tuple[GridCell, ...], ...]:
    if columns is Columns.SETS:
        return tuple(
            tuple(_cell(movement, m, marked) for m in sorted(here, key=lambda m: m.table) if m.board_set == place)
            for place in range(1, len(movement.board_sets) + 1)
        )
    columns_: list[tuple[GridCell, ...]] = []
    for table in range(1, movement.tables + 1):
        cells = tuple(_cell(movement, m, marked) for m in here if m.table == table)
        key = cell_key(number, table)
        empty = GridCell(key=key, round=number, table=table, label=movement.label(table), mark=marked.get(key, ""))
        columns_.append(cells[:1] or (empty,))
    return tuple(columns_)


def _cell(movement: Movement, meeting: Meeting, marked: Mapping[str, str]) -> GridCell:
    key = cell_key(meeting.round, meeting.table)
    is_known = 1 <= meeting.board_set <= len(movement.board_sets)
    return GridCell(
        key=key,
        round=meeting.round,
        table=meeting.table,
        label=movement.label(meeting.table),
        text=format_cell(movement, meeting),
        ns="-".join(bare_number(movement, number, "NS") for number in meeting.ns) or "?",
        ew="-".join(bare_number(movement, number, "EW") for number in meeting.ew) or "?",
        board_set=str(meeting.board_set),
        boards=boards_text(movement.boards_of(meeting)) if is_known else "?",
        is_played=movement.is_played(meeting),
        mark=marked.get(key, ""),
    )


def drawable(movement: Movement) -> Movement:
    """Returns the part of a sheet that can be drawn and printed: whole meetings at tables, rounds and sets that exist,
    one at each table, of numbers that take part."""
    contestants = set(movement.contestants)
    size = 2 if movement.kind.value == "player" else 1
    seen: dict[tuple[RoundNumber, TableNumber], Meeting] = {}
    for meeting in sound_meetings(movement):
        is_whole = len(meeting.ns) == len(meeting.ew) == size and len(set(meeting.contestants)) == 2 * size
        if is_whole and set(meeting.contestants) <= contestants:
            seen.setdefault((meeting.round, meeting.table), meeting)
    return replace(movement, meetings=tuple(seen.values()))
