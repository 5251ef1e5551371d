"""Standings as values: what scoring returns and every face shows.

All amounts are exact (`Fraction`) until they are published; `published` amounts were rounded by the rule that the
regulations name, and are what ranks are made from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import written_rank
from arrowswitch.core.scoring.outcomes import Line
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.rules import PairTieBreak, RankBy


@dataclass(frozen=True, slots=True)
class SidePoints:
    """The points of one side on one line: None when the side has no score on the board (not played).

    `points` as published on the board (rounded as the regulations say), `exact` before rounding; `top` is the most
    that could be won, 0 in methods that have no most (IMPs, points).
    """

    points: Fraction | None
    exact: Fraction | None
    top: Fraction

    @property
    def percent(self) -> Fraction | None:
        """Returns the exact percentage of the top; None without a score."""
        return None if self.exact is None or not self.top else self.exact * 100 / self.top


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A traveller row with the points of both sides."""

    line: Line
    ns: SidePoints
    ew: SidePoints

    @classmethod
    def of(
        cls,
        line: Line,
        exact: Iterable[Fraction | None],
        rounding: Rounding,
        top: Fraction = Fraction(0),
        shared: dict[tuple[int, int] | None, SidePoints] | None = None,
    ) -> ScoredLine:
        """Returns a line with the exact points of both sides, rounded for publication. Lines of a board share equal
        points through `shared` (by numerator and denominator)."""
        points = {} if shared is None else shared
        sides = []
        for amount in exact:
            key = None if amount is None else (amount.numerator, amount.denominator)
            if key not in points:
                points[key] = SidePoints(None if amount is None else rounding.of(amount), amount, top)
            sides.append(points[key])
        return cls(line, *sides)

    def side(self, side: Side) -> SidePoints:
        """Returns the points of `side`."""
        return self.ns if side is Side.NS else self.ew


@dataclass(frozen=True, slots=True)
class ScoredBoard:
    """A board with all its rows scored. `is_adjusted` when a row is artificial, neutral or split, so that the sum
    of the points need not be the usual one. `datum` is what North-South are compared with where a method has such a
    score; then no sum is expected."""

    board: BoardNumber
    rows: tuple[ScoredLine, ...]
    top: Fraction = Fraction(0)
    expected_sum: Fraction = Fraction(0)
    is_adjusted: bool = False
    datum: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """One contestant in a ranking.

    `raw` is the sum of the board points, `penalty` what is deducted (positive), `total` the published
    score after factoring and penalty, `percent` the published percentage (None in methods without a most that can be
    won), `percent_cut` what its rounding took away (less than nothing: added) where that ranks; `boards` were scored
    out of `boards_due`.
    `rank` counts from 1 (0: not ranked yet), `is_tied` when it is shared. `is_placed` when it is among the places that
    count (prizes, master points). `separated_by` is the tie-break that told it from others of its score, None where the
    score did. `after` are the places of another ranking that come before: those of a final before its consolation.
    """

    number: Number
    rank: int = 0
    is_tied: bool = False
    field: int = 0
    direction: Side | None = None
    raw: Fraction = Fraction(0)
    penalty: Fraction = Fraction(0)
    total: Fraction = Fraction(0)
    percent: Fraction | None = None
    boards: int = 0
    boards_due: int = 0
    is_placed: bool = False
    separated_by: PairTieBreak | None = None
    after: int = 0
    percent_cut: Fraction = Fraction(0)

    def with_rank(self, rank: int, *, is_tied: bool, is_placed: bool, separated_by: PairTieBreak | None) -> Standing:
        """Returns the standing at a rank with no field before it, or itself if the rank is unchanged."""
        ranked = (rank, is_tied, is_placed, separated_by, 0)
        if ranked == (self.rank, self.is_tied, self.is_placed, self.separated_by, self.after):
            return self
        return replace(self, rank=rank, is_tied=is_tied, is_placed=is_placed, separated_by=separated_by, after=0)

    @property
    def place(self) -> int:
        """Returns the rank counted behind the places of another ranking that come first."""
        return self.after + self.rank

    @property
    def has_score(self) -> bool:
        """True if there is a score to show: boards were scored, or a bye earned points."""
        return self.boards > 0 or self.raw != 0

    @property
    def is_ranked(self) -> bool:
        """True if the rank means something: there is a score, or no boards are due."""
        return self.has_score or not self.boards_due

    @property
    def written_rank(self) -> str:
        """Returns the rank, with `=` if it is shared; a dash for a contestant without a score yet."""
        if not self.is_ranked:
            return "–"
        return written_rank(self.place, is_tied=self.is_tied)


@dataclass(frozen=True, slots=True)
class Standings:
    """A scored session or event: rankings, one for each field, and the boards behind them.

    `is_provisional` while results are awaited; `is_informal` when totals were factored down (manual, line 1299).
    `ranked_by` is set where the method decides it and not the regulations; `shown` makes the boards of a large field.
    """

    method: str
    regulations: str
    ranking: tuple[Standing, ...]
    boards: Mapping[BoardNumber, ScoredBoard]
    is_provisional: bool = False
    is_informal: bool = False
    ranked_by: RankBy | None = None
    score_shown: Callable[[], Iterator[ScoredBoard]] | None = field(default=None, compare=False, repr=False)

    def shown_boards(self) -> Iterator[ScoredBoard]:
        """Yields the boards by number with their published points. Those of a large field come one after another and
        have no exact points, so that the field is not scored line by line."""
        return iter(self.boards.values()) if self.score_shown is None else self.score_shown()

    def of(self, number: Number) -> Standing | None:
        """Returns the standing of `number`, or None when it is not ranked."""
        return next((standing for standing in self.ranking if standing.number == number), None)

    def in_field(self, field: int) -> tuple[Standing, ...]:
        """Returns the ranking of one field, best first."""
        return tuple(standing for standing in self.ranking if standing.field == field)
