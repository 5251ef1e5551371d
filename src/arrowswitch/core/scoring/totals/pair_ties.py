"""The values that the tie-breaks of pairs and single players compare, on the boards of the session.

| tie-break | source |
|---|---|
| `direct-match` | EBU White Book, extract of 143.7.1 (a): the result of the round between them |
| `opponents` | the same, 143.5.2 and (b): the final scores of all opponents met; of single players over the partners' |
| `boards-won` | the same, (d): count-back by boards won (decision: with more than half of the top) |
| `common-boards` | Magic Contest, topscore comparison: only the scores of the tied, each board for itself |
| `tops` | decision: boards that brought all that could be won |

Boards that only some of the tied played decide nothing: `direct-match` needs that all have met, `common-boards` uses
the boards on which all have a score.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.rules import PairTieBreak
from arrowswitch.core.scoring.standings import ScoredBoard, SidePoints, Standing
from arrowswitch.core.scoring.tie_breaks import Key

_NOTHING = Fraction(0)
_HALF = Fraction(1, 2)


class PairTies:
    """The boards of a session as tie-breaks look at them, of those who are `tied` (None: of everybody); `scores` are
    the final scores that make the ranking."""

    __slots__ = ("_against", "_met", "_partners", "_points", "_scores", "_tied")

    def __init__(
        self,
        boards: Iterable[ScoredBoard],
        scores: Mapping[Number, Fraction],
        tied: Collection[Number] | None = None,
    ) -> None:
        self._scores = scores
        self._tied = tied
        self._points: dict[Number, dict[BoardNumber, SidePoints]] = defaultdict(dict)
        self._against: dict[tuple[Number, Number], Fraction] = defaultdict(Fraction)
        self._met: dict[Number, set[Number]] = defaultdict(set)
        self._partners: dict[Number, set[Number]] = defaultdict(set)
        for board in boards:
            self._add(board)

    def key(self, by: PairTieBreak, group: Sequence[Standing]) -> Callable[[Standing], Key]:
        """Returns the values that a tie-break compares among the tied: more is better."""
        numbers = [row.number for row in group]
        if by is PairTieBreak.DIRECT_MATCH:
            return self._direct(numbers)
        if by is PairTieBreak.COMMON_BOARDS:
            common = self._common(numbers)
            return lambda row: (common[row.number],)
        measure = {
            PairTieBreak.OPPONENTS: self.opponents,
            PairTieBreak.BOARDS_WON: self.boards_won,
            PairTieBreak.TOPS: self.tops,
        }[by]
        return lambda row: (measure(row.number),)

    def opponents(self, number: Number) -> Fraction:
        """Returns the tie-break points: the final scores of all opponents, of single players over the partners'.

        50 + 40 + 30 = 120 for a pair; (50 + 40) / 30 = 3 for a player.
        """
        met = sum((self._scores.get(other, _NOTHING) for other in self._met[number]), _NOTHING)
        partners = sum((self._scores.get(other, _NOTHING) for other in self._partners[number]), _NOTHING)
        return met / partners if partners else met

    def boards_won(self, number: Number) -> Fraction:
        """Returns how many boards brought more than half of the top, those with just half counting half."""
        return sum((_board_won(points) for points in self._points[number].values()), _NOTHING)

    def tops(self, number: Number) -> Fraction:
        """Returns how many boards brought all that could be won."""
        return Fraction(sum(points.top > 0 and points.exact == points.top for points in self._points[number].values()))

    def _add(self, board: ScoredBoard) -> None:
        for row in board.rows:
            for side, numbers, others in ((Side.NS, row.line.ns, row.line.ew), (Side.EW, row.line.ew, row.line.ns)):
                points = row.side(side)
                if points.exact is None:
                    continue
                for number in numbers if self._tied is None else (one for one in numbers if one in self._tied):
                    self._points[number][board.board] = points
                    self._met[number].update(others)
                    self._partners[number].update(one for one in numbers if one != number)
                    for other in others:
                        self._against[number, other] += points.exact

    def _direct(self, numbers: Sequence[Number]) -> Callable[[Standing], Key]:
        if any(two[1] not in self._met[two[0]] for two in combinations(numbers, 2)):
            return lambda _: ()
        return lambda row: (
            sum((self._against[row.number, other] for other in numbers if other in self._met[row.number]), _NOTHING),
        )

    def _common(self, numbers: Sequence[Number]) -> dict[Number, Fraction]:
        """Returns matchpoints among the tied only, two for each one beaten, on the boards that all of them have."""
        boards = set.intersection(*(set(self._points[number]) for number in numbers))
        sums = dict.fromkeys(numbers, _NOTHING)
        for board in boards:
            for own, other in combinations(numbers, 2):
                first, second = _exact(self._points[own][board]), _exact(self._points[other][board])
                sums[own] += (first >= second) + (first > second)
                sums[other] += (second >= first) + (second > first)
        return sums


def _exact(points: SidePoints) -> Fraction:
    return points.exact or _NOTHING


def _board_won(points: SidePoints) -> Fraction:
    """Returns 1 for a board won, a half for a drawn one: more than, or just, half of the top (0 without a top)."""
    difference = _exact(points) - points.top * _HALF
    return _NOTHING if difference < 0 else (Fraction(1) if difference else _HALF)
