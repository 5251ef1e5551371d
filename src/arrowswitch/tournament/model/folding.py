"""Shared functions of all folds: replacing a part of the state.

A capability's `fold.py` has one function for each of its facts, and `FOLDS`, which says which is which; `event.fold`
joins them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from arrowswitch.tournament.model.alike import HasFields, made_like
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState, Section, Session

Folds = Mapping[type[Fact], Callable[[EventState, Any, LedgerEntry], EventState]]
"""By the class of a fact: the state after it, from the state before, the fact and its ledger entry."""

_Kept = TypeVar("_Kept", bound=HasFields)
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def put(values: Mapping[_Key, _Value], key: _Key, value: _Value) -> dict[_Key, _Value]:
    """Returns the values with one more, or another one in its place."""
    return {**values, key: value}


def without(values: Mapping[_Key, _Value], key: _Key) -> dict[_Key, _Value]:
    """Returns the values without that of a key."""
    return {known: value for known, value in values.items() if known != key}


def stored_copy(kind: type[_Kept], fact: HasFields, entry: LedgerEntry, **others: object) -> _Kept:
    """Returns the part of the state made from a fact: its fields, the reason and the number of its ledger entry."""
    return made_like(kind, fact, reason=entry.stamp.reason, seq=entry.seq, **others)


def with_session(state: EventState, session: Session) -> EventState:
    """Returns the state with a session as it is now."""
    return replace(state, sessions=put(state.sessions, session.number, session))


def with_section(state: EventState, place: Place, section: Section) -> EventState:
    """Returns the state with a section of a session as it is now."""
    session = state.session(place.session)
    return with_session(state, replace(session, sections=put(session.sections, section.letter, section)))


def count_correction(state: EventState) -> EventState:
    """Returns the state after one more correction. Nothing is counted before the first publication."""
    publication = state.publication
    if not publication.versions:
        return state
    return replace(state, publication=replace(publication, corrections=publication.corrections + 1))
