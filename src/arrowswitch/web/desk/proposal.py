"""The line that changes with every entry: so many pairs, this movement, these alternatives; and whether the chosen one
still fits.
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.movements.model import Movement
from arrowswitch.tournament.director.entries import complete_entries
from arrowswitch.tournament.model import EventState


@dataclass(frozen=True, slots=True)
class Proposal:
    """What to play with so many pairs. `chosen` is the section's movement; `fits` when it has a seat for everybody."""

    pairs: int
    choices: tuple[object, ...]
    chosen: Movement | None
    fits: bool


def proposal_of(state: EventState) -> Proposal:
    """Returns the proposal for the pairs that have come so far."""
    return Proposal(len(complete_entries(state)), (), None, False)
