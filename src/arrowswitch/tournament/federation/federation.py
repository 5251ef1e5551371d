"""Takes reports of clubs, tells what is wrong with each, and adds up what everybody earned.

A report with a fault in itself (`core.reporting.faults`), an older version than the one held, another report of the
same version and an event that is held already are refused. A membership number that is not in the register, or has
another name there, is listed with the report, which is accepted: the points wait under the number until the register
has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import chain, islice

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.membership import number_key
from arrowswitch.core.reporting.faults import faults_of
from arrowswitch.core.reporting.report import Report
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.tournament.club.attempts import PaperAttempt, make_no_pages, refuse_papers, row_of
from arrowswitch.tournament.club.papers import Paper, Papers
from arrowswitch.tournament.model.club_values.federation import CreditedPlayer, HeldReport
from arrowswitch.tournament.model.ports import Clock, Store
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.register.search import fold_text

_KIND = "federation-report"
_HUNDREDTHS = 100
_AT_ONCE = 50
"""The number of reports whose pages are made together."""
_FEWEST_ALIKE = 4
"""Two events of a day are the same from this many equal members on: one table is not enough."""


class ReportOutcome(StrEnum):
    """The outcome of a report: accepted, held already, or refused."""

    TAKEN = "taken"
    HELD = "held"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class TakenReport:
    """The outcome of a report, with its problems and notes."""

    outcome: ReportOutcome
    event: str
    version: int
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Earned:
    """The masterpoints of a member in the reports held, in hundredths, and the number of events. `is_known` if the
    register has the number; then the name is the register's."""

    number: str
    name: str
    points: int
    events: int
    is_known: bool

    @property
    def points_text(self) -> str:
        """Returns the masterpoints as text, with their decimals."""
        return decimal_string(Fraction(self.points, _HUNDREDTHS))


@dataclass(slots=True)
class _HeldNow:
    """The reports held during an import: by event, and the event of each set of members of a day."""

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

    def __init__(self, store: Store, clock: Clock, attempt: PaperAttempt = make_no_pages) -> None:
        """`attempt` makes the pages of reports before they are stored."""
        self._attempt = attempt
        self._store = store
        self._clock = clock
        self._papers: Papers[HeldReport] = Papers(store, _KIND)

    def reports(self) -> tuple[HeldReport, ...]:
        """Returns every report that is held, the newest event first."""
        reports = (paper.value for paper in self._papers)
        return tuple(sorted(reports, key=lambda one: (one.date, one.club, one.name), reverse=True))

    def take(self, reports: Iterable[tuple[Report, str]], sent_by: str = "") -> tuple[TakenReport, ...]:
        """Imports reports, each with its digest, in one transaction, and returns the outcome of each. `sent_by` is the
        club whose link was used; it can replace no report of another club."""
        held_now = _HeldNow({}, self._members())
        with self._store.at_once():
            for paper in self._papers:
                held_now.note(paper)
            return tuple(chain.from_iterable(self._take_some(some, held_now, sent_by) for some in _parts(reports)))

    def _take_some(
        self, reports: Sequence[tuple[Report, str]], held_now: _HeldNow, sent_by: str
    ) -> Iterator[TakenReport]:
        broken = self._broken(reports)
        for at, (report, digest) in enumerate(reports):
            if at in broken:
                yield _outcome(ReportOutcome.REFUSED, report, broken[at])
            else:
                yield self._take(report, digest, held_now, sent_by)

    def _broken(self, reports: Sequence[tuple[Report, str]]) -> dict[int, tuple[Problem, ...]]:
        """Returns the reports whose pages cannot be made, by their places: all are tried together first."""
        rows = [row_of(_KIND, str(at), self._held_report(*one)) for at, one in enumerate(reports)]
        broken: dict[int, tuple[Problem, ...]] = {}
        try:
            self._attempt(rows)
        except Exception:  # noqa: BLE001 - each is tried alone, where it is logged and named
            for at, row in enumerate(rows):
                try:
                    refuse_papers((row,), self._attempt, reports[at][0].event.name)
                except Malformed as refused:
                    broken[at] = refused.problems
        return broken

    def _members(self) -> dict[str, Person]:
        """Returns the members of the register by their numbers as they are compared."""
        return {number_key(p.person.number): p.person for p in self._store.players() if p.person.number}

    def forget(self, event_id: str) -> None:
        """Takes a report out, with the points that it brought."""
        self._papers.delete(event_id)

    def points(self, since: str = "", until: str = "") -> tuple[Earned, ...]:
        """Returns the masterpoints of every numbered player in events of these days, most points first."""
        members = self._members()
        names: dict[str, tuple[str, str]] = {}
        totals: dict[str, int] = {}
        events: dict[str, int] = {}
        for report in self.reports():
            if not (since <= report.date and (not until or report.date <= until)):
                continue
            for player in report.players:
                if player.number:
                    key = number_key(player.number)
                    names.setdefault(key, (player.number, player.name))
                    totals[key] = totals.get(key, 0) + (player.points or 0)
                    events[key] = events.get(key, 0) + 1
        earned = (
            Earned(
                number=members[key].number if key in members else names[key][0],
                name=members[key].name if key in members else names[key][1],
                points=points,
                events=events[key],
                is_known=key in members,
            )
            for key, points in totals.items()
        )
        return tuple(sorted(earned, key=lambda player: (-player.points, player.number)))

    def _take(self, report: Report, digest: str, held_now: _HeldNow, sent_by: str) -> TakenReport:
        event_id = report.event.event_id
        held = held_now.held.get(event_id)
        if sent_by and held is not None and held.value.sent_by not in ("", sent_by):
            return _outcome(ReportOutcome.REFUSED, report, (Problem("federation.other-club"),))
        if held is not None and (held.value.version, held.value.digest) == (report.version, digest):
            return _outcome(ReportOutcome.HELD, report)
        problems = (*faults_of(report), *_against(report, held, held_now))
        if problems:
            return _outcome(ReportOutcome.REFUSED, report, problems)
        sender = sent_by or ("" if held is None else held.value.sent_by)
        value = replace(self._held_report(report, digest), sent_by=sender)
        held_now.note(self._papers.save(event_id, value, 0 if held is None else held.version))
        return _outcome(ReportOutcome.TAKEN, report, tuple(_notes(report, held_now.members)))

    def _held_report(self, report: Report, digest: str) -> HeldReport:
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


