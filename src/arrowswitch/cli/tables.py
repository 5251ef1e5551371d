"""Tables of text whose columns line up in a terminal, kanji being two places wide."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def text_table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Returns a table with one line for its head and each row; the columns numbered in `right` end flush.

    >>> print(text_table(("No", "Name"), (("7", "春川"), ("12", "Oak")), right=(0,)))
    No  Name
     7  春川
    12  Oak
    """
    lines = [list(heads), *(list(row) for row in rows)]
    widths = [max(width(line[place]) for line in lines) for place in range(len(heads))]
    return "\n".join(
        "  ".join(_pad(line[p], widths[p], p in right) for p in range(len(heads))).rstrip() for line in lines
    )


def width(text: str) -> int:
    """Returns how many places a text takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text)


def _pad(text: str, places: int, is_right: bool) -> str:
    gap = " " * (places - width(text))
    return gap + text if is_right else text + gap
