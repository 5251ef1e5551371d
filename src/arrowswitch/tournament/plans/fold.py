"""The fold of a plan over several sessions: no other sections than the plan's, and its changes of numbers."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.folding import Folds
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.plans.facts import PlanSet


def _plan_set(state: EventState, fact: PlanSet, entry: LedgerEntry) -> EventState:
    planned = {}
    for (number, session), letters in zip(sorted(state.sessions.items()), fact.sections, strict=False):
        kept = {letter: section for letter, section in session.sections.items() if letter in letters}
        planned[number] = replace(session, sections=kept)
    return replace(state, sessions={**state.sessions, **planned}, moves=fact.moves)


FOLDS: Folds = {PlanSet: _plan_set}
