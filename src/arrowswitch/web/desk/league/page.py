"""The pages of a league: the matches by date with their state, the table, a proposed schedule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import groupby, pairwise

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.pairing.league.league import Fixture, League
from arrowswitch.core.pairing.league.schedule import Scheduling
from arrowswitch.core.pairing.league.season import AwaitedMatch, DivisionState, Due, Moves
from arrowswitch.core.scoring.teams.event import TeamStanding
from arrowswitch.tournament.league.season import division_of, plan_of
from arrowswitch.tournament.matches.views import MatchStatus, MatchView, matches
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.league import LeagueMatch
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.web.desk.league.form import schedule_text


class DayStanding(StrEnum):
    """How a match stands on a day."""

    PLAYED = "played"
    FORFEITED = "forfeited"
    REMOVED = "removed"
    RUNNING = "running"
    OVERDUE = "overdue"
    TODAY = "today"
    POSTPONED = "postponed"
    TO_COME = "to-come"


@dataclass(frozen=True, slots=True)
class FixtureRow:
    """A match of the season. `postponed_to` is set when it is not played on its own date; `days` is how long it is
    overdue, or still to come."""

    round: int
    match: MatchView
    venue: str
    standing: DayStanding
    planned: date
    is_postponed: bool
    postponed_to: date | None
    reason: str
    days: int

    @property
    def day(self) -> date | None:
        """Returns the date of the match; None while a postponed match has no date."""
        return self.postponed_to if self.is_postponed else self.planned

    @property
    def can_be_postponed(self) -> bool:
        """True if the match is not over."""
        return self.match.status in (MatchStatus.PLANNED, MatchStatus.RUNNING)


@dataclass(frozen=True, slots=True)
class DateRows:
    """A date of the season: its matches, and the teams without one."""

    day: date
    rows: tuple[FixtureRow, ...]
    free: tuple[tuple[Number, Entry | None], ...]


@dataclass(frozen=True, slots=True)
class LeagueTableRow:
    """A team of the table, and what becomes of it at the end of the season as it stands."""

    standing: TeamStanding
    entry: Entry | None
    move: Moves | None


@dataclass(frozen=True, slots=True)
class SeasonView:
    """The season on a day. `open` are the matches that wait for a result and should have one, or have no date."""

    division: DivisionState
    dates: tuple[DateRows, ...]
    table: tuple[LeagueTableRow, ...]
    open: tuple[FixtureRow, ...]

    @property
    def has_forfeits(self) -> bool:
        return any(match.forfeit is not None for match in self.division.standings.matches)


def season_view(state: EventState, place: Place, on: date, until: date | None = None) -> SeasonView:
    """Returns the season as it stands; `until` shows the table of the matches up to a date. Raises as `division_of`."""
    division = division_of(state, place, on, lambda _: "", until)
    rows = tuple(_rows(state, place, division))
    numbers = sorted(state.section_or_empty(place).numbers, key=number_order)
    waiting = tuple(
        row for row in rows if row.standing in (DayStanding.OVERDUE, DayStanding.TODAY, DayStanding.POSTPONED)
    )
    return SeasonView(
        division=division,
        dates=tuple(_dates(state, place, rows, numbers)),
        table=tuple(
            LeagueTableRow(one, state.entry_at(place, one.number), division.move_of(one.number))
            for one in division.standings.ranking
        ),
        open=tuple(sorted(waiting, key=lambda row: (row.standing is DayStanding.POSTPONED, -row.days))),
    )


def _rows(state: EventState, place: Place, division: DivisionState) -> Iterator[FixtureRow]:
    plan = plan_of(state, place)
    views = {(one.rounds[0], one.home): one for one in matches(state) if one.place == place}
    due = {id(one.match): one for one in division.open}
    rounds = {day: number for number, day in plan.days.items()}
    for match in division.season.matches:
        number = rounds[date.fromordinal(match.fixture.day.toordinal())]
        view = views[number, match.fixture.home]
        moved = plan.postponed_match(number, *match.fixture.teams)
        waits = due.get(id(match))
        yield FixtureRow(
            round=number,
            match=view,
            venue=match.fixture.venue,
            standing=_standing(view, waits),
            planned=plan.days[number],
            is_postponed=moved is not None,
            postponed_to=None if moved is None else moved.day,
            reason="" if moved is None else moved.reason,
            days=0 if waits is None else waits.days,
        )


_STANDINGS = {
    MatchStatus.COMPLETE: DayStanding.PLAYED,
    MatchStatus.FORFEITED: DayStanding.FORFEITED,
    MatchStatus.REMOVED: DayStanding.REMOVED,
}
_DUE = {
    Due.OVERDUE: DayStanding.OVERDUE,
    Due.TODAY: DayStanding.TODAY,
    Due.POSTPONED: DayStanding.POSTPONED,
    Due.TO_COME: DayStanding.TO_COME,
}


def _standing(view: MatchView, waits: AwaitedMatch | None) -> DayStanding:
    if view.status in _STANDINGS:
        return _STANDINGS[view.status]
    standing = DayStanding.TO_COME if waits is None else _DUE[waits.due]
    is_begun = view.status in (MatchStatus.RUNNING, MatchStatus.UNDECIDED) and standing in (
        DayStanding.TODAY,
        DayStanding.TO_COME,
    )
    return DayStanding.RUNNING if is_begun else standing


def _dates(
    state: EventState, place: Place, rows: Sequence[FixtureRow], numbers: Sequence[Number]
) -> Iterator[DateRows]:
    days = plan_of(state, place).days
    for day, group in groupby(sorted(rows, key=lambda row: days[row.round]), key=lambda row: days[row.round]):
        listed = tuple(group)
        busy = {number for row in listed for number in row.match.teams}
        free = tuple((n, state.entry_at(place, n)) for n in numbers if n not in busy)
        yield DateRows(day, listed, free)


@dataclass(frozen=True, slots=True)
class ScheduleBalance:
    """How a schedule treats a team: matches at home and away, and how often it is twice running at home or away."""

    number: Number
    entry: Entry | None
    home: int
    away: int
    breaks: int


@dataclass(frozen=True, slots=True)
class ProposedDate:
    """A date of a proposed schedule."""

    day: date
    matches: tuple[Fixture, ...]
    free: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class ProposalView:
    """The outcome of making a schedule, with its dates and balance when there is one."""

    outcome: Scheduling
    dates: tuple[ProposedDate, ...]
    balance: tuple[ScheduleBalance, ...]
    text: str

    @property
    def how(self) -> str:
        """Returns the last part of the code that says how the conditions of a conflict belong together: dates that are
        too few by themselves, a set of which none can be left out, or one that may be larger than it must be."""
        if all(one.code.endswith("dates") for one in self.outcome.conflict):
            return "dates"
        return "smallest" if self.outcome.is_smallest else "some"


def proposal_view(state: EventState, place: Place, league: League, scheduling: Scheduling) -> ProposalView:
    """Returns a proposed schedule for the page, or why there is none."""
    schedule = scheduling.schedule
    fixtures = () if schedule is None else tuple(sorted(schedule.fixtures, key=lambda one: one.day))
    grouped = []
    for day, group in groupby(fixtures, key=lambda one: one.day):
        listed = tuple(group)
        busy = {number for one in listed for number in one.teams}
        free = tuple(number for number in league.teams if number not in busy)
        grouped.append(ProposedDate(date.fromordinal(day.toordinal()), listed, free))
    as_taken = [LeagueMatch(date.fromordinal(one.day.toordinal()), one.home, one.away) for one in fixtures]
    return ProposalView(
        outcome=scheduling,
        dates=tuple(grouped),
        balance=tuple(_balance(state, place, league, fixtures)) if fixtures else (),
        text=schedule_text(as_taken),
    )


def _balance(state: EventState, place: Place, league: League, fixtures: Sequence[Fixture]) -> Iterator[ScheduleBalance]:
    homes = Counter(one.home for one in fixtures)
    for number in league.teams:
        sides = [one.home == number for one in fixtures if number in one.teams]
        twice = sum(first is second for first, second in pairwise(sides))
        entry = state.entry_at(place, number)
        yield ScheduleBalance(
            number=number, entry=entry, home=homes[number], away=len(sides) - homes[number], breaks=twice
        )
