"""The fold of tables of boards that were given beforehand."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.folding import Folds, counted, put, without
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.instant.facts import TablesGiven


def _tables_given(state: EventState, fact: TablesGiven, entry: LedgerEntry) -> EventState:
    if fact.tables is None:
        return replace(counted(state), tables=without(state.tables, fact.session))
    return replace(counted(state), tables=put(state.tables, fact.session, fact.tables))


FOLDS: Folds = {TablesGiven: _tables_given}
