"""Fouled boards: the order in which a board is played, and the groups suggested by its results.

JCBL director's manual 3.3, lines 3531-3540 and 3567-3573: the master sheet shows the order of play, the travelling
score sheet the place where the hands were changed; the director asks the players and decides. Each section has boards
of its own: its results follow those of the section before, and a change of its hands is a group of its own.
"""

from __future__ import annotations

from itertools import count, groupby

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import ns_score
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.boards.fouled_groups import divided_sections
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.slots import planned_slots


def order_of_play(state: EventState, session: SessionNumber, board: BoardNumber) -> tuple[Slot, ...]:
    """Returns the slots in which a board is or was played, in the order of play: section by section, then by round and
    table.

    Results outside the master sheet are included; slots against the phantom do not.
    """
    sections = state.session(session).sections.values()
    due = {
        slot
        for section in sections
        for slot, _, is_due in planned_slots(session, section)
        if slot.board == board and (is_due or slot in state.results)
    }
    entered = {slot for slot in state.results if (slot.session, slot.board) == (session, board)}
    return tuple(sorted(due | entered, key=lambda slot: (slot.section, slot.round, slot.table)))


def proposed_forms(
    state: EventState, session: SessionNumber, board: BoardNumber, groups: int = 2
) -> tuple[tuple[Slot, int], ...]:
    """Returns the places of a board in the order of play, each with the form of the deal proposed for it, 0 as dealt.

    A changed form is that of one section: no other section had these cards. Raises Refused (`fouled.groups`) for more
    groups than there are places, or than can be found.
    """
    places = order_of_play(state, session, board)
    sections = [tuple(slots) for _, slots in groupby(places, key=lambda slot: slot.section)]
    sizes = divided_sections([[_ns_score(state, slot) for slot in slots] for slots in sections], groups)
    changed = count(1)
    forms = [form for part in sizes for at, size in enumerate(part) for form in [next(changed) if at else 0] * size]
    return tuple(zip(places, forms, strict=True))


def _ns_score(state: EventState, slot: Slot) -> int | None:
    entry = state.results.get(slot)
    return None if entry is None or entry.result is None else ns_score(entry.result, slot.board)
