"""Brackets of 128 teams, and the schedules of leagues of 12 and 20 teams."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.knockout.bracket import Bracket, BracketForm, make_bracket
from arrowswitch.core.pairing.knockout.check import bracket_faults, knockout_faults
from arrowswitch.core.pairing.knockout.match import KnockoutResult, KnockoutRules
from arrowswitch.core.pairing.knockout.progress import stand
from arrowswitch.core.pairing.league.league import Block, League, Room
from arrowswitch.core.pairing.league.schedule import schedule_league
from arrowswitch.core.scoring.teams.match import MatchRules, TeamMethod, Totals
from arrowswitch.core.scoring.teams.results import TeamMatch
from benchmarks.measure import Row, compare

TEAMS = 128
BOARDS = 24
RULES = KnockoutRules(MatchRules(TeamMethod.IMPS, BOARDS))


def rows() -> tuple[Row, ...]:
    """Returns the measurements."""
    return tuple(_rows())


def _rows() -> Iterator[Row]:
    teams = tuple(Number(str(at)) for at in range(1, TEAMS + 1))
    for name, form in (("single", BracketForm()), ("double", BracketForm(is_double=True))):
        bracket = make_bracket(teams, form)
        results = play_bracket(bracket)
        text = json.dumps([[match.number, *map(str, match.slots)] for match in bracket.matches])

        def make_and_check(form: BracketForm = form) -> object:
            return bracket_faults(make_bracket(teams, form))

        def stands(bracket: Bracket = bracket, results: tuple[KnockoutResult, ...] = results) -> object:
            return knockout_faults(stand(bracket, results, RULES))

        def read(text: str = text) -> object:
            return json.loads(text)

        yield compare(f"make and check a {name} knockout of {TEAMS}", make_and_check, "read its matches as JSON", read)
        yield compare(
            f"a {name} knockout of {TEAMS} as it stands, all played", stands, "read its matches as JSON", read
        )
    for count in (12, 20):
        for name, league in leagues(count):

            def schedule(league: League = league) -> object:
                return schedule_league(league, work=2)

            def list_matches(count: int = count) -> object:
                return listed_matches(count)

            yield compare(f"league of {count} teams, {name}", schedule, "list its matches", list_matches)
        yield _with_many_wishes(count)


def _with_many_wishes(count: int) -> Row:
    """Returns the schedule of a league in which every team has two wishes, with its number of breaks."""
    chance = random.Random(count)
    teams = tuple(Number(str(at)) for at in range(1, count + 1))
    dates = tuple(date(2026, 1, 4) + timedelta(weeks=at) for at in range(count + 2))
    wishes = tuple(
        Block(team, on, only_home=chance.random() < 1 / 2) for team in teams for on in chance.sample(dates, 2)
    )
    league = League(teams, dates, blocks=wishes)
    schedule = schedule_league(league, work=6).schedule
    breaks = "none found" if schedule is None else f"{schedule.breaks} breaks; {count - 2} without wishes"
    name = f"league of {count} teams, two wishes each, three dates to spare ({breaks})"
    return compare(name, lambda: schedule_league(league, work=6), "list its matches", lambda: listed_matches(count))


def listed_matches(count: int) -> object:
    """Returns the matches of a round robin."""
    return [(i, j) for i in range(count) for j in range(i)]


def play_bracket(bracket: Bracket) -> tuple[KnockoutResult, ...]:
    """Returns the results of a whole knockout, the first side of each match winning."""
    results: list[KnockoutResult] = []
    points = Fraction(40), Fraction(20)
    while waiting := stand(bracket, results, RULES).next_matches:
        for match in waiting:
            first, second = (Number(str(number)) for number in match.teams)
            match_result = TeamMatch(first, second, (Totals(BOARDS, points=points),))
            results.append(KnockoutResult(match.number, (match_result,)))
    return tuple(results)


def leagues(count: int) -> Iterator[tuple[str, League]]:
    """Yields a league without wishes, and one with free weeks, wishes and a crowded venue."""
    teams = tuple(Number(str(at)) for at in range(1, count + 1))
    dates = tuple(date(2026, 1, 4) + timedelta(weeks=at) for at in range(count))
    yield "no wishes", League(teams, dates[:-1])
    wishes = tuple(Block(teams[at], dates[at * 2], only_home=at % 2 == 0) for at in range(count // 2))
    venues = dict.fromkeys(teams[: count // 2], "Hall")
    rooms = (Room("Hall", count // 4 + 1),)
    crowded = replace(League(teams, dates), venues=venues, rooms=rooms, blocks=wishes)
    yield "a date to spare, wishes and a venue", crowded
