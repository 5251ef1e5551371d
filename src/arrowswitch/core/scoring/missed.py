"""The victory points of rounds that a late entry to a Swiss has missed.

The documents of the JCBL are silent, so that the conditions of the event choose: nothing, a draw, or 45 % of the most
of a match, as events of the EBU have it (9 of 20).
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

_PERCENT = Fraction(45)


class MissedRounds(StrEnum):
    """The points of a missed round: nothing, 45 % of the most of a match, or a draw."""

    NOTHING = "nothing"
    PERCENT_45 = "percent-45"
    DRAW = "draw"

    def points(self, most: Fraction, draw: Fraction) -> Fraction:
        """Returns the victory points of a missed round, from the most that a match can bring and from a draw.

        >>> [int(missed.points(Fraction(20), Fraction(10))) for missed in MissedRounds]
        [0, 9, 10]
        """
        if self is MissedRounds.PERCENT_45:
            return most * _PERCENT / 100
        return draw if self is MissedRounds.DRAW else Fraction(0)
