"""The fold of tables and datums of boards that were given."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.folding import Folds, counted, put, without
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.instant.facts import DatumsGiven, TablesGiven


def _tables_given(state: EventState, fact: TablesGiven, entry: LedgerEntry) -> EventState:
    if fact.tables is None:
        return replace(counted(state), tables=without(state.tables, fact.session))
    return replace(counted(state), tables=put(state.tables, fact.session, fact.tables))


def _datums_given(state: EventState, fact: DatumsGiven, entry: LedgerEntry) -> EventState:
    known = {**state.datums.get(fact.session, {}), **fact.datums}
    left = {board: datum for board, datum in sorted(known.items()) if datum is not None}
    if not left:
        return replace(counted(state), datums=without(state.datums, fact.session))
    return replace(counted(state), datums=put(state.datums, fact.session, left))


FOLDS: Folds = {TablesGiven: _tables_given, DatumsGiven: _datums_given}
