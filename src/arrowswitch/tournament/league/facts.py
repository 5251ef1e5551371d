"""What happened in a league: its conditions were settled, its schedule was taken, a match was postponed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.model import DrawnRound
from arrowswitch.tournament.event.places import Place, RoundPlace
from arrowswitch.tournament.league.values import LeagueConditions


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
