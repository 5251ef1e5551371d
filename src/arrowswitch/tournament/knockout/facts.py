"""What happened in a knockout: who goes on, matches drawn again, IMPs carried into a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import Meeting, TableNumber
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.model import DrawnMatch
from arrowswitch.tournament.event.places import Place, RoundPlace


@dataclass(frozen=True, slots=True)
class MatchDecided(Fact):
    """Of a match of a knockout this team goes on; of a three-way match the three came in this order."""

    at: RoundPlace
    number: Number
    order: tuple[Number, ...] = ()
    kind: ClassVar[str] = "match-decided"


@dataclass(frozen=True, slots=True)
class MatchRedrawn(Fact):
    """A drawn match of a knockout is now this one: others play it, or boards were added. `meetings` are all that it
    has, `tables` those that are new, `labels` what is written on their cards."""

    at: RoundPlace
    match: DrawnMatch
    meetings: tuple[Meeting, ...]
    board_sets: tuple[tuple[BoardNumber, ...], ...]
    tables: tuple[TableNumber, ...]
    labels: Mapping[TableNumber, str] = field(default_factory=dict, hash=False)
    kind: ClassVar[str] = "match-redrawn"


@dataclass(frozen=True, slots=True)
class ImpsCarried(Fact):
    """A team brings IMPs into a match of the bracket of a knockout; 0 takes them away."""

    place: Place
    match: int
    number: Number
    imps: Fraction
    kind: ClassVar[str] = "imps-carried"
