"""Results, late plays and accepted unusual results: commands, facts and fold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.contracts import TableResult
from arrowswitch.core.scoring.outcomes import SideOutcome
from arrowswitch.tournament.model.alike import made_like, replace_fields
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, count_correction, put, stored_copy, without
from arrowswitch.tournament.model.growing import grown
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.results import CorrectionReason, PutOff
from arrowswitch.tournament.model.values.table_entry import TableEntry


@dataclass(frozen=True, slots=True)
class ResultEntered(Fact):
    """A slot holds this result; a slot that held another one was corrected (`correction` says why).

    `forced` is the reason for which an entry that the movement does not plan stands. `approver` let a correction pass
    after the deadline.
    """

    slot: Slot
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    result: TableResult | None
    ns_award: SideOutcome | None = None
    ew_award: SideOutcome | None = None
    forced: str = ""
    is_confirmed: bool = False
    correction: CorrectionReason | None = None
    approver: str = ""
    kind: ClassVar[str] = "result-entered"


@dataclass(frozen=True, slots=True)
class ResultRemoved(Fact):
    """A slot is empty again."""

    slot: Slot
    approver: str = ""
    correction: CorrectionReason | None = None
    kind: ClassVar[str] = "result-removed"


@dataclass(frozen=True, slots=True)
class LatePlaySet(Fact):
    """A board is to be played later at its table (late play); or (not `is_put_off`) it is not after all. A result or a
    ruling there ends it, too."""

    slot: Slot
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    is_put_off: bool = True
    kind: ClassVar[str] = "late-play-set"


@dataclass(frozen=True, slots=True)
class OddAccepted(Fact):
    """The director looked at an unlikely result and lets it stand."""

    slot: Slot
    kind: ClassVar[str] = "odd-accepted"


@dataclass(frozen=True, slots=True)
class EnterResult(Command):
    """Enter or correct the result of a slot, as typed (`4SX-1 N`, `420`, `A+ A-`, `NP`; `LP` puts the board off).

    `ns` and `ew` are set if the slip has other pairs than the movement; then `force` is the reason for accepting it
    (empty: it is refused, with the three options). `correction` is required to replace a result after its round;
    `approver` after the deadline. `seen` is the number of the entry that the sender saw while typing (`TableEntry.seq`,
    0: none): if another computer has changed the slot since, it is refused. None skips this check.
    """

    slot: Slot
    text: str
    ns: tuple[Number, ...] | None = None
    ew: tuple[Number, ...] | None = None
    force: str = ""
    is_confirmed: bool = False
    correction: CorrectionReason | None = None
    approver: str = ""
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class RemoveResult(Command):
    """Empty a slot that was filled by mistake, or take a late play back; `correction` and `seen` as for
    `EnterResult`."""

    slot: Slot
    approver: str = ""
    seen: int | None = None
    correction: CorrectionReason | None = None


@dataclass(frozen=True, slots=True)
class PutOffBoard(Command):
    """Put a board off to be played later at its table (late play), or (not `is_put_off`) wait for it again."""

    slot: Slot
    is_put_off: bool = True


@dataclass(frozen=True, slots=True)
class AcceptOdd(Command):
    """Let an unlikely result stand; it is not asked about again."""

    slot: Slot


def set_result(state: EventState, result: TableEntry) -> EventState:
    """Returns the state with the new entry of a slot, which is no longer postponed."""
    rulings = state.rulings
    if result.slot in rulings.put_off:
        rulings = replace(rulings, put_off=without(rulings.put_off, result.slot))
    return replace_fields(count_correction(state), results=grown(state.results, result.slot, result), rulings=rulings)


def _enter_result(state: EventState, fact: ResultEntered, entry: LedgerEntry) -> EventState:
    before = state.results.get(fact.slot)
    result = made_like(
        TableEntry,
        fact,
        is_confirmed=fact.is_confirmed or fact.slot.round in state.session(fact.slot.session).closed_rounds,
        revision=0 if before is None else before.revision + 1,
        seq=entry.seq,
    )
    return set_result(state, result)


def _remove_result(state: EventState, fact: ResultRemoved, entry: LedgerEntry) -> EventState:
    return replace(count_correction(state), results=without(state.results, fact.slot))


def _late_play_set(state: EventState, fact: LatePlaySet, entry: LedgerEntry) -> EventState:
    if not fact.is_put_off:
        return replace(state, rulings=replace(state.rulings, put_off=without(state.rulings.put_off, fact.slot)))
    late = stored_copy(PutOff, fact, entry)
    return replace(state, rulings=replace(state.rulings, put_off=put(state.rulings.put_off, fact.slot, late)))


def _odd_accepted(state: EventState, fact: OddAccepted, entry: LedgerEntry) -> EventState:
    result = state.results.get(fact.slot)
    if result is None:
        return state
    return replace(state, results=grown(state.results, fact.slot, replace(result, is_odd_accepted=True)))


FOLDS: Folds = {
    ResultEntered: _enter_result,
    ResultRemoved: _remove_result,
    LatePlaySet: _late_play_set,
    OddAccepted: _odd_accepted,
}
