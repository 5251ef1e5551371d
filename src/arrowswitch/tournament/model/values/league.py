"""A league of a section: its dates, venues and wishes, when each round is played, which matches were postponed.

JCBL director's manual 3.3, lines 2623 and 4237 (a league takes many dates; the schedule maker). The documents are
silent on wishes, postponed matches, promotion and relegation; the organiser says so before the season. Teams are named
by the ids of their entries, for their numbers may still change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import RoundNumber

Team = str
"""The id of a team's entry."""


@dataclass(frozen=True, slots=True)
class LeagueWish:
    """A date on which a team does not play; or not at home (`only_home`), or not away (`only_away`)."""

    team: Team
    day: date
    only_home: bool = False
    only_away: bool = False


@dataclass(frozen=True, slots=True)
class LeagueRoom:
    """A venue: how many matches it holds on a date, and on dates that differ."""

    venue: str
    matches: int
    on: Mapping[date, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class LeagueFixed:
    """A match that is arranged already: its date, the home team and the visitors."""

    day: date
    home: Team
    away: Team


@dataclass(frozen=True, slots=True)
class LeagueConditions:
    """The conditions of a schedule.

    - `dates` are those that can be played on, in order, free weeks left out; everybody meets everybody `legs` times.
    - `venues` tells where each team is at home; a venue that is not among the `rooms` holds any number of matches.
    - The first `up` and the last `down` of the table change their division at the end of the season.
    """

    dates: tuple[date, ...] = ()
    legs: int = 1
    venues: Mapping[Team, str] = field(default_factory=dict, hash=False)
    rooms: tuple[LeagueRoom, ...] = ()
    wishes: tuple[LeagueWish, ...] = ()
    fixed: tuple[LeagueFixed, ...] = ()
    up: int = 0
    down: int = 0


@dataclass(frozen=True, slots=True)
class LeagueMatch:
    """A match of a schedule: its date, the home team and the visitors."""

    day: date
    home: Number
    away: Number


@dataclass(frozen=True, slots=True)
class Postponed:
    """A match that is not played on the date of its round: its new date (None while there is none), and its venue."""

    round: RoundNumber
    home: Number
    away: Number
    day: date | None
    venue: str
    reason: str
    seq: int

    @property
    def place(self) -> tuple[RoundNumber, Number, Number]:
        """Returns the key of the match in its section."""
        return self.round, self.home, self.away


@dataclass(frozen=True, slots=True)
class LeaguePlan:
    """The plan of a section's league: its conditions, the date of each round once there is a schedule, a flag for the
    best possible alternation, and the postponed matches."""

    conditions: LeagueConditions = field(default_factory=LeagueConditions)
    days: Mapping[RoundNumber, date] = field(default_factory=dict, hash=False)
    has_fewest_breaks: bool = False
    postponed: tuple[Postponed, ...] = ()

    def postponed_match(self, round_number: RoundNumber, home: Number, away: Number) -> Postponed | None:
        """Returns where a match was postponed to, None when it is played on its date."""
        return next((one for one in self.postponed if one.place == (round_number, home, away)), None)
