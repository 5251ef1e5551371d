"""Takes reports of clubs, tells what is wrong with each, and adds up what everybody earned.

A report with a fault in itself (`core.reporting.faults`), an older version than the one held, another report of the
same version and an event that is held already are refused. A membership number that the register does not know, or
knows under another name, is told, and the report is taken: the points wait under the number until the register has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.errors import Problem
from arrowswitch.core.membership import number_key
from arrowswitch.core.reporting.faults import faults_of
from arrowswitch.core.reporting.report import Report
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.tournament.club.papers import Paper, Papers
from arrowswitch.tournament.model.club_values.federation import CreditedPlayer, HeldReport
from arrowswitch.tournament.model.ports import Clock, Store
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.register.search import folded

_KIND = "federation-report"
_HUNDREDTHS = 100
_FEWEST_ALIKE = 4
"""So many members make two events of a day the same: a pairs game of one table is none."""


class ReportOutcome(StrEnum):
    """What became of a report that came: it was taken, was held already, or was refused."""

    TAKEN = "taken"
    HELD = "held"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class TakenReport:
    """What became of a report, with everything that is wrong with it or to be told of it."""

    outcome: ReportOutcome
    event: str
    version: int
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Earned:
    """What a member earned by the reports held: hundredths of a masterpoint, in how many events. `is_known` when the
    register has the number; then the name is the register's."""

    number: str
    name: str
    points: int
    events: int
    is_known: bool

    @property
    def written(self) -> str:
        """Returns the masterpoints as text, with their decimals."""
        return decimal_string(Fraction(self.points, _HUNDREDTHS))


@dataclass(slots=True)
class _HeldNow:
    """What is held while reports are taken: by event, and which event has the members of a day."""

    held: dict[str, Paper[HeldReport]]
    members: Mapping[str, Person]
    days: dict[tuple[str, frozenset[str]], str] = field(default_factory=dict)

    def note(self, paper: Paper[HeldReport]) -> None:
        self.held[paper.value.event_id] = paper
        numbers = frozenset(number_key(player.number) for player in paper.value.players if player.number)
        if len(numbers) >= _FEWEST_ALIKE:
            self.days[paper.value.date, numbers] = paper.value.event_id


