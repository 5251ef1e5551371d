"""A rating of players, or of pairs, from the places that they had: the formula of `docs/manual/en/people.md`.

Everybody begins at 1500. Sides that are ranked in one list are compared two by two: who stands higher wins the
comparison, equal places share it. A side is rated by the mean of its members. Of n sides each comparison moves
`48 x (result - expected) / (n - 1)` points from one side to the other, where the result is 1, 1/2 or 0 and the expected
one is 1/2 + difference / 800, at least 1/20 and at most 19/20; it is rounded to hundredths, half away from zero. Every
member of a side moves by what the side's comparisons come to. So no points come from nowhere: the sum of all changes of
a list is 0 where all sides have as many members. All lists of a day are counted from the ratings of that morning, so
that only the order of days matters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.scoring.rounding import Rounding

FIRST_RATING = 1500
_SWING = 48
_SPREAD = 800
_LEAST_EXPECTED = Fraction(1, 20)
_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class RatedSide:
    """A side of a list that is ranked: who it is made of, and its place."""

    members: tuple[str, ...]
    place: int


RatedList = Sequence[RatedSide]
"""Sides that were ranked among each other, each of as many members."""


def expected_share(difference: Fraction) -> Fraction:
    """Returns the expected share of a side in a comparison, by the difference of its rating to the other side's.

    >>> expected_share(Fraction(0)), expected_share(Fraction(200)), expected_share(Fraction(-2000))
    (Fraction(1, 2), Fraction(3, 4), Fraction(1, 20))
    """
    return min(max(_HALF + difference / _SPREAD, _LEAST_EXPECTED), 1 - _LEAST_EXPECTED)


def list_changes(ranked: RatedList, ratings: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Returns by how much a list changes the rating of everybody in it; nothing where nobody is compared."""
    changes: Counter[int] = Counter()
    means = [sum((ratings[one] for one in side.members), Fraction(0)) / len(side.members) for side in ranked]
    for at, side in enumerate(ranked):
        for behind in range(at + 1, len(ranked)):
            result = _HALF + Fraction(_sign(ranked[behind].place - side.place), 2)
            moved = _SWING * (result - expected_share(means[at] - means[behind])) / (len(ranked) - 1)
            hundredths = int(Rounding.HALF_UP_2.of(moved) * 100)
            changes[at] += hundredths
            changes[behind] -= hundredths
    return {one: Fraction(changes[at], 100) for at, side in enumerate(ranked) for one in side.members}


def ratings_after(days: Iterable[Iterable[RatedList]]) -> dict[str, Fraction]:
    """Returns everybody's rating after days of lists, the oldest day first."""
    ratings: dict[str, Fraction] = {}
    for lists in days:
        today = tuple(lists)
        for player in (member for ranked in today for side in ranked for member in side.members):
            ratings.setdefault(player, Fraction(FIRST_RATING))
        morning = dict(ratings)
        for ranked in today:
            for player, change in list_changes(ranked, morning).items():
                ratings[player] += change
    return ratings


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
