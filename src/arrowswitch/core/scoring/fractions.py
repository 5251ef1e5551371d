"""Arithmetic on exact fractions that a ranking does thousands of times after each result.

`Fraction` itself is right and slow: it looks for a common divisor and at the type of its operands each time. Totals and
percentages of a field are few different numbers, so that what was once put in lowest terms is known the next time, and
amounts are compared as whole numbers over one denominator.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

_KNOWN = 1 << 15
_NOTHING = Fraction(0)


@lru_cache(maxsize=_KNOWN)
def fraction(numerator: int, denominator: int) -> Fraction:
    """Returns a fraction in lowest terms.

    >>> fraction(6, -4)
    Fraction(-3, 2)
    """
    return Fraction(numerator, denominator)


def plus(first: Fraction, other: Fraction) -> Fraction:
    """Returns the sum of two fractions.

    >>> plus(Fraction(1, 2), Fraction(1, 3))
    Fraction(5, 6)
    """
    denominator, other_denominator = first.denominator, other.denominator
    if denominator == other_denominator:
        return fraction(first.numerator + other.numerator, denominator)
    numerator = first.numerator * other_denominator + other.numerator * denominator
    return fraction(numerator, denominator * other_denominator)


def per_cent(part: Fraction, whole: Fraction) -> Fraction:
    """Returns how many hundredths of a whole a part is.

    >>> per_cent(Fraction(9), Fraction(24))
    Fraction(75, 2)
    """
    return fraction(100 * part.numerator * whole.denominator, part.denominator * whole.numerator)


def over_one_denominator(amounts: Sequence[Fraction]) -> list[int]:
    """Returns whole numbers that stand to one another as the amounts do.

    >>> over_one_denominator([Fraction(1, 2), Fraction(-1, 3), Fraction(2)])
    [3, -2, 12]
    """
    parts = [amount.denominator for amount in amounts]
    common = lcm(*set(parts))
    factors = {part: common // part for part in set(parts)}
    return [amount.numerator * factors[part] for amount, part in zip(amounts, parts, strict=True)]


def exact_sum(amounts: Sequence[Fraction]) -> Fraction:
    """Returns the sum of amounts. Few denominators occur in a total, and whole numbers are added much faster."""
    numerators: dict[int, int] = {}
    first, *more = amounts or (_NOTHING,)
    if not more:
        return first
    for amount in (first, *more):
        denominator = amount.denominator
        numerators[denominator] = numerators.get(denominator, 0) + amount.numerator
    return sum((Fraction(numerator, denominator) for denominator, numerator in numerators.items()), _NOTHING)
