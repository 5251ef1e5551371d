"""What everybody won on the boards of a session, kept from one result to the next.

A result that comes in changes one board: what was won on it before is taken away, what is won on it now is added. The
amounts are exact and the order in which they are added is nothing. Which boards are the same is told by the scored
boards themselves, so that nothing is taken for what it is not; where many changed, all are added anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import Addends, ScoringRules
from arrowswitch.core.scoring.standings import ScoredBoard, SidePoints

_NOTHING = Fraction(0)
_MANY = 4
"""Where one of so many boards is another one than before, or more are, all are added anew."""


class WonOnBoards(NamedTuple):
    """What a contestant won on so many boards, the most that could be won there, and how many brought no score."""

    points: Fraction
    most: Fraction
    boards: int
    unscored: int


class _Running(NamedTuple):
    """What everybody won on some boards, by the rules of a method."""

    boards: Mapping[BoardNumber, ScoredBoard]
    rules: ScoringRules
    won: Mapping[Number, WonOnBoards]


def won_on(
    boards: Mapping[BoardNumber, ScoredBoard], rules: ScoringRules, method: Method, contestants: tuple[Number, ...]
) -> Mapping[Number, WonOnBoards]:
    """Returns what everybody who is on a line of the boards won there. `contestants` tell the sessions apart whose
    earlier boards are known."""
    place = _newest(method, contestants)
    before = place[0] if place else None
    changed = None if before is None or not _is_same(before.rules, rules) else _changed(before.boards, boards)
    if before is not None and changed is not None and len(changed) * _MANY <= len(boards):
        gone = (before.boards[number] for number in changed if number in before.boards)
        come = (boards[number] for number in changed if number in boards)
        won = _with(before.won, _sums(gone, rules, method), _sums(come, rules, method))
    else:
        won = _with({}, {}, _sums(boards.values(), rules, method))
    place[:] = [_Running(boards, rules, won)]
    return won


@lru_cache(maxsize=16)
def _newest(method: Method, contestants: tuple[Number, ...]) -> list[_Running]:
    """Returns the place where that of a session is kept which was reckoned last."""
    return []


def _is_same(before: ScoringRules, now: ScoringRules) -> bool:
    return before is now or before == now


def _changed(before: Mapping[BoardNumber, ScoredBoard], now: Mapping[BoardNumber, ScoredBoard]) -> list[BoardNumber]:
    found = [number for number, board in now.items() if before.get(number) is not board]
    return [*found, *(number for number in before if number not in now)]


def _with(
    before: Mapping[Number, WonOnBoards], gone: Mapping[Number, WonOnBoards], come: Mapping[Number, WonOnBoards]
) -> dict[Number, WonOnBoards]:
    found = dict(before)
    for number in {*gone, *come}:
        old, less, more = found.get(number, _NONE), gone.get(number, _NONE), come.get(number, _NONE)
        if less == more:
            continue
        now = WonOnBoards(
            old.points + (more.points - less.points),
            old.most if less.most == more.most else old.most + (more.most - less.most),
            old.boards - less.boards + more.boards,
            old.unscored - less.unscored + more.unscored,
        )
        if now.boards or now.unscored:
            found[number] = now
        else:
            found.pop(number, None)
    return found


_NONE = WonOnBoards(_NOTHING, _NOTHING, 0, 0)


def _sums(boards: Iterable[ScoredBoard], rules: ScoringRules, method: Method) -> dict[Number, WonOnBoards]:
    found: dict[Number, list[SidePoints]] = defaultdict(list)
    for number, points in _sides(boards):
        found[number].append(points)
    made = {}
    for number, all_points in found.items():
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


def exact_sum(amounts: Sequence[Fraction]) -> Fraction:
    """Returns the sum of amounts. Few denominators occur in a total, and whole numbers are added much faster."""
    numerators: dict[int, int] = {}
    first, *more = amounts or (_NOTHING,)
    if not more:
        return first
    for amount in (first, *more):
        denominator = amount.denominator
        numerators[denominator] = numerators.get(denominator, 0) + amount.numerator
    return sum((Fraction(numerator, denominator) for denominator, numerator in numerators.items()), _NOTHING)


def addend(points: SidePoints, rules: ScoringRules, method: Method) -> Fraction:
    """Returns what a board adds to a total: its exact points, or of matchpoints the published ones."""
    is_published = method is Method.MATCHPOINTS and rules.totals.adds is Addends.PUBLISHED
    return (points.points if is_published else points.exact) or _NOTHING
