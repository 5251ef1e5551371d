"""A league: who plays in it, on which dates, where; what its schedule must keep to; and the schedule as a value.

JCBL director's manual 3.3, lines 2623 and 4237 (leagues of many rounds on different dates, the schedule maker) and
3472-3473 (6 teams, round robins). The documents print no schedule and no rule on home and away; decided here: everybody
meets everybody once in each leg, at most one match a date, and homes differ by one at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.pairing.league.days import Day

MOST_TEAMS, MOST_LEGS, MOST_DATES = 40, 4, 400


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of a league: when, who is at home, who comes, and the venue (that of the home team, may be empty)."""

    day: Day
    home: Number
    away: Number
    venue: str = ""

    @property
    def teams(self) -> tuple[Number, Number]:
        """Returns both teams, the home team first."""
        return self.home, self.away


@dataclass(frozen=True, slots=True, order=True)
class Block:
    """A date on which a team does not play; or does not play at home (`only_home`), or away (`only_away`)."""

    team: Number
    day: Day
    only_home: bool = False
    only_away: bool = False

    @property
    def bars_home(self) -> bool:
        """True if the team cannot play at home."""
        return self.only_home or not self.only_away

    @property
    def bars_away(self) -> bool:
        """True if the team cannot play away."""
        return self.only_away or not self.only_home


@dataclass(frozen=True, slots=True)
class Room:
    """A venue: how many matches it holds on a date, and on dates that differ."""

    venue: str
    capacity: int
    on: Mapping[Day, int] = field(default_factory=dict, hash=False)

    def holds(self, day: Day) -> int:
        """Returns how many matches the venue holds on a date."""
        return self.on.get(day, self.capacity)


@dataclass(frozen=True, slots=True)
class League:
    """The input of a schedule.

    - `dates` are those that can be played on, in order; those of free weeks are not among them.
    - `venues` tells where each team is at home; `rooms` what the venues hold (one that is not there holds any number).
    - `kept` are matches that have been fixed.
    """

    teams: tuple[Number, ...]
    dates: tuple[Day, ...]
    legs: int = 1
    venues: Mapping[Number, str] = field(default_factory=dict, hash=False)
    rooms: tuple[Room, ...] = ()
    blocks: tuple[Block, ...] = ()
    fixed: tuple[Fixture, ...] = ()

    @property
    def rounds(self) -> int:
        """Returns the number of dates that a leg needs."""
        return len(self.teams) - 1 + len(self.teams) % 2

    @property
    def matches(self) -> int:
        """Returns the number of matches that each team plays."""
        return (len(self.teams) - 1) * self.legs

    @property
    def apart(self) -> int:
        """Returns the number of dates within which two teams do not meet again."""
        return max(self.rounds // 2, 1)

    def check(self) -> None:
        """Raises Refused with all problems: `league.teams`, `league.team-twice`, `league.legs`, `league.dates`,
        `league.date-order`, `league.unknown-team`, `league.unknown-date`, `league.capacity`, `league.kept`."""
        Refused.check(self._problems())

    def _problems(self) -> Iterator[Problem]:
        if not 2 <= len(self.teams) <= MOST_TEAMS:
            yield Problem("league.teams", {"n": len(self.teams), "limit": MOST_TEAMS})
        if not 1 <= self.legs <= MOST_LEGS:
            yield Problem("league.legs", {"n": self.legs, "limit": MOST_LEGS})
        if len(self.dates) > MOST_DATES:
            yield Problem("league.dates", {"n": len(self.dates), "limit": MOST_DATES})
        if list(self.dates) != sorted(set(self.dates)):
            yield Problem("league.date-order")
        if len(set(self.teams)) < len(self.teams):
            yield Problem("league.team-twice")
        named = [block.team for block in self.blocks] + [team for match in self.fixed for team in match.teams]
        for team in sorted(set(named) - set(self.teams)):
            yield Problem("league.unknown-team", {"number": team})
        days = [block.day for block in self.blocks] + [match.day for match in self.fixed]
        days += [day for room in self.rooms for day in room.on]
        for day in sorted(set(days) - set(self.dates)):
            yield Problem("league.unknown-date", {"date": day.isoformat()})
        for room in self.rooms:
            if room.capacity < 0 or any(most < 0 for most in room.on.values()):
                yield Problem("league.capacity", {"venue": room.venue})
        busy = [(team, match.day) for match in self.fixed for team in match.teams]
        if len(set(busy)) < len(busy) or any(match.home == match.away for match in self.fixed):
            yield Problem("league.kept")


@dataclass(frozen=True, slots=True)
class Schedule:
    """A schedule, by date. `breaks` is how often a team is twice running at home or away; `fewest` when it is proven
    that there cannot be fewer."""

    fixtures: tuple[Fixture, ...]
    breaks: int
    fewest: bool


def breaks_of(fixtures: tuple[Fixture, ...]) -> int:
    """Returns how often a team plays two matches running at home or two away, dates without a match left out."""
    last: dict[Number, bool] = {}
    count = 0
    for match in sorted(fixtures, key=lambda one: one.day):
        for team, is_home in ((match.home, True), (match.away, False)):
            count += last.get(team) is is_home
            last[team] = is_home
    return count
