"""The seating of a drawn round: tables from the top, and the home sides.

The documents do not define the first home side (manual, lines 1632 and 1678, name a rule without giving one). Unless
the conditions define another rule, the side that has been at home less often is at home; between equals the better
rank. Tables are numbered from the best pairing down; a triangle sits at the tables after them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.pairing.swiss.case import Draw


@dataclass(frozen=True, slots=True)
class Seated:
    """A match with its tables: `home` keeps its place, `away` sends a pair there. Matches of teams take two tables."""

    tables: tuple[int, ...]
    home: Number
    away: Number


def seat_pairings(
    draw: Draw, homes_before: Mapping[Number, int], tables_each: int = 1, first_table: int = 1
) -> tuple[Seated, ...]:
    """Returns the pairings of a round with tables, from `first_table` on, `tables_each` for a match."""
    seats = []
    for at, pairing in enumerate(draw.pairings):
        begin = first_table + at * tables_each
        home, away = pairing.contestants
        if homes_before.get(away, 0) < homes_before.get(home, 0):
            home, away = away, home
        seats.append(Seated(tuple(range(begin, begin + tables_each)), home, away))
    return tuple(seats)


def with_standing(
    seats: Sequence[Seated], standing: Iterable[Seated], taken_tables: Iterable[int], first_table: int = 1
) -> tuple[Seated, ...]:
    """Returns the matches of a round. Those in `standing` are as announced; the others get, in their order, the tables
    from `first_table` on that are not `taken_tables`."""
    announced = {frozenset((one.home, one.away)): one for one in standing}
    busy = frozenset(taken_tables) | {table for one in announced.values() for table in one.tables}
    each = max((len(one.tables) for one in seats), default=1)
    places = (tuple(range(begin, begin + each)) for begin in count(first_table, each))
    free = (place for place in places if busy.isdisjoint(place))
    return tuple(announced.get(frozenset((one.home, one.away))) or replace(one, tables=next(free)) for one in seats)


def by_lower_number(seats: Iterable[Seated]) -> tuple[Seated, ...]:
    """Returns the matches with the lower number at home."""
    return tuple(one if number_order(one.home) < number_order(one.away) else _turn_seats(one) for one in seats)


def by_lot(seats: Iterable[Seated], seed: str) -> tuple[Seated, ...]:
    """Returns the matches with the team at home drawn by lot; the same seed draws the same."""
    lot = random.Random(seed)
    return tuple(_turn_seats(one) if lot.randrange(2) else one for one in seats)


def _turn_seats(match: Seated) -> Seated:
    return replace(match, home=match.away, away=match.home)
