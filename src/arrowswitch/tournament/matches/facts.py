"""What happened around matches of teams: line-ups and forfeits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arrowswitch.core.contestants import Number
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.places import RoundPlace


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
