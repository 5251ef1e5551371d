"""Judges the schedule of a league match by match: it knows nothing of how the schedule was made.

A schedule is sound when everybody meets everybody once in each leg, nobody plays twice on a date or on a date that is
barred, homes differ by one at most (of a team in all, of two in an even number of legs not at all), no venue holds more
than it can, the same two do not meet again too soon, and fixed matches stand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, pairwise

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.pairing.league.days import Day
from arrowswitch.core.pairing.league.league import Fixture, League


def schedule_faults(league: League, fixtures: tuple[Fixture, ...]) -> tuple[Problem, ...]:
    """Returns everything that is wrong with a schedule; nothing when it is sound."""
    return (
        *_meetings(league, fixtures),
        *_days(league, fixtures),
        *_homes(league, fixtures),
        *_rooms(league, fixtures),
        *_fixed_matches(league, fixtures),
    )


def _meetings(league: League, fixtures: tuple[Fixture, ...]) -> Iterator[Problem]:
    place = {day: at for at, day in enumerate(league.dates)}
    met: dict[frozenset[Number], list[int]] = defaultdict(list)
    for match in fixtures:
        met[frozenset(match.teams)].append(place.get(match.day, 0))
    for team, other in combinations(league.teams, 2):
        days = sorted(met.pop(frozenset((team, other)), []))
        if len(days) != league.legs:
            yield Problem("league.fault.meetings", {"one": team, "other": other, "n": len(days), "legs": league.legs})
        if any(later - earlier < league.apart for earlier, later in pairwise(days)):
            yield Problem("league.fault.too-soon", {"one": team, "other": other})
    for pair in met:
        yield Problem("league.fault.stranger", {"teams": ", ".join(sorted(pair))})


def _days(league: League, fixtures: tuple[Fixture, ...]) -> Iterator[Problem]:
    times = Counter((team, match.day) for match in fixtures for team in match.teams)
    for (team, day), count in times.items():
        if count > 1:
            yield Problem("league.fault.twice", {"number": team, "date": day.isoformat()})
    for day in sorted({match.day for match in fixtures} - set(league.dates)):
        yield Problem("league.fault.date", {"date": day.isoformat()})
    for block in league.blocks:
        for match in fixtures:
            is_barred = (match.home == block.team and block.bars_home) or (match.away == block.team and block.bars_away)
            if match.day == block.day and is_barred:
                yield Problem("league.fault.blocked", {"number": block.team, "date": block.day.isoformat()})


def _homes(league: League, fixtures: tuple[Fixture, ...]) -> Iterator[Problem]:
    homes = Counter(match.home for match in fixtures)
    for team in league.teams:
        away = league.matches - homes[team]
        if abs(homes[team] - away) > 1:
            yield Problem("league.fault.homes", {"number": team, "home": homes[team], "away": away})
    at_home = Counter(match.teams for match in fixtures)
    for first, other in combinations(league.teams, 2):
        if abs(at_home[first, other] - at_home[other, first]) > league.legs % 2:
            yield Problem("league.fault.homes-of-two", {"one": first, "other": other})


def _rooms(league: League, fixtures: tuple[Fixture, ...]) -> Iterator[Problem]:
    used: Counter[tuple[str, Day]] = Counter()
    for match in fixtures:
        used[match.venue, match.day] += 1
        if match.venue != league.venues.get(match.home, ""):
            yield Problem("league.fault.venue", {"number": match.home, "date": match.day.isoformat()})
    for room in league.rooms:
        for day in league.dates:
            if used[room.venue, day] > room.holds(day):
                params: dict[str, ParamValue] = {"venue": room.venue, "date": day.isoformat()}
                params |= {"n": used[room.venue, day], "limit": room.holds(day)}
                yield Problem("league.fault.room", params)


def _fixed_matches(league: League, fixtures: tuple[Fixture, ...]) -> Iterator[Problem]:
    there = {(match.day, match.home, match.away) for match in fixtures}
    for match in league.fixed:
        if (match.day, match.home, match.away) not in there:
            params = {"home": match.home, "away": match.away, "date": match.day.isoformat()}
            yield Problem("league.fault.kept", dict(params))
