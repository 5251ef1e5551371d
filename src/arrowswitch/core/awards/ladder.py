"""What several results come to under the rules of a ladder: the best so many of them, their mean or their sum.

The rules are data (`LadderCount`); what a place brings stands in them place by place, and who shares places has the
mean of what they bring together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class LadderBy(StrEnum):
    """What a result brings: its percentage, its victory points, the points of its place; or the rating after all."""

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
    """The best so many results count (0: all of them), as their mean or sum; ranked is who has at least so many."""

    best: int = 10
    least: int = 5
    join: JoinBy = JoinBy.MEAN


def counted(values: Sequence[Fraction], count: LadderCount) -> tuple[Fraction, frozenset[int]]:
    """Returns what results come to and which of them count (by their index); of equal ones the earlier.

    >>> counted([Fraction(50), Fraction(60), Fraction(40)], LadderCount(best=2))
    (Fraction(55, 1), frozenset({0, 1}))
    """
    order = sorted(range(len(values)), key=lambda at: (-values[at], at))
    used = order[: count.best] if count.best else order
    whole = sum((values[at] for at in used), Fraction(0))
    return (whole / len(used) if count.join is JoinBy.MEAN and used else whole), frozenset(used)


def place_points(points: Sequence[int], place: int, sharing: int = 1) -> Fraction:
    """Returns what a place brings that so many share: the mean of what the places bring which they take up.

    >>> place_points((10, 6, 3), 2, sharing=2), place_points((10, 6, 3), 5)
    (Fraction(9, 2), Fraction(0, 1))
    """
    taken = [points[at] if at < len(points) else 0 for at in range(place - 1, place - 1 + sharing)]
    return Fraction(sum(taken), sharing)
