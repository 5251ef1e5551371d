"""The entries with a place, the waiting list, and whether entry is open: queries shared by commands and pages.

In an event of pairs two single players who look for a partner take one place together, as they are to become a pair.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from arrowswitch.core.errors import Problem
from arrowswitch.tournament.entries.decide import is_same
from arrowswitch.tournament.entries.entrants import is_complete
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.advance import AdvanceStanding, AdvanceTerms
from arrowswitch.tournament.model.values.people import AdvanceEntry, Entry


def places_taken(state: EventState, entries: Iterable[Entry]) -> int:
    """Returns how many places entries take together."""
    there = [entry for entry in entries if not entry.is_withdrawn]
    form = state.settings.event_form
    if not form.entry.takes_singles or form.joins_pairs:
        return len(there)
    singles = sum(len(entry.people) < 2 for entry in there)
    return len(there) - singles + (singles + 1) // 2


def places_left(state: EventState) -> int | None:
    """Returns how many places are free, None where all get one."""
    terms = state.advance.terms
    if terms is None or terms.most is None:
        return None
    return max(0, terms.most - places_taken(state, state.entries.values()))


def has_room(state: EventState, entry: Entry) -> bool:
    """True if there is a place for an entry (instead of its present version, if it is known)."""
    terms = state.advance.terms
    if terms is None or terms.most is None:
        return True
    others = (one for one in state.entries.values() if one.entry_id != entry.entry_id)
    return places_taken(state, (*others, entry)) <= terms.most


def waiting(state: EventState) -> tuple[AdvanceEntry, ...]:
    """Returns the entries that wait for a place, in the order of the waiting list."""
    return tuple(one for one in state.advance.entries.values() if one.waiting is not None)


def entry_of(state: EventState, advance: AdvanceEntry) -> Entry | None:
    """Returns the present state of the entry made by a link. Returns None if it was removed, or if the player of the
    link was replaced in a joined pair."""
    if advance.waiting is not None:
        return advance.waiting
    entry = state.entries.get(advance.entry_id)
    is_theirs = entry is None or advance.own is None or any(is_same(advance.own, one) for one in entry.people)
    return entry if is_theirs else None


def standing_of(state: EventState, advance: AdvanceEntry) -> AdvanceStanding:
    """Returns the standing of an advance entry."""
    if advance.waiting is not None:
        return AdvanceStanding.WAITING
    entry = entry_of(state, advance)
    if entry is None or entry.is_withdrawn:
        return AdvanceStanding.GONE
    return AdvanceStanding.PLACE if is_complete(state, entry) else AdvanceStanding.SINGLE


def closed_problem(state: EventState, now: datetime) -> Problem | None:
    """Returns why nobody can enter now, or None."""
    terms = state.advance.terms
    if terms is None:
        return Problem("advance.not-announced")
    if state.is_started:
        return Problem("advance.started")
    return None if terms.is_open and not is_over(terms, now) else Problem("advance.closed")


def is_over(terms: AdvanceTerms, now: datetime) -> bool:
    """True if the time of advance entry is over."""
    return terms.closes_at is not None and now > terms.closes_at
