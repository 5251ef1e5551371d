"""The plan of the room: the tables in their ring, clockwise, the bye stands between them, what lies where, who shares
boards.

Manual, lines 780-784 and 818: the tables stand in a ring, the players go to the next higher table, the boards to the
next lower one. The ring is drawn as the border of a rectangle; where things stand is in units of one place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.guide.boards import BoardsKind, SetPlace, board_places, initial_boards
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber
from arrowswitch.core.movements.phrases import Phrase

_MOST_IN_TWO_ROWS = 18
_NUMBER = re.compile(r"\d{1,3}(?=[A-Z]?$)")


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the ring: a table or a bye stand; `column` and `row` count from 0, `resting` sits out at the table."""

    column: int
    row: int
    label: str
    ns: str = ""
    ew: str = ""
    boards: str = ""
    is_stand: bool = False
    resting: str = ""
    is_played: bool = True


@dataclass(frozen=True, slots=True)
class Link:
    """Two places that share boards when play begins."""

    first: Place
    second: Place


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """The plan: `columns` x `rows` places, some of them empty (the middle of the room, or the end of the ring)."""

    columns: int
    rows: int
    places: tuple[Place, ...]
    links: tuple[Link, ...]


def room_plan(movement: Movement, columns: int | None = None, round_number: RoundNumber = 1) -> RoomPlan:
    """Returns the plan for a round, `columns` places wide (default: two rows, or a wider ring for many tables)."""
    things = _ring(movement, board_places(movement, round_number), round_number)
    width = max(2, min(columns or _width(len(things)), len(things)))
    height = max(2, -(-(len(things) - 2 * width) // 2) + 2)
    spots = _border(width, height)
    placed = tuple(replace(thing, column=column, row=row) for thing, (column, row) in zip(things, spots, strict=False))
    return RoomPlan(width, height, placed, _links(movement, placed, round_number))


def _ring(movement: Movement, lying: tuple[SetPlace, ...], round_number: RoundNumber) -> tuple[Place, ...]:
    """Returns the tables and stands in their order; where they stand in the room is not said yet."""
    found: list[Place] = []
    for table in sorted(range(1, movement.tables + 1), key=lambda table: _stands(movement, table)):
        found.append(_table(movement, table, round_number))
        if table in movement.bye_stands:
            resting = [s for s in lying if s.place.kind is BoardsKind.STAND and s.place.behind == table]
            found.append(
                Place(0, 0, "", boards=written(tuple(board for s in resting for board in s.boards)), is_stand=True)
            )
    return tuple(found)


def _stands(movement: Movement, table: int) -> tuple[int, str]:
    """Returns where a table stands in the ring: an added table (6B) beside the one it was added to (6A)."""
    label = movement.label(table)
    number = _NUMBER.match(label)
    return (table if number is None else int(number[0]), label)


def _table(movement: Movement, table: int, round_number: RoundNumber) -> Place:
    label = movement.label(table)
    meeting = movement.at(round_number, table)
    if meeting is None:
        return Place(0, 0, label, is_played=False)
    return Place(
        0,
        0,
        label,
        ns="+".join(meeting.ns),
        ew="+".join(meeting.ew),
        boards=written(movement.boards_of(meeting)),
        is_played=movement.is_played(meeting),
        resting="" if movement.is_played(meeting) else _resting(movement, meeting),
    )


def _resting(movement: Movement, meeting: Meeting) -> str:
    return "+".join(number for number in meeting.contestants if number != movement.phantom)


def _links(movement: Movement, placed: tuple[Place, ...], round_number: RoundNumber) -> tuple[Link, ...]:
    by_label = {place.label: place for place in placed if not place.is_stand}
    found: list[Link] = []
    for tables in movement.sharing(round_number).values():
        at = [by_label[movement.label(table)] for table in tables if movement.label(table) in by_label]
        found += [Link(first, second) for first, second in pairwise(at)]
    return tuple(found)


def _width(things: int) -> int:
    return -(-things // 2) if things <= _MOST_IN_TWO_ROWS else max(9, -(-things // 3))


def _border(width: int, height: int) -> list[tuple[int, int]]:
    """Returns the border of a rectangle of places, clockwise from the top left."""
    top = [(column, 0) for column in range(width)]
    right = [(width - 1, row) for row in range(1, height)]
    bottom = [(column, height - 1) for column in range(width - 2, -1, -1)]
    left = [(0, row) for row in range(height - 2, 0, -1)]
    return top + right + bottom + left


def written(boards: tuple[BoardNumber, ...]) -> str:
    """Returns board numbers as people write them.

    >>> written((5, 6, 7)), written((4,)), written((3, 5)), written((19, 20, 9, 10))
    ('5–7', '4', '3, 5', '19–20, 9–10')
    """
    runs: list[list[BoardNumber]] = []
    for board in boards:
        if runs and board == runs[-1][-1] + 1:
            runs[-1].append(board)
        else:
            runs.append([board])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def lay_lines(movement: Movement) -> tuple[Phrase, ...]:
    """Returns what to lay where before the start, one line for each table and stand; on a stand what is played next
    comes first.
    """
    lines: dict[tuple[str, str], tuple[Phrase, list[str]]] = {}
    for one in initial_boards(movement):
        phrase = one.phrase
        where = str({name: value for name, value in phrase.params.items() if name not in ("boards", "round")})
        lines.setdefault((phrase.code, where), (phrase, []))[1].append(written(one.boards))
    return tuple(
        Phrase(phrase.code, {**phrase.params, "boards": ", ".join(boards)}) for phrase, boards in lines.values()
    )
