"""The history when a round is drawn: meetings by round, sit-outs and triangles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

from arrowswitch.core.contestants import Number

Pair = frozenset[Number]
"""Two contestants, in no order."""

_THREE = 3


@dataclass(frozen=True, slots=True)
class Encounter:
    """The contestants that met in a round: two, or three in a triangle. One alone sat out.

    A triangle over two rounds is two encounters of the same three. It counts once, as an encounter of the later round
    (`is_second_half`).
    """

    round: int
    contestants: tuple[Number, ...]
    is_second_half: bool = False

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Returns every two of the contestants."""
        return tuple(frozenset(two) for two in combinations(self.contestants, 2))


@dataclass(frozen=True, slots=True)
class History:
    """All encounters of the rounds before, in their order; what is asked about everybody is counted once."""

    encounters: tuple[Encounter, ...] = ()
    rounds_of: dict[Pair, tuple[int, ...]] = field(init=False, hash=False, compare=False, repr=False)
    _sat_out: Counter[Number] = field(init=False, hash=False, compare=False, repr=False)
    _in_threes: Counter[Number] = field(init=False, hash=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        met: dict[Pair, list[int]] = {}
        first = [encounter for encounter in self.encounters if not encounter.is_second_half]
        for encounter in self.encounters:
            for pair in encounter.pairs:
                rounds = met.setdefault(pair, [])
                if encounter.is_second_half:
                    del rounds[-1:]
                rounds.append(encounter.round)
        alone = (one.contestants[0] for one in self.encounters if len(one.contestants) == 1)
        threes = (number for one in first if len(one.contestants) == _THREE for number in one.contestants)
        object.__setattr__(self, "rounds_of", {pair: tuple(rounds) for pair, rounds in met.items()})
        object.__setattr__(self, "_sat_out", Counter(alone))
        object.__setattr__(self, "_in_threes", Counter(threes))

    def rounds_met(self, first: Number, other: Number) -> tuple[int, ...]:
        """Returns the rounds in which two contestants have met; the later one for a triangle over two rounds."""
        return self.rounds_of.get(frozenset((first, other)), ())

    def sit_outs(self, number: Number) -> int:
        """Returns how often a contestant has sat out."""
        return self._sat_out[number]

    def triangles(self, number: Number) -> int:
        """Returns in how many triangles a contestant has played."""
        return self._in_threes[number]

    def with_round(self, encounters: Iterable[Encounter]) -> History:
        """Returns the history with one more round."""
        return History((*self.encounters, *encounters))
