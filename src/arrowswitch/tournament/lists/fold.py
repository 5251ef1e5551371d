"""The fold of what was ticked, marked and announced."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.alike import made_like
from arrowswitch.tournament.event.folding import Folds, put, with_section, with_session, without
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.lists.facts import BoardsMarked, DeadlineAnnounced, ItemTicked
from arrowswitch.tournament.lists.values import RoundDeadline, Tick


def _item_ticked(state: EventState, fact: ItemTicked, entry: LedgerEntry) -> EventState:
    session = state.session(fact.session)
    if not fact.is_done:
        return with_session(state, replace(session, ticks=without(session.ticks, fact.item)))
    tick = made_like(Tick, fact, at=entry.at, seq=entry.seq)
    return with_session(state, replace(session, ticks=put(session.ticks, fact.item, tick)))


def _boards_marked(state: EventState, fact: BoardsMarked, entry: LedgerEntry) -> EventState:
    section = state.section(fact.place)
    conditions = {**section.conditions, **dict.fromkeys(fact.boards, fact.condition)}
    return with_section(state, fact.place, replace(section, conditions=conditions))


def _deadline_announced(state: EventState, fact: DeadlineAnnounced, entry: LedgerEntry) -> EventState:
    deadline = made_like(RoundDeadline, fact) if fact.round else None
    return with_session(state, replace(state.session(fact.session), deadline=deadline))


FOLDS: Folds = {ItemTicked: _item_ticked, BoardsMarked: _boards_marked, DeadlineAnnounced: _deadline_announced}
