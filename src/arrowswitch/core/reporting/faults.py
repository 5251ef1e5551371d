"""The faults inside a report: sums, ranks, and masterpoints that do not follow the formula.

JCBL director's manual 3.3, lines 3918-4191 (the formula of weekly games), 3919 (from the grade CCG on the office
reckons the points) and regulations summary, line 256 (who was sent out earns none).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from arrowswitch.core.awards.masterpoints import CLASSES, AwardRules, awards_behind
from arrowswitch.core.awards.team_masterpoints import RoundWorth, TeamRecord, team_awards
from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Problem
from arrowswitch.core.membership import number_key
from arrowswitch.core.reporting.report import Report, ReportedContestant, ReportedField
from arrowswitch.core.reporting.sums import Sums, sums_of, total_of_sessions
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.rules import EventClass

_TEAM = 4


def faults_of(report: Report) -> Iterator[Problem]:
    """Yields the contradictions in a report; `where` is the contestant's number.

    Codes: `federation.results-sum`, `federation.total-sum`, `federation.rank-order`, `federation.rank-number`,
    `federation.player-twice`, `federation.points-of-office`, `federation.points-formula`, `federation.not-complete`.
    """
    if report.is_provisional:
        yield Problem("federation.not-complete")
    sums = sums_of(report.results, report.matches)
    for field in report.fields:
        for contestant in field.contestants:
            yield from _sum_faults(contestant, sums)
        yield from _rank_faults(field, report.event.places_before)
        yield from _point_faults(report, field)
    numbered = [player.number for _, player in report.players() if player.number]
    counts = Counter(map(number_key, numbered))
    for key, number in {number_key(number): number for number in reversed(numbered)}.items():
        if counts[key] > 1:
            yield Problem("federation.player-twice", {"number": number})


def _sum_faults(contestant: ReportedContestant, sums: Sums) -> Iterator[Problem]:
    """Yields the fault of results that do not add up, and of a total that is not the results plus the adjustment."""
    expected = total_of_sessions(contestant.sessions, sums)
    if expected != contestant.results:
        yield _amounts("federation.results-sum", contestant, contestant.results, expected)
    if contestant.results + contestant.adjustment != contestant.total:
        yield _amounts("federation.total-sum", contestant, contestant.total, contestant.results + contestant.adjustment)


def _rank_faults(field: ReportedField, before: int) -> Iterator[Problem]:
    """Yields the faults of ranks that contradict the amounts, and of ranks that are not counted as places are."""
    ranked = sorted(
        (contestant for contestant in field.contestants if contestant.rank), key=lambda contestant: contestant.rank
    )
    counts = Counter(contestant.rank for contestant in ranked)
    for at, contestant in enumerate(ranked):
        first = before + sum(count for rank, count in counts.items() if rank < contestant.rank)
        if contestant.rank != first + 1 or contestant.is_tied != (counts[contestant.rank] > 1):
            yield Problem(
                "federation.rank-number", {"number": contestant.number, "rank": contestant.rank, "place": first + 1}
            )
        other = ranked[at - 1] if at else None
        ours, theirs = _basis(field, contestant), None if other is None else _basis(field, other)
        if other is not None and ours is not None and theirs is not None and ours > theirs:
            yield Problem(
                "federation.rank-order", {"number": contestant.number, "rank": contestant.rank, "other": other.number}
            )


def _basis(field: ReportedField, contestant: ReportedContestant) -> Fraction | None:
    return contestant.total if field.by == "total" else contestant.percent if field.by == "percent" else None


def _point_faults(report: Report, field: ReportedField) -> Iterator[Problem]:
    """Yields masterpoints that are not those of the formula, or that the office computes itself."""
    due = points_due(report, field)
    for contestant, amount in zip(field.contestants, due, strict=True):
        for player in contestant.players:
            expected = None if amount is None else Fraction(0) if player.is_expelled else amount
            if player.points == expected:
                continue
            params = {"number": contestant.number, "name": player.name, "points": _text(player.points)}
            if expected is None and report.event.is_office_points:
                yield Problem("federation.points-of-office", dict(params))
            else:
                yield Problem("federation.points-formula", {**params, "due": _text(expected)})


def points_due(report: Report, field: ReportedField) -> tuple[Fraction | None, ...]:
    """Returns the award of each member of a field by the formula; None where the club gives no masterpoints."""
    event, members = report.event, field.contestants
    is_given = event.grade is EventClass.WEEKLY and event.game_class in CLASSES and not report.is_provisional
    if event.game_class is None or not is_given or any(not one.rank for one in members):
        return (None,) * len(members)
    rules = AwardRules(event.rates, event.tied_awards)
    if event.kind is not ContestantKind.TEAM:
        ranks = [one.rank - event.places_before for one in members]
        return awards_behind(event.places_before, event.game_class, ranks, rules)
    records = [TeamRecord(one.rank, one.wins or Fraction(0), max(_TEAM, len(one.players))) for one in members]
    worth = RoundWorth(field.boards, field.most) if field.most else None
    return tuple(award.amount for award in team_awards(event.game_class, records, worth, rules))


def _amounts(code: str, contestant: ReportedContestant, reported: Fraction, expected: Fraction) -> Problem:
    return Problem(
        code, {"number": contestant.number, "told": decimal_string(reported), "found": decimal_string(expected)}
    )


def _text(points: Fraction | None) -> str:
    return "–" if points is None else decimal_string(points)
