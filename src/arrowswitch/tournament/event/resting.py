"""States that an event rested in, so that an undo near the end of a long ledger folds its end alone.

A state is kept for every hundredth entry, the newest few. An undo changes what counts from the oldest entry on that it
takes back, or brings back; a state before that one is still what its ledger makes of nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from arrowswitch.tournament.event.fold import advance, state_of, taken_back
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState

EVERY = 100
"""A state is kept for every so many entries."""
MOST_KEPT = 8


@dataclass(frozen=True, slots=True)
class Resting:
    """Earlier states of an event, oldest first, each with how many entries it was made of."""

    states: tuple[tuple[int, EventState], ...] = ()

    def with_state(self, length: int, state: EventState) -> Resting:
        """Returns what is kept after so many entries that made a state."""
        return Resting((*self.states, (length, state))[-MOST_KEPT:]) if length % EVERY == 0 else self

    def undone(self, before: tuple[LedgerEntry, ...], ledger: tuple[LedgerEntry, ...]) -> tuple[Resting, EventState]:
        """Returns what is still true, and the state, after a ledger was lengthened by entries that take others back."""
        gone = taken_back(ledger)
        first = min(gone ^ taken_back(before), default=len(before) + 1)
        still = Resting(tuple(one for one in self.states if one[0] < first))
        if not still.states:
            return still, state_of(ledger)
        length, state = still.states[-1]
        for entry in ledger[length:]:
            if entry.seq not in gone:
                state = advance(state, entry)
        return still, replace(state, seq=ledger[-1].seq)
