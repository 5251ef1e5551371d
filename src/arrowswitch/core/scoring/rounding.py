"""Rounding, each rule a function of its own, on exact fractions.

Which rule applies is part of the regulations (`rules.py`). JCBL rounds the third decimal half up to two places (manual,
line 1305; regulations summary, line 202). Negative amounts are rounded by their magnitude, half away from zero
(the documents are silent on the sign). Nothing else in `core` rounds, and nothing rounds binary floats.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction


class Rounding(StrEnum):
    """The rounding rules that a regulations file may name."""

    EXACT = "exact"
    HALF_UP_0 = "half-up-0"
    HALF_UP_1 = "half-up-1"
    HALF_UP_2 = "half-up-2"
    HALF_EVEN_1 = "half-even-1"
    HALF_EVEN_2 = "half-even-2"

    def of(self, value: Fraction) -> Fraction:
        """Returns `value` rounded by this rule."""
        return _RULES[self](value)


def exact(value: Fraction) -> Fraction:
    """Returns `value` as it is."""
    return value


def round_half_up_0(value: Fraction) -> Fraction:
    """Returns `value` to a whole number, halves away from zero.

    >>> round_half_up_0(Fraction(-5, 2))
    Fraction(-3, 1)
    """
    return _half_up(value, 0)


def round_half_up_1(value: Fraction) -> Fraction:
    """Returns `value` to one decimal, halves away from zero."""
    return _half_up(value, 1)


def round_half_up_2(value: Fraction) -> Fraction:
    """Returns `value` to two decimals, halves away from zero: 5.625 gives 5.63.

    >>> round_half_up_2(Fraction("5.625")) == Fraction("5.63")
    True
    """
    return _half_up(value, 2)


def round_half_even_1(value: Fraction) -> Fraction:
    """Returns `value` to one decimal, halves to the even digit."""
    return round(value, 1)


def round_half_even_2(value: Fraction) -> Fraction:
    """Returns `value` to two decimals, halves to the even digit: 68.425 gives 68.42.

    >>> round_half_even_2(Fraction("68.425")) == Fraction("68.42")
    True
    """
    return round(value, 2)


def _half_up(value: Fraction, places: int) -> Fraction:
    scale = 10**places
    magnitude = Fraction((abs(value) * scale + Fraction(1, 2)).__floor__(), scale)
    return -magnitude if value < 0 else magnitude


_RULES: dict[Rounding, Callable[[Fraction], Fraction]] = {
    Rounding.EXACT: exact,
    Rounding.HALF_UP_0: round_half_up_0,
    Rounding.HALF_UP_1: round_half_up_1,
    Rounding.HALF_UP_2: round_half_up_2,
    Rounding.HALF_EVEN_1: round_half_even_1,
    Rounding.HALF_EVEN_2: round_half_even_2,
}
