"""The fold: an event's state is what its ledger, read from the start, makes of nothing.

Entries that were taken back are passed over, so undo needs no inverse facts: the state is folded again without them.
What a fact makes of the state is said in the `fold` of its capability; they are joined here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from arrowswitch.core.errors import Malformed
from arrowswitch.tournament.advance import fold as advance_entry
from arrowswitch.tournament.deals import fold as deals
from arrowswitch.tournament.entries import fold as entries
from arrowswitch.tournament.event.folding import Folds
from arrowswitch.tournament.event.ledger import CopyMerged, EventCreated, Fact, LedgerEntry, Undone
from arrowswitch.tournament.event.model import EventState, Session
from arrowswitch.tournament.finals import fold as finals
from arrowswitch.tournament.instant import fold as instant
from arrowswitch.tournament.knockout import fold as knockout
from arrowswitch.tournament.league import fold as league
from arrowswitch.tournament.lists import fold as lists
from arrowswitch.tournament.matches import fold as matches
from arrowswitch.tournament.movement import fold as movement
from arrowswitch.tournament.plans import fold as plans
from arrowswitch.tournament.play import fold as play
from arrowswitch.tournament.prizes import fold as prizes
from arrowswitch.tournament.publication import fold as publication
from arrowswitch.tournament.records import fold as records
from arrowswitch.tournament.reporting import fold as reporting
from arrowswitch.tournament.results import fold as results
from arrowswitch.tournament.rulings import fold as rulings
from arrowswitch.tournament.settings import fold as settings
from arrowswitch.tournament.swiss import fold as swiss


def _unchanged(state: EventState, fact: Fact, entry: LedgerEntry) -> EventState:
    return state


FOLDS: Folds = {
    CopyMerged: _unchanged,
    EventCreated: _unchanged,
    Undone: _unchanged,
    **advance_entry.FOLDS,
    **deals.FOLDS,
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


def state_of(ledger: tuple[LedgerEntry, ...]) -> EventState:
    """Returns the state of an event after its whole ledger.

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
    )
    passed_over = taken_back(ledger)
    for entry in ledger:
        if entry.seq not in passed_over:
            state = advance(state, entry)
    return replace(state, seq=ledger[-1].seq)


def advance(state: EventState, entry: LedgerEntry) -> EventState:
    """Returns the state after one more ledger entry that takes nothing back."""
    for fact in entry.facts:
        state = FOLDS[type(fact)](state, fact, entry)
    return replace(state, seq=entry.seq)


def is_undoing(entry: LedgerEntry) -> bool:
    """Tells whether the entry takes another one back, so that the state must be folded anew."""
    return any(isinstance(fact, Undone) for fact in entry.facts)
