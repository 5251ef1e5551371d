"""Rounding of exact fractions by the rules that regulations name.

The regulations name the rule that applies (`rules.py`). JCBL rounds the third decimal half up to two places (manual,
line 1305; regulations summary, line 202). Negative amounts are rounded by their magnitude, half away from zero (the
documents are silent on the sign). Nothing else in `core` rounds, and nothing rounds binary floats.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.scoring.fractions import fraction


class Rounding(StrEnum):
    """The rounding rules that a regulations file may name: a number of decimals, with halves away from zero or to the
    even digit.

    >>> Rounding.HALF_UP_2.of(Fraction("5.625")) == Fraction("5.63"), Rounding.HALF_UP_0.of(Fraction(-5, 2))
    (True, Fraction(-3, 1))
    >>> Rounding.HALF_EVEN_2.of(Fraction("68.425")) == Fraction("68.42")
    True
    """

    EXACT = "exact"
    HALF_UP_0 = "half-up-0"
    HALF_UP_1 = "half-up-1"
    HALF_UP_2 = "half-up-2"
    HALF_EVEN_1 = "half-even-1"
    HALF_EVEN_2 = "half-even-2"

    def __init__(self, name: str) -> None:
        """Reads off the name once what every rounding asks for."""
        self._decimals: int | None = int(name[-1]) if name[-1].isdigit() else None
        self._is_to_even = name.startswith("half-even")

    @property
    def places(self) -> int | None:
        """Returns the number of decimals; None if amounts are not rounded."""
        return self._decimals

    @property
    def is_to_even(self) -> bool:
        """True if halves are rounded to the even digit."""
        return self._is_to_even

    def of(self, value: Fraction) -> Fraction:
        """Returns `value` rounded by this rule."""
        places = self._decimals
        if places is None:
            return value
        if self._is_to_even:
            return round(value, places)
        scale, whole, part = 10**places, value.numerator, value.denominator
        if scale % part == 0:
            return value
        magnitude = (2 * abs(whole) * scale + part) // (2 * part)
        return fraction(-magnitude if whole < 0 else magnitude, scale)


round_half_up_0 = Rounding.HALF_UP_0.of
round_half_up_2 = Rounding.HALF_UP_2.of
