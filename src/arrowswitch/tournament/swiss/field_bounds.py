"""What pairs that are ranked on the whole field still end with, at the least and at the most, whatever is open brings.

On every board a better score never lowers one's own share and never raises that of somebody who sat the same way. So
the least that a pair can end with comes when all that is open goes against it, and the most when all goes its way:
the event is scored both ways, and nothing is estimated. Pairs who wish the same of every open board share the scoring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.notation import parse_result
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.pairing.swiss.early import Bounds
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.tournament.scored.slots import open_slots, sides_of

MOST_OPEN = 24
"""With more open boards everybody waits: scoring them all both ways for every pair takes too long."""
BEYOND = Fraction(1_000_000)
"""No total is so far from nothing."""
_BEST_FOR = {Side.NS: "7NXX-13 E", Side.EW: "7NXX-13 N"}
"""The result that no other on the board beats, for each side."""

Wishes = tuple[Side, ...]
"""The side that is to win on each open board."""


def open_through(state: EventState, place: Place, through: RoundNumber) -> tuple[Slot, ...]:
    """Returns the slots without a result up to a round of a session, in all sections: they share the comparison."""
    return tuple(
        slot
        for session in range(1, place.session + 1)
        for slot in open_slots(state, session)
        if session < place.session or slot.round <= through
    )


def field_bounds(
    state: EventState,
    place: Place,
    through: RoundNumber,
    totals_of: Callable[[EventState], Mapping[Number, Fraction]],
) -> dict[Number, Bounds]:
    """Returns between which totals everybody ends after a round; `totals_of` ranks a section of an event by then."""
    slots = open_through(state, place, through)
    totals = totals_of(state)
    if not slots:
        return {number: Bounds(total, total) for number, total in totals.items()}
    if len(slots) > MOST_OPEN:
        return dict.fromkeys(totals, Bounds(-BEYOND, BEYOND))
    known: dict[Wishes, Mapping[Number, Fraction]] = {}

    def end_of(number: Number, wishes: Wishes) -> Fraction:
        if wishes not in known:
            known[wishes] = totals_of(_filled(state, slots, wishes))
        return known[wishes][number]

    found = {}
    for number in totals:
        best = tuple(_wishes(state, place, slots, number))
        worst = tuple(side.opponents for side in best)
        found[number] = Bounds(end_of(number, worst), end_of(number, best))
    return found


def _wishes(state: EventState, place: Place, slots: tuple[Slot, ...], number: Number) -> Iterator[Side]:
    """Yields for each open board who should win it, as a pair wishes: itself at its own table; at others the side that
    does not sit its way (any side, where it does not play the board)."""
    for slot in slots:
        ns, ew = sides_of(state, slot)
        if slot.section == place.section and number in (*ns, *ew):
            yield Side.NS if number in ns else Side.EW
        else:
            yield _side_on(state, Place(slot.session, place.section), slot, number).opponents


def _side_on(state: EventState, place: Place, slot: Slot, number: Number) -> Side:
    """Returns the side on which a pair plays, or has played, the board of a slot."""
    for known, entry in state.results.items():
        is_there = (known.place, known.board) == (place, slot.board)
        if is_there and number in (*entry.ns, *entry.ew):
            return Side.NS if number in entry.ns else Side.EW
    movement = state.section(place).movement
    meetings = () if movement is None else movement.meetings
    for meeting in meetings:
        if number in meeting.contestants and movement is not None and slot.board in movement.boards_of(meeting):
            return Side.NS if number in meeting.ns else Side.EW
    return Side.NS


def _filled(state: EventState, slots: tuple[Slot, ...], wishes: Wishes) -> EventState:
    """Returns the event with a result in every open slot."""
    filled = dict(state.results)
    for slot, winner in zip(slots, wishes, strict=True):
        ns, ew = sides_of(state, slot)
        filled[slot] = TableEntry(slot=slot, ns=ns, ew=ew, result=parse_result(_BEST_FOR[winner]))
    return replace(state, results=filled)
