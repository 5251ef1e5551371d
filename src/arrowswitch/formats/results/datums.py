"""Reads datums that were given: for each board the score of North-South that its results are compared with.

    board,datum          1,420

One row for each board, parted by comma, semicolon or tab; a first row of words is passed over.
"""

from __future__ import annotations

import re
from fractions import Fraction

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.notation import quote_text
from arrowswitch.formats.reading import exact_number, text_of, whole_number

_PARTS = re.compile(r"[,;\t]")
_MOST_BOARD, _MOST_DATUM = 9999, 7600
"""The last board, and the most that a board can bring: 1NT redoubled with six vulnerable overtricks brings less."""


def read_datums(data: bytes) -> dict[BoardNumber, Fraction]:
    """Returns the datums of a file by board.

    Raises Malformed with every problem and its line: `datums.row` for a row that does not hold a board and a score,
    `datums.twice` for a board with two, `datums.none` for a file without rows.
    """
    found: dict[BoardNumber, Fraction] = {}
    problems = []
    for number, text in enumerate(text_of(data).splitlines(), start=1):
        cells = [cell.strip() for cell in _PARTS.split(text)]
        board, datum = (whole_number(cells[0]), exact_number(cells[1])) if len(cells) == 2 else (None, None)
        if not any(cells) or (number == 1 and board is None and datum is None):
            continue
        if board is None or datum is None or not 1 <= board <= _MOST_BOARD or abs(datum) > _MOST_DATUM:
            problems.append(Problem("datums.row", {"text": quote_text(text)}, f"line {number}"))
        elif found.setdefault(BoardNumber(board), datum) != datum:
            problems.append(Problem("datums.twice", {"board": board}, f"line {number}"))
    Malformed.check(problems)
    if not found:
        raise Malformed.of("datums.none")
    return dict(sorted(found.items()))
