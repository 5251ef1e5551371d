"""The space on a hall screen: the rows and columns that fit in letters that are read from the back row.

Measured in half-widths (a Latin letter is one, a kanji two) and in the smallest letters of the hall, which are 26
pixels high on a screen of 1920 by 1080 pixels. `tests/browser/test_hall_sizes.py` measures the result in a browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

CAPACITY = 17
"""The lines of the smallest letters that fit below the clock and a line of tables."""
ROWS, LARGE_ROWS, FEWEST_ROWS = 14, 16, 4
"""The most rows of a list below the clock and the tables, of one that has the screen to itself, and the fewest."""
ROWS_OF_A_NOTICE, ROWS_OF_MORE_TABLES = 3, 2
"""The rows that an announcement takes, and each further line of tables."""
_TILES = {1: 23, 2: 23, 3: 18}
_TILES_OF_LONG = 14
"""The tables next to one another, by the length of their longest name; fewer where that is longer."""
PAIR_IN_COLUMN = 38
"""The longest names of a pair or team that fit into one line of a list in two columns."""
_DASH = 2
"""The dash after the first partner of a pair, in the same line."""
NAME_IN_THIRD, NAME_IN_HALF = 15, 34
"""The longest name of a player in one line of a list in three columns, and in two."""
MATCH_SIDE = 27
"""The longest name of a team in one line of a draw."""
_BRACKET_NAME, _BRACKET_NAME_NARROW = 18, 13
"""The longest name of a team in one line of a bracket of four rounds, and of five."""
_BRACKET_LINES = 29.4
"""The height of a bracket below the head of a slide, and of its parts, in the smallest letters: a row of matches by the
lines that a name takes, the names of the rounds, the title of a drawing, an announcement."""
_MATCH_LINES = {1: 3.25, 2: 5.4, 3: 7.27}
_HEAD_LINES, _TITLE_LINES, _NOTICE_LINES = 1.8, 1.6, 4.0
_MOST_MATCHES = 8


def half_widths(text: str) -> int:
    """Returns the width of a text in half-widths.

    >>> half_widths("春川 Ann")
    8
    """
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def longest(texts: Iterable[str]) -> int:
    """Returns the width of the widest text in half-widths, 0 without any."""
    return max(map(half_widths, texts), default=0)


def lines_of_tiles(labels: Sequence[str]) -> int:
    """Returns the number of lines that tables with these names take.

    >>> [lines_of_tiles(labels) for labels in ((), ["1", "2"], ["A12"] * 19, ["12"] * 45)]
    [0, 1, 2, 2]
    """
    return -(-len(labels) // _TILES.get(max(map(len, labels), default=1), _TILES_OF_LONG))


def tiles_in_a_line(labels: Sequence[str]) -> int:
    """Returns the number of tables in each line, so that all lines are about as long.

    >>> [tiles_in_a_line(labels) for labels in (["1", "2"], ["A12"] * 19, ["12"] * 45)]
    [2, 10, 23]
    """
    return -(-len(labels) // max(lines_of_tiles(labels), 1))


@dataclass(frozen=True, slots=True)
class Space:
    """The space that a page leaves to its lists, with this many lines of tables and announcements above them."""

    tiles: int = 0
    notices: int = 0

    @property
    def lines(self) -> int:
        """Returns the number of lines of the smallest letters that are left."""
        return CAPACITY - max(self.tiles - 1, 0) * ROWS_OF_MORE_TABLES - self.notices * ROWS_OF_A_NOTICE

    def rows(self, names: Iterable[str], width: int, *, partners: Iterable[str] = (), is_large: bool = False) -> int:
        """Returns the number of rows of a list: fewer below other contents, where a name is wider than `width`
        half-widths and takes two lines, and where a partner of a pair is so wide that the pair takes three.

        >>> pair = ["Ann Featherstonehaugh-Cholmondeley-Wood", "Bea"]
        >>> [Space().rows(names, 38, partners=partners) for names, partners in (
        ...     (["Ann – Bea"], ["Ann", "Bea"]), ([" – ".join(pair)], ["Ann", "Bea"]), ([" – ".join(pair)], pair))]
        [14, 6, 5]
        """
        left = min(self.lines, LARGE_ROWS if is_large else ROWS)
        if longest(partners) + _DASH > width:
            left = (left - 2) * 9 // 20 - is_large
        elif longest(names) > width:
            left = (left - 2) // 2 - is_large
        return max(left, FEWEST_ROWS)


@dataclass(frozen=True, slots=True)
class BracketSpace:
    """The space of a bracket whose longest name has this many half-widths, below this many announcements."""

    name: int
    notices: int = 0

    @property
    def name_lines(self) -> int:
        """Returns the number of lines that the longest name takes."""
        return 1 + (self.name > _BRACKET_NAME) + (self.name > 2 * _BRACKET_NAME)

    @property
    def columns(self) -> int:
        """Returns the number of rounds that are next to one another."""
        return 3 if self.name > 2 * _BRACKET_NAME else 4

    @property
    def rows(self) -> int:
        """Returns the number of matches that are above one another in a drawing.

        >>> [BracketSpace(name).rows for name in (10, 30, 40)], BracketSpace(10, notices=1).rows
        ([8, 4, 3], 6)
        """
        return next(
            (rows for rows in range(_MOST_MATCHES, 1, -1) if self.has_room(rows, 1, is_titled=True)),
            1,
        )

    def has_room(self, rows: int, bands: int, columns: int = 0, *, is_titled: bool) -> bool:
        """True if this many rows of matches in bands of drawings above one another fit, in columns that share the width
        (0: each drawing fills it)."""
        if columns > self.columns + (self.name <= _BRACKET_NAME_NARROW):
            return False
        heads = bands * (_HEAD_LINES + _TITLE_LINES * is_titled)
        left = _BRACKET_LINES - self.notices * _NOTICE_LINES - heads
        return rows * _MATCH_LINES[self.name_lines] <= left
