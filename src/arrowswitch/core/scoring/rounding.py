"""Rounding of exact fractions by the rules that regulations name.

Which rule applies is part of the regulations (`rules.py`). JCBL rounds the third decimal half up to two places (manual,
line 1305; regulations summary, line 202). Negative amounts are rounded by their magnitude, half away from zero
(the documents are silent on the sign). Nothing else in `core` rounds, and nothing rounds binary floats.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction


class Rounding(StrEnum):
    """The rounding rules that a regulations file may name: to so many decimals, halves away from zero or to the even
    digit.

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

    @property
    def places(self) -> int | None:
        """Returns how many decimals are left; None where amounts stay as they are."""
        return _PLACES.get(self)

    @property
    def is_to_even(self) -> bool:
        """Tells whether halves go to the even digit."""
        return self in (Rounding.HALF_EVEN_1, Rounding.HALF_EVEN_2)

    def of(self, value: Fraction) -> Fraction:
        """Returns `value` rounded by this rule."""
        places = self.places
        if places is None:
            return value
        if self.is_to_even:
            return round(value, places)
        scale = 10**places
        whole, part = abs(value.numerator), value.denominator
        magnitude = (2 * whole * scale + part) // (2 * part)
        return Fraction(-magnitude if value < 0 else magnitude, scale)


_PLACES = {
    Rounding.HALF_UP_0: 0,
    Rounding.HALF_UP_1: 1,
    Rounding.HALF_UP_2: 2,
    Rounding.HALF_EVEN_1: 1,
    Rounding.HALF_EVEN_2: 2,
}

round_half_up_0 = Rounding.HALF_UP_0.of
round_half_up_2 = Rounding.HALF_UP_2.of
