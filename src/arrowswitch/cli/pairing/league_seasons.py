"""The season that `league` shows, wherever it comes from: a league file, or an event of the desk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, time

from arrowswitch import regulations
from arrowswitch.cli.console import Console
from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.league.league import Schedule, breaks_of
from arrowswitch.core.pairing.league.schedule import make_schedule
from arrowswitch.core.pairing.league.season import DivisionState, Season, moves, open_matches, table
from arrowswitch.core.scoring.teams.event import TeamEvent
from arrowswitch.core.scoring.teams.match import MatchRules, TeamMethod
from arrowswitch.formats.pairing.league_file import Division, LeagueFile, read_league_file
from arrowswitch.i18n.language import language_of
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.league.searches import Search
from arrowswitch.tournament.league.season import division_of, is_dated
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.values.people import Entry


@dataclass(frozen=True, slots=True)
class CalendarOf:
    """How the matches of a division stand in a calendar: what names them, when they begin, how long they take."""

    key: str
    begins: time | None
    minutes: int


@dataclass(frozen=True, slots=True)
class ShownSeason:
    """A league with its divisions on a date, and how each stands in a calendar."""

    name: str
    divisions: tuple[DivisionState, ...]
    calendars: tuple[CalendarOf, ...]


@dataclass(frozen=True, slots=True)
class SearchWish:
    """The search for a schedule: the seed, the limit in seconds, and the receiver of its progress."""

    seed: int
    work: int
    tell: Callable[[Search], None]


def season_of_file(content: bytes, search: SearchWish, until: date | None, today: date) -> ShownSeason:
    """Returns the season of a league file; its schedule is made where the file has none.

    Raises Malformed and Refused as `read_league_file` and `make_schedule`.
    """
    file = read_league_file(content)
    divisions = _with_moves(file, [_division(one, search, until, today) for one in file.divisions])
    calendars = tuple(
        CalendarOf(_key(file.name, one.name, state), one.time, one.minutes)
        for one, state in zip(file.divisions, divisions, strict=True)
    )
    return ShownSeason(file.name, tuple(divisions), calendars)


def _key(league: str, division: str, state: DivisionState) -> str:
    """Returns the key of a division's matches in calendars: the next season of the same name has another key."""
    first = min((match.fixture.day.toordinal() for match in state.season.matches), default=0)
    return "-".join(part for part in (league, division, date.fromordinal(first).isoformat() if first else "") if part)


def season_of_event(text: str, console: Console, until: date | None, today: date) -> ShownSeason:
    """Returns the season of an event file; with `until` the tables of the matches up to a date.

    Raises Malformed as `event_file.load`, and Refused (`league-event.other-form`, `league-event.no-schedule`).
    """
    state = state_of(event_file.load(text))
    settings = state.settings
    if not form_of(state.settings).has_dates:
        raise Refused.of("league-event.other-form", form=settings.event_form.value)
    places = [
        place
        for number, session in state.sessions.items()
        for letter in sorted(session.sections)
        if is_dated(state, place := Place(number, letter))
    ]
    if not places:
        raise Refused.of("league-event.no-schedule")

    def name_of(entry: Entry | None) -> str:
        if entry is None or not entry.people:
            return ""
        captain = entry.people[0]
        return entry.name or console.text("desk.team.of", name=language_of(console.locale).person(captain))

    divisions = tuple(division_of(state, place, today, name_of, until) for place in places)
    begins = time.fromisoformat(settings.announcement.starts_at)
    calendars = tuple(
        CalendarOf(f"{state.event_id}-{place.section}", begins, settings.play.minutes) for place in places
    )
    return ShownSeason(settings.name, divisions, calendars)


def _division(division: Division, search: SearchWish, until: date | None, today: date) -> DivisionState:
    league, fixtures = division.league, division.schedule
    if fixtures:
        schedule = Schedule(fixtures, breaks_of(fixtures), fewest=False)
    else:
        schedule = make_schedule(league, search.seed, search.work, Search(search.work, tell=search.tell))
    scale = regulations.load_scale(division.scale or division.rules.scale)
    event = TeamEvent(
        teams=league.teams,
        matches=(),
        rules=MatchRules(method=TeamMethod.IMPS, boards=division.boards, scale=scale),
        team_rules=division.rules,
        penalties=division.team_penalties,
        withdrawn=division.withdrawn,
        rounds=league.matches,
    )
    season = Season(division.season_matches(schedule.fixtures), event)
    standings, waiting = table(season, until), open_matches(season, today)
    return DivisionState(
        name=division.name,
        names=division.names,
        season=season,
        schedule=schedule,
        standings=standings,
        open=waiting,
        moves=(),
    )


def _with_moves(file: LeagueFile, states: list[DivisionState]) -> list[DivisionState]:
    moved = moves([state.standings for state in states], file.up, file.down)
    return [
        replace(state, moves=tuple(move for move in moved if move.division == at))
        for at, state in enumerate(states, start=1)
    ]
