"""The consequences of a change of the entries, for every command: links follow their players, and the waiting list
moves up in turn as soon as a place is free.

Before play begins only. A place that two single players share is free for one who comes alone, also while pairs wait:
it would serve none of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from arrowswitch.tournament.advance.decide import moved_up
from arrowswitch.tournament.advance.links import is_correction
from arrowswitch.tournament.advance.places import has_room, waiting
from arrowswitch.tournament.entries.decide import is_same
from arrowswitch.tournament.model.folding import Folds
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry, Stamp
from arrowswitch.tournament.model.slices import advance as fold
from arrowswitch.tournament.model.slices import entries
from arrowswitch.tournament.model.slices.advance import AdvanceEntrySet, AdvanceTermsSet, FeesMoved
from arrowswitch.tournament.model.slices.entries import EntryRemoved, EntrySet
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry, Person

_FREEING = (EntrySet, EntryRemoved, AdvanceTermsSet, AdvanceEntrySet)
_FOLDS: Folds = {**entries.FOLDS, **fold.FOLDS}
_NOWHERE = LedgerEntry(0, datetime.min.replace(tzinfo=UTC), Stamp(""), ())


def following(state: EventState, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Returns the facts that follow from those of a command, from the state before them."""
    if not any(isinstance(fact, _FREEING) for fact in facts) or state.is_started:
        return ()
    if not state.advance.entries and not state.advance.payments:
        return ()
    after = _after(state, facts)
    consequences = [*_gone_with_people(state, after), *_corrected_links(state, after)]
    after = _after(after, consequences)
    for link in waiting(after):
        if link.waiting is not None and has_room(after, link.waiting):
            up = moved_up(link)
            consequences += up
            after = _after(after, up)
    return tuple(consequences)


def _after(state: EventState, facts: tuple[Fact, ...] | list[Fact]) -> EventState:
    for fact in facts:
        folded = _FOLDS.get(type(fact))
        state = state if folded is None else folded(state, fact, _NOWHERE)
    return state


def _gone_with_people(before: EventState, after: EventState) -> Iterator[Fact]:
    """Yields where links and fees go whose entry became another one: two single players a pair, or one of a pair
    single again."""
    new = {one: entry for one, entry in after.entries.items() if one not in before.entries}
    if not new:
        return
    for old in (entry for one, entry in before.entries.items() if one not in after.entries):
        for link in after.advance.entries.values():
            own = link.own or next(iter(old.people), None)
            to = None if own is None or link.entry_id != old.entry_id else _entry_with(new, own)
            if to is not None:
                yield AdvanceEntrySet(replace(link, entry_id=to.entry_id, own=own, asks=None))
        heir = next((to for one in old.people if (to := _entry_with(new, one)) is not None), None)
        if heir is not None and any(one.entry_id == old.entry_id for one in before.advance.payments):
            yield FeesMoved(old.entry_id, heir.entry_id)


def _corrected_links(before: EventState, after: EventState) -> Iterator[Fact]:
    """Yields the links of players in joined pairs whose name or number was corrected. A player who is replaced by
    another loses the link to the pair (`entry_of`)."""
    for link in after.advance.entries.values():
        old, new = before.entries.get(link.entry_id), after.entries.get(link.entry_id)
        if link.own is None or old is None or new is None or any(is_same(link.own, one) for one in new.people):
            continue
        others = [one for one in new.people if not any(is_same(one, known) for known in old.people)]
        own = next((one for one in others if is_correction(link.own, one)), None)
        if own is not None:
            yield AdvanceEntrySet(replace(link, own=own))


def _entry_with(entries: Mapping[EntryId, Entry], person: Person) -> Entry | None:
    return next((one for one in entries.values() if any(is_same(person, other) for other in one.people)), None)
