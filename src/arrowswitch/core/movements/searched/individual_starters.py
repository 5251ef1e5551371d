"""The starters of individual movements: one round or a few, from which the whole sheet follows.

JCBL director's manual 3.3, lines 1576-1614 (figure 20) and 3070-3080. The numbers that move are divided into orbits of
a group, mostly one orbit of the cyclic group: 1 to its order, the next as many, and so on. The first rounds are the
first base round with every element of the group added to the numbers and to the sets; further base rounds follow in the
same way with sets of their own. Higher numbers stay. A player without a table sits out. In the rounds of `turned` the
guide card of a table is turned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import prod
from typing import Any

from arrowswitch.core.movements.data_files import data_of
from arrowswitch.core.movements.model import RoundNumber, SetNumber, TableNumber

Seats = tuple[int, int, int, int]
"""Numbers in the order of the sheets: North, South, East, West (line 1592)."""
BaseRound = tuple[tuple[Seats, SetNumber], ...]
"""The tables of a round: the seats and the set."""


@dataclass(frozen=True, slots=True)
class PlayerStarter:
    """The base rounds for a number of players.

    - `base` are the tables of round 1, `later` those of further base rounds. `parts` are the cyclic parts of the group.
    - `moving` is the number of players that move; None means the order of the group.
    - `turned` are the rounds in which the guide card of a table is turned, by table.
    - `origin` names the source or the search, `proof` the bounds for better ones.
    """

    players: int
    parts: tuple[int, ...]
    base: BaseRound
    origin: str = ""
    proof: str = ""
    later: tuple[BaseRound, ...] = ()
    moving: int | None = None
    turned: Mapping[TableNumber, tuple[RoundNumber, ...]] = field(default_factory=dict, hash=False)

    @property
    def order(self) -> int:
        """Returns the number of elements of the group, which is also the size of an orbit."""
        return prod(self.parts)

    @property
    def rounds(self) -> int:
        """Returns the number of rounds, which is also that of the sets."""
        return self.order * (1 + len(self.later))

    @property
    def stationary(self) -> range:
        return range((self.moving or self.order) + 1, self.players + 1)

    def meetings(self) -> Iterator[tuple[RoundNumber, TableNumber, Seats, SetNumber]]:
        """Yields every meeting of the developed sheet: round, table, seats, set."""
        first_stationary, order = self.stationary.start, self.order
        most = max(self.players, *(board_set for base in (self.base, *self.later) for _, board_set in base))
        orbits = range(0, most, order)
        for number_of_base, base in enumerate((self.base, *self.later)):
            earlier = number_of_base * order
            for step in range(order):
                round_number, elements = earlier + step + 1, self._raised_elements(step)
                raised = [0, *(orbit + element + 1 for orbit in orbits for element in elements)]
                for table, (seats, board_set) in enumerate(base, start=1):
                    north, south, east, west = [
                        number if number >= first_stationary else raised[number] for number in seats
                    ]
                    if round_number in self.turned.get(table, ()):
                        north, south, east, west = east, west, north, south
                    yield round_number, table, (north, south, east, west), earlier + raised[board_set]

    def _raised_elements(self, step: int) -> list[int]:
        """Returns for each element of the group the one that is `step` higher."""
        elements, scale = [0], 1
        for part in reversed(self.parts):
            raised = [scale * ((element + step) % part) for element in range(part)]
            elements = [low + high for high in raised for low in elements]
            step, scale = step // part, scale * part
        return elements


@cache
def player_library() -> Mapping[tuple[int, RoundNumber], PlayerStarter]:
    """Returns the starters by players and rounds."""
    starters = map(read_player_starter, data_of("searched/individual_starters")["starter"])
    return {(starter.players, starter.rounds): starter for starter in starters}


def read_player_starter(entry: Mapping[str, Any]) -> PlayerStarter:
    """Returns the starter that an entry of the library writes."""
    return PlayerStarter(
        players=entry["players"],
        parts=tuple(map(int, entry["group"].split("x"))),
        base=_read_round(entry["base"]),
        origin=entry["origin"],
        proof=entry["proof"],
        later=tuple(map(_read_round, entry.get("later", ()))),
        moving=entry.get("moving"),
        turned={int(table): tuple(map(int, rounds.split())) for table, rounds in entry.get("turned", {}).items()},
    )


def _read_round(words: str) -> BaseRound:
    """Returns the tables written as `6-10-3-4@1 2-11-9-1@5`."""
    base = []
    for word in words.split():
        numbers, _, place = word.partition("@")
        north, south, east, west = map(int, numbers.split("-"))
        base.append(((north, south, east, west), int(place)))
    return tuple(base)
