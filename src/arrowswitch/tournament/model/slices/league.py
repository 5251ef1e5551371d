"""Leagues: commands, facts and fold of conditions, schedules and postponed matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import ClassVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, stored_copy, with_section
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.places import Place, RoundPlace
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.draws import DrawnRound
from arrowswitch.tournament.model.values.league import LeagueConditions, LeagueMatch, LeaguePlan, Postponed


@dataclass(frozen=True, slots=True)
class LeagueSet(Fact):
    """The league of a section is played by these conditions."""

    place: Place
    conditions: LeagueConditions
    kind: ClassVar[str] = "league-set"


@dataclass(frozen=True, slots=True)
class LeagueScheduled(Fact):
    """The season is played by this schedule: the sheet, who meets whom in each round, and the date of each round."""

    place: Place
    movement: Movement
    draws: tuple[DrawnRound, ...]
    days: Mapping[RoundNumber, date]
    has_fewest_breaks: bool = False
    kind: ClassVar[str] = "league-scheduled"


@dataclass(frozen=True, slots=True)
class MatchPostponed(Fact):
    """A match is played on another date (None: still to be found) or at another venue; or (not `is_postponed`) as
    planned after all."""

    at: RoundPlace
    home: Number
    away: Number
    day: date | None
    venue: str
    is_postponed: bool = True
    kind: ClassVar[str] = "match-postponed"


@dataclass(frozen=True, slots=True)
class SetLeague(Command):
    """Set the dates, venues and wishes of a league, and its promotion and relegation."""

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


def _league_set(state: EventState, fact: LeagueSet, entry: LedgerEntry) -> EventState:
    section = state.section_or_empty(fact.place)
    plan = replace(section.league or LeaguePlan(), conditions=fact.conditions)
    return with_section(state, fact.place, replace(section, league=plan))


def _set_schedule(state: EventState, fact: LeagueScheduled, entry: LedgerEntry) -> EventState:
    """Returns the state with the schedule; only postponed matches that are still in it remain."""
    section = state.section_or_empty(fact.place)
    before = section.league or LeaguePlan()
    matches = {(draw.round, match.home, match.away) for draw in fact.draws for match in draw.matches}
    plan = replace(
        before,
        days=dict(fact.days),
        has_fewest_breaks=fact.has_fewest_breaks,
        postponed=tuple(postponed for postponed in before.postponed if postponed.place in matches),
    )
    now = replace(section, movement=fact.movement, draws=fact.draws, league=plan)
    return with_section(state, fact.place, now)


def _set_postponed(state: EventState, fact: MatchPostponed, entry: LedgerEntry) -> EventState:
    section = state.section_or_empty(fact.at.place)
    before = section.league or LeaguePlan()
    match = stored_copy(Postponed, fact, entry, round=fact.at.round)
    others = tuple(other for other in before.postponed if other.place != match.place)
    plan = replace(before, postponed=(*others, match) if fact.is_postponed else others)
    return with_section(state, fact.at.place, replace(section, league=plan))


FOLDS: Folds = {LeagueSet: _league_set, LeagueScheduled: _set_schedule, MatchPostponed: _set_postponed}
