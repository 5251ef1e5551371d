"""Commands of a league: its conditions, its schedule, matches that are postponed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from arrowswitch.core.contestants import Number
from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.event.places import Place, RoundPlace
from arrowswitch.tournament.league.values import LeagueConditions, LeagueMatch


@dataclass(frozen=True, slots=True)
class SetLeague(Command):
    """Settle on which dates, where and with which wishes a league is played, and who goes up and down."""

    place: Place
    conditions: LeagueConditions


@dataclass(frozen=True, slots=True)
class TakeSchedule(Command):
    """Take a schedule for the season; it replaces the one before, but what was played stays as it is.

    A schedule that breaks a condition of the league stands with a reason in the stamp and `may_break_conditions`.
    `has_fewest_breaks` when it is proven that none alternates better.
    """

    place: Place
    matches: tuple[LeagueMatch, ...]
    has_fewest_breaks: bool = False
    may_break_conditions: bool = False


@dataclass(frozen=True, slots=True)
class PostponeMatch(Command):
    """Play a match on another date (None: on one that is still to be found) or at another venue; its own date and venue
    take that back. A reason is needed.

    `may_clash` lets it stand against another match of a team, a wish or a full venue on that date.
    """

    at: RoundPlace
    home: Number
    away: Number
    day: date | None
    venue: str | None = None
    may_clash: bool = False
