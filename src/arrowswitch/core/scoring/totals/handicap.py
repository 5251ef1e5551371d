"""Handicaps: a second ranking in addition to the real one.

The manual names handicap games (line 4205) and has no rule. Three kinds are in use in the field, all of them additions
to the result of the session: a percentage; matchpoints (IMPs, points); or boards, each worth half its top. In an event
of several sessions it is added to each session, and all of them to the total. A negative handicap is subtracted. A
weight counts a part of each handicap, as the English grading scheme does with the half or all of it. The result is
capped nowhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.rules import ScoringRules
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.totals.combined import (
    PlayedSession,
    mean_over,
    mean_tops,
    possible_points,
    ranks_by_percent,
    session_factors,
)
from arrowswitch.core.scoring.totals.ranking import ranked_by_field, ranking_basis


class HandicapKind(StrEnum):
    """The unit of a handicap."""

    PERCENT = "percent"
    POINTS = "points"
    BOARDS = "boards"


class HandicapOf(StrEnum):
    """The handicap of an entry without one of its own: the mean of its players' handicaps, or their sum."""

    MEAN = "mean"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class HandicapRules:
    """How handicaps count. `weight` (0 to 1) is the part of each that does; `rounding` is that of the results."""

    kind: HandicapKind = HandicapKind.PERCENT
    weight: Fraction = Fraction(1)
    rounding: Rounding = Rounding.HALF_UP_2


@dataclass(frozen=True, slots=True)
class HandicapPart:
    """The share of a handicap in one session: its points and the maximum of the whole session (0: the method has none),
    both factored to the top of the total."""

    points: Fraction
    possible: Fraction


def handicap_parts(
    sessions: Sequence[PlayedSession], handicaps: Mapping[Number, Fraction], rules: HandicapRules, scoring: ScoringRules
) -> dict[Number, tuple[HandicapPart, ...]]:
    """Returns the parts of each contestant's handicap, one for each session played; numbers are those of the whole
    event.

    A handicap is one of a session: in percent, in points, or in boards, it counts in each, and is factored with the
    session's total where tops differ, so that a percentage is the same percentage of the total.
    """
    by_number: dict[Number, list[HandicapPart]] = defaultdict(list)
    for played, factor in zip(sessions, session_factors(sessions), strict=True):
        tops, possible = mean_tops(played.standings), possible_points(played.standings, scoring)
        for real in played.standings.ranking:
            number = played.known_as[real.number]
            top = tops.get(real.number, Fraction(0)) if real.percent is not None else Fraction(0)
            most = top * real.boards_due if played.standings.is_provisional else possible.get(real.number, Fraction(0))
            counted = handicaps.get(number, Fraction(0)) * rules.weight
            points = {
                HandicapKind.POINTS: counted,
                HandicapKind.PERCENT: counted * most / 100,
                HandicapKind.BOARDS: counted * top / 2,
            }[rules.kind]
            by_number[number].append(HandicapPart(points * factor, most * factor if top else Fraction(0)))
    return {number: tuple(parts) for number, parts in by_number.items()}


def with_handicaps(
    standings: Standings, handicaps: Mapping[Number, Fraction], rules: HandicapRules, scoring: ScoringRules
) -> tuple[Standing, ...]:
    """Returns the ranking of every field after handicaps; who has none keeps the real result.

    Raises Refused: `handicap.weight`, `handicap.no-percent` where the method has no percentage (percent and boards),
    `handicap.unknown` for a number that is not ranked.
    """
    alone = PlayedSession(standings, {row.number: row.number for row in standings.ranking})
    return total_with_handicaps(standings, (alone,), handicaps, rules, scoring)


def total_with_handicaps(
    total: Standings,
    sessions: Sequence[PlayedSession],
    handicaps: Mapping[Number, Fraction],
    rules: HandicapRules,
    scoring: ScoringRules,
) -> tuple[Standing, ...]:
    """Returns the ranking of a total of sessions (`combined`) after the handicaps of all of them, as `with_handicaps`
    does that of one; raises Refused as it does."""
    _check(total, handicaps, rules)
    parts = handicap_parts(sessions, handicaps, rules, scoring)
    over = mean_over(sessions) if ranks_by_percent(sessions, scoring) else None
    rows = (_apply_handicap(row, parts.get(row.number, ()), rules, over) for row in total.ranking)
    basis = ranking_basis(total, scoring.ranking)
    return ranked_by_field(rows, scoring.ranking, basis, total.boards.values())


def percent_points(parts: Sequence[HandicapPart], over: int | None) -> Fraction:
    """Returns handicaps in percent of the maximum, or (`over` is a number of sessions, 0 for those played) in the mean
    of the sessions."""
    if over is not None:
        percents = [part.points * 100 / part.possible for part in parts if part.possible]
        return sum(percents, Fraction(0)) / (over or len(parts))
    points = sum((part.points for part in parts), Fraction(0))
    return points * 100 / sum((part.possible for part in parts), Fraction(0))


def _apply_handicap(real: Standing, parts: Sequence[HandicapPart], rules: HandicapRules, over: int | None) -> Standing:
    total = rules.rounding.of(real.total + sum((part.points for part in parts), Fraction(0)))
    if real.percent is None or not any(part.possible for part in parts):
        return replace(real, total=total)
    return replace(real, total=total, percent=rules.rounding.of(real.percent + percent_points(parts, over)))


def _check(standings: Standings, handicaps: Mapping[Number, Fraction], rules: HandicapRules) -> None:
    problems = []
    if not 0 <= rules.weight <= 1:
        problems.append(Problem("handicap.weight", {"weight": str(rules.weight)}))
    if rules.kind is not HandicapKind.POINTS and _has_no_percent(standings):
        problems.append(Problem("handicap.no-percent", {"method": standings.method}))
    ranked_numbers = {row.number for row in standings.ranking}
    problems += (
        Problem("handicap.unknown", {"number": number}) for number in handicaps if number not in ranked_numbers
    )
    Refused.check(problems)


def _has_no_percent(standings: Standings) -> bool:
    """True if the method has no percentage: boards earn points, and nobody has a percentage. Before any board has two
    results, and with nothing played, nobody has one by any method."""
    rows = standings.ranking
    return any(row.raw for row in rows) and all(row.percent is None for row in rows)
