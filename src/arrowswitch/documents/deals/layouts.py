"""How many boards stand on a page of hand records, and how: no type below nine points, sixteen in large print.

Hands stand around the table, twelve lines high, where a page has the room; else in four lines below each other, a line
a hand, under a head with dealer, vulnerability and par, over what each side can make. Results take lines of their own
under the cards, so that fewer boards fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arrowswitch.core.errors import Refused

_POINTS = 72 / 25.4


@dataclass(frozen=True, slots=True)
class RecordPaper:
    """A page in millimetres: the margins around the boards, and the smallest type in points."""

    width: float
    height: float
    margin: float
    head: float
    foot: float
    least: float
    largest: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Boards in columns and rows on a page, the hands of each around a table or in lines."""

    columns: int
    rows: int
    is_table: bool = True

    @property
    def boards(self) -> int:
        """Returns the number of boards on a page."""
        return self.columns * self.rows

    @property
    def lines(self) -> int:
        """Returns the height of a board's cards and the text next to them, in lines of type."""
        return 12 if self.is_table else 6

    def size(self, page: RecordPaper) -> tuple[float, float]:
        """Returns width and height of a board in millimetres."""
        width = (page.width - 2 * page.margin - self.gaps[0] * (self.columns - 1)) / self.columns
        return width, (page.height - page.margin - page.head - page.foot) / self.rows - self.gaps[1]

    @property
    def gaps(self) -> tuple[float, float]:
        """Returns the space between columns and between rows of boards in millimetres."""
        return (2.5, 0.6) if self.is_close else (4, 3.5)

    @property
    def pad(self) -> float:
        """Returns the space around the hands within the frame of a board in millimetres."""
        return 0 if self.is_close else 2

    @property
    def is_close(self) -> bool:
        """True if a page has more boards than have frames with space around them."""
        return self.boards > MOST_FRAMED

    def lines_of_results(self, page: RecordPaper, scores: int, is_own: bool) -> int:
        """Returns the number of lines for the results of a board: the scores, and the line of the own result."""
        each = max(1, int(self.size(page)[0] * _POINTS / (page.least * 6.4)))
        return -(-scores // each) + is_own

    def has_room(self, page: RecordPaper, results: int) -> bool:
        """True if this many lines of results fit under the cards in legible type."""
        wanted = (
            self.lines * LEADING * page.least
            + 1.6
            + (2 * self.pad + (1.5 if results and not self.is_close else 0)) * _POINTS
        ) + results * page.least * LEADING_OF_RESULTS
        return wanted <= self.size(page)[1] * _POINTS


MOST_FRAMED = 12
"""Boards of a page that have frames with space around them."""
LEADING = 1.06
LEADING_OF_RESULTS = 1.12
_PAGES: Mapping[tuple[str, bool], RecordPaper] = {
    ("a4", False): RecordPaper(width=210, height=297, margin=10, head=15.5, foot=13.5, least=9, largest=13),
    ("a4", True): RecordPaper(width=210, height=297, margin=10, head=15.5, foot=13.5, least=16, largest=17),
    ("a5", False): RecordPaper(width=148, height=210, margin=8, head=15, foot=14, least=9, largest=11),
    ("a5", True): RecordPaper(width=148, height=210, margin=8, head=15, foot=14, least=16, largest=17),
}
_LAYOUTS: Mapping[str, tuple[Layout, ...]] = {
    "a4": (
        Layout(1, 1), Layout(1, 2), Layout(2, 2), Layout(2, 3), Layout(2, 4), Layout(3, 3), Layout(2, 5), Layout(3, 4),
        Layout(3, 6),
        Layout(2, 4, False), Layout(3, 4, False), Layout(3, 6, False), Layout(3, 8, False), Layout(3, 12, False),
    ),
    "a5": (
        Layout(1, 1), Layout(1, 2), Layout(2, 3), Layout(2, 4), Layout(2, 4, False), Layout(2, 6, False),
    ),
}  # fmt: skip
_USUAL: Mapping[tuple[str, bool], int] = {("a4", False): 12, ("a4", True): 6, ("a5", False): 8, ("a5", True): 2}
"""How many boards a page has at the most where nobody asked for a number: cards stay large, around the table."""


def page_of(paper: str, is_large: bool) -> RecordPaper:
    """Returns the measures of a page of `a4` or `a5` paper."""
    return _PAGES[paper, is_large]


def layout_for(place: tuple[str, bool], boards: int, scores: int, is_own: bool, per_page: int | None) -> Layout:
    """Returns the layout of boards on a page of this paper, in large print or not: `per_page` boards, else few pages
    with large cards. `scores` is the largest number of different results of a board, 0 if none are printed.

    Raises Refused (`deals.too-small`) if they do not fit. If a field has more different results than fit on the largest
    card, the sheet prints those that fit.
    """
    fitting = tuple(_fitting(place, scores, is_own))
    if per_page is not None:
        layout = next((one for one in fitting if one.boards == per_page), None)
        if layout is None:
            raise Refused.of("deals.too-small", most=max((one.boards for one in fitting), default=1))
        return layout
    usual = [one for one in fitting if one.is_table and one.boards <= _USUAL[place]] or fitting or (Layout(1, 1),)
    return min(usual, key=lambda one: (-(-boards // one.boards), one.boards))


def _fitting(place: tuple[str, bool], scores: int, is_own: bool) -> Iterator[Layout]:
    page = _PAGES[place]
    for layout in _LAYOUTS[place[0]]:
        if layout.has_room(page, layout.lines_of_results(page, scores, is_own) if scores or is_own else 0):
            yield layout
