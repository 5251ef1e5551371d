"""A season of a league: the table on any date, the open matches, and promotion and relegation at its end.

| clause | rule | here |
|---|---|---|
| manual, lines 1746-1760 and 2623; regulations summary, lines 228-250 | the table, forfeits | `score_teams` |
| manual, line 2623 | matches on different dates, entered at any time | `table`, `open_matches` |
| documents silent: postponed matches | open until the new date, or without one until it is said | `SeasonMatch.day` |
| documents silent: promotion and relegation | the first and the last of each division | `moves` |

If a shared rank crosses the line of promotion or relegation, none of its teams is named: the conditions of contest
decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.pairing.league.days import Day
from arrowswitch.core.pairing.league.league import Fixture, Schedule
from arrowswitch.core.scoring.teams.event import TeamEvent, TeamMatchState, TeamStanding, TeamStandings, score_teams
from arrowswitch.core.scoring.teams.results import TeamMatch


@dataclass(frozen=True, slots=True)
class SeasonMatch:
    """A match of the schedule with what was entered for it, seen from the home team; `postponed` when it is not played
    on its date, then with the new one or None while there is none."""

    fixture: Fixture
    result: TeamMatch | None = None
    is_postponed: bool = False
    postponed_to: Day | None = None

    @property
    def day(self) -> Day | None:
        """Returns the date of the match; None while a postponed match has no date."""
        return self.postponed_to if self.is_postponed else self.fixture.day


@dataclass(frozen=True, slots=True)
class Season:
    """The matches of a season, and the event that scores them: its teams, rules, penalties and withdrawals. `event` has
    no matches of its own."""

    matches: tuple[SeasonMatch, ...]
    event: TeamEvent

    def matches_to_score(self, until: Day | None = None) -> tuple[TeamMatch, ...]:
        """Returns all matches for scoring. Matches after a date are open."""
        return tuple(
            match.result
            if match.result is not None and (until is None or (match.day is not None and match.day <= until))
            else TeamMatch(*match.fixture.teams, round=at)
            for at, match in enumerate(self.matches, start=1)
        )


class Due(StrEnum):
    """How an open match stands on a date."""

    OVERDUE = "overdue"
    TODAY = "today"
    POSTPONED = "postponed"
    TO_COME = "to-come"


@dataclass(frozen=True, slots=True)
class AwaitedMatch:
    """A match without a full result, and how it stands on a date."""

    match: SeasonMatch
    due: Due
    days: int


class Moves(StrEnum):
    """The move of a team between two divisions."""

    UP = "up"
    DOWN = "down"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Move:
    """A team that changes its division, or whose shared rank lies across the line."""

    number: Number
    division: int
    move: Moves


def table(season: Season, until: Day | None = None) -> TeamStandings:
    """Returns the table with the matches played up to a date (None: all that were entered); raises as `score_teams`."""
    return score_teams(replace(season.event, matches=season.matches_to_score(until)))


def open_matches(season: Season, on: Day) -> tuple[AwaitedMatch, ...]:
    """Returns the matches that wait for a result, the longest overdue first, postponed ones without a date last.

    `days` is the number of days that a match is overdue, or still to come. Matches of withdrawn teams do not wait.
    """
    states = table(season).matches
    awaited = [
        _due(match, on)
        for match, scored in zip(season.matches, states, strict=True)
        if scored.state is TeamMatchState.OPEN
    ]
    return tuple(sorted(awaited, key=_when))


def _when(awaited: AwaitedMatch) -> tuple[bool, int, tuple[Number, Number]]:
    day = awaited.match.day
    return day is None, 0 if day is None else day.toordinal(), awaited.match.fixture.teams


def _due(match: SeasonMatch, on: Day) -> AwaitedMatch:
    day = match.day
    if day is None:
        return AwaitedMatch(match, Due.POSTPONED, 0)
    due = Due.OVERDUE if day < on else Due.TODAY if day == on else Due.TO_COME
    return AwaitedMatch(match, due, abs(on.toordinal() - day.toordinal()))


def moves(divisions: Sequence[TeamStandings], up: int, down: int) -> tuple[Move, ...]:
    """Returns the teams that change divisions, the highest first: the first `up` of each but the highest, the last
    `down` of each but the lowest.

    Raises Refused (`league.moves`) when a division has too few teams for both.
    """
    Refused.check(
        Problem("league.moves", {"division": at, "n": len(one.ranking), "up": up, "down": down})
        for at, one in enumerate(divisions, start=1)
        if (up if at > 1 else 0) + (down if at < len(divisions) else 0) > len(one.ranking)
    )
    return tuple(
        move
        for at, one in enumerate(divisions)
        for move in moves_of(one, up if at else 0, down if at + 1 < len(divisions) else 0, at + 1)
    )


def moves_of(standings: TeamStandings, rises: int, falls: int, division: int = 1) -> tuple[Move, ...]:
    """Returns the teams that leave one division: the first `rises` and the last `falls` of its table, and those that
    share a rank across one of these lines (`Moves.UNDECIDED`)."""
    return tuple(_moves_of(standings.ranking, rises, falls, division))


def _moves_of(ranking: Sequence[TeamStanding], rises: int, falls: int, division: int) -> Iterator[Move]:
    ranks = [standing.rank for standing in ranking]
    for place, standing in enumerate(ranking):
        tied = [other for other, rank in enumerate(ranks) if rank == standing.rank]
        lines = [line for line in (rises, len(ranking) - falls) if tied[0] < line <= tied[-1]]
        if lines:
            yield Move(standing.number, division, Moves.UNDECIDED)
        elif place < rises:
            yield Move(standing.number, division, Moves.UP)
        elif place >= len(ranking) - falls:
            yield Move(standing.number, division, Moves.DOWN)


@dataclass(frozen=True, slots=True)
class DivisionState:
    """A division on a date, for pages and paper: its schedule, its table and what is open."""

    name: str
    names: Mapping[Number, str]
    season: Season
    schedule: Schedule
    standings: TeamStandings
    open: tuple[AwaitedMatch, ...]
    moves: tuple[Move, ...]

    @property
    def has_results(self) -> bool:
        return any(match.result is not None for match in self.season.matches)

    def team(self, number: Number) -> str:
        """Returns the name of a team, or its number where it has none."""
        return self.names.get(number, number)

    def brings(self, at: int) -> tuple[Fraction, Fraction] | None:
        """Returns the points of both sides in the match at a place of the schedule, None while it is open."""
        return self.standings.matches[at].brings

    def move_of(self, number: Number) -> Moves | None:
        """Returns the move of a team at the end of the season, None if it stays."""
        return next((move.move for move in self.moves if move.number == number), None)
