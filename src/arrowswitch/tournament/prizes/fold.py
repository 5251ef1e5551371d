"""The fold of an event's prizes."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.folding import Folds
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.prizes.facts import PrizesSet


def _set(state: EventState, fact: PrizesSet, entry: LedgerEntry) -> EventState:
    return replace(state, prizes=fact.plan)


FOLDS: Folds = {PrizesSet: _set}
