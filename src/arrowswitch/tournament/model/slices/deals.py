"""Deals of a session: commands to place, type, release and look at them, their facts and fold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, put, without
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.deals import DealAnalysis, PlacedDeals


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
    """The deals of a session, or one board, were viewed at the desk before their release."""

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


def _deals_placed(state: EventState, fact: DealsPlaced, entry: LedgerEntry) -> EventState:
    return _with_deals(state, fact.session, fact.deals or PlacedDeals({}))


def _deals_released(state: EventState, fact: DealsReleased, entry: LedgerEntry) -> EventState:
    others = state.deals.released - {fact.session}
    return replace(state, deals=replace(state.deals, released=others | {fact.session} if fact.is_released else others))


def _deals_seen(state: EventState, fact: DealsSeen, entry: LedgerEntry) -> EventState:
    return state


def _hands_typed(state: EventState, fact: HandsTyped, entry: LedgerEntry) -> EventState:
    placed = state.deals.placed.get(fact.session, PlacedDeals({}))
    typed = without(placed.typed, fact.board) if fact.deal is None else put(placed.typed, fact.board, fact.deal)
    return _with_deals(state, fact.session, replace(placed, typed=typed))


def _deals_analysed(state: EventState, fact: DealsAnalysed, entry: LedgerEntry) -> EventState:
    analyses = {**state.deals.analyses.get(fact.session, {}), **fact.boards}
    return _with_deals(
        replace(state, deals=replace(state.deals, analyses=put(state.deals.analyses, fact.session, analyses))),
        fact.session,
    )


def _with_deals(state: EventState, session: SessionNumber, placed: PlacedDeals | None = None) -> EventState:
    """Returns the state with the deals of a session (its present ones if none are passed) and only their analyses."""
    placed = placed if placed is not None else state.deals.placed.get(session, PlacedDeals({}))
    texts = placed.texts
    analyses = state.deals.analyses.get(session, {})
    analysed = {board: one for board, one in analyses.items() if texts.get(board) == one.deal}
    return replace(
        state,
        deals=replace(
            state.deals,
            placed=put(state.deals.placed, session, placed) if texts else without(state.deals.placed, session),
            analyses=put(state.deals.analyses, session, analysed)
            if analysed
            else without(state.deals.analyses, session),
        ),
    )


FOLDS: Folds = {
    DealsPlaced: _deals_placed,
    DealsReleased: _deals_released,
    DealsSeen: _deals_seen,
    HandsTyped: _hands_typed,
    DealsAnalysed: _deals_analysed,
}
