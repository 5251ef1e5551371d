"""The results of the desk against those of the units: what is sent, what differs, what stays at the desk."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.bridgemate.plan import MovementChange
from arrowswitch.tournament.bridgemate.taking import name_of, parse_name
from arrowswitch.tournament.bridgemate.texts import unit_text
from arrowswitch.tournament.model.club_values.bridgemate import BridgemateLink
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.tournament.scored.slots import meeting_at


def corrections(link: BridgemateLink, state: EventState) -> Iterator[tuple[str, Slot, str]]:
    """Yields the results that the units are to get: those they lack, those that the desk entered or changed after
    theirs became unit, and deletions (empty text) of results that the desk removed."""
    for slot, entry, text in desk_results(link, state):
        key = name_of(slot)
        unit = link.entries.get(key)
        if text is not None and (unit is None or (unit.text != text and entry.seq > unit.seq)):
            yield key, slot, text
    for key, unit in link.entries.items():
        gone = parse_name(key, link.session)
        if (
            unit.text
            and gone is not None
            and gone not in state.results
            and gone.section in state.session(link.session).sections
        ):
            yield key, gone, ""


def differing(link: BridgemateLink, state: EventState) -> Iterator[Slot]:
    """Yields the slots where the units have another result than the desk, and the desk's is not a correction."""
    for slot, entry, text in desk_results(link, state):
        unit = link.entries.get(name_of(slot))
        if text is not None and unit is not None and unit.text != text and entry.seq <= unit.seq:
            yield slot


def desk_results(link: BridgemateLink, state: EventState) -> Iterator[tuple[Slot, TableEntry, str | None]]:
    """Yields the results of a session in rounds that the units have (in any round for a file), each with its text for
    them (None: they cannot have it)."""
    sections = state.session(link.session).sections
    for slot, entry in state.results.items():
        if slot.session != link.session or slot.section not in sections:
            continue
        if not link.guid or slot.round <= len(link.sent.get(f"{slot.section}-{slot.table}", ())):
            yield slot, entry, unit_text(entry, meeting_at(sections[slot.section], slot))


def deletes_slot(change: MovementChange, key: str, session: SessionNumber) -> bool:
    """True if the units delete the result of a slot, by its name in a link, when a change is sent."""
    slot = parse_name(key, session)
    return slot is not None and change.deletes(slot)
