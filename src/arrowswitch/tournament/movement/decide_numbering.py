"""Decides on how the pairs of a Mitchell are numbered.

JCBL director's manual 3.3, lines 972, 1086 and 1228 (the ways), 839-841 (a number is fixed for the session).
"""

from __future__ import annotations

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.editing.numbering import has_numbering, new_numbers, numbered_as
from arrowswitch.tournament.model.context import Context
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseNumbering, MovementSet, NumbersSet
from arrowswitch.tournament.model.state import EventState


def numbering_open(state: EventState, place: Place) -> bool:
    """True if the numbering can still be chosen: there are two fields, play has not begun, and no plan leads from these
    numbers to those of another session."""
    section = state.section_or_empty(place)
    return has_numbering(section.movement) and not state.session(place.session).is_started and not state.moves


def choose_numbering(state: EventState, command: ChooseNumbering, context: Context) -> tuple[Fact, ...]:
    """Decides on other numbers for the same seats; each entry gets the new number of its seat.

    Raises Refused (`numbering.one-field`, `numbering.begun`, `numbering.of-plan`, and as `new_numbers`).
    """
    section = state.section_or_empty(command.place)
    movement = section.movement
    if movement is None or not has_numbering(movement):
        raise Refused.of("numbering.one-field")
    if state.session(command.place.session).is_started:
        raise Refused.of("numbering.begun")
    if state.moves:
        raise Refused.of("numbering.of-plan")
    numbered = numbered_as(movement, command.numbering, command.ew_from)
    if numbered == movement:
        return ()
    names = new_numbers(movement, command.numbering, command.ew_from)
    chosen = MovementSet(command.place, numbered)
    if not section.numbers:
        return (chosen,)
    renumbered = {names[number]: who for number, who in section.numbers.items()}
    return (chosen, NumbersSet(command.place, renumbered, section.draw_seed))
