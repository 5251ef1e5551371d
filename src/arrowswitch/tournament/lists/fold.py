"""The fold of what was ticked, marked and announced."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.folding import Folds, put, with_section, with_session, without
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.event.places import Place
from arrowswitch.tournament.lists.facts import BoardsMarked, DeadlineAnnounced, ItemTicked
from arrowswitch.tournament.lists.values import RoundDeadline, Tick


def _item_ticked(state: EventState, fact: ItemTicked, entry: LedgerEntry) -> EventState:
    session = state.session(fact.session)
    if not fact.is_done:
        return with_session(state, replace(session, ticks=without(session.ticks, fact.item)))
    tick = Tick(item=fact.item, name=fact.name, choice=fact.choice, at=entry.at, seq=entry.seq)
    return with_session(state, replace(session, ticks=put(session.ticks, fact.item, tick)))


def _boards_marked(state: EventState, fact: BoardsMarked, entry: LedgerEntry) -> EventState:
    section = state.section(Place(fact.session, fact.section))
    conditions = {**section.conditions, **dict.fromkeys(fact.boards, fact.condition)}
    return with_section(state, fact.session, replace(section, conditions=conditions))


def _deadline_announced(state: EventState, fact: DeadlineAnnounced, entry: LedgerEntry) -> EventState:
    deadline = RoundDeadline(fact.session, fact.in_session, fact.round) if fact.round else None
    return with_session(state, replace(state.session(fact.session), deadline=deadline))


FOLDS: Folds = {ItemTicked: _item_ticked, BoardsMarked: _boards_marked, DeadlineAnnounced: _deadline_announced}
