"""The needs of a section in the playing room: its tables, and the numbers on them, also for rounds to come."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.movements.families.drawn import is_drawn, tables_needed
from arrowswitch.core.movements.model import Movement, SectionLetter, TableNumber
from arrowswitch.documents.job import PrintJob
from arrowswitch.tournament.forms.bracket.to_come import ComingRound, rounds_to_come


@dataclass(frozen=True, slots=True)
class RoomNeeds:
    """The tables of a section, the numbers on them (three teams who play each other take six at three tables), and
    the rounds of a knockout that this session has yet to draw."""

    tables: int
    numbers: tuple[TableNumber, ...]
    coming: tuple[ComingRound, ...] = ()


def room_needs(job: PrintJob, letter: SectionLetter, movement: Movement) -> RoomNeeds:
    """Returns the needs of a section. In a knockout over several sessions, the rounds to come count in the last
    session, because their sessions are not known before."""
    if not is_drawn(movement) or not movement.meetings:
        return RoomNeeds(movement.tables, tuple(range(1, movement.tables + 1)))
    is_last = job.session == job.state.settings.sessions
    coming = rounds_to_come(job.state, letter) if is_last else ()
    used = {meeting.table for meeting in movement.meetings}
    used.update(range(1, max((one.numbers for one in coming), default=0) + 1))
    return RoomNeeds(max(tables_needed(movement), *(one.tables for one in coming), 0), tuple(sorted(used)), coming)
