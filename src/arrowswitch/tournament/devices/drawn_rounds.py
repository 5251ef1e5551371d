"""The next places where rounds are drawn one at a time: a Swiss, and a knockout whose winners play on.

The movement of a knockout ends with the round that was drawn last. The bracket decides whether a team plays on.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.guide.cards import NextKind, NextPlace, TableRound
from arrowswitch.core.movements.model import RoundNumber, TableNumber
from arrowswitch.core.pairing.knockout.match import MatchState
from arrowswitch.core.pairing.knockout.progress import Knockout
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.devices.seated import next_places, own_seats
from arrowswitch.tournament.forms.bracket.progress import drawn_in, is_knockout, knockout
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState

_TO_PLAY = (MatchState.WAITING, MatchState.OPEN, MatchState.RUNNING, MatchState.LEVEL)


def guide_at(state: EventState, place: Place, table: TableNumber, number: RoundNumber) -> TableRound | None:
    """Returns where the players and boards of a table go after a round; None if it has no match."""
    guide, stands = next_places(state, place, table, number), _stands(state, place)
    if guide is None or stands is None:
        return guide
    positions = (
        replace(one, next=NextPlace(_kind(state, place, stands, one.number)))
        if one.next.kind is NextKind.FINISHED
        else one
        for one in guide.positions
    )
    return replace(guide, positions=tuple(positions))


def next_seat(state: EventState, owner: DeviceOwner, number: RoundNumber) -> NextPlace | None:
    """Returns the next seat of a pair, player or team that sits out a round; None if nothing is planned."""
    movement, stands = state.section(owner.place).movement, _stands(state, owner.place)
    if movement is None or owner.number is None:
        return None
    seat = next((seat for seat in own_seats(state, owner) if seat.round > number), None)
    if seat is not None:
        label = movement.label(seat.table)
        return NextPlace(kind=NextKind.MOVE, round=seat.round, table=seat.table, label=label, side=seat.side)
    if stands is not None:
        return NextPlace(_kind(state, owner.place, stands, owner.number))
    is_drawn = all(movement.is_drawn(later) for later in range(number + 1, movement.rounds + 1))
    return NextPlace(NextKind.FINISHED if is_drawn else NextKind.DRAWN_LATER)


def planned_rounds(state: EventState, place: Place) -> RoundNumber:
    """Returns the number of rounds of a section: of a knockout of one session those of its bracket up to the final."""
    movement, stands = state.section(place).movement, _stands(state, place)
    if movement is None:
        return 0
    if stands is None or len(state.sessions) > 1:
        return movement.rounds
    bracket = stands.bracket
    return max(movement.rounds, bracket.step_of[bracket.last.number])


def is_decided(state: EventState, place: Place) -> bool:
    """True unless the section is a knockout that nobody has won yet."""
    stands = _stands(state, place)
    return stands is None or stands.winner is not None


def is_out(state: EventState, owner: DeviceOwner) -> bool:
    """True if a team has its final place in a knockout."""
    stands = _stands(state, owner.place)
    return stands is not None and owner.number is not None and owner.number not in stands.still_in


def _kind(state: EventState, place: Place, stands: Knockout, number: Number) -> NextKind:
    """Returns the kind of a team's next place: the draw, as long as the team is in and a match is still to be drawn."""
    drawn = drawn_in(state, place.section)
    has_more = any(one.number not in drawn and one.state in _TO_PLAY for one in stands.matches)
    return NextKind.DRAWN_LATER if has_more and number in stands.still_in else NextKind.FINISHED


def _stands(state: EventState, place: Place) -> Knockout | None:
    """Returns the knockout of a section; None without a draw, and in other events."""
    is_drawn = is_knockout(state) and state.section(place).movement is not None
    return knockout(state, place.section) if is_drawn else None
