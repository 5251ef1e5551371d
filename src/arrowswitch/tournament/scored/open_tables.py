"""The open slots of each table: what a device asks after every result, without a look at the other tables."""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_

from arrowswitch.core.movements.model import SectionLetter, SessionNumber, TableNumber
from arrowswitch.tournament.model.growing import changed_keys, grown
from arrowswitch.tournament.model.memory import Recent
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.tournament.scored.slots import meeting_at, open_frame, open_slots

_Tables = Mapping[tuple[SectionLetter, TableNumber], tuple[Slot, ...]]


_Sources = tuple[Mapping[Slot, TableEntry], *tuple[object, ...]]
"""The results, and the values of `open_frame`."""


class OpenTablesMemory(Recent[_Sources, _Tables]):
    """The open slots of each table of a session."""


def missing_at(state: EventState, place: Place, table: TableNumber) -> tuple[Slot, ...]:
    """Returns the slots of a table whose results are missing, in the order of play: open ones that were not put off."""
    waiting = _open_tables(state, place.session).get((place.section, table), ())
    put_off = state.rulings.put_off
    return tuple(slot for slot in waiting if slot not in put_off) if put_off else waiting


def has_open(state: EventState, session: SessionNumber) -> bool:
    """True if a session has a slot that still needs a result, missing or put off."""
    return any(_open_tables(state, session).values())


def _open_tables(state: EventState, session: SessionNumber) -> _Tables:
    if state.matches.slips:  # a slip of a whole match fills slots without results
        return _all_open(state, session)

    def sources() -> _Sources:
        return (state.results, *open_frame(state, session))

    def compute(before: tuple[_Sources, _Tables] | None) -> _Tables:
        tables = None
        if before is not None and all(map(is_, before[0][1:], open_frame(state, session))):
            tables = _without_filled(state, session, before[0][0], before[1])
        return _all_open(state, session) if tables is None else tables

    return state.memory.part(OpenTablesMemory, session).find_at(state, sources, compute)


def _all_open(state: EventState, session: SessionNumber) -> _Tables:
    waiting: dict[tuple[SectionLetter, TableNumber], tuple[Slot, ...]] = {}
    for slot in open_slots(state, session):
        key = slot.section, slot.table
        waiting[key] = (*waiting.get(key, ()), slot)
    return waiting


def _without_filled(
    state: EventState, session: SessionNumber, results: Mapping[Slot, TableEntry], tables: _Tables
) -> _Tables | None:
    """Returns the open slots after results of those who are due in their slots; None if anything else came."""
    changed = changed_keys(results, state.results)
    if changed is None:
        return None
    for slot in changed:
        if slot.session != session:
            continue
        section = state.session(session).sections.get(slot.section)
        meeting = None if section is None else meeting_at(section, slot)
        entry, earlier = state.results.get(slot), results.get(slot)
        if meeting is None or entry is None:
            return None
        if any(one is not None and (one.ns, one.ew) != (meeting.ns, meeting.ew) for one in (entry, earlier)):
            return None
        key = slot.section, slot.table
        waiting = tables.get(key, ())
        if slot in waiting:
            tables = grown(tables, key, tuple(other for other in waiting if other != slot))
    return tables
