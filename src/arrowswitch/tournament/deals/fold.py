"""The fold of the deals of sessions."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.deals.facts import DealsPlaced, DealsReleased, DealsSeen, HandsTyped
from arrowswitch.tournament.deals.values import PlacedDeals
from arrowswitch.tournament.event.folding import Folds, put, without
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState


def _deals_placed(state: EventState, fact: DealsPlaced, entry: LedgerEntry) -> EventState:
    if fact.deals is None:
        return replace(state, deals=without(state.deals, fact.session))
    return replace(state, deals=put(state.deals, fact.session, fact.deals))


def _deals_released(state: EventState, fact: DealsReleased, entry: LedgerEntry) -> EventState:
    others = state.released_deals - {fact.session}
    return replace(state, released_deals=others | {fact.session} if fact.is_released else others)


def _deals_seen(state: EventState, fact: DealsSeen, entry: LedgerEntry) -> EventState:
    return state


def _hands_typed(state: EventState, fact: HandsTyped, entry: LedgerEntry) -> EventState:
    placed = state.deals.get(fact.session, PlacedDeals({}))
    typed = without(placed.typed, fact.board) if fact.deal is None else put(placed.typed, fact.board, fact.deal)
    placed = replace(placed, typed=typed)
    if not placed.texts:
        return replace(state, deals=without(state.deals, fact.session))
    return replace(state, deals=put(state.deals, fact.session, placed))


FOLDS: Folds = {
    DealsPlaced: _deals_placed,
    DealsReleased: _deals_released,
    DealsSeen: _deals_seen,
    HandsTyped: _hands_typed,
}
