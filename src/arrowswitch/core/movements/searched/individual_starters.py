"""The starters of individual movements: one round each, from which the whole sheet follows.

JCBL director's manual 3.3, lines 1576-1614 (figure 20) and 3070-3080. Numbers 1 to R (the rounds) are elements of a
group, mostly the cyclic one: round r is round 1 with every one of them and every set raised by r - 1. Higher numbers
stay. A player without a table sits out. Partners once and opponents twice at most follow from the differences of round
1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import prod
from typing import Any

from arrowswitch.core.movements.data_files import data_of
from arrowswitch.core.movements.model import RoundNumber, SetNumber, TableNumber

Seats = tuple[int, int, int, int]
"""Numbers in the order of the sheets: North, South, East, West (line 1592)."""


@dataclass(frozen=True, slots=True)
class PlayerStarter:
    """A base round for a number of players.

    - `base` are the tables of round 1: who sits there and the set. `parts` are the cyclic parts of the group.
    - `origin` names the source or the search, `proof` the bounds for better ones.
    """

    players: int
    parts: tuple[int, ...]
    base: tuple[tuple[Seats, SetNumber], ...]
    origin: str = ""
    proof: str = ""

    @property
    def rounds(self) -> int:
        """Returns the number of rounds, which is also that of the sets and of the moving players."""
        return prod(self.parts)

    @property
    def stationary(self) -> range:
        return range(self.rounds + 1, self.players + 1)

    def meetings(self) -> Iterator[tuple[RoundNumber, TableNumber, Seats, SetNumber]]:
        """Yields every meeting of the developed sheet: round, table, seats, set."""
        for step in range(self.rounds):
            for table, (seats, board_set) in enumerate(self.base, start=1):
                north, south, east, west = (self._raise_number(number, step) for number in seats)
                yield step + 1, table, (north, south, east, west), self._raise_number(board_set, step)

    def _raise_number(self, number: int, step: int) -> int:
        if number > self.rounds:
            return number
        elements = list(product(*(range(part) for part in self.parts)))
        sums = zip(elements[number - 1], elements[step], self.parts, strict=True)
        return elements.index(tuple((x + y) % part for x, y, part in sums)) + 1


@cache
def player_library() -> Mapping[tuple[int, RoundNumber], PlayerStarter]:
    """Returns the starters by players and rounds."""
    starters = map(read_player_starter, data_of("searched/individual_starters")["starter"])
    return {(starter.players, starter.rounds): starter for starter in starters}


def read_player_starter(entry: Mapping[str, Any]) -> PlayerStarter:
    """Returns the starter that an entry of the library writes."""
    base = []
    for word in entry["base"].split():
        numbers, _, place = word.partition("@")
        north, south, east, west = map(int, numbers.split("-"))
        base.append(((north, south, east, west), int(place)))
    parts = tuple(map(int, entry["group"].split("x")))
    return PlayerStarter(
        players=entry["players"], parts=parts, base=tuple(base), origin=entry["origin"], proof=entry["proof"]
    )
