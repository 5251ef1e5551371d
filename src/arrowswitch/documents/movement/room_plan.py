"""The room plan: the tables in a ring, clockwise, the last next to the first, with bye stands, relays and North
(R-028).

JCBL director's manual 3.3, lines 780-784: numbers run clockwise and close to a ring, tables that share boards stand
together, and the guide cards all point the same way; 3846-3850: what lies where before the start. The ring is the rim
of a grid, as near to the page's shape as gives the largest places; a section is one page.
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.movements.guide.boards import BoardsKind, SetPlace, initial_boards, relays
from arrowswitch.core.movements.model import Movement, TableNumber
from arrowswitch.documents.frame import Document, SectionMark, frame, section_mark
from arrowswitch.documents.job import SECTION, PrintJob, SheetInfo
from arrowswitch.documents.movement.master_sheet import placing_phrases
from arrowswitch.documents.words import Words, board_ranges, side_text
from arrowswitch.tournament.event.model import Section

INFO = SheetInfo("room-plan", (SECTION,))
WIDTH = 277
HEIGHT = 142


@dataclass(frozen=True, slots=True)
class Station:
    """A place of the ring, at (`column`, `row`) of the grid: a table, or a bye stand (without pairs)."""

    is_table: bool
    label: str
    column: int
    row: int
    ns: str
    ew: str
    boards: str
    relay: str


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """The plan of one section on a grid of `columns` x `rows`."""

    section: SectionMark
    columns: int
    rows: int
    stations: tuple[Station, ...]
    notes: tuple[str, ...]


def document(job: PrintJob, words: Words) -> Document:
    """Returns the plans of the sections asked for."""
    plans = tuple(room_plan(section, movement, words) for section, movement in job.planned())
    return Document(frame(INFO, job, words), words.labels("room", "north", "stand", "empty"), plans)


def room_plan(section: Section, movement: Movement, words: Words) -> RoomPlan:
    """Returns a section's plan: every table, and behind it the bye stand where there is one."""
    places = ring(sum(1 + (table in movement.bye_stands) for table in range(1, movement.tables + 1)))
    points = iter(places)
    stations: list[Station] = []
    for table in range(1, movement.tables + 1):
        stations.append(_table(movement, table, next(points), words))
        if table in movement.bye_stands:
            stations.append(_stand(movement, table, next(points)))
    columns, rows = max(column for column, _ in places) + 1, max(row for _, row in places) + 1
    notes = tuple(words.phrase(phrase) for phrase in placing_phrases(movement))
    return RoomPlan(section_mark(section.letter, words), columns, rows, tuple(stations), notes)


def ring(places: int) -> tuple[tuple[int, int], ...]:
    """Returns so many points on the rim of a grid, clockwise from the upper left corner, each beside the next.

    The last one is beside the first; where the rim has a place too many, the lower right corner is cut. The grid is the
    one whose cells are largest on the page.

    >>> ring(6)
    ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))
    """
    sides = range(max(1, places // 2))
    columns, side = max(
        (((places + 1) // 2 - side, side) for side in sides if (places + 1) // 2 - side >= 1),
        key=lambda shape: (min(WIDTH / shape[0], HEIGHT / (shape[1] + 2)), -shape[1]),
    )
    top = [(column, 0) for column in range(columns)]
    right = [(columns - 1, row) for row in range(1, side + 1)]
    bottom = [(column, side + 1) for column in reversed(range(columns))]
    left = [(0, row) for row in range(side, 0, -1)]
    rim = top + right + bottom + left
    if len(rim) > places:
        rim.remove((columns - 1, side + 1))
    return tuple(rim)


def _table(movement: Movement, table: TableNumber, point: tuple[int, int], words: Words) -> Station:
    meeting = movement.at(1, table)
    ns, ew = ((), ()) if meeting is None else (meeting.ns, meeting.ew)
    boards = [place for place in initial_boards(movement) if table in _tables(place)]
    sharing = [t for relay in relays(movement) if table in relay.tables for t in relay.tables if t != table]
    others = words.listed(dict.fromkeys(movement.label(t) for t in sharing))
    return Station(
        is_table=True,
        label=movement.label(table),
        column=point[0],
        row=point[1],
        ns="" if ns == (movement.phantom,) else side_text(ns),
        ew="" if ew == (movement.phantom,) else side_text(ew),
        boards=board_ranges(board for place in boards for board in place.boards),
        relay=words("guide.shared", tables=others) if others else "",
    )


def _tables(place: SetPlace) -> tuple[TableNumber, ...]:
    return place.place.tables if place.place.kind is BoardsKind.TABLE else ()


def _stand(movement: Movement, table: TableNumber, point: tuple[int, int]) -> Station:
    here = [
        place
        for place in initial_boards(movement)
        if place.place.kind is BoardsKind.STAND and place.place.behind == table
    ]
    text = board_ranges(board for place in here for board in place.boards)
    return Station(False, str(movement.bye_stands[table]), point[0], point[1], "", "", text, "")
