"""Decides on a league: its conditions, the schedule of the season, matches that are postponed.

JCBL director's manual 3.3, lines 2623 and 4237. Every schedule, from any source, is judged by the checker of
`core.pairing`. A new schedule leaves each settled match in its round and at its tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.errors import NotFound, ParamValue, Problem, Refused
from arrowswitch.core.movements.families.drawn import LEAGUE, match_meetings, swiss
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber
from arrowswitch.core.pairing.league.check import schedule_faults
from arrowswitch.core.pairing.league.league import MOST_DATES, MOST_LEGS, Fixture
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.league.season import (
    SettledMatch,
    league_of,
    plan_of,
    settled_matches,
)
from arrowswitch.tournament.matches.views import MatchStatus, match_at
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.context import Context, Rules, need_reason
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.league import (
    LeagueScheduled,
    LeagueSet,
    MatchPostponed,
    PostponeMatch,
    SetLeague,
    TakeSchedule,
)
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.draws import DrawnMatch, DrawnRound
from arrowswitch.tournament.model.values.league import LeagueConditions, LeagueMatch, LeaguePlan, Team
from arrowswitch.tournament.settings.decide_forms import missing_settings

_LONGEST_VENUE = 80
_CYCLE = 16
"""The number of boards after which dealer and vulnerability repeat (Law 2)."""
_NEVER_ALLOWED = frozenset(
    {"league.fault.meetings", "league.fault.stranger", "league.fault.twice", "league.fault.date"}
)
"""The faults with which a list of matches is no schedule at all."""


def settle(state: EventState, command: SetLeague, context: Context) -> tuple[Fact, ...]:
    """Decides on the conditions of a league. They may change at any time; a schedule that stands is not changed."""
    _need_league(state)
    Refused.check(condition_problems(state, command.conditions))
    section = state.section_or_empty(command.place)
    if section.league is not None and section.league.conditions == command.conditions:
        return ()
    return (LeagueSet(command.place, command.conditions),)


def condition_problems(state: EventState, conditions: LeagueConditions) -> Iterator[Problem]:
    """Yields the problems of the conditions of a league; `where` names the part."""
    if list(conditions.dates) != sorted(set(conditions.dates)):
        yield Problem("league-event.date-order", {}, "dates")
    if len(conditions.dates) > MOST_DATES:
        yield Problem("league-event.dates", {"n": len(conditions.dates), "most": MOST_DATES}, "dates")
    if not 1 <= conditions.legs <= MOST_LEGS:
        yield Problem("league-event.legs", {"n": conditions.legs, "most": MOST_LEGS}, "legs")
    yield from _day_problems(conditions)
    teams = {wish.team for wish in conditions.wishes} | {*conditions.venues}
    teams |= {who for one in conditions.fixed for who in (one.home, one.away)}
    if not teams <= set(state.entries):
        yield Problem("league-event.unknown-team", {}, "wishes")
    yield from _room_problems(conditions)
    busy = Counter((who, one.day) for one in conditions.fixed for who in (one.home, one.away))
    if any(count > 1 for count in busy.values()) or any(one.home == one.away for one in conditions.fixed):
        yield Problem("league-event.fixed-twice", {}, "fixed")
    entered = sum(not entry.is_withdrawn for entry in state.entries.values())
    if min(conditions.up, conditions.down) < 0 or conditions.up + conditions.down > max(entered, 2):
        yield Problem("league-event.moves", {"up": conditions.up, "down": conditions.down, "n": entered}, "up")


def _day_problems(conditions: LeagueConditions) -> Iterator[Problem]:
    dates = set(conditions.dates)
    named = {"wishes": {wish.day for wish in conditions.wishes}, "fixed": {one.day for one in conditions.fixed}}
    named["rooms"] = {day for room in conditions.rooms for day in room.on}
    for where, days in named.items():
        for day in sorted(days - dates):
            yield Problem("league-event.unknown-date", {"date": day.isoformat()}, where)


def _room_problems(conditions: LeagueConditions) -> Iterator[Problem]:
    for venue in (*conditions.venues.values(), *(room.venue for room in conditions.rooms)):
        if len(venue) > _LONGEST_VENUE:
            yield Problem("league-event.venue-long", {"most": _LONGEST_VENUE}, "rooms")
    if any(room.matches < 0 or any(most < 0 for most in room.on.values()) for room in conditions.rooms):
        yield Problem("league-event.room-number", {}, "rooms")
    names = [room.venue for room in conditions.rooms]
    if len(set(names)) < len(names):
        yield Problem("league-event.room-twice", {}, "rooms")


def take_schedule(state: EventState, command: TakeSchedule, context: Context) -> tuple[Fact, ...]:
    """Decides on the schedule of the season."""
    _need_league(state)
    Refused.check(missing_settings(state.settings))
    section = state.section_or_empty(command.place)
    if section.movement is not None and section.movement.family != LEAGUE:
        raise Refused.of("team-event.other-movement", section=command.place.section)
    _check_schedule(state, command, context)
    plan = plan_of(state, command.place)
    settled = settled_matches(state, command.place)
    days = _days(command.matches, settled)
    numbers = tuple(sorted(section.numbers, key=number_order))
    draws = tuple(_draw_round(number, days[number], command.matches, settled) for number in sorted(days))
    sheet = _sheet(state, numbers, draws)
    is_same = section.movement == sheet and section.draws == draws and plan.days == days
    if is_same and plan.has_fewest_breaks == command.has_fewest_breaks:
        return ()
    return (
        LeagueScheduled(
            place=command.place,
            movement=sheet,
            draws=draws,
            days=days,
            has_fewest_breaks=command.has_fewest_breaks,
        ),
    )


def _check_schedule(state: EventState, command: TakeSchedule, context: Context) -> None:
    """Raises Refused with all faults of a schedule; those against the conditions stand when they may be broken."""
    league = league_of(state, command.place)
    fixtures = tuple(Fixture(one.day, one.home, one.away, league.venues.get(one.home, "")) for one in command.matches)
    faults = schedule_faults(league, fixtures)
    there = {(one.day, one.home, one.away) for one in command.matches}
    settled = settled_matches(state, command.place)
    moved = [one for one in settled if (one.day, one.match.home, one.match.away) not in there]
    Refused.check(Problem("league-event.settled-moved", _match_params(one.match, one.day)) for one in moved)
    Refused.check(fault for fault in faults if fault.code in _NEVER_ALLOWED)
    if faults and not command.may_break_conditions:
        raise Refused(*faults, Problem("league-event.may-be-broken"))
    if faults:
        need_reason(context, "league-event.needs-reason")


def _days(matches: tuple[LeagueMatch, ...], settled: tuple[SettledMatch, ...]) -> dict[RoundNumber, date]:
    """Returns the date of each round: settled matches keep their rounds, and the other dates take the numbers that are
    left, in order."""
    settled_days = {one.round: one.day for one in settled}
    dates = sorted({one.day for one in matches} - set(settled_days.values()))
    free = (
        number
        for number in range(1, len(dates) + len(settled_days) + max(settled_days, default=0) + 1)
        if number not in settled_days
    )
    return dict(sorted({**settled_days, **dict(zip(free, dates, strict=False))}.items()))


def _draw_round(
    round_number: RoundNumber, day: date, matches: tuple[LeagueMatch, ...], settled: tuple[SettledMatch, ...]
) -> DrawnRound:
    """Returns a round: the settled matches at their tables, the others at the first tables that are free."""
    own = {(one.match.home, one.match.away): one.match for one in settled if one.round == round_number}
    used_tables = {table for match in own.values() for table in match.tables}
    here = [one for one in matches if one.day == day and (one.home, one.away) not in own]
    tables = ((2 * at + 1, 2 * at + 2) for at in range(len(here) + len(used_tables)))
    free = (two for two in tables if not used_tables & {*two})
    added = [DrawnMatch(home=one.home, away=one.away, tables=two) for one, two in zip(here, free, strict=False)]
    return DrawnRound(round_number, tuple(sorted((*own.values(), *added), key=lambda one: one.tables)))


def _sheet(state: EventState, numbers: tuple[Number, ...], draws: tuple[DrawnRound, ...]) -> Movement:
    """Returns the whole sheet: each round has its own board numbers, which restart the cycle of dealers and
    vulnerabilities, so that every match can be played with the boards of the first."""
    settings = state.settings
    boards, rounds = settings.play.boards_per_round or 1, max((draw.round for draw in draws), default=1)
    step = -(-boards // _CYCLE) * _CYCLE
    empty = swiss(ContestantKind.TEAM, numbers, rounds, boards, settings.play.first_board, LEAGUE)
    firsts = (settings.play.first_board + at * step for at in range(rounds))
    meetings: list[Meeting] = []
    for draw in draws:
        for match in draw.matches:
            meetings += match_meetings(ContestantKind.TEAM, draw.round, match.home, match.away, match.tables)
    return replace(
        empty,
        board_sets=tuple(tuple(range(first, first + boards)) for first in firsts),
        meetings=tuple(meetings),
        options={**empty.options, "rounds_drawn": rounds},
    )


def postpone(state: EventState, command: PostponeMatch, context: Context) -> tuple[Fact, ...]:
    """Decides on another date or venue of a match that is not over."""
    _need_league(state)
    plan = plan_of(state, command.at.place)
    section = state.section_or_empty(command.at.place)
    planned = {(one.round, match.home, match.away) for one in section.draws for match in one.matches}
    match = (command.at.round, command.home, command.away)
    if match not in planned or command.at.round not in plan.days:
        raise NotFound.of("match.none", number=command.home, round=command.at.round)
    view = match_at(state, command.at, command.home, command.away)
    if view.status not in (MatchStatus.PLANNED, MatchStatus.RUNNING):
        raise Refused.of("league-event.is-over", home=command.home, away=command.away)
    need_reason(context, "league-event.needs-reason")
    own_venue = plan.conditions.venues.get(section.numbers[command.home], "")
    venue = own_venue if command.venue is None else command.venue.strip()
    if len(venue) > _LONGEST_VENUE:
        raise Refused.of("league-event.venue-long", most=_LONGEST_VENUE)
    before = plan.postponed_match(*match)
    postponed = made_like(MatchPostponed, command, venue=venue)
    if (command.day, venue) == (plan.days[command.at.round], own_venue):
        return () if before is None else (replace(postponed, is_postponed=False),)
    if before is not None and (before.day, before.venue) == (command.day, venue):
        return ()
    if command.day is not None and not command.may_clash:
        clashes = tuple(_clashes(state, command, plan, command.day, venue))
        if clashes:
            raise Refused(*clashes, Problem("league-event.may-clash"))
    return (postponed,)


def _clashes(state: EventState, command: PostponeMatch, plan: LeaguePlan, day: date, venue: str) -> Iterator[Problem]:
    """Yields the clashes of a match on a date: another match of one of the two, a wish, a full venue."""
    section = state.section_or_empty(command.at.place)
    at_venue = 0
    for settled in settled_matches(state, command.at.place, with_open=True):
        moved = plan.postponed_match(settled.round, settled.match.home, settled.match.away)
        own = plan.conditions.venues.get(section.numbers[settled.match.home], "")
        where, on = (own, settled.day) if moved is None else (moved.venue, moved.day)
        if (settled.round, settled.match.home, settled.match.away) == (
            command.at.round,
            command.home,
            command.away,
        ) or on != day:
            continue
        at_venue += where == venue
        for number in {command.home, command.away} & {settled.match.home, settled.match.away}:
            params = _match_params(settled.match, day)
            yield Problem("league-event.busy", {"number": number, **params})
    sides: dict[Team, bool] = {section.numbers[command.home]: True, section.numbers[command.away]: False}
    for wish in plan.conditions.wishes:
        is_home = sides.get(wish.team)
        if wish.day == day and is_home is not None and not (wish.only_away if is_home else wish.only_home):
            number = command.home if is_home else command.away
            yield Problem("league-event.wish", {"number": number, "date": day.isoformat()})
    for room in plan.conditions.rooms:
        most = room.on.get(day, room.matches)
        if room.venue == venue and at_venue >= most:
            yield Problem("league-event.full", {"venue": venue, "date": day.isoformat(), "n": most})


def _match_params(match: DrawnMatch, day: date) -> dict[str, ParamValue]:
    return {"home": match.home, "away": match.away, "date": day.isoformat()}


def _need_league(state: EventState) -> None:
    if not form_of(state.settings).has_dates:
        raise Refused.of("league-event.other-form", form=state.settings.event_form.value)


RULES: Rules = {
    SetLeague: settle,
    TakeSchedule: take_schedule,
    PostponeMatch: postpone,
}
