"""Deals were placed in a session, released to the players, or looked at before that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.tournament.deals.values import DealAnalysis, PlacedDeals
from arrowswitch.tournament.event.ledger import Fact


@dataclass(frozen=True, slots=True)
class DealsPlaced(Fact):
    """These are the deals of a session; None: there are none any more."""

    session: int
    deals: PlacedDeals | None
    kind: ClassVar[str] = "deals-placed"


@dataclass(frozen=True, slots=True)
class DealsReleased(Fact):
    """Everybody may see the deals of a session, or no more."""

    session: int
    is_released: bool
    kind: ClassVar[str] = "deals-released"


@dataclass(frozen=True, slots=True)
class DealsSeen(Fact):
    """Whoever sat at the desk looked at the deals of a session, or at one board, before they were released."""

    session: int
    board: int | None = None
    kind: ClassVar[str] = "deals-seen"


@dataclass(frozen=True, slots=True)
class HandsTyped(Fact):
    """The hands of a board were typed in; None: what was typed is taken away."""

    session: int
    board: int
    deal: str | None
    kind: ClassVar[str] = "hands-typed"


@dataclass(frozen=True, slots=True)
class DealsAnalysed(Fact):
    """The solver has analysed these boards of a session."""

    session: int
    boards: Mapping[BoardNumber, DealAnalysis] = field(hash=False)
    kind: ClassVar[str] = "deals-analysed"
