"""Ranks of plain amounts, where nothing but the amount decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction


def shared_ranks(amounts: Sequence[Fraction]) -> tuple[int, ...]:
    """Returns the rank of each amount, the largest first; equal ones share it and the next ranks are left out.

    >>> shared_ranks([Fraction(3), Fraction(5), Fraction(3), Fraction(1)])
    (2, 1, 2, 4)
    """
    first, before = {}, 0
    for amount, times in sorted(Counter(amounts).items(), reverse=True):
        first[amount] = before + 1
        before += times
    return tuple(first[amount] for amount in amounts)
