"""The entered results that a movement does not plan."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.model import Movement, SessionNumber
from arrowswitch.tournament.model.state import EventState, Section


def misplaced_results(
    state: EventState, session: SessionNumber, section: Section, movement: Movement
) -> Iterator[Problem]:
    """Yields a problem for every result already entered that the new movement does not plan."""
    for slot, entry in state.results.items():
        if (slot.session, slot.section) != (session, section.letter) or entry.forced:
            continue
        meeting = movement.at(slot.round, slot.table)
        planned = meeting is not None and (meeting.ns, meeting.ew) == (entry.ns, entry.ew)
        if meeting is None or not planned or slot.board not in movement.boards_of(meeting):
            yield Problem(
                "movement.contradicts-result", {"round": slot.round, "table": slot.table, "board": slot.board}
            )
