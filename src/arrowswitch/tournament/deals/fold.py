"""The fold of the deals of sessions."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.deals.facts import DealsAnalysed, DealsPlaced, DealsReleased, DealsSeen, HandsTyped
from arrowswitch.tournament.deals.values import PlacedDeals
from arrowswitch.tournament.event.folding import Folds, put, without
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState


def _deals_placed(state: EventState, fact: DealsPlaced, entry: LedgerEntry) -> EventState:
    return _with_deals(state, fact.session, fact.deals or PlacedDeals({}))


def _deals_released(state: EventState, fact: DealsReleased, entry: LedgerEntry) -> EventState:
    others = state.released_deals - {fact.session}
    return replace(state, released_deals=others | {fact.session} if fact.is_released else others)


def _deals_seen(state: EventState, fact: DealsSeen, entry: LedgerEntry) -> EventState:
    return state


def _hands_typed(state: EventState, fact: HandsTyped, entry: LedgerEntry) -> EventState:
    placed = state.deals.get(fact.session, PlacedDeals({}))
    typed = without(placed.typed, fact.board) if fact.deal is None else put(placed.typed, fact.board, fact.deal)
    return _with_deals(state, fact.session, replace(placed, typed=typed))


def _deals_analysed(state: EventState, fact: DealsAnalysed, entry: LedgerEntry) -> EventState:
    known = {**state.analyses.get(fact.session, {}), **fact.boards}
    return _with_deals(replace(state, analyses=put(state.analyses, fact.session, known)), fact.session)


def _with_deals(state: EventState, session: SessionNumber, placed: PlacedDeals | None = None) -> EventState:
    """Returns the state with the deals of a session, those it has where none are given, and with what is analysed of
    them and of no others."""
    placed = placed if placed is not None else state.deals.get(session, PlacedDeals({}))
    texts = placed.texts
    found = state.analyses.get(session, {})
    analysed = {board: one for board, one in found.items() if texts.get(board) == one.deal}
    return replace(
        state,
        deals=put(state.deals, session, placed) if texts else without(state.deals, session),
        analyses=put(state.analyses, session, analysed) if analysed else without(state.analyses, session),
    )


FOLDS: Folds = {
    DealsPlaced: _deals_placed,
    DealsReleased: _deals_released,
    DealsSeen: _deals_seen,
    HandsTyped: _hands_typed,
    DealsAnalysed: _deals_analysed,
}
