"""The total of several results under the rules of a ladder: the mean or the sum of a number of best results.

The rules are data (`LadderCount`); they list the points of each place. Contestants in a tie have the mean of the points
of these places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class LadderBy(StrEnum):
    """The points of a result: its percentage, its victory points, the points of its place, or the rating after all
    results."""

    PERCENT = "percent"
    PLACES = "places"
    VICTORY_POINTS = "victory-points"
    RATING = "rating"


class JoinBy(StrEnum):
    """How results become one: their mean, or their sum."""

    MEAN = "mean"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class LadderCount:
    """The `best` results count (0: all of them), as their mean or sum. Only contestants with at least `least` are
    ranked."""

    best: int = 10
    least: int = 5
    join: JoinBy = JoinBy.MEAN


def total_of_best(values: Sequence[Fraction], count: LadderCount) -> tuple[Fraction, frozenset[int]]:
    """Returns the total of results and the indices of those that count; of equal results the earlier counts.

    >>> total_of_best([Fraction(50), Fraction(60), Fraction(40)], LadderCount(best=2))
    (Fraction(55, 1), frozenset({0, 1}))
    """
    order = sorted(range(len(values)), key=lambda at: (-values[at], at))
    used = order[: count.best] if count.best else order
    whole = sum((values[at] for at in used), Fraction(0))
    return (whole / len(used) if count.join is JoinBy.MEAN and used else whole), frozenset(used)


def place_points(points: Sequence[int], place: int, sharing: int = 1) -> Fraction:
    """Returns the points of a place that `sharing` contestants share: the mean of the points of the places that they
    occupy.

    >>> place_points((10, 6, 3), 2, sharing=2), place_points((10, 6, 3), 5)
    (Fraction(9, 2), Fraction(0, 1))
    """
    shared_points = [points[at] if at < len(points) else 0 for at in range(place - 1, place - 1 + sharing)]
    return Fraction(sum(shared_points), sharing)
