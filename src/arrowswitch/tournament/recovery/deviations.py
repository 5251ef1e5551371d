"""Deviations of play from the sheet, checked at the end of a round.

JCBL director's manual 3.3, line 1150: mistakes are to be found as early as possible, so after each round the entries
are compared with the sheet. An entry that was forced against an older sheet is no departure once the sheet has been
changed to what was played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SessionNumber
from arrowswitch.core.movements.recovery.repairs import RepairProposal
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.rulings import Blame
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.tournament.scored.slots import plan_problems, planned_slots


@dataclass(frozen=True, slots=True)
class Deviation:
    """An entry that departs from the sheet, and how; `reason` is why it was let stand."""

    slot: Slot
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    problems: tuple[Problem, ...]
    reason: str


@lru_cache(maxsize=64)
def deviations(state: EventState, session: SessionNumber, last: RoundNumber) -> tuple[Deviation, ...]:
    """Returns the entries of the rounds up to `last` that depart from their sheets, in the order of play."""
    departures = []
    due = {
        slot: (meeting.ns, meeting.ew)
        for section in state.session(session).sections.values()
        for slot, meeting, is_due in planned_slots(session, section)
        if is_due
    }
    for slot, entry in state.results.items():
        if slot.session != session or slot.round > last or due.get(slot) == (entry.ns, entry.ew):
            continue
        problems = tuple(plan_problems(state.section(Place(session, slot.section)), slot, entry.ns, entry.ew))
        if problems:
            departures.append(Deviation(slot=slot, ns=entry.ns, ew=entry.ew, problems=problems, reason=entry.forced))
    return tuple(sorted(departures, key=lambda one: (one.slot.section, one.slot.round, one.slot.table, one.slot.board)))


def played_otherwise(state: EventState, place: Place) -> tuple[Meeting, ...]:
    """Returns the meetings of a section whose entries differ from its sheet: other pairs, sides or set."""
    section = state.section(place)
    if section.movement is None:
        return ()
    departing = (
        meeting for slot, entry in state.results.items() for meeting in _meeting_of(section, place.session, slot, entry)
    )
    return tuple(sorted(set(departing), key=lambda meeting: (meeting.round, meeting.table)))


def blames_of(proposal: RepairProposal) -> tuple[Blame, Blame]:
    """Returns the blame for a neutral meeting, North-South first, as for `AwardUnplayed`."""
    ns, ew = (_blame_of(side, proposal) for side in (proposal.meeting.ns, proposal.meeting.ew))
    return ns, ew


def _blame_of(side: Sequence[Number], proposal: RepairProposal) -> Blame:
    if set(side) & set(proposal.at_fault):
        return Blame.AT_FAULT
    return Blame.PARTLY if set(side) & set(proposal.partly_at_fault) else Blame.NONE


def _meeting_of(section: Section, session: SessionNumber, slot: Slot, entry: TableEntry) -> Iterator[Meeting]:
    movement = section.movement
    if movement is None or (slot.session, slot.section) != (session, section.letter):
        return
    if not any(plan_problems(section, slot, entry.ns, entry.ew)):
        return
    board_set = _set_of(movement, slot)
    if board_set is not None:
        yield Meeting(round=slot.round, table=slot.table, ns=entry.ns, ew=entry.ew, board_set=board_set)


def _set_of(movement: Movement, slot: Slot) -> int | None:
    """Returns the set that holds the board of a slot; None for a board that is not in play."""
    sets = (place for place, boards in enumerate(movement.board_sets, start=1) if slot.board in boards)
    return next(sets, None)
