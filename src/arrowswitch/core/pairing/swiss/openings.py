"""The first rounds of a Swiss, which no ranking can be drawn by: order of numbers, halves, quarters and groups.

JCBL director's manual 3.3, lines 1778-1789 and 2664-2685. The numbers come in the order of seeds, or as they were
drawn by lot. With an odd number the last three are a triangle in the first round, the three before them in the second
(lines 1790, 2706), or the last one sits out; the rest is arranged as if it were all.

The groups of numbers that are not multiples of four or three are not defined ("nearer numbers than in round 1", line
2683): two groups of even size, one of them two larger.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Impossible


class Opening(StrEnum):
    """How a round without a ranking is arranged: 1-2, 3-4; 1-9, 2-10; 1-5, 2-6, 9-13; or by the ranking after all."""

    IN_ORDER = "in-order"
    HALVES = "halves"
    QUARTERS = "quarters"
    RANKING = "ranking"


class FirstRounds(StrEnum):
    """How the rounds without a ranking are arranged: by seeds (manual, lines 1780-1781, 2675-2683), or by numbers that
    were drawn by lot or given in the order of entry (lines 1785-1787, 2672)."""

    BY_SEEDS = "by-seeds"
    BY_NUMBERS = "by-numbers"

    @property
    def openings(self) -> tuple[Opening, ...]:
        """Returns the openings that differ from the usual ones."""
        return (Opening.IN_ORDER, Opening.HALVES) if self is FirstRounds.BY_NUMBERS else ()

    @classmethod
    def of(cls, openings: Sequence[Opening]) -> FirstRounds:
        """Returns the arrangement that begins as these openings do."""
        return cls.BY_NUMBERS if openings and openings[0] is Opening.IN_ORDER else cls.BY_SEEDS


def opening_pairs(opening: Opening, numbers: Sequence[Number]) -> tuple[tuple[Number, Number], ...]:
    """Returns the pairs of an even number of contestants, in the order of the first of each.

    >>> [f"{one}-{other}" for one, other in opening_pairs(Opening.HALVES, [Number(n) for n in "123456"])]
    ['1-4', '2-5', '3-6']
    """
    if len(numbers) % 2:
        raise Impossible(f"an opening for an odd number: {len(numbers)}")
    return tuple(pair for group in _GROUPS[opening](numbers) for pair in _across(group))


def _one_by_one(numbers: Sequence[Number]) -> list[Sequence[Number]]:
    return [numbers[at : at + 2] for at in range(0, len(numbers), 2)]


def _quarters(numbers: Sequence[Number]) -> list[Sequence[Number]]:
    """Returns two groups of even size, or three where they are of even size and the two would not be equal."""
    count = len(numbers)
    if count % 4 and count % 6 == 0:
        third = count // 3
        return [numbers[:third], numbers[third : 2 * third], numbers[2 * third :]]
    half = count // 2 + (count // 2) % 2
    return [numbers[:half], numbers[half:]]


def _across(group: Sequence[Number]) -> list[tuple[Number, Number]]:
    half = len(group) // 2
    return [(group[at], group[at + half]) for at in range(half)]


_GROUPS: Mapping[Opening, Callable[[Sequence[Number]], Sequence[Sequence[Number]]]] = {
    Opening.IN_ORDER: _one_by_one,
    Opening.HALVES: lambda numbers: [numbers],
    Opening.QUARTERS: _quarters,
    Opening.RANKING: _one_by_one,
}