def _parts(reports: Iterable[tuple[Report, str]]) -> Iterator[tuple[tuple[Report, str], ...]]:
    """Yields reports in groups: a federation imports thousands, and their results need memory."""
    every = iter(reports)
    while some := tuple(islice(every, _AT_ONCE)):
        yield some


def _against(report: Report, held: Paper[HeldReport] | None, held_now: _HeldNow) -> Iterator[Problem]:
    """Yields the conflicts of a report with the reports held: a newer version, a different report of the same version,
    the same event under another id."""
    if held is not None and held.value.version > report.version:
        yield Problem("federation.older", {"version": report.version, "held": held.value.version})
    elif held is not None and held.value.version == report.version:
        yield Problem("federation.same-version", {"version": report.version})
    numbers = frozenset(number_key(player.number) for _, player in report.players() if player.number)
    other = held_now.days.get((report.event.date, numbers))
    if other is not None and other != report.event.event_id:
        yield Problem(
            "federation.twice", {"name": held_now.held[other].value.name, "club": held_now.held[other].value.club}
        )


def _notes(report: Report, members: Mapping[str, Person]) -> Iterator[Problem]:
    """Yields the notes on an accepted report: that it has no boards, and unknown members."""
    if report.results_left_out:
        yield Problem("federation.results-left-out", {"n": report.results_left_out})
    yield from _strange_members(report, members)


def _strange_members(report: Report, members: Mapping[str, Person]) -> Iterator[Problem]:
    for _, player in report.players():
        member = members.get(number_key(player.number))
        if player.number and member is None:
            yield Problem("federation.unknown-number", {"number": player.number, "name": player.name})
        elif member is not None:
            spelled = {fold_text(name) for name in (member.name, member.kana, member.roman) if name}
            if not spelled & {fold_text(name) for name in (player.name, player.kana, player.roman) if name}:
                names = {"number": player.number, "name": player.name, "known": member.name}
                yield Problem("federation.other-name", dict(names))


def _outcome(outcome: ReportOutcome, report: Report, problems: tuple[Problem, ...] = ()) -> TakenReport:
    return TakenReport(outcome, report.event.name, report.version, problems)


def _hundredths(points: Fraction | None) -> int | None:
    """Returns masterpoints in hundredths; the formula has two decimals, and other amounts are refused before."""
    return None if points is None else int(points * _HUNDREDTHS)
