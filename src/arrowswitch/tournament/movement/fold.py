"""The fold of a section's movement and of its numbers."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.folding import Folds, with_section
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.movement.facts import MovementSet, NumbersSet


def _movement_set(state: EventState, fact: MovementSet, entry: LedgerEntry) -> EventState:
    section = state.section_or_empty(fact.place)
    return with_section(state, fact.place, replace(section, movement=fact.movement))


def _numbers_set(state: EventState, fact: NumbersSet, entry: LedgerEntry) -> EventState:
    section = state.section_or_empty(fact.place)
    return with_section(state, fact.place, replace(section, numbers=dict(fact.numbers), draw_seed=fact.seed))


FOLDS: Folds = {MovementSet: _movement_set, NumbersSet: _numbers_set}
