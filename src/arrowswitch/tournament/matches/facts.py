"""What happened around matches of teams: line-ups, forfeits, results of whole matches."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from arrowswitch.core.contestants import Number
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.places import RoundPlace
from arrowswitch.tournament.matches.values import SlipUnit


@dataclass(frozen=True, slots=True)
class LineupSet(Fact):
    """Who of a team plays a half of the match of a round."""

    at: RoundPlace
    number: Number
    half: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    kind: ClassVar[str] = "lineup-set"


@dataclass(frozen=True, slots=True)
class MatchForfeited(Fact):
    """A team has forfeited its match of a round; or (not `is_forfeited`) it has not after all. `approver` let it pass
    after the deadline."""

    at: RoundPlace
    number: Number
    opponent: Number
    is_forfeited: bool = True
    approver: str = ""
    kind: ClassVar[str] = "match-forfeited"


@dataclass(frozen=True, slots=True)
class MatchSlipSet(Fact):
    """The slip of a whole match reports this result; another one that it had was corrected. `at` is the first round of
    the match, `boards` how many of its boards the slip is of. `approver` let it pass after the deadline."""

    at: RoundPlace
    home: Number
    away: Number
    home_points: Fraction
    away_points: Fraction
    unit: SlipUnit
    boards: int
    approver: str = ""
    kind: ClassVar[str] = "match-slip-set"


@dataclass(frozen=True, slots=True)
class MatchSlipRemoved(Fact):
    """The match has no slip any more: what stands in its boards counts."""

    at: RoundPlace
    home: Number
    away: Number
    approver: str = ""
    kind: ClassVar[str] = "match-slip-removed"
