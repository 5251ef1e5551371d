"""A cell of a movement's grid as it is typed: `7-13 3` is North-South 7 against East-West 13 on board set 3.

JCBL director's manual 3.3, lines 843-866: an encounter is written `a-b`; single players are written N-S-E-W as printed
in line 1592 (`8-1-6-2`). Between the numbers may stand any of `-`, `.`, `/`, `,`, `:` or a blank, so that a number pad
is enough. In two fields the side in front (`NS7`) need not be typed.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Malformed
from arrowswitch.core.movements.model import Meeting, Movement, SetNumber

_BETWEEN = re.compile(r"[-‐‑–—−ー.,、:;/+#@\s]+")
_WORD = re.compile(r"[A-Za-z]{0,4}\d{1,4}[A-Za-z]?")
_MOST_SHOWN = 40


@dataclass(frozen=True, slots=True)
class CellContent:
    """The new content of a cell: both sides and the board set."""

    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    board_set: SetNumber


def parse_cell(text: str, movement: Movement, now: Meeting | None = None) -> CellContent | None:
    """Returns the content that `text` puts into a cell with the content `now`; None empties it.

    A set alone (`3`) changes the set, two numbers alone (`7-13`) leave it; in an empty cell the set is needed. The
    checker verifies that the numbers take part and fit. Raises Malformed: `cell.malformed`, `cell.set-missing`,
    `cell.set-unknown`, `cell.empty-set`.
    """
    excerpt = text.strip()[:_MOST_SHOWN]
    words = words_of(text)
    if not words:
        return None
    size = 4 if movement.kind is ContestantKind.PLAYER else 2
    if any(not _WORD.fullmatch(word) for word in words) or len(words) not in (1, size, size + 1):
        raise Malformed.of("cell.malformed", text=excerpt, example="8-1-6-2 3" if size == 4 else "7-13 3")
    if len(words) == 1 and now is None:
        raise Malformed.of("cell.empty-set", text=excerpt)
    if len(words) == size:
        if now is None:
            raise Malformed.of("cell.set-missing", text=excerpt, example=f"{excerpt} 1")
        board_set = now.board_set
    else:
        board_set = _set(words[-1], movement, excerpt)
    if len(words) == 1 and now is not None:
        return CellContent(now.ns, now.ew, board_set)
    half = size // 2
    ns = tuple(_number(word, "NS", movement) for word in words[:half])
    return CellContent(ns, tuple(_number(word, "EW", movement) for word in words[half:size]), board_set)


def format_cell(movement: Movement, meeting: Meeting) -> str:
    """Returns a meeting as it is typed: `7-13 3`; in two fields without the sides in front."""
    sides = (("NS", meeting.ns), ("EW", meeting.ew))
    numbers = [bare_number(movement, number, side) for side, side_numbers in sides for number in side_numbers]
    return f"{'-'.join(numbers)} {meeting.board_set}"


def bare_number(movement: Movement, number: Number, side: str) -> str:
    """Returns a number without the side in front where a sheet of two fields tells it by the place."""
    bare = number.removeprefix(side)
    return bare if len(movement.fields) > 1 and bare.isdigit() and bare not in movement.contestants else number


def words_of(text: str) -> list[str]:
    """Returns the numbers of a cell in the order they were typed, wide digits made narrow.

    >>> words_of("７−13 3"), words_of("8.1.6.2:1")
    (['7', '13', '3'], ['8', '1', '6', '2', '1'])
    """
    return [word for word in _BETWEEN.split(unicodedata.normalize("NFKC", text)) if word]


def _set(word: str, movement: Movement, text: str) -> SetNumber:
    most = len(movement.board_sets)
    number = whole_of(word)
    if number is None or not 1 <= number <= most:
        raise Malformed.of("cell.set-unknown", text=text, set=word, most=most)
    return number


def _number(word: str, side: str, movement: Movement) -> Number:
    """Returns the contestant that a typed number means on a side; one that nobody has as it was typed."""
    for written in (word, word.upper(), f"{side}{word}"):
        if written in movement.contestants:
            return Number(written)
    return Number(word)
