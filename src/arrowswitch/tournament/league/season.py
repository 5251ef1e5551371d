"""A league's season as pages, paper and the command line show it: the schedule to be made, matches by date, the table.

JCBL director's manual 3.3, lines 2623 (matches on different dates, entered at any time) and 4237 (the schedule maker);
regulations summary, lines 228-250 (forfeits). The schedule is made and judged by `core.pairing`; what is settled
already (played, lost without play, postponed, of a team that has left) stays where it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.drawn import LEAGUE
from arrowswitch.core.movements.model import RoundNumber, TableNumber
from arrowswitch.core.pairing.league.days import Day
from arrowswitch.core.pairing.league.league import Block, Fixture, League, Room, Schedule, breaks_of
from arrowswitch.core.pairing.league.schedule import Scheduling, schedule_league
from arrowswitch.core.pairing.league.season import DivisionState, Season, SeasonMatch, moves_of, open_matches, table
from arrowswitch.core.scoring.teams.results import TeamMatch
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.league.searches import Search
from arrowswitch.tournament.model.memory import Latest
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.draws import DrawnMatch
from arrowswitch.tournament.model.values.league import LeagueConditions, LeagueMatch, LeaguePlan, Team
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.scored.match_slips import slip_of
from arrowswitch.tournament.scored.planned_matches import PlannedMatch
from arrowswitch.tournament.scored.session import tables_of

SEED = 2008


class ScheduleMemory(Latest[tuple[League, Scheduling]]):
    """The schedule proposed for a section, with the league it was made for; one whose search was stopped is not
    kept."""


@dataclass(frozen=True, slots=True)
class SettledMatch:
    """A match of the present schedule that stays as it is: its round, its date, and the match."""

    round: RoundNumber
    day: date
    match: DrawnMatch

    @property
    def as_match(self) -> LeagueMatch:
        return LeagueMatch(self.day, self.match.home, self.match.away)


def plan_of(state: EventState, place: Place) -> LeaguePlan:
    """Returns the plan of a league; before it is set, with as many legs as fit in the rounds of the conditions."""
    section = state.section_or_empty(place)
    if section.league is not None:
        return section.league
    teams = len(section.numbers) or len(state.entries)
    once = teams - 1 + teams % 2
    legs = max(1, (state.settings.conditions.rounds or once) // once) if teams > 1 else 1
    return LeaguePlan(LeagueConditions(legs=min(legs, 4)))


def is_dated(state: EventState, place: Place) -> bool:
    """True if there is a schedule with dates."""
    section = state.section_or_empty(place)
    return section.league is not None and bool(section.league.days)


def settled_matches(state: EventState, place: Place, *, with_open: bool = False) -> tuple[SettledMatch, ...]:
    """Returns the matches that a new schedule leaves as they are: with a result or a ruling, a line-up, a penalty, lost
    without play, postponed, or of a team that has left; `with_open` all that there are.

    The rounds of a schedule without dates take the first dates of the league.
    """
    section, plan = state.section_or_empty(place), plan_of(state, place)
    touched, tables = _played_places(state, place)
    postponed = {one.place for one in plan.postponed}
    gone = {n for n, who in section.numbers.items() if (e := state.entries.get(who)) is not None and e.is_withdrawn}
    days = {**dict(enumerate(plan.conditions.dates, start=1)), **plan.days}
    settled = []
    for drawn in section.draws:
        day = days.get(drawn.round)
        for match in drawn.matches:
            is_settled = bool(touched & {(drawn.round, match.home), (drawn.round, match.away)})
            is_settled = is_settled or bool(tables & {(drawn.round, table) for table in match.tables})
            is_settled = is_settled or (drawn.round, match.home, match.away) in postponed
            if day is not None and (with_open or is_settled or gone & {match.home, match.away}):
                settled.append(SettledMatch(drawn.round, day, match))
    return tuple(settled)


def _played_places(
    state: EventState, place: Place
) -> tuple[set[tuple[RoundNumber, Number]], set[tuple[RoundNumber, TableNumber]]]:
    """Returns the teams and the tables of a round for which an entry was made."""
    slots: list[Slot] = [*state.results, *state.rulings.notes, *state.rulings.put_off]
    tables = {(slot.round, slot.table) for slot in slots if slot.place == place}
    teams = {(forfeit.at.round, forfeit.number) for forfeit in state.matches.forfeits if forfeit.at.place == place}
    teams |= {(known.at.round, known.number) for known in state.matches.lineups if known.at.place == place}
    teams |= {(slip.at.round, slip.home) for slip in state.matches.slips if slip.at.place == place}
    teams |= {
        (penalty.round, penalty.number)
        for penalty in state.rulings.penalties
        if penalty.place == place and penalty.round is not None
    }
    return teams, tables


def league_of(state: EventState, place: Place, since: date | None = None) -> League:
    """Returns the league that a schedule is made for, the settled matches among those it keeps.

    With `since` no match that is still open is put on an earlier date. Raises Refused (`league-event.no-numbers`,
    `league-event.no-dates`).
    """
    section, plan = state.section_or_empty(place), plan_of(state, place)
    teams = tuple(sorted(section.numbers, key=number_order))
    if len(teams) < 2:
        raise Refused.of("league-event.no-numbers")
    if not plan.conditions.dates:
        raise Refused.of("league-event.no-dates")
    conditions = plan.conditions
    number_of: dict[Team, Number] = {who: number for number, who in section.numbers.items()}
    venues = {number_of[who]: venue for who, venue in conditions.venues.items() if who in number_of}
    settled = settled_matches(state, place)
    held = tuple(Fixture(one.day, one.match.home, one.match.away, venues.get(one.match.home, "")) for one in settled)
    fixed = _open_arrangements(conditions, number_of, venues, held)
    dates = tuple(sorted({*conditions.dates, *(one.day for one in settled)}))
    return League(
        teams=teams,
        dates=dates,
        legs=conditions.legs,
        venues=venues,
        rooms=tuple(_rooms(conditions, held)),
        blocks=tuple(dict.fromkeys(_blocks(plan, number_of, teams, dates, held, since))),
        fixed=(*held, *fixed),
    )


def _open_arrangements(
    conditions: LeagueConditions,
    number_of: Mapping[Team, Number],
    venues: Mapping[Number, str],
    held: tuple[Fixture, ...],
) -> tuple[Fixture, ...]:
    """Returns the arranged matches that are not settled yet."""
    met = Counter(frozenset(match.teams) for match in held)
    fixtures = []
    for arranged in conditions.fixed:
        if arranged.home in number_of and arranged.away in number_of:
            home, away = number_of[arranged.home], number_of[arranged.away]
            if met[frozenset((home, away))]:
                met[frozenset((home, away))] -= 1
            else:
                fixtures.append(Fixture(arranged.day, home, away, venues.get(home, "")))
    return tuple(fixtures)


def _rooms(conditions: LeagueConditions, held: tuple[Fixture, ...]) -> Iterator[Room]:
    """Yields the venues; one that holds more settled matches on a date than it can is not crowded by these."""
    used = Counter((match.venue, match.day) for match in held)
    for room in conditions.rooms:
        on: dict[Day, int] = dict(room.on.items())
        for (venue, day), count in used.items():
            if venue == room.venue and count > on.get(day, room.matches):
                on[day] = count
        yield Room(room.venue, room.matches, on)


def _blocks(
    plan: LeaguePlan,
    number_of: Mapping[Team, Number],
    teams: tuple[Number, ...],
    dates: tuple[date, ...],
    held: tuple[Fixture, ...],
    since: date | None,
) -> Iterator[Block]:
    """Yields the blocked dates: the wishes of the teams, except on dates of their settled matches; dates on which only
    settled matches are played; dates of postponed matches."""
    busy = {(number, match.day) for match in held for number in match.teams}
    for wish in plan.conditions.wishes:
        number = number_of.get(wish.team)
        if number is not None and (number, wish.day) not in busy:
            yield Block(number, wish.day, wish.only_home, wish.only_away)
    closed = set(dates) - set(plan.conditions.dates) | {day for day in dates if since is not None and day < since}
    for day in sorted(closed):
        yield from (Block(number, day) for number in teams if (number, day) not in busy)
    for postponed in plan.postponed:
        for number in (postponed.home, postponed.away):
            if postponed.day in dates and postponed.day is not None and (number, postponed.day) not in busy:
                yield Block(number, postponed.day)


def proposed_schedule(
    state: EventState, place: Place, work: float, since: date | None = None, search: Search | None = None
) -> tuple[League, Scheduling]:
    """Returns the league and the schedule proposed for it, or the reason why there is none. Nothing is stored.

    Raises Refused as `league_of` and `League.check`. `work` is the limit of the search (about seconds); with `search`
    it ends in time, with the best schedule by then.
    """
    league = league_of(state, place, since)
    memory = state.memory.part(ScheduleMemory, place, work)
    latest = memory.value
    if latest is not None and latest[0] == league:
        return league, latest[1]
    schedule = schedule_league(league, SEED, work, search)
    if search is None or not search.is_over:
        memory.value = league, schedule
    return league, schedule


def season_of(state: EventState, place: Place) -> Season:
    """Returns the season of a league: every match with its date and what was entered for it.

    Raises Refused (`league-event.no-schedule`) before there is a schedule with dates.
    """
    section, plan = state.section_or_empty(place), plan_of(state, place)
    if section.movement is None or section.movement.family != LEAGUE or not plan.days:
        raise Refused.of("league-event.no-schedule")
    scored = next(one for one in tables_of(state, place.session) if one.section == place.section)
    venues = {number: plan.conditions.venues.get(who, "") for number, who in section.numbers.items()}
    touched = {(slot.session, slot.section, slot.round, slot.table) for slot in state.results}
    matches = []
    for planned, result in zip(scored.planned, scored.event.matches, strict=True):
        is_begun = any((s.session, s.section, s.round, s.table) in touched for s in planned.open + planned.closed)
        is_entered = is_begun or bool(result.forfeited_by) or slip_of(state, planned) is not None
        matches.append(_season_match(plan, planned, venues, result if is_entered else None))
    return Season(tuple(matches), replace(scored.event, matches=()))


def matches_at_tables(state: EventState, place: Place) -> Mapping[tuple[RoundNumber, TableNumber], SeasonMatch]:
    """Returns of each round the match at each table, with its date and venue; nothing where there are no dates."""
    if not (form_of(state.settings).has_dates and is_dated(state, place)):
        return {}
    scored = next(one for one in tables_of(state, place.session) if one.section == place.section)
    return {
        (slot.round, slot.table): match
        for planned, match in zip(scored.planned, season_of(state, place).matches, strict=True)
        for slot in planned.open + planned.closed
    }


def _season_match(
    plan: LeaguePlan, planned: PlannedMatch, venues: Mapping[Number, str], result: TeamMatch | None
) -> SeasonMatch:
    moved = plan.postponed_match(planned.rounds[0], planned.home, planned.away)
    venue = venues.get(planned.home, "") if moved is None else moved.venue
    fixture = Fixture(plan.days[planned.rounds[0]], planned.home, planned.away, venue)
    return SeasonMatch(fixture, result, moved is not None, None if moved is None else moved.day)


def division_of(
    state: EventState,
    place: Place,
    on: date,
    name_of: Callable[[Entry | None], str],
    until: date | None = None,
) -> DivisionState:
    """Returns a league on a date: its table (with `until` of the matches played up to a date), the open matches, who
    goes up and down.

    `name_of` gives the names of the teams. Raises Refused as `season_of`.
    """
    season = season_of(state, place)
    section, plan = state.section_or_empty(place), plan_of(state, place)
    fixtures = tuple(match.fixture for match in season.matches)
    standings = table(season, until)
    conditions = plan.conditions
    names = {number: name_of(state.entries.get(who)) for number, who in section.numbers.items()}
    return DivisionState(
        name="" if len(state.session(place.session).sections) < 2 else place.section,
        names=names,
        season=season,
        schedule=Schedule(fixtures, breaks_of(fixtures), plan.has_fewest_breaks),
        standings=standings,
        open=open_matches(season, on),
        moves=moves_of(standings, conditions.up, conditions.down),
    )
