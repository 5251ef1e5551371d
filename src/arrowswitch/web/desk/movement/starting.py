"""The starting round of a section on the movement page: which round of its sheet is played first.

Manual, lines 3349-3367: fewer copies of the boards where sections start in different rounds.
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.movements.starting_round import starts_in
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.movement.starting import saving_starts, start_open


@dataclass(frozen=True, slots=True)
class StartForm:
    """The starting round of a section: `start` of the `rounds` of its sheet. `saving` are the starting rounds with
    which the sections of the session need fewer copies of the boards, if there are any."""

    start: RoundNumber
    rounds: RoundNumber
    saving: Problem | None


def start_form(state: EventState, place: Place) -> StartForm | None:
    """Returns the form of a section's starting round, as long as it can be chosen."""
    movement = state.section_or_empty(place).movement
    if movement is None or not start_open(state, place):
        return None
    return StartForm(starts_in(movement), movement.rounds, saving_starts(state, place.session))
