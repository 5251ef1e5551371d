"""Pairs by IMPs against a datum: the mean score of the board, without its extremes.

| clause | rule | here |
|---|---|---|
| manual, lines 1394 and 2601 | the n best and n worst scores are left out, the others averaged | `DatumRules.dropped` |
| manual, line 1394 (figure 18) | 193.33 is brought to 190: nearest ten | `DatumRules.rounded` |
| manual, lines 1396-1440 | the difference from the datum becomes IMPs, for both sides | `DatumSide.exact` |
| regulations summary, lines 39-45 | average 0, plus +3, minus -3 IMPs | `DatumSide.award` |
| regulations summary, lines 223-226 | fouled: groups of four apart, smaller +3 to both | `DatumSide.is_too_small` |

Each side has its own datum of its own scores, which is the other's turned over unless a score is split. A weighted
score enters the datum by its mean and is compared by each of its parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.boards.comparisons import SideResults
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.fractions import fraction, over_one_denominator
from arrowswitch.core.scoring.hashed import Hashed
from arrowswitch.core.scoring.inputs import BoardLines, ScoringInput
from arrowswitch.core.scoring.method_rules import DatumRules
from arrowswitch.core.scoring.outcomes import AverageKind, Line, award_kind
from arrowswitch.core.scoring.standings import ScoredBoard, ScoredLine, SidePoints

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Datum:
    """The score that the results of a board are compared with. Of `results` scores `dropped` were left out at each end;
    `mean` is the mean or median of the `counting` scores, and `value` is the rounded datum. A datum that `is_given`
    depends on no scores."""

    results: int
    counting: tuple[Fraction, ...]
    dropped: int
    mean: Fraction
    value: Fraction
    is_given: bool = False


class DatumSide(SideResults):
    """One side of a board: its results, the datum of each form of the deal, and the IMPs of each result."""

    __slots__ = ("_datums", "_points_by_key", "_typed_datum", "rules")

    def __init__(self, lines: Sequence[Line], session: ScoringInput, side: Side, rules: DatumRules) -> None:
        super().__init__(lines, side, session.is_in_field)
        self.rules = rules
        self._datums: dict[int, Datum] = {}
        self._points_by_key: dict[tuple[int, int], Fraction] = {}
        datum = session.datums.get(lines[0].board)
        self._typed_datum = None if datum is None or self.is_fouled else datum if side is Side.NS else -datum

    def is_too_small(self, index: int) -> bool:
        """True if a result's form of a fouled board has too few results for a comparison."""
        return self.is_fouled and len(self._scores(self._groups[index])) < self.rules.fouled_least

    def datum(self, index: int) -> Datum:
        """Returns the datum that the result at `index` is compared with, reckoned once for each form of the deal."""
        group = self._groups[index]
        if group not in self._datums:
            self._datums[group] = self._datum(group)
        return self._datums[group]

    def _datum(self, group: int) -> Datum:
        scores = self._scores(group)
        if self._typed_datum is not None:
            return Datum(
                results=len(scores),
                counting=(),
                dropped=0,
                mean=self._typed_datum,
                value=self._typed_datum,
                is_given=True,
            )
        dropped = self.rules.count_to_drop(len(scores))
        keys = over_one_denominator(scores)
        ordered = sorted(range(len(scores)), key=keys.__getitem__)
        counting = [scores[place] for place in ordered[dropped : len(scores) - dropped]]
        mean = self.rules.of(counting)
        value = self.rules.round_datum(mean)
        return Datum(results=len(scores), counting=tuple(counting), dropped=dropped, mean=mean, value=value)

    def exact(self, index: int) -> Fraction:
        """Returns the IMPs of the result at `index`, by weights where it is weighted."""
        if self.is_too_small(index):
            return self.rules.fouled_award
        alike = self.alike(index)
        if alike is None or alike not in self._points_by_key:
            value = self.datum(index).value
            won = sum((weight * imps(score - value) for score, weight in self.results[index].parts), _NOTHING)
            if alike is None:
                return won
            self._points_by_key[alike] = won
        return self._points_by_key[alike]

    def award(self, kind: AverageKind) -> Fraction:
        """Returns the IMPs of an average, plus or minus."""
        return {
            AverageKind.AVERAGE: _NOTHING,
            AverageKind.PLUS: self.rules.plus,
            AverageKind.MINUS: -self.rules.minus,
        }[kind]

    def points(self, index: int, line: Line, side: Side) -> Fraction | None:
        """Returns the exact IMPs of a line of this side, None without a score."""
        if index in self.results:
            return self.exact(index)
        kind = award_kind(line.side(side)[1])
        return None if kind is None else self.award(kind)

    def _scores(self, group: int) -> list[Fraction]:
        return [
            fraction(result.parts[0][0], 1)
            if result.is_plain
            else sum((score * weight for score, weight in result.parts), _NOTHING)
            for result in self.in_group(group)
        ]


def score_datum_board(lines: Sequence[Line], session: ScoringInput, rules: DatumRules) -> ScoredBoard:
    """Returns a board with the IMPs of both sides of every line against the datum.

    The board's `datum` is North-South's, None when the board was fouled or has no result.
    """
    sides = {side: DatumSide(lines, session, side, rules) for side in Side}
    shared: dict[tuple[int, int] | None, SidePoints] = {}
    rows = tuple(
        ScoredLine.of(line, [sides[side].points(i, line, side) for side in Side], rules.rounding, shared=shared)
        for i, line in enumerate(lines)
    )
    ns = sides[Side.NS]
    datum = ns.datum(next(iter(ns.results))).value if ns.results and not ns.is_fouled else None
    own = [line for line in lines if session.is_in_field(line)]
    is_adjusted = any(line.is_adjusted for line in own) or any(side.is_fouled for side in sides.values())
    return ScoredBoard(lines[0].board, rows, is_adjusted=is_adjusted, datum=datum)


def score_datum_boards(session: ScoringInput, rules: DatumRules) -> dict[BoardNumber, ScoredBoard]:
    """Returns every board of the session scored against its datum, boards in ascending order."""
    hashed_rules = Hashed(rules)
    return {
        board: _score_board(lines, session.excluded, session.datums.get(board), hashed_rules)
        for board, lines in session.by_board().items()
    }


@lru_cache(maxsize=1024)
def _score_board(
    lines: BoardLines, excluded: frozenset[Number], datum: Fraction | None, rules: Hashed[DatumRules]
) -> ScoredBoard:
    """Returns a scored board. It is cached: a new result changes one board only."""
    datums = {} if datum is None else {lines[0].board: datum}
    return score_datum_board(lines, ScoringInput(lines, excluded=excluded, datums=datums), rules.value)
