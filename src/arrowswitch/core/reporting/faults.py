"""What is wrong in a report by itself: sums, ranks, and masterpoints that the formula does not give.

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
from arrowswitch.core.reporting.sums import Sums, brought, sums_of
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.rules import EventClass

_TEAM = 4


def faults_of(report: Report) -> Iterator[Problem]:
    """Yields everything that does not fit together in a report; `where` is the contestant's number.

    Codes: `federation.results-sum`, `federation.total-sum`, `federation.rank-order`, `federation.rank-number`,
    `federation.player-twice`, `federation.points-of-office`, `federation.points-formula`, `federation.not-complete`.
    """
    if report.is_provisional:
        yield Problem("federation.not-complete")
    sums = sums_of(report.results, report.matches)
    for field in report.fields:
        for one in field.contestants:
            yield from _sum_faults(one, sums)
        yield from _rank_faults(field, report.event.places_before)
        yield from _point_faults(report, field)
    numbered = [player.number for _, player in report.players() if player.number]
    counts = Counter(map(number_key, numbered))
    for key, number in {number_key(number): number for number in reversed(numbered)}.items():
        if counts[key] > 1:
            yield Problem("federation.player-twice", {"number": number})


def _sum_faults(one: ReportedContestant, sums: Sums) -> Iterator[Problem]:
    """Yields where the results do not add up, or the total is not theirs and what was added."""
    found = brought(one.sessions, sums)
    if found != one.results:
        yield _amounts("federation.results-sum", one, one.results, found)
    if one.results + one.adjustment != one.total:
        yield _amounts("federation.total-sum", one, one.total, one.results + one.adjustment)


def _rank_faults(field: ReportedField, before: int) -> Iterator[Problem]:
    """Yields where a better amount has the lower rank, and ranks that are not counted as places are."""
    ranked = sorted((one for one in field.contestants if one.rank), key=lambda one: one.rank)
    counts = Counter(one.rank for one in ranked)
    for at, one in enumerate(ranked):
        first = before + sum(count for rank, count in counts.items() if rank < one.rank)
        if one.rank != first + 1 or one.is_tied != (counts[one.rank] > 1):
            yield Problem("federation.rank-number", {"number": one.number, "rank": one.rank, "place": first + 1})
        other = ranked[at - 1] if at else None
        ours, theirs = _basis(field, one), None if other is None else _basis(field, other)
        if other is not None and ours is not None and theirs is not None and ours > theirs:
            yield Problem("federation.rank-order", {"number": one.number, "rank": one.rank, "other": other.number})


def _basis(field: ReportedField, one: ReportedContestant) -> Fraction | None:
    return one.total if field.by == "total" else one.percent if field.by == "percent" else None


def _point_faults(report: Report, field: ReportedField) -> Iterator[Problem]:
    """Yields masterpoints that are not those of the formula, or that the office itself reckons."""
    due = points_due(report, field)
    for one, amount in zip(field.contestants, due, strict=True):
        for player in one.players:
            expected = None if amount is None else Fraction(0) if player.is_expelled else amount
            if player.points == expected:
                continue
            params = {"number": one.number, "name": player.name, "points": _text(player.points)}
            if expected is None and report.event.is_office_points:
                yield Problem("federation.points-of-office", dict(params))
            else:
                yield Problem("federation.points-formula", {**params, "due": _text(expected)})


def points_due(report: Report, field: ReportedField) -> tuple[Fraction | None, ...]:
    """Returns what each member of a field earns by the formula, None where the club gives no masterpoints."""
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


def _amounts(code: str, one: ReportedContestant, told: Fraction, found: Fraction) -> Problem:
    return Problem(code, {"number": one.number, "told": decimal_string(told), "found": decimal_string(found)})


def _text(points: Fraction | None) -> str:
    return "–" if points is None else decimal_string(points)
