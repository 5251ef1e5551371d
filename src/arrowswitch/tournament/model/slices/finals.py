"""A qualifying and its final: commands, facts and fold of the plan, declined places and the carry-over."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, count_correction
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.finals import Brought, FinalPlan, QualifyBy


@dataclass(frozen=True, slots=True)
class FinalPlanned(Fact):
    """The number of qualifiers from each ranking of a qualifying was set."""

    count: int
    by: QualifyBy
    kind: ClassVar[str] = "final-planned"


@dataclass(frozen=True, slots=True)
class FinalDeclined(Fact):
    """A qualifier does not play the final, or (not `is_declined`) does after all; `names` are for the history."""

    entry_id: EntryId
    is_declined: bool = True
    names: str = ""
    kind: ClassVar[str] = "final-declined"


@dataclass(frozen=True, slots=True)
class FinalMade(Fact):
    """The final was made from the qualifiers, as an event of its own."""

    final: EventId
    kind: ClassVar[str] = "final-made"


@dataclass(frozen=True, slots=True)
class ConsolationMade(Fact):
    """The consolation was made of those left over, as an event of its own."""

    consolation: EventId
    kind: ClassVar[str] = "consolation-made"


@dataclass(frozen=True, slots=True)
class CarryOverSet(Fact):
    """The carry-over from the qualifying into the final was set; None: nothing."""

    brought: Brought | None
    kind: ClassVar[str] = "carry-over-set"


@dataclass(frozen=True, slots=True)
class PlanFinal(Command):
    """Set the number that qualify for a final from each ranking of this event (manual, lines 1981-1991)."""

    count: int
    by: QualifyBy = QualifyBy.ALL


@dataclass(frozen=True, slots=True)
class DeclineFinal(Command):
    """A qualifier does not play the final: the next of its ranking moves up; or (not `is_declined`) does after all."""

    entry_id: EntryId
    is_declined: bool = True


@dataclass(frozen=True, slots=True)
class NoteFinal(Command):
    """The final was made as an event of its own (`finals.make_final`)."""

    final: EventId


@dataclass(frozen=True, slots=True)
class NoteConsolation(Command):
    """The consolation was made as an event of its own (`finals.make_consolation`)."""

    consolation: EventId


@dataclass(frozen=True, slots=True)
class SetCarryOver(Command):
    """Say what this final takes over from its qualifying (None: nothing). Once play has begun a reason is needed,
    `approver` after the deadline."""

    brought: Brought | None
    approver: str = ""


def _set_plan(state: EventState, fact: FinalPlanned, entry: LedgerEntry) -> EventState:
    plan = state.finals.plan or FinalPlan(fact.count)
    return replace(state, finals=replace(state.finals, plan=replace(plan, count=fact.count, by=fact.by)))


def _set_declined(state: EventState, fact: FinalDeclined, entry: LedgerEntry) -> EventState:
    """Returns the state with the entries that declined; without a plan there is nothing to decline."""
    plan = state.finals.plan
    if plan is None:
        return state
    others = tuple(entry_id for entry_id in plan.declined if entry_id != fact.entry_id)
    declined = (*others, fact.entry_id) if fact.is_declined else others
    return replace(state, finals=replace(state.finals, plan=replace(plan, declined=declined)))


def _set_final(state: EventState, fact: FinalMade, entry: LedgerEntry) -> EventState:
    plan = state.finals.plan
    return state if plan is None else replace(state, finals=replace(state.finals, plan=replace(plan, final=fact.final)))


def _consolation_made(state: EventState, fact: ConsolationMade, entry: LedgerEntry) -> EventState:
    plan = state.finals.plan
    return (
        state
        if plan is None
        else replace(state, finals=replace(state.finals, plan=replace(plan, consolation=fact.consolation)))
    )


def _carry_over_set(state: EventState, fact: CarryOverSet, entry: LedgerEntry) -> EventState:
    return replace(count_correction(state), finals=replace(state.finals, carry_over=fact.brought))


FOLDS: Folds = {
    FinalPlanned: _set_plan,
    FinalDeclined: _set_declined,
    FinalMade: _set_final,
    ConsolationMade: _consolation_made,
    CarryOverSet: _carry_over_set,
}
