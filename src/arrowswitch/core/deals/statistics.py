"""Statistics of a set of deals next to the expected values: points, shapes, voids (exact, by counting)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

from arrowswitch.core.deals.deal import CARDS, CARDS_OF_A_HAND, POINTS, RANKS, SEATS, SUITS, Deal


@dataclass(frozen=True, slots=True)
class Tally:
    """How many hands were seen with something, and how many are to be expected of as many hands."""

    seen: int
    expected: Fraction


@dataclass(frozen=True, slots=True)
class DealStatistics:
    """The hands of some deals, counted. `points` from 0 to 37, `shapes` as `4432` (longest suit first), `voids` hands
    with a void.
    """

    hands: int
    points: Mapping[int, Tally]
    shapes: Mapping[str, Tally]
    voids: Tally


def deal_statistics(deals: Iterable[Deal]) -> DealStatistics:
    """Returns the statistics of the four hands of each deal."""
    points: Counter[int] = Counter()
    shapes: Counter[str] = Counter()
    for deal in deals:
        for seat in SEATS:
            points[deal.points(seat)] += 1
            shapes["".join(sorted((f"{len(ranks):x}" for ranks in deal.suits(seat)), reverse=True))] += 1
    hands = points.total()
    return DealStatistics(
        hands=hands,
        points={value: Tally(points[value], hands * share) for value, share in points_shares().items()},
        shapes={shape: Tally(shapes[shape], hands * share) for shape, share in shape_shares().items()},
        voids=Tally(
            sum(count for shape, count in shapes.items() if shape.endswith("0")),
            hands * sum((share for shape, share in shape_shares().items() if shape.endswith("0")), Fraction(0)),
        ),
    )


@cache
def points_shares() -> Mapping[int, Fraction]:
    """Returns the share of all hands that have each number of points."""
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for worth in POINTS.values():
        more: Counter[tuple[int, int]] = Counter()
        for (cards, points), count in ways.items():
            for held in range(len(SUITS) + 1):
                more[cards + held, points + held * worth] += count * comb(len(SUITS), held)
        ways = more
    small = (len(RANKS) - len(POINTS)) * len(SUITS)
    hands: Counter[int] = Counter()
    for (cards, points), count in ways.items():
        if cards <= CARDS_OF_A_HAND:
            hands[points] += count * comb(small, CARDS_OF_A_HAND - cards)
    return {points: Fraction(hands[points], comb(CARDS, CARDS_OF_A_HAND)) for points in sorted(hands)}


@cache
def shape_shares() -> Mapping[str, Fraction]:
    """Returns the share of all hands that have each shape, the likeliest first."""
    hands: Counter[str] = Counter()
    for spades in range(CARDS_OF_A_HAND + 1):
        for hearts in range(CARDS_OF_A_HAND + 1 - spades):
            for diamonds in range(CARDS_OF_A_HAND + 1 - spades - hearts):
                lengths = (spades, hearts, diamonds, CARDS_OF_A_HAND - spades - hearts - diamonds)
                ways = 1
                for length in lengths:
                    ways *= comb(len(RANKS), length)
                hands["".join(sorted((f"{length:x}" for length in lengths), reverse=True))] += ways
    return {shape: Fraction(count, comb(CARDS, CARDS_OF_A_HAND)) for shape, count in hands.most_common()}
