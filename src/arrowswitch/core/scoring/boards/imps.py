"""The IMP table (Law 78B; manual, lines 1696-1720; Wikibooks "scoring", lines 202-226).

The thresholds are Wikibooks' half-open ranges: they agree with the manual's at every multiple of ten and also cover the
values between, which datums and means need.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction

_THRESHOLDS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""From this difference on it is 1, 2, ... 24 IMPs."""


def imps(difference: int | Fraction) -> int:
    """Returns the IMPs of a difference in points, with the sign of the difference: 0 below 20, 24 from 4000 on.

    >>> imps(-260), imps(10), imps(4200)
    (-6, 0, 24)
    """
    size = bisect_right(_THRESHOLDS, -difference if difference < 0 else difference)
    return -size if difference < 0 else size
