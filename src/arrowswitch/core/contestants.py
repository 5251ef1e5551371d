"""Contestants of a session by their number.

An entry identifies a contestant for the whole event. A number identifies it in one session and changes between
sessions. Everything in `core` knows numbers only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import NewType

from arrowswitch.core.digits import whole_of

Number = NewType("Number", str)
"""A contestant's number in a session, as it is written: `"7"` where one field is numbered through, `"NS7"` and
`"EW7"` where both fields number from 1, with the section's letter in front where there are several: `"A7"`,
`"ANS7"`."""


class ContestantKind(StrEnum):
    """The contestants of an event: pairs, teams or single players."""

    PAIR = "pair"
    TEAM = "team"
    PLAYER = "player"


_PARTS = re.compile(r"(\d+)")


@lru_cache(maxsize=1 << 14)
def number_order(number: Number) -> tuple[tuple[int, int | str], ...]:
    """Returns a sort key that puts `"9"` before `"10"`, and `"EW1"` before `"NS1"` only by letters.

    >>> sorted(["10", "9", "NS2"], key=number_order)
    ['9', '10', 'NS2']
    """
    parts = ((whole_of(part), part) for part in _PARTS.split(number) if part)
    return tuple((1, part) if whole is None else (0, whole) for whole, part in parts)


def sides_order(number: Number) -> tuple[tuple[int, int | str], ...]:
    """Returns a sort key for lists that people read: as `number_order`, with `"NS1"` before `"EW1"`.

    >>> sorted(["AEW1", "10", "9", "ANS2"], key=sides_order)
    ['9', '10', 'ANS2', 'AEW1']
    """
    return tuple((kind, _after_ns(part)) for kind, part in number_order(number))


def _after_ns(part: int | str) -> int | str:
    return f"{part[:-2]}NT" if isinstance(part, str) and part.endswith("EW") else part


def bare(number: Number) -> str:
    """Returns a number without the side in front, for a place that itself tells the side.

    >>> bare(Number("NS7")), bare(Number("7"))
    ('7', '7')
    """
    return number[2:] if number[:2] in ("NS", "EW") and number[2:].isdigit() else str(number)


def side_letters(number: Number) -> str:
    """Returns the side in front of a number; empty for a number of one field.

    >>> side_letters(Number("NS10")), side_letters(Number("7"))
    ('NS', '')
    """
    return number.removesuffix(bare(number))


def side_text(numbers: Iterable[Number]) -> str:
    """Returns the contestants of a side for a column with the side (`7`, or `3+8` for two players)."""
    return "+".join(bare(number) for number in numbers)
