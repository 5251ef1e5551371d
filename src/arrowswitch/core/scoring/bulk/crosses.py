"""IMPs or points against every other result in a large field: the rules of `scoring.crosses`, once for every score.

The gain of a score is the sum over the different scores of its form, each as often as it was obtained. East-West gain
the points that North-South lose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.boards.measures import POINTS, Measure
from arrowswitch.core.scoring.bulk.arrays import Ints, blocks, check_size
from arrowswitch.core.scoring.bulk.boards import Boards, SideBoards
from arrowswitch.core.scoring.bulk.cells import Cells, Forms
from arrowswitch.core.scoring.bulk.inputs import BulkField
from arrowswitch.core.scoring.bulk.values import Lookup, ScoredSide, Worths
from arrowswitch.core.scoring.method_rules import CrossRules, Divisor
from arrowswitch.core.scoring.outcomes import AverageKind, award_kind
from arrowswitch.core.scoring.rules import ScoringRules

_AT_ONCE = 1 << 18
_ALL_IMPS = 4000
_NOTHING = Fraction(0)


def score_sides(field: BulkField, boards: Boards, rules: ScoringRules, measure: Measure) -> tuple[ScoredSide, ...]:
    """Returns both sides of the field in IMPs or points."""
    cross = measure.rules_of(rules)
    crosses: dict[Side, _CrossSide] = {}
    for side, own_boards in boards.sides.items():
        crosses[side] = _CrossSide(own_boards, boards.forms, measure, cross.divide_by, crosses.get(Side.NS))
    nothing = np.zeros(boards.forms.boards.span, np.int64)
    sides = []
    for side, some in crosses.items():
        rows, entries, worths, award_boards = some.awards(cross, [*crosses.values()])
        scored = ScoredSide(
            side=side,
            numbers=field.numbers(side),
            lookup=Lookup(some.cells, rows, entries),
            exact=worths,
            shown_worths=worths,
            boards=boards.forms.board,
            award_boards=award_boards,
            tops=nothing,
            shown_tops=nothing,
        )
        sides.append(scored)
    return tuple(sides)


class _CrossSide:
    """One side: what every cell gains, and the sums of gains and losses that awards are shares of."""

    def __init__(
        self, side: SideBoards, forms: Forms, measure: Measure, divide_by: Divisor, other: _CrossSide | None
    ) -> None:
        self.cells, self._boards, self._forms = side.cells, side, forms
        board = forms.board
        spread = int(self.cells.score.max(initial=0) - self.cells.score.min(initial=0))
        most = int(side.results.max(initial=0)) + 1
        check_size(most * most * max(spread, 24))
        if other is not None and other.cells is self.cells:
            gains: Ints = -other.gains
        else:
            sign = 1 if side.side is Side.NS else -1
            gains = sign * (_differences(self.cells) if measure is POINTS else _imps(self.cells))
        divisors = _divisors(divide_by, side.results)
        factor, divisor = side.results[board], np.maximum(self.cells.sizes, 1) * divisors[board]
        common = np.gcd(np.maximum(factor, 1), divisor)
        self.factor, self.divisor = factor // common, divisor // common
        self.is_single = side.is_fouled[board] & (self.cells.sizes == 1)
        self.gains: Ints = np.where(self.is_single[self.cells.form], 0, gains)

    def sums(self, board: int, sign: int) -> tuple[Fraction, int]:
        """Returns the sum of the gains of a board (`sign` 1) or of its losses (-1), and how many results these are."""
        first, last = np.searchsorted(self._forms.board, (board, board + 1))
        total, results = _NOTHING, 0
        for form in range(first, last):
            start, end = np.searchsorted(self.cells.form, (form, form + 1))
            is_counted = self.gains[start:end] * sign > 0
            counts = self.cells.count[start:end][is_counted]
            own = int((self.gains[start:end][is_counted] * counts).sum())
            total += Fraction(own * int(self.factor[form]), int(self.divisor[form]))
            results += int(counts.sum())
        return total, results

    def awards(self, rules: CrossRules, sides: Sequence[_CrossSide]) -> tuple[Ints, Ints, Worths, list[int]]:
        """Returns the results with artificial scores and those alone with their form, the award of each, the values of
        all, and the boards of the awards."""
        awards = self._boards.awards
        amounts = [
            self._award(board, award_kind(outcome), rules.award_share)
            for board, outcome in zip(awards.board.tolist(), awards.outcomes, strict=True)
        ]
        rows, boards = self._single_rows()
        different, entries = np.unique(boards, return_inverse=True)
        entries += len(amounts)
        amounts += [_single_share(sides, board, rules.single_share) for board in different.tolist()]
        form = self.cells.form
        worths = Worths(self.gains * self.factor[form], self.divisor[form], amounts)
        award_boards = [*awards.board.tolist(), *different.tolist()]
        return np.concatenate([awards.rows, rows]), np.concatenate([awards.entries, entries]), worths, award_boards

    def _award(self, board: int, kind: AverageKind | None, share: Fraction) -> Fraction:
        if kind is AverageKind.AVERAGE:
            return _NOTHING
        total, _ = self.sums(board, 1 if kind is AverageKind.PLUS else -1)
        return total / max(int(self._boards.results[board]), 1) * share / 100

    def _single_rows(self) -> tuple[Ints, Ints]:
        if not self.is_single.any():
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        is_hole = np.zeros(self.cells.results, np.bool_)
        is_hole[self._boards.holes.rows] = True
        parts = [
            part.start + np.flatnonzero(self.is_single[self._forms.axis.of(part)]) for part in blocks(is_hole.size)
        ]
        rows = np.concatenate(parts)
        rows = rows[~is_hole[rows]]
        return rows, self._forms.boards.of(rows)


def _single_share(sides: Sequence[_CrossSide], board: int, percent: Fraction) -> Fraction:
    """Returns the points of both sides of a result that is alone with its form: a share of the mean gain of the others,
    on both sides."""
    sums = [side.sums(board, 1) for side in sides]
    total, results = sum((total for total, _ in sums), _NOTHING), sum(count for _, count in sums)
    return total / max(results, 1) * percent / 100


def _divisors(divide_by: Divisor, results: Ints) -> Ints:
    different, places = np.unique(results, return_inverse=True)
    return np.array([divide_by.of(count) for count in different.tolist()], np.int64)[places]


def _differences(cells: Cells) -> Ints:
    sums = np.zeros(len(cells.sizes), np.int64)
    np.add.at(sums, cells.form, cells.count * cells.score)
    return cells.sizes[cells.form] * cells.score - sums[cells.form]


def _imps(cells: Cells) -> Ints:
    """Returns by cell the IMPs of a score for North-South against all others of its form."""
    table = _imp_table()
    of_form = np.bincount(cells.form)
    first = (np.cumsum(of_form) - of_form)[cells.form]
    others = of_form[cells.form]
    gains = np.zeros(len(cells.form), np.int64)
    for part in _parts(others):
        counts = others[part]
        starts = np.cumsum(counts) - counts
        own = np.repeat(cells.score[part], counts)
        other = np.arange(len(own)) + np.repeat(first[part] - starts, counts)
        difference = own - cells.score[other]
        won = np.sign(difference) * table[np.minimum(np.abs(difference), _ALL_IMPS)]
        gains[part] = np.add.reduceat(won * cells.count[other], starts)
    return gains


def _parts(others: Ints) -> Iterator[slice]:
    """Yields the cells in parts that have some hundred thousand comparisons each, one cell at least."""
    ends = np.cumsum(others)
    start = 0
    while start < len(others):
        before = int(ends[start - 1]) if start else 0
        end = max(int(np.searchsorted(ends, before + _AT_ONCE, side="right")), start + 1)
        yield slice(start, end)
        start = end


@cache
def _imp_table() -> Ints:
    table = np.array([imps(difference) for difference in range(_ALL_IMPS + 1)], np.int64)
    table.flags.writeable = False
    return table
