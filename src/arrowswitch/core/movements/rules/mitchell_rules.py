"""The rules of the Mitchell movements: who sits where on which set, without numbers, boards or fields.

JCBL director's manual 3.3, lines 950-1049 (boards down, pairs up; bye and relay; skip) and the two sheets that have
another rule, lines 2190-2204 (9 tables) and 2243-2255 (8 tables). The pairs that stay are home pairs 1..n, each at its
own table; the others are moving pairs 1..n. The directions are decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from arrowswitch.core.movements.model import RoundNumber, SetNumber, TableNumber


class Seats(NamedTuple):
    """One table in one round: pair `ns` meets pair `ew` on set `board_set`, each counted from 1 in its field."""

    round: RoundNumber
    table: TableNumber
    ns: int
    ew: int
    board_set: SetNumber


@dataclass(frozen=True, slots=True)
class MitchellSheet:
    """The seats of a Mitchell with `sets` board sets, and how many sets rest behind which table."""

    tables: int
    rounds: int
    sets: int
    seats: tuple[Seats, ...]
    bye_stands: tuple[tuple[TableNumber, int], ...] = ()


def wrap(number: int, size: int) -> int:
    """Returns `number` taken round the ring 1..`size`."""
    return (number - 1) % size + 1


def straight(tables: int, rounds: int, skip_after: RoundNumber | None = None, ahead: int = 0) -> MitchellSheet:
    """Returns boards down one, pairs up one, and two once after round `skip_after` (lines 956-999, 1027-1049).

    It begins with what an ordinary one plays `ahead` rounds later.
    """
    seats: list[Seats] = []
    for lain in range(ahead, ahead + rounds):
        round_number = lain - ahead + 1
        up = lain + (skip_after is not None and round_number > skip_after)
        seats += (Seats(round_number, t, t, wrap(t - up, tables), wrap(t + lain, tables)) for t in range(1, tables + 1))
    return MitchellSheet(tables=tables, rounds=rounds, sets=tables, seats=tuple(seats))


def relay(tables: int) -> MitchellSheet:
    """Returns the bye-and-relay Mitchell of an even number of tables (lines 1005-1025).

    The ring of the boards has a place for tables 1 and n together, one for each other table, and a bye stand half-way.
    """
    half = tables // 2
    places = {table: table if table <= half else table + 1 for table in range(1, tables)} | {tables: 1}
    seats = tuple(relay_seats(places, places))
    return MitchellSheet(tables=tables, rounds=tables, sets=tables, seats=seats, bye_stands=((half, 1),))


def relay_seats(begun: Mapping[TableNumber, int], mended: Mapping[TableNumber, int]) -> Iterator[Seats]:
    """Yields the seats of a relay Mitchell by the places of the tables in the ring of the boards, begun and mended from
    half-way on."""
    tables = len(begun)
    for round_number in range(1, tables + 1):
        for table, place in (begun if round_number <= tables // 2 else mended).items():
            moving, board_set = wrap(table - round_number + 1, tables), wrap(place + round_number - 1, tables)
            yield Seats(round_number, table, table, moving, board_set)


_EIGHT_TURNS = (0, 1, 3, 4, 6, 7, 2, 5)
_EIGHT_BASIS = {1: 6, 2: 3, 4: 1}
_NINE_ORDER = (1, 4, 7, 2, 6, 5, 3, 8, 0)
SHEET_ARROWS = {8: (2, 4, 6, 8), 9: (3, 4, 7, 8)}
"""The rounds in which the printed sheets of 8 and 9 tables turn the arrow: the moving pairs sit North-South."""


def eight_tables(rounds: int) -> MitchellSheet:
    """Returns the 8-table Mitchell without relay and bye stand (lines 2239-2255), up to 8 rounds.

    With everything numbered from 0 and added bit by bit (exclusive or): in round r home pair a plays set a + C[r]
    against moving pair p(a + C[r]) + C[r], where p is linear with 1→6, 2→3, 4→1.
    """
    seats = []
    for round_number, turn in enumerate(_EIGHT_TURNS[:rounds], start=1):
        for home in range(8):
            board_set = home ^ turn
            image = 0
            for bit, value in _EIGHT_BASIS.items():
                image ^= value if board_set & bit else 0
            seats.append(Seats(round_number, home + 1, home + 1, (image ^ turn) + 1, board_set + 1))
    return MitchellSheet(tables=8, rounds=rounds, sets=8, seats=tuple(seats))


def nine_tables(rounds: int) -> MitchellSheet:
    """Returns the 9-table Mitchell of the two-session sheet (lines 2190-2204), up to 9 rounds.

    An ordinary Mitchell whose rounds k are played in the order 1, 4, 7, 2, 6, 5, 3, 8, 0: home pair j meets moving pair
    j - k on set j + k. The last round is the one to leave out before an interwoven Howell.
    """
    seats = tuple(
        Seats(round_number, home, home, wrap(home - k, 9), wrap(home + k - 1, 9))
        for round_number, k in enumerate(_NINE_ORDER[:rounds], start=1)
        for home in range(1, 10)
    )
    return MitchellSheet(tables=9, rounds=rounds, sets=9, seats=seats)
