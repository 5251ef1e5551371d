"""Handicaps: a second ranking beside the real one.

The manual names handicap games (line 4205) and has no rule. Three kinds are in use in the field, all of them additions
to the result of the session: so many percent; so many matchpoints (IMPs, points); so many boards, each worth half its
top. A negative handicap takes away. A weight lets a part of each handicap count, as the English grading scheme does
with the half or all of it. The result is capped nowhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.rules import RankingRules
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.totals.ranking import ranked_by_field


class HandicapKind(StrEnum):
    """What a handicap is counted in."""

    PERCENT = "percent"
    POINTS = "points"
    BOARDS = "boards"


@dataclass(frozen=True, slots=True)
class HandicapRules:
    """How handicaps count. `weight` (0 to 1) is the part of each that does; `rounding` is that of the results."""

    kind: HandicapKind = HandicapKind.PERCENT
    weight: Fraction = Fraction(1)
    rounding: Rounding = Rounding.HALF_UP_2


def with_handicaps(
    standings: Standings, handicaps: Mapping[Number, Fraction], rules: HandicapRules, ranking: RankingRules
) -> tuple[Standing, ...]:
    """Returns the ranking of every field after handicaps; who has none keeps the real result.

    Raises Refused: `handicap.weight`, `handicap.no-percent` where the method has no percentage (percent and boards),
    `handicap.unknown` for a number that is not ranked.
    """
    _check(standings, handicaps, rules)
    tops = _mean_tops(standings)
    rows = (
        _handicapped(row, handicaps.get(row.number, Fraction(0)) * rules.weight, tops.get(row.number), rules)
        for row in standings.ranking
    )
    return ranked_by_field(rows, ranking, standings.ranked_by or ranking.by, standings.boards.values())


def _handicapped(real: Standing, counted: Fraction, top: Fraction | None, rules: HandicapRules) -> Standing:
    """Returns a result with what counts of its handicap; `top` is the mean top of the contestant's boards (None: the
    method has no percentage)."""
    if real.percent is None or top is None:
        return replace(real, total=rules.rounding.of(real.total + counted))
    most = top * real.boards_due
    points = {
        HandicapKind.POINTS: counted,
        HandicapKind.PERCENT: counted * most / 100,
        HandicapKind.BOARDS: counted * top / 2,
    }[rules.kind]
    percent = rules.rounding.of(real.percent + points * 100 / most)
    return replace(real, total=rules.rounding.of(real.total + points), percent=percent)


def _mean_tops(standings: Standings) -> dict[Number, Fraction]:
    """Returns the mean top of the boards on which each contestant has points."""
    tops: dict[Number, list[Fraction]] = defaultdict(list)
    for board in standings.boards.values():
        for row in board.rows:
            for side, numbers in ((Side.NS, row.line.ns), (Side.EW, row.line.ew)):
                points = row.side(side)
                if points.points is not None and points.top:
                    for number in numbers:
                        tops[number].append(points.top)
    return {number: sum(found, Fraction(0)) / len(found) for number, found in tops.items()}


def _check(standings: Standings, handicaps: Mapping[Number, Fraction], rules: HandicapRules) -> None:
    problems = []
    if not 0 <= rules.weight <= 1:
        problems.append(Problem("handicap.weight", {"weight": str(rules.weight)}))
    if rules.kind is not HandicapKind.POINTS and any(row.percent is None for row in standings.ranking):
        problems.append(Problem("handicap.no-percent", {"method": standings.method}))
    known = {row.number for row in standings.ranking}
    problems += (Problem("handicap.unknown", {"number": number}) for number in handicaps if number not in known)
    Refused.check(problems)
