"""Average plus and minus of those who did better, or worse, than its percentage on the boards they really scored.

Only they need their exact session percentage, and what they get is an award of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from arrowswitch.core.scoring.bulk.arrays import Flags, Ints
from arrowswitch.core.scoring.bulk.boards import Boards
from arrowswitch.core.scoring.bulk.sums import exact_sums, sum_points, tables_added
from arrowswitch.core.scoring.bulk.values import ScoredSide
from arrowswitch.core.scoring.outcomes import AverageKind
from arrowswitch.core.scoring.rules import ScoringRules

_ROOM = 400


def with_session_percents(
    sides: tuple[ScoredSide, ...], boards: Boards, rules: ScoringRules, count: Ints
) -> tuple[ScoredSide, ...]:
    """Returns the sides with the awards of contestants whose own session percentage counts (as `AverageRules.percent`).

    `count` is by contestant the number of boards with a score or an award.
    """
    contestants = len(count)
    concerned = {
        kind: _flags_of_average(sides, boards, kind, contestants) for kind in (AverageKind.PLUS, AverageKind.MINUS)
    }
    if not rules.averages.uses_session_percent or not any(flags.any() for flags in concerned.values()):
        return sides
    possible = tables_added(sides, [_score_tops(side) for side in sides], contestants)
    chosen = _flags_beyond_average(sides, rules, concerned, possible, int(count.max()))
    exact = [(side, side.exact) for side in sides]
    won = exact_sums(exact, chosen, has_awards=False) if chosen.any() else {}
    percents = {number: total * 100 / int(possible[number]) for number, total in won.items() if possible[number]}
    for side in sides:
        _put_awards(side, boards, rules, percents)
    return sides


def _flags_of_average(sides: Sequence[ScoredSide], boards: Boards, kind: AverageKind, contestants: int) -> Flags:
    flags = np.zeros(contestants, np.bool_)
    for side in sides:
        rows, _ = _rows(side, boards, kind)
        flags[side.numbers[rows]] = True
    return flags


def _rows(side: ScoredSide, boards: Boards, kind: AverageKind) -> tuple[Ints, Ints]:
    """Returns the results with an average of a kind, and their places among the awards."""
    awards = boards.sides[side.side].awards
    is_kind = np.array([own is kind for own in awards.kinds()], np.bool_)
    places = np.flatnonzero(is_kind[awards.entries]) if is_kind.any() else np.zeros(0, np.int64)
    return awards.rows[places], places


def _score_tops(side: ScoredSide) -> Ints:
    lookup = side.lookup
    return lookup.table(side.tops[side.boards[lookup.cells.form]], np.zeros(len(side.exact.awards), np.int64))


def _flags_beyond_average(
    sides: tuple[ScoredSide, ...],
    rules: ScoringRules,
    concerned: dict[AverageKind, Flags],
    possible: Ints,
    most_boards: int,
) -> Flags:
    """Returns the flags of contestants whose session percentage is, or may be, beyond the percentage of their
    average."""
    sums = sum_points([(side, side.exact) for side in sides], most_boards, _ROOM, len(possible), has_awards=False)
    plus, minus = min(int(rules.averages.plus), 100), min(rules.averages.minus.__ceil__(), 100)
    whole = sums.unit * possible
    is_more = (sums.low + sums.open) * 100 > plus * whole
    is_less = sums.low * 100 < minus * whole
    return (concerned[AverageKind.PLUS] & is_more) | (concerned[AverageKind.MINUS] & is_less)


def _put_awards(side: ScoredSide, boards: Boards, rules: ScoringRules, percents: dict[int, Fraction]) -> None:
    worths = (side.exact,) if side.shown_worths is side.exact else (side.exact, side.shown_worths)
    for kind in (AverageKind.PLUS, AverageKind.MINUS):
        rows, places = _rows(side, boards, kind)
        for place, number in zip(places.tolist(), side.numbers[rows].tolist(), strict=True):
            if number in percents:
                board = side.award_boards[int(side.lookup.entries[place])]
                percent = rules.averages.percent(kind, percents[number])
                side.lookup.entries[place] = len(side.exact.awards)
                side.award_boards.append(board)
                for own, tops in zip(worths, (side.tops, side.shown_tops), strict=False):
                    own.awards.append(percent * int(tops[board]) / 100)
