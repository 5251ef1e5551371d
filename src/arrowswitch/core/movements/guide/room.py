"""The plan of the room: the tables in their ring, clockwise, the bye stands between them, the places of the boards, and
the tables that share boards.

JCBL director's manual 3.3, lines 780-784 and 818: numbers run clockwise and close to a ring, tables that share boards
stand together; the players go to the next higher table, the boards to the next lower one; 3846-3850: the places of the
boards before the start. The ring is the rim of a grid; positions are in units of one place. Screens and sheets draw the
same plan, each on a grid of its own width.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber, board_ranges
from arrowswitch.core.movements.guide.boards import BoardsKind, Relay, SetPlace, board_places, initial_boards, relays
from arrowswitch.core.movements.guide.sharing import tables_sharing
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, TableNumber
from arrowswitch.core.movements.phrases import Phrase

_MOST_IN_TWO_ROWS = 18
_NUMBER = re.compile(r"\d{1,3}(?=[A-Z]?$)")


@dataclass(frozen=True, slots=True)
class RoomPlace:
    """A place in the ring: a table or a bye stand; `column` and `row` count from 0.

    A side without players is empty, `resting` sits out at the table. On a stand the boards that are played next come
    first. `shares` are the labels of the tables with which this one shares boards in any round.
    """

    column: int
    row: int
    label: str = ""
    ns: tuple[Number, ...] = ()
    ew: tuple[Number, ...] = ()
    boards: tuple[BoardNumber, ...] = ()
    is_stand: bool = False
    is_played: bool = True
    resting: tuple[Number, ...] = ()
    shares: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """The plan: `columns` x `rows` places, the middle of the room empty; `links` are neighbours that share boards in
    the round."""

    columns: int
    rows: int
    places: tuple[RoomPlace, ...]
    links: tuple[tuple[RoomPlace, RoomPlace], ...]


def room_plan(movement: Movement, columns: int | None = None, round_number: RoundNumber = 1) -> RoomPlan:
    """Returns the plan for a round, `columns` places wide (default: two rows, or a wider ring for many tables)."""
    total = movement.tables + len(movement.bye_stands)
    width = columns or (-(-total // 2) if total <= _MOST_IN_TWO_ROWS else max(9, -(-total // 3)))
    places = tuple(_places(movement, round_number, _spots(movement, total, width)))
    columns, rows = (max(spots) + 1 for spots in zip(*((place.column, place.row) for place in places), strict=True))
    by_label = {place.label: place for place in places if not place.is_stand}
    links = tuple(
        (by_label[movement.label(first)], by_label[movement.label(second)])
        for tables in tables_sharing(movement, round_number)
        for first, second in pairwise(tables)
    )
    return RoomPlan(columns, rows, places, links)


class CutCorner(Enum):
    """The corner that is cut from a ring whose rim has a place too many; its neighbours stand diagonally."""

    LOWER_RIGHT = auto()
    LOWER_LEFT = auto()
    UPPER_RIGHT = auto()


def ring(places: int, columns: int, cut: CutCorner = CutCorner.LOWER_RIGHT) -> tuple[tuple[int, int], ...]:
    """Returns the given number of points on the rim of a grid, clockwise from the upper left corner, each next to the
    one before, the last next to the first.

    If the rim has a place too many, a corner is cut. A rim wider than two rows of the places is drawn in two rows.

    >>> ring(6, 3)
    ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))
    >>> ring(5, 3)
    ((0, 0), (1, 0), (2, 0), (1, 1), (0, 1))
    >>> ring(5, 3, CutCorner.LOWER_LEFT)
    ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1))
    """
    half = (places + 1) // 2
    width = min(max(2, columns), half)
    side = half - width
    top = [(column, 0) for column in range(width)]
    right = [(width - 1, row) for row in range(1, side + 1)]
    bottom = [(column, side + 1) for column in reversed(range(width))]
    left = [(0, row) for row in range(side, 0, -1)]
    rim = top + right + bottom + left
    if len(rim) > places:
        corners = {
            CutCorner.LOWER_RIGHT: (width - 1, side + 1),
            CutCorner.LOWER_LEFT: (0, side + 1),
            CutCorner.UPPER_RIGHT: (width - 1, 0),
        }
        rim.remove(corners[cut])
    return tuple(rim)


def _spots(movement: Movement, places: int, columns: int) -> tuple[tuple[int, int], ...]:
    """Returns the places of the ring, with the corner cut at which no tables that share boards in every round stand."""
    rings = [ring(places, columns, cut) for cut in CutCorner]
    return next((spots for spots in rings if not _separates(movement, spots)), rings[0])


def _separates(movement: Movement, spots: tuple[tuple[int, int], ...]) -> bool:
    """True if two tables that share boards in every round stand diagonally at a cut corner."""
    at: dict[TableNumber, tuple[int, int]] = {}
    free = iter(spots)
    for group in _groups_in_ring(movement):
        at |= {table: next(free) for table in group}
        for _ in movement.bye_stands.keys() & set(group):
            next(free)
    return any(
        at[here][0] != at[there][0] and at[here][1] != at[there][1]
        for tables in _sharing_groups(movement)
        for here, there in pairwise(tables)
    )


def _places(movement: Movement, round_number: RoundNumber, spots: tuple[tuple[int, int], ...]) -> Iterator[RoomPlace]:
    """Yields the tables in their order, behind each the bye stand where there is one, behind tables that share boards
    the stands of all of them."""
    lying, sharing = board_places(movement, round_number), relays(movement)
    free = iter(spots)
    for group in _groups_in_ring(movement):
        for table in group:
            yield _table(movement, movement.at(round_number, table), table, lying, sharing, next(free))
        for table in group:
            if table in movement.bye_stands:
                resting = [one for one in lying if one.place.kind is BoardsKind.STAND and one.place.behind == table]
                column, row = next(free)
                boards = tuple(board for one in resting for board in one.boards)
                yield RoomPlace(column, row, boards=boards, is_stand=True)


def _groups_in_ring(movement: Movement) -> tuple[tuple[TableNumber, ...], ...]:
    """Returns the tables in the order in which they stand, those that share boards in every round as one group: the
    appendix tables of a Mitchell next to their base tables, where their own numbers would put them across the room.
    """
    tables = sorted(range(1, movement.tables + 1), key=lambda table: _order(movement, table))
    groups = _sharing_groups(movement)
    at = {table: place for place, table in enumerate(tables)}
    if all(_are_neighbours([at[table] for table in group], len(tables)) for group in groups):
        return tuple((table,) for table in tables)
    group_of = {table: group for group in groups for table in group}
    return tuple(dict.fromkeys(group_of.get(table, (table,)) for table in tables))


def _sharing_groups(movement: Movement) -> set[tuple[TableNumber, ...]]:
    """Returns the groups of tables that share boards in every round."""
    rounds = [set(tables_sharing(movement, number)) for number in range(1, movement.rounds + 1)]
    return set.intersection(*rounds) if rounds else set()


def _are_neighbours(places: Sequence[int], size: int) -> bool:
    """True if the places lie next to each other in a ring of this size."""
    gaps = sum((place + 1) % size not in places for place in places)
    return gaps <= 1


def _order(movement: Movement, table: TableNumber) -> tuple[int, str]:
    """Returns the position of a table in the ring: an added table (6B) is next to the one it was added to (6A)."""
    label = movement.label(table)
    number = _NUMBER.match(label)
    return (table if number is None else int(number[0]), label)


def _table(
    movement: Movement,
    meeting: Meeting | None,
    table: TableNumber,
    lying: tuple[SetPlace, ...],
    sharing: tuple[Relay, ...],
    spot: tuple[int, int],
) -> RoomPlace:
    column, row = spot
    others = [other for relay in sharing if table in relay.tables for other in relay.tables if other != table]
    ns, ew = ((), ()) if meeting is None else (meeting.ns, meeting.ew)
    here = [laid for laid in lying if laid.place.kind is BoardsKind.TABLE and table in laid.place.tables]
    is_played = meeting is not None and movement.is_played(meeting)
    return RoomPlace(
        column,
        row,
        label=movement.label(table),
        ns=() if ns == (movement.phantom,) else ns,
        ew=() if ew == (movement.phantom,) else ew,
        boards=tuple(board for laid in here for board in laid.boards),
        is_played=is_played,
        resting=() if is_played else tuple(number for number in (*ns, *ew) if number != movement.phantom),
        shares=tuple(dict.fromkeys(movement.label(other) for other in others)),
    )


def lay_lines(movement: Movement) -> tuple[Phrase, ...]:
    """Returns the boards to lay out before the start, one line for each table and stand; on a stand the next set to
    play is first.
    """
    lines: dict[tuple[str, str], tuple[Phrase, list[str]]] = {}
    for laid in initial_boards(movement):
        phrase = laid.phrase
        where = str({name: value for name, value in phrase.params.items() if name not in ("boards", "round")})
        lines.setdefault((phrase.code, where), (phrase, []))[1].append(board_ranges(laid.boards, "–"))
    return tuple(
        Phrase(phrase.code, {**phrase.params, "boards": ", ".join(boards)}) for phrase, boards in lines.values()
    )
