"""The results of each board of a section and of each table in a round, for checks that concern these
alone: nobody plays a board twice."""

from __future__ import annotations

from collections.abc import Mapping

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import RoundNumber, SectionLetter, SessionNumber, TableNumber
from arrowswitch.tournament.model.growing import changed_keys, grown
from arrowswitch.tournament.model.memory import Recent
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.table_entry import TableEntry

_Key = tuple[SessionNumber, SectionLetter, BoardNumber] | tuple[SessionNumber, SectionLetter, RoundNumber, TableNumber]
_Found = Mapping[_Key, tuple[Slot, ...]]
_Results = tuple[Mapping[Slot, TableEntry]]


class ByBoardMemory(Recent[_Results, _Found]):
    """The slots with a result, by board and by round and table."""


def others_on_board(state: EventState, slot: Slot) -> tuple[Slot, ...]:
    """Returns the other slots of a section that have a result of the same board, in the order in which they came."""
    slots = _slots(state).get((slot.session, slot.section, slot.board), ())
    return tuple(other for other in slots if other != slot) if slot in slots else slots


def entered_at(state: EventState, place: Place, number: RoundNumber, table: TableNumber) -> tuple[Slot, ...]:
    """Returns the slots of a table in a round that have a result, in the order in which they came."""
    return _slots(state).get((place.session, place.section, number, table), ())


def _slots(state: EventState) -> _Found:
    def compute(before: tuple[_Results, _Found] | None) -> _Found:
        slots = None if before is None else _with_new(state, *before)
        if slots is not None:
            return slots
        lists: dict[_Key, list[Slot]] = {}
        for slot in state.results:
            for key in _keys(slot):
                lists.setdefault(key, []).append(slot)
        return {key: tuple(several) for key, several in lists.items()}

    return state.memory.part(ByBoardMemory).find_at(state, lambda: (state.results,), compute)


def _with_new(state: EventState, before: _Results, slots: _Found) -> _Found | None:
    """Returns the slots after more results; None if a slot was emptied or the change is unknown."""
    changed = changed_keys(before[0], state.results)
    if changed is None or any(slot not in state.results for slot in changed):
        return None
    for slot in changed:
        for key in _keys(slot):
            there = slots.get(key, ())
            if slot not in there:
                slots = grown(slots, key, (*there, slot))
    return slots


def _keys(slot: Slot) -> tuple[_Key, _Key]:
    return (slot.session, slot.section, slot.board), (slot.session, slot.section, slot.round, slot.table)
