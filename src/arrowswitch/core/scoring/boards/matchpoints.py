"""The matchpoints of one board: comparisons, unequal numbers of results, neutral and fouled boards, artificial scores.

| clause | rule | here |
|---|---|---|
| manual, lines 1179-1197 | one for a pair beaten, a half for a tie, top = results - 1 | `comparisons`, `BoardSide` |
| manual, lines 1285-1287 | every board has the same top | `full_results` |
| manual, lines 1328-1330 | factored by full top / own top (neutral method 1) | `Incomplete.PROPORTION` |
| manual, lines 1332-1334 | half a point for each neutral result (method 2) | `NeutralMethod.HALF_POINT` |
| Neuberg, in use since 1991 | `N*S/n + (N-n)/(2n)` | `Incomplete.NEUBERG` |
| regulations summary, lines 167-202 | fouled boards: formula, small groups, simple method | `BoardSide.breakdown` |
| regulations summary, lines 13-19 | averages, plus and minus against the session percentage | `AverageRules.percent` |
| guidance on Law 12C1(c), lines 58-66 | weighted scores, decimals kept | `comparisons` |

Amounts are exact. A pair that meets an excluded number (phantom, withdrawn) has no score unless one is awarded, and is
no result of the board. Not played is not average: it is no score at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.boards.comparisons import HALF, ComparedResults, Comparison, SideResults
from arrowswitch.core.scoring.outcomes import (
    Average,
    AverageKind,
    Line,
    Neutral,
    NotPlayed,
    Percentage,
    SideOutcome,
)
from arrowswitch.core.scoring.rules import EventClass, Incomplete, NeutralMethod, ScoringRules, ShownPoints
from arrowswitch.core.scoring.standings import ScoredBoard, ScoredLine, SidePoints


@dataclass(frozen=True, slots=True)
class BoardContext:
    """The facts of a board in addition to its lines.

    `full_results` is the number of results that the board is scored to (None: its own number); `excluded` are numbers
    that are nobody's or no longer take part; `session_percents` are what contestants have over the boards they really
    scored.
    """

    rules: ScoringRules
    event_class: EventClass = EventClass.WEEKLY
    full_results: int | None = None
    excluded: frozenset[Number] = frozenset()
    session_percents: Mapping[Number, Fraction] = field(default_factory=dict, hash=False)

    def is_in_field(self, line: Line) -> bool:
        """True if a line is one of the board's own: nobody at the table is excluded."""
        return not self.excluded or self.excluded.isdisjoint(line.ns + line.ew)

    def session_percent(self, numbers: Sequence[Number]) -> Fraction | None:
        """Returns the session percentage of a side; of two single players the mean. Returns None if it is unknown."""
        percents = [self.session_percents[number] for number in numbers if number in self.session_percents]
        return sum(percents, Fraction(0)) / len(percents) if percents else None


@dataclass(frozen=True, slots=True)
class Breakdown:
    """How the points of one result came about, in points of one for a pair beaten.

    `own` was won among the `compared` results of the same form of the deal. `added` half points stand for results
    that are missing; together that is a board of `size` results, brought to `full` by `method` when those are more.
    `percent` is set instead where a small fouled group is scored by percentages.
    """

    own: Fraction
    compared: int
    added: Fraction
    size: int
    full: int
    method: Incomplete
    percent: Fraction | None
    final: Fraction


class BoardSide(SideResults):
    """One side of a board: the results on it, and what each is worth."""

    __slots__ = ("_context", "_fields", "_halves", "full", "settled")

    def __init__(self, lines: Sequence[Line], side: Side, context: BoardContext, full_results: int | None) -> None:
        super().__init__(lines, side, context.is_in_field)
        self._context = context
        self.settled = sum(
            context.is_in_field(line) and not isinstance(line.side(side)[1], NotPlayed) for line in lines
        )
        self._fields = {group: ComparedResults(self.in_group(group)) for group in set(self._groups.values())}
        is_half_point = context.rules.boards.neutral(context.event_class) is NeutralMethod.HALF_POINT
        self._halves = self.settled - len(self.results) if is_half_point else 0
        self.full = self._full(full_results)

    def _full(self, full_results: int | None) -> int:
        if self._context.rules.boards.incomplete is Incomplete.OWN_TOP and self.results:
            return len(self.results) + self._halves
        return max(full_results or 0, self.settled, 1)

    @property
    def is_fouled(self) -> bool:
        """True if the board was played in more than one form."""
        return len(self._fields) > 1

    @property
    def top(self) -> Fraction:
        """Returns the maximum score of the board, in the regulations' points."""
        return Fraction((self.full - 1) * self._context.rules.boards.points_per_win)

    @property
    def is_by_percent(self) -> bool:
        """True if some group of a fouled board is scored by percentages, so that the sum is not the usual one."""
        return any(self._percents(group) is not None for group in self._fields)

    def comparison(self, index: int, score: int) -> Comparison:
        """Returns how a score of the result at `index` fares against the others of its form."""
        return self._fields[self._groups[index]].compare(score, self.results[index])

    def percents(self, index: int) -> tuple[Fraction, ...]:
        """Returns the percentages of the small group that a result of a fouled board is in; none where the formula
        applies."""
        return self._percents(self._groups[index]) or ()

    def breakdown(self, index: int) -> Breakdown:
        """Returns how the points of the result at `index` come about."""
        group = self._groups[index]
        compared = self._fields[group]
        own = compared.points(self.results[index])
        halves = self._halves_for(group)
        size = compared.size + halves
        added = halves * HALF
        method = Incomplete.NEUBERG if self.is_fouled else self._context.rules.boards.incomplete
        percents = self._percents(group)
        percent = None if percents is None else _percent_of_group(own, percents)
        final = (
            _lift_points(own + added, size, self.full, method) if percent is None else percent * (self.full - 1) / 100
        )
        return Breakdown(
            own=own,
            compared=compared.size,
            added=added,
            size=size,
            full=self.full,
            method=method,
            percent=percent,
            final=final,
        )

    def _halves_for(self, group: int) -> int:
        if not self.is_fouled:
            return self._halves
        if not self._context.rules.fouled.is_simple(self._context.event_class):
            return 0
        return self._halves + len(self.results) - self._fields[group].size

    def _percents(self, group: int) -> tuple[Fraction, ...] | None:
        rules = self._context.rules.fouled
        if not self.is_fouled or rules.is_simple(self._context.event_class):
            return None
        return rules.percents(self._fields[group].size, len(self.results))


