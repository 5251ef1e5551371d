"""Comparing the results of one board on one side: how many others a result beats, equals and loses to.

Points here are the manual's: one for a pair beaten and a half for a tie (lines 1179 and 1191); the Laws' two and one
(Law 78A) are the same doubled. A weighted score (Law 12C1(c)) is compared by each of its parts with its weight, and
the other tables are compared with it in the same way, so that a board keeps its sum. Only the order of the scores
counts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.fractions import fraction
from arrowswitch.core.scoring.outcomes import Line, TableScore, Weighted

_NOTHING = Fraction(0)
HALF = Fraction(1, 2)
ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Result:
    """A result to compare, from its side's point of view: points with weights that add up to 1."""

    parts: tuple[tuple[int, Fraction], ...]

    @property
    def is_plain(self) -> bool:
        """True for a single score, False for a weighted one."""
        return len(self.parts) == 1


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a result fares against others: `better`, `equal` and `worse` count plain results, `weighted` is what
    comparisons with weighted results bring (there are `weighted_others` of those)."""

    better: int
    equal: int
    worse: int
    weighted: Fraction = _NOTHING
    weighted_others: int = 0

    @property
    def points(self) -> Fraction:
        """Returns the points won: one for a result beaten, a half for a tie."""
        plain = fraction(2 * self.better + self.equal, 2)
        return plain + self.weighted if self.weighted_others else plain

    @property
    def others(self) -> int:
        """Returns the number of results that it is compared with."""
        return self.better + self.equal + self.worse + self.weighted_others


def side_result(line: Line, side: Side) -> Result | None:
    """Returns the comparable result of one side of a line, or None when nothing was scored at the table."""
    is_ns = side is Side.NS
    outcome = line.ns_outcome if is_ns else line.ew_outcome
    if isinstance(outcome, TableScore):
        return _plain(outcome.ns if is_ns else -outcome.ns)
    if isinstance(outcome, Weighted):
        return Result(tuple((ns if is_ns else -ns, weight) for ns, weight in outcome.parts))
    return None


@lru_cache(maxsize=1024)
def _plain(score: int) -> Result:
    return Result(((score, ONE),))


class SideResults:
    """The results of the field on one side of a board: `results` by their places among its lines, each in its form of
    the deal."""

    __slots__ = ("_groups", "_is_fouled", "results")

    def __init__(self, lines: Sequence[Line], side: Side, is_in_field: Callable[[Line], bool]) -> None:
        self.results: dict[int, Result] = {}
        for i, line in enumerate(lines):
            result = side_result(line, side) if is_in_field(line) else None
            if result is not None:
                self.results[i] = result
        self._groups = {i: lines[i].group for i in self.results}
        self._is_fouled = len(set(self._groups.values())) > 1

    @property
    def is_fouled(self) -> bool:
        """True if the board was played in more than one form."""
        return self._is_fouled

    def in_group(self, group: int) -> list[Result]:
        """Returns the results of one form of the deal."""
        return [result for i, result in self.results.items() if self._groups[i] == group]

    def alike(self, index: int) -> tuple[int, int] | None:
        """Returns the key that plain results with the same points share: form and score. Returns None for a weighted
        result, and if nothing was scored at the table."""
        result = self.results.get(index)
        return (self._groups[index], result.parts[0][0]) if result is not None and len(result.parts) == 1 else None

    def others(self, index: int) -> tuple[Result, ...]:
        """Returns the results that the one at `index` is compared with: the others of its form."""
        group = self._groups[index]
        return tuple(result for i, result in self.results.items() if i != index and self._groups[i] == group)


class ComparedResults:
    """The results that are compared with one another: one side of one board, in one form of the deal."""

    __slots__ = ("_plain", "_weighted", "size")

    def __init__(self, results: Sequence[Result]) -> None:
        self._plain = sorted(result.parts[0][0] for result in results if result.is_plain)
        self._weighted = [result for result in results if not result.is_plain]
        self.size = len(results)

    def compare(self, score: int, own: Result) -> Comparison:
        """Returns how `score`, all or a part of the result `own` of this field, fares against the other results."""
        better = bisect_left(self._plain, score)
        upto = bisect_right(self._plain, score)
        equal = upto - better - own.is_plain
        if not self._weighted:
            return Comparison(better=better, equal=equal, worse=len(self._plain) - upto)
        others = list(self._weighted)
        if not own.is_plain:
            others.remove(own)
        weighted = sum((_against(score, other) for other in others), _NOTHING)
        return Comparison(
            better=better, equal=equal, worse=len(self._plain) - upto, weighted=weighted, weighted_others=len(others)
        )

    def points(self, own: Result) -> Fraction:
        """Returns the points of a result of this field among the others: `size - 1` is the top."""
        if own.is_plain:
            return self.compare(own.parts[0][0], own).points
        return sum((weight * self.compare(score, own).points for score, weight in own.parts), _NOTHING)


def _against(score: int, other: Result) -> Fraction:
    return sum((weight for points, weight in other.parts if points < score), Fraction(0)) + HALF * sum(
        (weight for points, weight in other.parts if points == score), Fraction(0)
    )
