"""The fold of play: its start, its clock, and rounds that are over."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.alike import made_like
from arrowswitch.tournament.event.folding import Folds, with_session
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.play.facts import ClockSet, PlayStarted, RoundClosed, StartPosted
from arrowswitch.tournament.play.values import RoundClock


def _started(state: EventState, fact: PlayStarted, entry: LedgerEntry) -> EventState:
    return with_session(state, replace(state.session(fact.session), started_at=fact.at))


def _clock_set(state: EventState, fact: ClockSet, entry: LedgerEntry) -> EventState:
    return with_session(state, replace(state.session(fact.session), clock=made_like(RoundClock, fact)))


def _start_posted(state: EventState, fact: StartPosted, entry: LedgerEntry) -> EventState:
    return with_session(state, replace(state.session(fact.session), posted_start=fact.starts_at))


def _round_closed(state: EventState, fact: RoundClosed, entry: LedgerEntry) -> EventState:
    """Returns the state with the round closed, and its results confirmed."""
    session = state.session(fact.session)
    closed = tuple(sorted({*session.closed_rounds, fact.round}))
    results = {
        slot: replace(result, is_confirmed=True) if (slot.session, slot.round) == (fact.session, fact.round) else result
        for slot, result in state.results.items()
    }
    return replace(with_session(state, replace(session, closed_rounds=closed)), results=results)


FOLDS: Folds = {PlayStarted: _started, ClockSet: _clock_set, RoundClosed: _round_closed, StartPosted: _start_posted}