def score_board(lines: Sequence[Line], context: BoardContext) -> ScoredBoard:
    """Returns one board with the points of both sides of every line, in the regulations' points (one or two for a win).

    `lines` are all lines of one board, at least one. A line without a score (not played, or met an excluded number)
    has points None. A result that stands alone on a board with a larger top gets the average, for there is nothing to
    compare it with (no document states it).
    """
    sides = {side: BoardSide(lines, side, context, context.full_results) for side in Side}
    is_own = context.rules.boards.shown is ShownPoints.OWN_RESULTS
    shown_sides = {side: BoardSide(lines, side, context, None) for side in Side} if is_own else sides
    ns, ew = (
        [_side_points(line, i, side, sides[side], shown_sides[side], context, points) for i, line in enumerate(lines)]
        for side, points in ((side, _Points()) for side in Side)
    )
    rows = tuple(map(ScoredLine, lines, ns, ew))
    scored = sum(context.is_in_field(row.line) and row.ns.exact is not None for row in rows)
    top = sides[Side.NS].top
    is_adjusted = any(row.line.is_adjusted for row in rows if context.is_in_field(row.line))
    is_adjusted = is_adjusted or any(side.is_by_percent for side in sides.values())
    return ScoredBoard(board=lines[0].board, rows=rows, top=top, expected_sum=scored * top / 2, is_adjusted=is_adjusted)


def award_percent(outcome: SideOutcome, numbers: Sequence[Number], context: BoardContext) -> Fraction | None:
    """Returns the value of an artificial score in percent of the top. Returns None for any other outcome."""
    match outcome:
        case Percentage(percent):
            return percent
        case Average(kind):
            return context.rules.averages.percent(kind, context.session_percent(numbers))
        case Neutral(award):
            return award_percent(award or Average(AverageKind.AVERAGE), numbers, context)
        case _:
            return None


_Points = dict[tuple[int, int] | None, SidePoints]
"""The points of plain results, which are those of all that are like them."""


def _side_points(
    line: Line,
    index: int,
    side: Side,
    full: BoardSide,
    shown_side: BoardSide,
    context: BoardContext,
    points_by_key: _Points,
) -> SidePoints:
    alike = full.alike(index)
    if alike is not None and alike in points_by_key:
        return points_by_key[alike]
    numbers, outcome = line.side(side)
    percent = award_percent(outcome, numbers, context)
    if percent is not None:
        return _points(percent * full.top / 100, percent * shown_side.top / 100, full.top, context)
    if index not in full.results:
        return SidePoints(None, None, full.top)
    unit = context.rules.boards.points_per_win
    exact = full.breakdown(index).final * unit
    points = _points(
        exact, exact if shown_side is full else shown_side.breakdown(index).final * unit, full.top, context
    )
    if alike is not None:
        points_by_key[alike] = points
    return points


def _points(exact: Fraction, shown_points: Fraction, top: Fraction, context: BoardContext) -> SidePoints:
    return SidePoints(context.rules.boards.rounding.of(shown_points), exact, top)


def _lift_points(points: Fraction, size: int, full: int, method: Incomplete) -> Fraction:
    if full <= size:
        return points
    if method is Incomplete.NEUBERG:
        return full * points / size + Fraction(full - size, 2 * size)
    return points * (full - 1) / (size - 1) if size > 1 else Fraction(full - 1, 2)


def _percent_of_group(own: Fraction, percents: tuple[Fraction, ...]) -> Fraction:
    """Returns the percentage of a score with `own` points in its group; lists are even, so ties get the mean."""
    best, worst = percents[0], percents[-1]
    return worst + own * (best - worst) / max(len(percents) - 1, 1)
