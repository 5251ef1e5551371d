"""Letters in place of numbers, for sections, flights, groups and forms."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product
from string import ascii_uppercase


def lettering() -> Iterator[str]:
    """Yields A to Z, then AA, AB and so on, without end."""
    for length in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=length))


def letter_of(place: int) -> str:
    """Returns the letters of a place, counted from 0.

    >>> letter_of(0), letter_of(25), letter_of(26), letter_of(27), letter_of(702)
    ('A', 'Z', 'AA', 'AB', 'AAA')
    """
    letters = ""
    rest = place + 1
    while rest:
        rest, at = divmod(rest - 1, len(ascii_uppercase))
        letters = ascii_uppercase[at] + letters
    return letters
