"""The fold of changed settings: the sessions are those that the settings count."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.folding import Folds
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState, Session
from arrowswitch.tournament.settings.facts import SettingsChanged


def _changed(state: EventState, fact: SettingsChanged, entry: LedgerEntry) -> EventState:
    numbers = range(1, fact.settings.sessions + 1)
    sessions = {number: state.sessions.get(number, Session(number)) for number in numbers}
    return replace(state, settings=fact.settings, rules=fact.rules or state.rules, sessions=sessions)


FOLDS: Folds = {SettingsChanged: _changed}
