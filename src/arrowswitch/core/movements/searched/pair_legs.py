"""Round robins of both pairs of an odd number of teams, in two legs without relays: the sheets behind several families.

A leg has one round and one set fewer than, and as many as, there are teams. In each leg every team meets every other on
one set; over both every pair meets both pairs of every other team. The league's list names such sheets and prints none
(JCBL director's manual 3.3, lines 3087, 3381-3387, 3400-3408 and 3462-3470). They are kept as starters in
`pair_legs.toml`, with how they were found: the first rounds of each leg, from which the others follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from arrowswitch.core.movements.data_files import rows_of
from arrowswitch.core.movements.model import RoundNumber, SetNumber, TableNumber
from arrowswitch.core.movements.rules.mitchell_rules import wrap

LEGS = 2


class PairHalf(NamedTuple):
    """A pair of a team against a pair of another one (`3A`, `5B`)."""

    round: RoundNumber
    table: TableNumber
    ns: str
    ew: str
    board_set: SetNumber


@dataclass(frozen=True, slots=True)
class LegStarter:
    """The first rounds of both legs for `teams` teams: a word (`8B-2B`) for each set in order.

    `step` is added to round, teams and sets to get the next rounds; the last team and the last set stand still. With
    `turns` A and B change at every step in leg 2. `stays` tells that the boards stay at their tables all the time;
    otherwise they go down one table each round.
    """

    teams: int
    step: int
    turns: bool
    stays: bool
    first: tuple[str, ...]
    second: tuple[str, ...]


@cache
def starters() -> Mapping[int, LegStarter]:
    """Returns the starters by number of teams."""
    return {starter.teams: starter for starter in rows_of("searched/pair_legs", "starter", LegStarter)}


@cache
def pair_leg(teams: int, leg: int) -> tuple[PairHalf, ...]:
    """Returns all halves of leg 1 or 2 for a number of teams that has a starter."""
    starter = starters()[teams]
    return tuple(sorted(_develop_leg(starter, leg)))


def _develop_leg(starter: LegStarter, leg: int) -> Iterator[PairHalf]:
    rounds = starter.teams - 1
    for first, row in enumerate((starter.first, starter.second)[leg - 1], start=1):
        for board_set, word in enumerate(row.split(), start=1):
            ns, _, ew = word.partition("-")
            for j in range(rounds // starter.step):
                turned = starter.turns and leg == LEGS and j % 2 == 1
                r, s = first + starter.step * j, _move_place(board_set, starter.step * j, rounds)
                table = s if starter.stays else wrap(s - r + 1, starter.teams)
                north_south, east_west = (_pair(side, starter.step * j, rounds, turned) for side in (ns, ew))
                yield PairHalf(r, table, north_south, east_west, s)


def _move_place(place: int, by: int, rounds: int) -> int:
    return place if place > rounds else wrap(place + by, rounds)


def _pair(written: str, by: int, rounds: int, turned: bool) -> str:
    letter = {"A": "B", "B": "A"}[written[-1]] if turned else written[-1]
    return f"{_move_place(int(written[:-1]), by, rounds)}{letter}"
