"""CSV for spreadsheets: no cell is calculated, even if its text looks like a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

FORMULA = ("=", "+", "-", "@", "\t", "\r")
_AMOUNT = re.compile(r"-[0-9]+(?:\.[0-9]+)?")


def csv_text(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Returns a heading and rows as a file in which no cell is calculated."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(heading)
    writer.writerows([plain_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def plain_cell(text: str) -> str:
    """Returns a text as a cell that no spreadsheet calculates: what could be a formula is quoted by `'`. An amount
    below nothing is a number, and is added up as one.

    >>> plain_cell("=1+1"), plain_cell("春川"), plain_cell("-12.50"), plain_cell("-1+1")
    ("'=1+1", '春川', '-12.50', "'-1+1")
    """
    return f"'{text}" if text.startswith(FORMULA) and not _AMOUNT.fullmatch(text) else text


def unquote_cell(cell: str) -> str:
    """Returns the text of a cell, with single blanks, without the quote that `plain_cell` adds.

    >>> unquote_cell("'=1+1"), unquote_cell(" O'Neill  Pat"), unquote_cell("'quoted'")
    ('=1+1', "O'Neill Pat", "'quoted'")
    """
    plain = " ".join(cell.split())
    return plain[1:] if plain.startswith("'") and plain[1:].startswith(FORMULA) else plain
