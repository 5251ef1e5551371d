"""The points that everyone won on the boards of a session, updated from one result to the next.

A new result changes one board: its points before are subtracted, its points now are added. The amounts are exact, so
the order of addition does not matter. Unchanged boards are the same objects as before, so that no change is missed. If
many changed, all are added again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.fractions import exact_sum, plus
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import Addends, ScoringRules
from arrowswitch.core.scoring.standings import ScoredBoard, ScoredLine, SidePoints

_NOTHING = Fraction(0)
_MANY = 4
"""If one in this many boards or more has changed, all are added again."""


class WonOnBoards(NamedTuple):
    """The points of a contestant on a number of boards, the most that could be won there, and the number of boards
    without a score."""

    points: Fraction
    most: Fraction
    boards: int
    unscored: int


class _Running(NamedTuple):
    """The points won on some boards, by the rules of a method."""

    boards: Mapping[BoardNumber, ScoredBoard]
    rules: ScoringRules
    method: Method
    won: Mapping[Number, WonOnBoards]


class RunningTotals:
    """The points won on the boards of one session, as they were computed last.

    The owner of the session keeps one and passes it to scoring after every result. Several threads may use it at once:
    it refers to one immutable value, which each of them replaces as a whole.
    """

    __slots__ = ("_latest",)

    def __init__(self) -> None:
        self._latest: _Running | None = None

    def won_on(
        self, boards: Mapping[BoardNumber, ScoredBoard], rules: ScoringRules, method: Method
    ) -> Mapping[Number, WonOnBoards]:
        """Returns the points that each contestant on a line of the boards won there."""
        before = self._latest
        changed = _changed_boards(before, boards, rules, method)
        if before is not None and changed is not None and len(changed) * _MANY <= len(boards):
            won = dict(before.won)
            for number in changed:
                _change(won, _rows(before.boards.get(number)), _rows(boards.get(number)), rules, method)
        else:
            won = _sums(boards.values(), rules, method)
        self._latest = _Running(boards, rules, method, won)
        return won


def _changed_boards(
    before: _Running | None, now: Mapping[BoardNumber, ScoredBoard], rules: ScoringRules, method: Method
) -> list[BoardNumber] | None:
    """Returns the boards that differ from those before; None where nothing before was won by the same rules."""
    if before is None or before.method is not method or not _is_same(before.rules, rules):
        return None
    boards = before.boards
    changed = [number for number, board in now.items() if boards.get(number) is not board]
    return [*changed, *(number for number in boards if number not in now)]


def _is_same(before: ScoringRules, now: ScoringRules) -> bool:
    return before is now or before == now


def _rows(board: ScoredBoard | None) -> tuple[ScoredLine, ...]:
    return () if board is None else board.rows


def _change(
    won: dict[Number, WonOnBoards],
    gone: Sequence[ScoredLine],
    come: Sequence[ScoredLine],
    rules: ScoringRules,
    method: Method,
) -> None:
    """Subtracts the earlier points of a board's rows and adds the new ones. Each contestant gets the difference; many
    rows share the same one."""
    old, new = _by_sides(gone), _by_sides(come)
    differences: dict[tuple[int, int], WonOnBoards] = {}
    for sides in old.keys() | new.keys():
        before, now = old.get(sides), new.get(sides)
        for place, numbers in enumerate(sides[:2]):
            was = None if before is None else before.ew if place else before.ns
            has = None if now is None else now.ew if place else now.ns
            both = (id(was), id(has))
            if both not in differences:
                differences[both] = _difference(_points_of(was, rules, method), _points_of(has, rules, method))
            if differences[both] is not _NONE:
                for number in numbers:
                    _add(won, number, differences[both])


def _by_sides(rows: Sequence[ScoredLine]) -> dict[tuple[tuple[Number, ...], tuple[Number, ...], int], ScoredLine]:
    """Returns rows by their contestants; if two tables have the same line, also by the number of equal rows before."""
    by_line = {(row.line.ns, row.line.ew, 0): row for row in rows}
    if len(by_line) == len(rows):
        return by_line
    times: dict[tuple[tuple[Number, ...], tuple[Number, ...]], Iterator[int]] = defaultdict(count)
    return {(row.line.ns, row.line.ew, next(times[row.line.ns, row.line.ew])): row for row in rows}


_NONE = WonOnBoards(_NOTHING, _NOTHING, 0, 0)


def _points_of(points: SidePoints | None, rules: ScoringRules, method: Method) -> WonOnBoards:
    """Returns the points of one side of a row, nothing if nobody sits there."""
    if points is None:
        return _NONE
    if points.exact is None:
        return WonOnBoards(_NOTHING, _NOTHING, 0, 1)
    return WonOnBoards(addend(points, rules, method), points.top, 1, 0)


def _difference(was: WonOnBoards, now: WonOnBoards) -> WonOnBoards:
    difference = WonOnBoards(
        now.points - was.points, now.most - was.most, now.boards - was.boards, now.unscored - was.unscored
    )
    return difference if any(difference) else _NONE


def _add(won: dict[Number, WonOnBoards], number: Number, more: WonOnBoards) -> None:
    points, most, boards, unscored = won.get(number, _NONE)
    more_points, more_most, more_boards, more_unscored = more
    if more_points.numerator:
        points = plus(points, more_points)
    if more_most.numerator:
        most = plus(most, more_most)
    boards, unscored = boards + more_boards, unscored + more_unscored
    if boards or unscored:
        won[number] = WonOnBoards(points, most, boards, unscored)
    else:
        del won[number]


def _sums(boards: Iterable[ScoredBoard], rules: ScoringRules, method: Method) -> dict[Number, WonOnBoards]:
    by_number: dict[Number, list[SidePoints]] = defaultdict(list)
    for number, points in _sides(boards):
        by_number[number].append(points)
    made = {}
    for number, all_points in by_number.items():
        scored = [points for points in all_points if points.exact is not None]
        made[number] = WonOnBoards(
            points=exact_sum([addend(points, rules, method) for points in scored]),
            most=exact_sum([points.top for points in scored]),
            boards=len(scored),
            unscored=len(all_points) - len(scored),
        )
    return made


def _sides(boards: Iterable[ScoredBoard]) -> Iterator[tuple[Number, SidePoints]]:
    for row in (row for board in boards for row in board.rows):
        for number in row.line.ns:
            yield number, row.ns
        for number in row.line.ew:
            yield number, row.ew


def addend(points: SidePoints, rules: ScoringRules, method: Method) -> Fraction:
    """Returns the addend of a board in a total: its exact points, or for matchpoints the published ones."""
    is_published = method is Method.MATCHPOINTS and rules.totals.adds is Addends.PUBLISHED
    return (points.points if is_published else points.exact) or _NOTHING
