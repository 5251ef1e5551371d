"""Points won on one or several boards, as the pages of a result package write them: a percentage where a board has a
top, else the points themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.rounding import round_half_up_0
from arrowswitch.core.scoring.standings import SidePoints
from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.ranking.ranked import board_unit, points_text
from arrowswitch.documents.words import Words

FULL = Fraction(100)
_NOT_COMPARED = "–"


@dataclass(frozen=True, slots=True)
class Won:
    """A contestant's points on some boards, and the most available there (0 if there is no most)."""

    points: Fraction
    top: Fraction

    @classmethod
    def on(cls, lines: Iterable[SidePoints | None]) -> Won | None:
        """Returns the points of the lines that have a score. Returns None if none has."""
        scored = [points for points in lines if points is not None and points.exact is not None]
        if not scored:
            return None
        exact = (points.exact for points in scored if points.exact is not None)
        return cls(sum(exact, Fraction(0)), sum((points.top for points in scored), Fraction(0)))

    def __add__(self, other: Won) -> Won:
        return Won(self.points + other.points, self.top + other.top)

    @property
    def height(self) -> Fraction:
        """Returns the height of the bar: a percentage, or the points themselves."""
        return self.points * FULL / self.top if self.top else self.points

    def text(self, job: PrintJob, words: Words) -> str:
        """Returns the text next to its bar: a percentage without decimals, or the points."""
        return whole_percent(self.height, words) if self.top else points_text(self.points, job)


def worth_text(points: SidePoints | None, job: PrintJob, words: Words) -> str:
    """Returns the result of a side on a board: a percentage without decimals, or signed points where a board has no
    top; a dash for a board of a game of tops with a single result. Returns an empty text without a score."""
    if points is None or points.points is None:
        return ""
    if points.percent is not None:
        return whole_percent(points.percent, words)
    if board_unit(job.state) == "unit.mp":
        return _NOT_COMPARED
    return signed_text(points_text(points.points, job))


def signed_text(text: str) -> str:
    """Returns a number with its sign: a plus, or a minus as printed.

    >>> signed_text("3.5"), signed_text("-2"), signed_text("0"), signed_text("")
    ('+3.5', '−2', '0', '')
    """
    if text.startswith(("-", "−")):
        return f"−{text[1:]}"
    return f"+{text}" if text.strip("0.x") else text


def whole_percent(value: Fraction, words: Words) -> str:
    """Returns a percentage without decimals."""
    return words("result.percent", value=plain_string(round_half_up_0(value)))
