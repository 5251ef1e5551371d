"""Leagues for tests: teams entered and numbered, dates, a schedule taken, matches played with chosen results."""

from __future__ import annotations

from datetime import date, timedelta

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.pairing.league.schedule import Settled
from arrowswitch.tournament.league.season import proposed_schedule
from arrowswitch.tournament.matches.views import match_at
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.league import SetLeague, TakeSchedule
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.league import LeagueConditions, LeagueMatch
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening
from tests.scripted_events import new_event

FIRST = date(2026, 9, 6)


def week(at: int) -> date:
    """Returns the date of the season's week, from 0."""
    return FIRST + timedelta(weeks=at)


def weeks(count: int) -> tuple[date, ...]:
    return tuple(week(at) for at in range(count))


def new_league(teams: int = 6, boards: int = 8, **settings: object) -> Evening:
    """Returns a league with its teams entered and numbered, and nothing settled about it yet."""
    defaults = {"kind": ContestantKind.TEAM, "form": EventForm.LEAGUE, "scale": "wbf-25", "boards_per_round": boards}
    evening = new_event(teams, 4, **{**defaults, **settings})
    evening.do(DrawNumbers(Place(1, "A"), 1))
    return evening


def take(evening: Evening, since: date | None = None) -> None:
    """Takes the schedule that is proposed."""
    _, scheduling = proposed_schedule(evening.state, Place(1, "A"), 5, since)
    assert scheduling.settled is Settled.FOUND
    assert scheduling.schedule is not None
    fixtures = scheduling.schedule.fixtures
    matches = tuple(LeagueMatch(date.fromisoformat(one.day.isoformat()), one.home, one.away) for one in fixtures)
    evening.do(TakeSchedule(Place(1, "A"), matches, scheduling.schedule.fewest))


def dated_league(teams: int = 6, spare: int = 0, boards: int = 8, **settings: object) -> Evening:
    """Returns a league with a schedule on weekly dates, begun."""
    evening = new_league(teams, boards, **settings)
    dates = weeks(teams - 1 + teams % 2 + spare)
    evening.do(SetLeague(Place(1, "A"), LeagueConditions(dates)))
    take(evening)
    evening.do(StartPlay(1))
    return evening


def home_of(evening: Evening, round_number: int, place: int = 0) -> tuple[Number, Number]:
    """Returns the home and the away team of a match of a round."""
    match = evening.state.section(Place(1, "A")).draws[round_number - 1].matches[place]
    return match.home, match.away


def play(evening: Evening, round_number: int, home: Number, margin: int = 0) -> None:
    """Plays a match: the home team makes this many points more on the first board, all others are passed out."""
    match = match_at(evening.state, Place(1, "A").at(round_number), home)
    tables = {slot.table for slot in missing_slots(evening.state, 1) if slot.round == round_number} & {*match.tables}
    first = True
    for board in match.boards:
        for cell in (board.open, board.closed):
            if cell is not None and cell.slot.table in tables:
                evening.do(EnterResult(cell.slot, str(margin) if first and margin else "P"))
                first = False


def play_date(evening: Evening, round_number: int) -> None:
    """Plays every match of a round to a draw."""
    for match in evening.state.section(Place(1, "A")).draws[round_number - 1].matches:
        play(evening, round_number, match.home)
