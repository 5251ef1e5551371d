"""A league as a JSON file: teams, dates, venues, wishes, and what has been played; the input of `arrowswitch league`.

    {"name": "Autumn League", "boards": 24, "scale": "wbf-25", "legs": 1, "time": "13:00", "minutes": 240,
     "teams": [{"number": "1", "name": "Alder", "venue": "Club House"}, ...],
     "dates": ["2026-09-06", ...],                                       without the free weeks
     "venues": [{"name": "Club House", "matches": 2, "on": {"2026-09-06": 1}}],
     "not_on": [{"team": "1", "date": "2026-09-06", "only_home": true}],
     "fixtures": [{"date": "2026-09-06", "home": "1", "away": "2"}],     the whole schedule, if it is made already
     "kept": [...],                                                      or only matches that it must have
     "results": [{"home": "1", "away": "2", "imps": [45, 32]}, {"home": "3", "away": "4", "forfeit": ["4"]}],
     "postponed": [{"home": "5", "away": "6", "to": "2026-09-20" or null}],
     "penalties": [{"team": "3", "amount": "1.5", "unit": "vp"}], "withdrawn": [],
     "rank_by": "points" or "wins", "tie_breaks": ["direct-match", ...],
     "up": 1, "down": 1, "divisions": [{"name": "Division 1", "teams": [...], ...}, ...]}

With divisions, each has its own teams, wishes and results, and takes from the file what it does not give itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import TypeVar, cast

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.pairing.league import days
from arrowswitch.core.pairing.league.league import Block, Fixture, League, Room
from arrowswitch.core.pairing.league.season import SeasonMatch
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.team_rules import TeamRules, TeamsRankBy, TieBreak
from arrowswitch.core.scoring.teams.match import Totals
from arrowswitch.core.scoring.teams.results import TeamMatch, TeamPenalty
from arrowswitch.formats.json.values import (
    EACH,
    Clock,
    ContestantNumber,
    Count,
    Day,
    Flag,
    Line,
    Listed,
    Object,
    Whole,
    json_object,
    numbers_twice,
    numbers_unknown,
    read_values,
    values_at,
    wrong,
)
from arrowswitch.formats.pairing.team_values import Imps, TypedPenalty

_OWN = ("divisions", "up", "down")
_IN_DIVISION = re.compile(r"divisions\[(\d{1,9})\]\.((\w+).*)")


@dataclass(frozen=True, slots=True)
class _Team:
    number: ContestantNumber
    name: Line = ""
    venue: Line = ""


@dataclass(frozen=True, slots=True)
class _Match:
    home: ContestantNumber
    away: ContestantNumber

    @property
    def teams(self) -> tuple[Number, Number]:
        """Returns both teams, the home team first."""
        return self.home, self.away


_Entered = TypeVar("_Entered", bound=_Match)


@dataclass(frozen=True, slots=True)
class _Fixture(_Match):
    date: Day
    venue: Line = ""


@dataclass(frozen=True, slots=True)
class _Result(_Match):
    imps: Imps | None = None
    forfeit: Listed[ContestantNumber] = ()

    def __post_init__(self) -> None:
        if self.imps is None and not self.forfeit:
            raise wrong("league-file.no-result", "")

    def team_match(self, round_number: int, boards: int) -> TeamMatch:
        """Returns the match that was played in a round."""
        parts = () if self.imps is None else (Totals(boards, points=self.imps),)
        return TeamMatch(
            first=self.home, second=self.away, parts=parts, round=round_number, boards=boards, forfeited_by=self.forfeit
        )


@dataclass(frozen=True, slots=True)
class _Postponed(_Match):
    to: Day | None = None


@dataclass(frozen=True, slots=True)
class _Venue:
    name: Line = ""
    matches: Count = 1
    on: Mapping[Day, Count] = field(default_factory=dict, hash=False)

    @property
    def room(self) -> Room:
        return Room(self.name, self.matches, cast(Mapping[days.Day, int], self.on))


@dataclass(frozen=True, slots=True)
class _NotOn:
    team: ContestantNumber
    date: Day
    only_home: Flag = False


@dataclass(frozen=True, slots=True)
class Division:
    """A league of a file, under the file's keys. `fixtures` are empty when the schedule is still to be made; `scale`
    is a name, and `place` says where in the file the division stands."""

    name: Line = ""
    boards: Whole = 24
    scale: Line = ""
    legs: Whole = 1
    time: Clock | None = None
    minutes: Whole = 240
    teams: Listed[_Team] = ()
    dates: Listed[Day] = ()
    venues: Listed[_Venue] = ()
    not_on: Listed[_NotOn] = ()
    fixtures: Listed[_Fixture] = ()
    kept: Listed[_Fixture] = ()
    results: Listed[_Result] = ()
    postponed: Listed[_Postponed] = ()
    penalties: Listed[TypedPenalty] = ()
    withdrawn: frozenset[ContestantNumber] = frozenset()
    rank_by: TeamsRankBy = TeamsRankBy.POINTS
    tie_breaks: Listed[TieBreak] = ()
    place: Line = ""

    @property
    def names(self) -> Mapping[Number, str]:
        """Returns the name of each team, or its number if it has none."""
        return {team.number: team.name or team.number for team in self.teams}

    @property
    def league(self) -> League:
        """Returns the league to be scheduled."""
        return League(
            teams=tuple(team.number for team in self.teams),
            dates=self.dates,
            legs=self.legs,
            venues={team.number: team.venue for team in self.teams},
            rooms=tuple(venue.room for venue in self.venues),
            blocks=tuple(Block(wish.team, wish.date, wish.only_home) for wish in self.not_on),
            fixed=self._in_venues(self.kept),
        )

    @property
    def schedule(self) -> tuple[Fixture, ...]:
        """Returns the whole schedule; empty if the file has none."""
        return self._in_venues(self.fixtures)

    @property
    def rules(self) -> TeamRules:
        return TeamRules(rank_by=self.rank_by, tie_breaks=self.tie_breaks)

    @property
    def team_penalties(self) -> tuple[TeamPenalty, ...]:
        """Returns the penalties, in victory points if they name no unit."""
        return tuple(penalty.team_penalty(PenaltyUnit.VP) for penalty in self.penalties)

    def season_matches(self, fixtures: tuple[Fixture, ...]) -> tuple[SeasonMatch, ...]:
        """Returns the matches of a schedule with what was entered for each, the earliest of the same two first.

        Raises Malformed: `league-file.no-fixture` for what belongs to no match.
        """
        results = [(f"results[{at}]", result) for at, result in enumerate(self.results)]
        postponed = [(f"postponed[{at}]", match) for at, match in enumerate(self.postponed)]
        matches = []
        for round_number, fixture in enumerate(fixtures, start=1):
            result, later = _pop_entry(results, fixture), _pop_entry(postponed, fixture)
            played = None if result is None else result.team_match(round_number, self.boards)
            matches.append(SeasonMatch(fixture, played, later is not None, None if later is None else later.to))
        Malformed.check(
            Problem("league-file.no-fixture", {"home": entry.home, "away": entry.away}, self.place + place)
            for place, entry in (*results, *postponed)
        )
        return tuple(matches)

    def _in_venues(self, fixtures: tuple[_Fixture, ...]) -> tuple[Fixture, ...]:
        """Returns fixtures, in the venue of the home team where they name none."""
        venues = {team.number: team.venue for team in self.teams}
        return tuple(
            Fixture(fixture.date, fixture.home, fixture.away, fixture.venue or venues[fixture.home])
            for fixture in fixtures
        )


@dataclass(frozen=True, slots=True)
class LeagueFile:
    """A file of one league or of several divisions, the highest first, and how many go up and down between them."""

    divisions: Listed[Division]
    name: Line = ""
    up: Count = 0
    down: Count = 0


def read_league_file(content: bytes) -> LeagueFile:
    """Returns the leagues of a JSON file.

    Raises Malformed with every problem and its place: `format.json`, `json-file.*`, `league-file.imps`, `.no-result`,
    `.team-twice` and `.unknown-team`.
    """
    data = json_object(content)
    divisions_given = data.get("divisions") or [{}]
    own: list[object] = divisions_given if isinstance(divisions_given, list) else []
    shared = {key: value for key, value in data.items() if key not in _OWN}
    divisions = [
        {**shared, **division, "place": f"divisions[{at}]." if "divisions" in data else ""}
        if isinstance(division, dict)
        else division
        for at, division in enumerate(own)
    ]
    whole = {**data, "divisions": divisions if isinstance(divisions_given, list) else divisions_given}

    def in_file(place: str) -> str:
        """Returns the place in the file of a value that a division inherits."""
        match = _IN_DIVISION.fullmatch(place)
        division = own[int(match[1])] if match else None
        return match[2] if match and isinstance(division, dict) and match[3] not in division else place

    return read_values(LeagueFile, whole, content, _problems_of_teams(whole), in_file)


def _problems_of_teams(data: Object) -> Iterator[Problem]:
    """Yields teams that stand in a division twice, and those of matches that it does not have."""
    for place, division in values_at(data, "divisions", EACH):
        teams = [*values_at(division, "teams", EACH, "number", place=place)]
        yield from numbers_twice("league-file.team-twice", teams)
        for match, side in product(("fixtures", "kept"), ("home", "away")):
            numbers = values_at(division, match, EACH, side, place=place)
            yield from numbers_unknown("league-file.unknown-team", numbers, {str(number) for _, number in teams})


def _pop_entry(entered: list[tuple[str, _Entered]], fixture: Fixture) -> _Entered | None:
    """Removes the entry of a fixture from the list and returns it."""
    match = next((entry for entry in entered if entry[1].teams == fixture.teams), None)
    if match is None:
        return None
    entered.remove(match)
    return match[1]
