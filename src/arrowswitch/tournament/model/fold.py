"""The fold: an event's state is what its ledger, read from the start, makes of nothing.

Entries that were taken back are passed over, so undo needs no inverse facts: the state is folded again without them.
The effect of a fact on the state is in the `FOLDS` of its capability; they are joined here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from arrowswitch.core.errors import Malformed
from arrowswitch.tournament.model.alike import replace_fields
from arrowswitch.tournament.model.folding import Folds
from arrowswitch.tournament.model.ledger import CopyMerged, EventCreated, Fact, LedgerEntry, Undone
from arrowswitch.tournament.model.memory import EventMemory
from arrowswitch.tournament.model.slices import advance as advance_entry
from arrowswitch.tournament.model.slices import (
    deals,
    devices,
    entries,
    finals,
    instant,
    knockout,
    league,
    lists,
    matches,
    movement,
    plans,
    play,
    prizes,
    publication,
    records,
    reporting,
    results,
    review,
    rulings,
    seating,
    settings,
    swiss,
)
from arrowswitch.tournament.model.state import EventState, Session


def _keep_state(state: EventState, fact: Fact, entry: LedgerEntry) -> EventState:
    return state


FOLDS: Folds = {
    CopyMerged: _keep_state,
    EventCreated: _keep_state,
    Undone: _keep_state,
    **advance_entry.FOLDS,
    **deals.FOLDS,
    **devices.FOLDS,
    **seating.FOLDS,
    **records.FOLDS,
    **entries.FOLDS,
    **finals.FOLDS,
    **instant.FOLDS,
    **knockout.FOLDS,
    **league.FOLDS,
    **lists.FOLDS,
    **matches.FOLDS,
    **movement.FOLDS,
    **plans.FOLDS,
    **play.FOLDS,
    **prizes.FOLDS,
    **publication.FOLDS,
    **reporting.FOLDS,
    **results.FOLDS,
    **review.FOLDS,
    **rulings.FOLDS,
    **settings.FOLDS,
    **swiss.FOLDS,
}
"""How every fact is folded."""


def taken_back(ledger: Iterable[LedgerEntry]) -> frozenset[int]:
    """Returns the `seq` of every ledger entry that does not count: undone, where the undoing was not itself undone."""
    undone: set[int] = set()
    for entry in reversed(tuple(ledger)):
        if entry.seq in undone:
            continue
        undone.update(fact.seq for fact in entry.facts if isinstance(fact, Undone))
    return frozenset(undone)


def state_of(ledger: tuple[LedgerEntry, ...], memory: EventMemory | None = None) -> EventState:
    """Returns the state of an event after its whole ledger, with the event's `memory` or a new one.

    Raises Malformed (`ledger.start`) when it does not begin with the event's creation, (`ledger.gap`) when numbers
    are missing.
    """
    if not ledger or not ledger[0].facts or not isinstance(ledger[0].facts[0], EventCreated):
        raise Malformed.of("ledger.start")
    for place, entry in enumerate(ledger, start=1):
        if entry.seq != place:
            raise Malformed.of("ledger.gap", expected=place, found=entry.seq)
    created = ledger[0].facts[0]
    state = EventState(
        event_id=created.event_id,
        settings=created.settings,
        rules=created.rules,
        sessions={number: Session(number) for number in range(1, created.settings.sessions + 1)},
        memory=EventMemory() if memory is None else memory,
    )
    passed_over = taken_back(ledger)
    for entry in ledger:
        if entry.seq not in passed_over:
            state = _with_facts(state, entry)
    return replace(state, seq=ledger[-1].seq)


def advance(state: EventState, entry: LedgerEntry) -> EventState:
    """Returns the state after one more ledger entry that takes nothing back."""
    return replace_fields(_with_facts(state, entry), seq=entry.seq)


def _with_facts(state: EventState, entry: LedgerEntry) -> EventState:
    """Returns the state after the facts of an entry, with the number that it had."""
    for fact in entry.facts:
        state = FOLDS[type(fact)](state, fact, entry)
    return state


def is_undoing(entry: LedgerEntry) -> bool:
    """True if the entry takes another one back, so that the state must be folded again."""
    return any(isinstance(fact, Undone) for fact in entry.facts)


EVERY = 100
"""The number of entries between two stored states."""
MOST_KEPT = 8
"""The number of stored states, the newest."""


@dataclass(frozen=True, slots=True)
class Resting:
    """Earlier states of an event, oldest first, each with how many entries it was made of, so that an undo near the end
    of a long ledger folds its end alone.

    An undo changes what counts from the oldest entry on that it takes back, or brings back; a state before that one is
    still what its ledger makes of nothing.
    """

    states: tuple[tuple[int, EventState], ...] = ()

    def with_state(self, length: int, state: EventState) -> Resting:
        """Returns the stored states after the state of the first `length` entries."""
        return Resting((*self.states, (length, state))[-MOST_KEPT:]) if length % EVERY == 0 else self

    def undone(
        self, before: tuple[LedgerEntry, ...], ledger: tuple[LedgerEntry, ...], memory: EventMemory
    ) -> tuple[Resting, EventState]:
        """Returns the stored states that are still valid, and the state, after entries that undo others were added to a
        ledger. The state has the event's `memory`."""
        gone = taken_back(ledger)
        first = min(gone ^ taken_back(before), default=len(before) + 1)
        still = Resting(tuple(one for one in self.states if one[0] < first))
        if not still.states:
            return still, state_of(ledger, memory)
        length, state = still.states[-1]
        for entry in ledger[length:]:
            if entry.seq not in gone:
                state = _with_facts(state, entry)
        return still, replace(state, seq=ledger[-1].seq, memory=memory)
