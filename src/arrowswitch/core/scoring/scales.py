"""Victory points: from a margin and the boards of a match to what both sides get.

| kind | rule | source |
|---|---|---|
| `bands` | a printed table, a column for each number of boards | Wikibooks "scoring", lines 242-279; manual, 1866-72 |
| `continuous` | WBF 20-0 in hundredths, by formula, made concave | WBF scoring panel, 2012 |
| `stake` | stake plus and minus the margin, which is capped at the stake | manual, line 2615 |
| `named` | the documents name the scale and print no table | manual, lines 1732-1738 |

A number of boards without a column is refused and never interpolated. Both sides' figures are stored, for a printed
pair need not add up to the same (25-4).
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from enum import StrEnum
from fractions import Fraction
from functools import cache

from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.rounding import round_half_up_0

Pair = tuple[Fraction, Fraction]
"""The victory points of the side with the larger score and of the other."""

_DIGITS = 50
_HALF = Fraction(1, 2)


class ScaleKind(StrEnum):
    """The form of a scale's definition."""

    BANDS = "bands"
    CONTINUOUS = "continuous"
    STAKE = "stake"
    NAMED = "named"


class ScaleUnit(StrEnum):
    """The unit of the margin of a match: IMPs, points, or hundredths of a percent above or below half."""

    IMPS = "imps"
    POINTS = "points"
    PERCENT = "percent"


@dataclass(frozen=True, slots=True)
class ScaleColumn:
    """The margins from which each pair of victory points is given, for matches of `least` to `most` boards (None: and
    more). The first margin is 0."""

    least: int
    most: int | None
    starts: tuple[int, ...]
    source: str = ""

    @property
    def boards(self) -> str:
        """Returns the numbers of boards as a file writes them: `8`, `6-8`, `3+`."""
        if self.most is None:
            return f"{self.least}+"
        return str(self.least) if self.most == self.least else f"{self.least}-{self.most}"

    def is_for(self, boards: int) -> bool:
        """True if this column applies to a match of this many boards."""
        return self.least <= boards and (self.most is None or boards <= self.most)


@dataclass(frozen=True, slots=True)
class ScaleRow:
    """A row of a printed table: the margins `first` to `last` (None: and more) of a `column` for a number of boards, as
    a file writes them, are worth `pair` without the bonus."""

    column: str
    first: int
    last: int | None
    pair: Pair


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale of victory points.

    `pairs` are the victory points of the bands, draw first. `bonus` goes to the winner on top; a pair of equal victory
    points shares it. `places` is how many decimals the scale prints.
    """

    name: str
    title: str
    kind: ScaleKind
    source: str
    unit: ScaleUnit = ScaleUnit.IMPS
    places: int = 0
    pairs: tuple[Pair, ...] = ()
    columns: tuple[ScaleColumn, ...] = ()
    stake: int = 0
    bonus: Fraction = Fraction(0)

    def points(self, margin: int | Fraction, boards: int | None) -> Pair:
        """Returns the victory points of the first side, whose margin it is, and of the other.

        A margin that is not whole (weighted scores) is rounded, halves away from zero. Raises Refused:
        `scale.no-table`, `scale.no-column`, `scale.boards-needed`.

        >>> Scale("m", "", ScaleKind.STAKE, "", stake=40).points(-12, None)
        (Fraction(28, 1), Fraction(52, 1))
        """
        whole = int(round_half_up_0(Fraction(margin)))
        better, worse = self._pair(abs(whole), boards)
        return (better, worse) if whole >= 0 else (worse, better)

    def row(self, margin: int, boards: int | None) -> ScaleRow:
        """Returns the row of a printed table (`bands`) that a margin is in; raises as `points`."""
        column = self._column(boards)
        place = bisect_right(column.starts, abs(margin)) - 1
        last = column.starts[place + 1] - 1 if place + 1 < len(column.starts) else None
        return ScaleRow(column.boards, column.starts[place], last, self.pairs[place])

    def has_table(self, boards: int) -> bool:
        """True if a match of this many boards can be converted into victory points."""
        try:
            self.points(0, boards)
        except Refused:
            return False
        return True

    def most(self, boards: int | None) -> Fraction:
        """Returns the most victory points of a match; raises as `points`."""
        return max(self._pair(self._blitz(boards), boards))

    def _blitz(self, boards: int | None) -> int:
        if self.kind is ScaleKind.BANDS:
            return self._column(boards).starts[-1]
        return self.stake if self.kind is ScaleKind.STAKE else len(_continuous(self._boards(boards)))

    def _pair(self, margin: int, boards: int | None) -> Pair:
        if self.kind is ScaleKind.BANDS:
            better, worse = self.row(margin, boards).pair
            if better == worse:
                return better + self.bonus * _HALF, worse + self.bonus * _HALF
            return better + self.bonus, worse
        if self.kind is ScaleKind.STAKE:
            capped = min(margin, self.stake)
            return Fraction(self.stake + capped), Fraction(self.stake - capped)
        if self.kind is ScaleKind.NAMED:
            raise Refused.of("scale.no-table", name=self.name)
        table = _continuous(self._boards(boards))
        hundredths = table[min(margin, len(table) - 1)]
        return Fraction(hundredths, 100), Fraction(2000 - hundredths, 100)

    def _column(self, boards: int | None) -> ScaleColumn:
        wanted = self._boards(boards)
        match = next((column for column in self.columns if column.is_for(wanted)), None)
        if match is None:
            columns = ", ".join(column.boards for column in self.columns)
            raise Refused.of("scale.no-column", name=self.name, boards=wanted, known=columns)
        return match

    def _boards(self, boards: int | None) -> int:
        if boards is None or boards < 1:
            raise Refused.of("scale.boards-needed", name=self.name)
        return boards


@cache
def _continuous(boards: int) -> tuple[int, ...]:
    """Returns the winner's hundredths of a victory point by IMP margin, up to the margin that brings all 20.

    `10 + 10 (1 - R^(m/X)) / (1 - R)` with R = √5 - 2 and X = 15 √boards, rounded to hundredths, 20 from X on; then
    wherever a step is larger than the one before it the value between them is raised by a hundredth, until the table
    is concave.
    """
    with localcontext() as context:
        context.prec = _DIGITS
        base = Decimal(5).sqrt() - 2
        reach = 15 * Decimal(boards).sqrt()
        last = int(reach.to_integral_value(rounding="ROUND_CEILING"))
        exact = (1000 + 1000 * (1 - base ** (margin / reach)) / (1 - base) for margin in range(last))
        table = [int(value.quantize(Decimal(1), rounding=ROUND_HALF_UP)) for value in exact]
    table += [2000, 2000]
    while bends := [m for m in range(1, len(table) - 1) if table[m + 1] - table[m] > table[m] - table[m - 1]]:
        for margin in bends:
            table[margin] += 1
    return tuple(min(value, 2000) for value in table)