class Federation:
    """The reports that a store holds."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._papers: Papers[HeldReport] = Papers(store, _KIND)

    def reports(self) -> tuple[HeldReport, ...]:
        """Returns every report that is held, the newest event first."""
        found = (paper.value for paper in self._papers)
        return tuple(sorted(found, key=lambda one: (one.date, one.club, one.name), reverse=True))

    def take(self, reports: Iterable[tuple[Report, str]], sent_by: str = "") -> tuple[TakenReport, ...]:
        """Takes reports, each with its digest, in one transaction, and returns what became of each; `sent_by` is the
        club whose link they came by, which changes no report of another club."""
        known = _HeldNow({}, self._members())
        with self._store.at_once():
            for paper in self._papers:
                known.note(paper)
            return tuple(self._take(report, digest, known, sent_by) for report, digest in reports)

    def _members(self) -> dict[str, Person]:
        """Returns the members of the register by their numbers as they are compared."""
        return {number_key(p.person.number): p.person for p in self._store.players() if p.person.number}

    def forget(self, event_id: str) -> None:
        """Takes a report out, with the points that it brought."""
        self._papers.delete(event_id)

    def points(self, since: str = "", until: str = "") -> tuple[Earned, ...]:
        """Returns what everybody with a number earned by events of these days, the most first."""
        members = self._members()
        told: dict[str, tuple[str, str]] = {}
        found: dict[str, int] = {}
        events: dict[str, int] = {}
        for report in self.reports():
            if not (since <= report.date and (not until or report.date <= until)):
                continue
            for one in report.players:
                if one.number:
                    key = number_key(one.number)
                    told.setdefault(key, (one.number, one.name))
                    found[key] = found.get(key, 0) + (one.points or 0)
                    events[key] = events.get(key, 0) + 1
        earned = (
            Earned(
                number=members[key].number if key in members else told[key][0],
                name=members[key].name if key in members else told[key][1],
                points=points,
                events=events[key],
                is_known=key in members,
            )
            for key, points in found.items()
        )
        return tuple(sorted(earned, key=lambda one: (-one.points, one.number)))

    def _take(self, report: Report, digest: str, known: _HeldNow, sent_by: str) -> TakenReport:
        event_id = report.event.event_id
        held = known.held.get(event_id)
        if sent_by and held is not None and held.value.sent_by not in ("", sent_by):
            return _taken(ReportOutcome.REFUSED, report, (Problem("federation.other-club"),))
        if held is not None and (held.value.version, held.value.digest) == (report.version, digest):
            return _taken(ReportOutcome.HELD, report)
        problems = (*faults_of(report), *_against(report, held, known))
        if problems:
            return _taken(ReportOutcome.REFUSED, report, problems)
        sender = sent_by or ("" if held is None else held.value.sent_by)
        value = replace(self._held(report, digest), sent_by=sender)
        known.note(self._papers.save(event_id, value, 0 if held is None else held.version))
        return _taken(ReportOutcome.TAKEN, report, tuple(_notes(report, known.members)))

    def _held(self, report: Report, digest: str) -> HeldReport:
        event = report.event
        return HeldReport(
            event_id=event.event_id,
            version=report.version,
            club=report.club,
            name=event.name,
            date=event.date,
            grade=event.grade,
            director=event.director,
            is_office_points=event.is_office_points,
            received_at=self._clock.now(),
            digest=digest,
            players=tuple(
                CreditedPlayer(
                    name=player.name,
                    number=player.number,
                    kana=player.kana,
                    roman=player.roman,
                    place=one.place or one.rank,
                    points=_hundredths(player.points),
                )
                for one, player in report.players()
            ),
        )


def _against(report: Report, held: Paper[HeldReport] | None, known: _HeldNow) -> Iterator[Problem]:
    """Yields what stands against a report in what is held: a newer version, another one of the same version, the same
    event under another id."""
    if held is not None and held.value.version > report.version:
        yield Problem("federation.older", {"version": report.version, "held": held.value.version})
    elif held is not None and held.value.version == report.version:
        yield Problem("federation.same-version", {"version": report.version})
    numbers = frozenset(number_key(player.number) for _, player in report.players() if player.number)
    other = known.days.get((report.event.date, numbers))
    if other is not None and other != report.event.event_id:
        yield Problem("federation.twice", {"name": known.held[other].value.name, "club": known.held[other].value.club})


def _notes(report: Report, members: Mapping[str, Person]) -> Iterator[Problem]:
    """Yields what is told of a report that is taken: that it has no boards, and strange members."""
    if report.results_left_out:
        yield Problem("federation.results-left-out", {"n": report.results_left_out})
    yield from _strange_members(report, members)


def _strange_members(report: Report, members: Mapping[str, Person]) -> Iterator[Problem]:
    for _, player in report.players():
        member = members.get(number_key(player.number))
        if player.number and member is None:
            yield Problem("federation.unknown-number", {"number": player.number, "name": player.name})
        elif member is not None:
            spelled = {folded(name) for name in (member.name, member.kana, member.roman) if name}
            if not spelled & {folded(name) for name in (player.name, player.kana, player.roman) if name}:
                told = {"number": player.number, "name": player.name, "known": member.name}
                yield Problem("federation.other-name", dict(told))


def _taken(outcome: ReportOutcome, report: Report, problems: tuple[Problem, ...] = ()) -> TakenReport:
    return TakenReport(outcome, report.event.name, report.version, problems)


def _hundredths(points: Fraction | None) -> int | None:
    """Returns masterpoints in hundredths; the formula has two decimals, and other amounts are refused before."""
    return None if points is None else int(points * _HUNDREDTHS)
