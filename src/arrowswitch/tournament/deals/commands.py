"""Placing the deals of a session, releasing them, and looking at them before that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.tournament.deals.values import DealAnalysis, PlacedDeals
from arrowswitch.tournament.event.commands import Command


@dataclass(frozen=True, slots=True)
class PlaceDeals(Command):
    """Let these be the deals of a session (None: take them away). Once play has begun a reason is needed."""

    session: int
    deals: PlacedDeals | None


@dataclass(frozen=True, slots=True)
class ReleaseDeals(Command):
    """Let everybody see the deals of a session; or (not `is_released`) no more."""

    session: int
    is_released: bool = True


@dataclass(frozen=True, slots=True)
class LookAtDeals(Command):
    """Look at the deals of a session, or at one board, before they are released; that is kept in the history."""

    session: int
    board: int | None = None


@dataclass(frozen=True, slots=True)
class TypeHands(Command):
    """Let these be the hands of a board, as Portable Bridge Notation writes them (None: what was typed is taken away).
    A board that was dealt or read from a file needs a reason once play has begun."""

    session: int
    board: int
    deal: str | None


@dataclass(frozen=True, slots=True)
class KeepAnalysis(Command):
    """Keep what the solver found of the deals of a session; of deals that were exchanged meanwhile nothing is kept."""

    session: int
    boards: Mapping[BoardNumber, DealAnalysis] = field(hash=False)
