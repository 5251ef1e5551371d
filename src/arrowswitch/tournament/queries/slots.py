"""The slots a session's movements plan, and those still without a result."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.tournament.model import EventState, Section, SessionNumber, Slot


def planned(session: SessionNumber, section: Section) -> Iterator[tuple[Slot, Meeting, bool]]:
    """Yields every slot of a section's movement in the order of play, with its meeting and whether cards are played
    there.
    """
    movement = section.movement
    if movement is None:
        return
    for meeting in sorted(movement.meetings, key=lambda m: (m.round, m.table)):
        is_due = movement.is_played(meeting)
        for board in movement.boards_of(meeting):
            yield Slot(session, section.letter, meeting.round, meeting.table, board), meeting, is_due


@lru_cache(maxsize=64)
def missing_slots(state: EventState, session: SessionNumber) -> tuple[Slot, ...]:
    """Returns the slots that still need a result, in the order of play; slots against the phantom need none (R-151).

    A board that both pairs played elsewhere under a forced entry is not asked for a second time, nor is anything of a
    contestant whose scores were removed.
    """
    done = {
        (entry.slot.section, entry.slot.board, *sorted((*entry.ns, *entry.ew)))
        for slot, entry in state.results.items()
        if slot.session == session
    }
    gone = {letter: state.removed_numbers(session, letter) for letter in state.session(session).sections}
    return tuple(
        slot
        for section in state.session(session).sections.values()
        for slot, meeting, is_due in planned(session, section)
        if is_due
        and slot not in state.results
        and (section.letter, slot.board, *sorted(meeting.contestants)) not in done
        and gone[section.letter].isdisjoint(meeting.contestants)
    )


def movement_of(state: EventState, slot: Slot) -> Movement | None:
    """Returns the movement of the slot's section."""
    return state.section(slot.session, slot.section).movement
