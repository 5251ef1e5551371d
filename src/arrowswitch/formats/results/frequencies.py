"""Reads tables of instant matchpoints: for each board its North-South scores and how often each occurred.

    board,score,count          1,420,4

One row for each score, columns in this order, parted by comma, semicolon or tab; a first row of words is passed over. A
score that stands there twice counts together.
"""

from __future__ import annotations

import re

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.scoring.inputs import Frequencies
from arrowswitch.formats.reading import text_of, whole_number

_PARTS = re.compile(r"[,;\t]")
_COLUMNS = 3


def read_frequencies(data: bytes) -> dict[BoardNumber, Frequencies]:
    """Returns the tables of a file by board, scores in ascending order.

    Raises Malformed with every problem and its line: `frequencies.row` for a row that does not hold a board, a score
    and how often it occurred, `frequencies.none` for a file without rows.
    """
    found: dict[BoardNumber, dict[int, int]] = {}
    problems = []
    for number, text in enumerate(text_of(data).splitlines(), start=1):
        cells = [cell.strip() for cell in _PARTS.split(text)]
        values = [whole_number(cell) for cell in cells]
        if not any(cells) or (number == 1 and not any(value is not None for value in values)):
            continue
        board, score, count = values if len(values) == _COLUMNS else (None, None, None)
        if board is None or score is None or count is None or board < 1 or count < 1:
            problems.append(Problem("frequencies.row", {"text": quote_text(text)}, f"line {number}"))
        else:
            table = found.setdefault(board, {})
            table[score] = table.get(score, 0) + count
    Malformed.check(problems)
    if not found:
        raise Malformed.of("frequencies.none")
    return {board: tuple(sorted(found[board].items())) for board in sorted(found)}
