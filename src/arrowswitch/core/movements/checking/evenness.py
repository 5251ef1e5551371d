"""How even the comparisons of a movement are, in words and by contestant.

The scale is that of the stars in the Danish movement library, for its measure s (`fairness`): 0 is perfect, up to 0.25
very even, up to 0.5 even, up to 1 uneven, above that very uneven.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from itertools import combinations

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.checking.comparisons import Two, counts_of, real_numbers
from arrowswitch.core.movements.model import Movement

_BOUNDS = (("0", "perfect"), ("0.25", "very-even"), ("0.5", "even"), ("1", "uneven"))
_STEPS = 3
_CLEARLY_MORE = Fraction(5, 4)
"""A contestant whose spread is more than this many times that of the sheet is pointed out."""


class Evenness(StrEnum):
    """The words for a balance."""

    PERFECT = "perfect"
    VERY_EVEN = "very-even"
    EVEN = "even"
    UNEVEN = "uneven"
    VERY_UNEVEN = "very-uneven"


def evenness(balance: Decimal) -> Evenness:
    """Returns the word for a balance.

    >>> evenness(Decimal("0.21")), evenness(Decimal(0)), evenness(Decimal("2.4"))
    (<Evenness.VERY_EVEN: 'very-even'>, <Evenness.PERFECT: 'perfect'>, <Evenness.VERY_UNEVEN: 'very-uneven'>)
    """
    word = next((word for bound, word in _BOUNDS if balance <= Decimal(bound)), "very-uneven")
    return Evenness(word)


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """The comparisons of one contestant: the coefficient with each of the others, None where they are ranked apart.

    `levels` are the steps from the mean of its field, from -3 (much less compared) to 3; `spread` is the contestant's
    own deviation in parts of the mean, and `is_outlier` is True if it is clearly larger than the whole sheet's.
    """

    number: Number
    counts: tuple[int | None, ...]
    levels: tuple[int, ...]
    spread: Decimal
    is_outlier: bool


def comparison_rows(movement: Movement) -> tuple[ComparisonRow, ...]:
    """Returns the comparisons of each contestant with each other, without the phantom; empty for teams."""
    if movement.kind is ContestantKind.TEAM:
        return ()
    numbers = tuple(real_numbers(movement, movement.contestants))
    counts = counts_of(movement)
    order = {number: place for place, number in enumerate(numbers)}
    coefficients: dict[Two, int] = {}
    means: dict[Number, Fraction] = {}
    for group in movement.fields:
        members = [number for number in real_numbers(movement, group) if number in order]
        own = {two: counts.coefficient(two) for two in combinations(sorted(members, key=order.__getitem__), 2)}
        coefficients.update(own)
        mean = Fraction(sum(own.values()), len(own)) if own else Fraction(0)
        means.update(dict.fromkeys(members, mean))
    others: dict[Number, dict[Number, int]] = {number: {} for number in numbers}
    for (first, other), count in coefficients.items():
        others[first][other] = others[other][first] = count
    squares = {number: _square(others[number].values(), means.get(number, Fraction(0))) for number in numbers}
    whole = sum(squares.values(), Fraction(0)) / len(squares) if squares else Fraction(0)
    return tuple(
        _row(number, [others[number].get(other) for other in numbers], means.get(number, Fraction(0)), squares, whole)
        for number in numbers
    )


def _square(counts: Collection[int], mean: Fraction) -> Fraction:
    """Returns the mean square of the deviations of a contestant's counts, in parts of the mean of its field."""
    if not counts or not mean:
        return Fraction(0)
    squares = sum(((count - mean) * (count - mean) for count in counts), Fraction(0))
    return squares / (mean * mean * len(counts))


def _row(
    number: Number,
    counts: Sequence[int | None],
    mean: Fraction,
    squares: Mapping[Number, Fraction],
    whole: Fraction,
) -> ComparisonRow:
    square = squares[number]
    return ComparisonRow(
        number=number,
        counts=tuple(counts),
        levels=tuple(_level(count, mean) for count in counts),
        spread=_root(square),
        is_outlier=whole > 0 and square > whole * _CLEARLY_MORE * _CLEARLY_MORE,
    )


def _level(count: int | None, mean: Fraction) -> int:
    """Returns the step of a count from the mean: a step is a third of the mean."""
    if count is None or not mean:
        return 0
    steps = round((count - mean) * _STEPS / mean)
    return max(-_STEPS, min(_STEPS, steps))


def _root(square: Fraction) -> Decimal:
    value = Decimal(square.numerator) / Decimal(square.denominator)
    return value.sqrt().quantize(Decimal("0.01"))
