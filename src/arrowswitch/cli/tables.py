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
    cells = tuple(zip(*rows, strict=True)) or ((),) * len(heads)
    columns = [
        _pad([head, *column], place in right) for place, (head, column) in enumerate(zip(heads, cells, strict=False))
    ]
    return "\n".join(line.rstrip() for line in map("  ".join, zip(*columns, strict=True)))


def width(text: str) -> int:
    """Returns how many places a text takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text)


def _pad(cells: list[str], is_right: bool) -> list[str]:
    """Returns the cells of a column with blanks up to the width of the widest."""
    if "".join(cells).isascii():
        places = max(map(len, cells))
        return [cell.rjust(places) for cell in cells] if is_right else [cell.ljust(places) for cell in cells]
    widths = [width(cell) for cell in cells]
    gaps = [" " * (max(widths) - own) for own in widths]
    pairs = zip(gaps, cells, strict=True) if is_right else zip(cells, gaps, strict=True)
    return [first + second for first, second in pairs]
