"""Whole numbers that anybody may have typed: a few digits, and never thousands of them."""

from __future__ import annotations

MOST_DIGITS = 9


def whole_of(text: str) -> int | None:
    """Returns the whole number that a text of one to nine digits is (`12`, `１２`), None for anything else.

    >>> whole_of("012"), whole_of("１２"), whole_of("-1"), whole_of("²"), whole_of("9" * 5000), whole_of("")
    (12, 12, None, None, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None
