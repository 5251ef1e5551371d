"""The fold between a qualifying and its final: the plan, who declined, the final that was made, what it takes over."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.folding import Folds, counted
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.finals.facts import CarryOverSet, ConsolationMade, FinalDeclined, FinalMade, FinalPlanned
from arrowswitch.tournament.finals.values import FinalPlan


def _planned(state: EventState, fact: FinalPlanned, entry: LedgerEntry) -> EventState:
    plan = state.final_plan or FinalPlan(fact.count)
    return replace(state, final_plan=replace(plan, count=fact.count, by=fact.by))


def _declined(state: EventState, fact: FinalDeclined, entry: LedgerEntry) -> EventState:
    """Returns the state with who declined; without a plan there is nothing to decline."""
    plan = state.final_plan
    if plan is None:
        return state
    others = tuple(entry_id for entry_id in plan.declined if entry_id != fact.entry_id)
    declined = (*others, fact.entry_id) if fact.is_declined else others
    return replace(state, final_plan=replace(plan, declined=declined))


def _made(state: EventState, fact: FinalMade, entry: LedgerEntry) -> EventState:
    plan = state.final_plan
    return state if plan is None else replace(state, final_plan=replace(plan, final=fact.final))


def _consolation_made(state: EventState, fact: ConsolationMade, entry: LedgerEntry) -> EventState:
    plan = state.final_plan
    return state if plan is None else replace(state, final_plan=replace(plan, consolation=fact.consolation))


def _carry_over_set(state: EventState, fact: CarryOverSet, entry: LedgerEntry) -> EventState:
    return replace(counted(state), brought=fact.brought)


FOLDS: Folds = {
    FinalPlanned: _planned,
    FinalDeclined: _declined,
    FinalMade: _made,
    ConsolationMade: _consolation_made,
    CarryOverSet: _carry_over_set,
}
