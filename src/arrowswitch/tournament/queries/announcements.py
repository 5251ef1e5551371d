"""What the director announces in a round: the arrow, skips and irregular moves, from the movement alone."""

from __future__ import annotations

from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.model import Movement


def announcements(movement: Movement, round_number: int) -> tuple[Problem, ...]:
    """Returns the announcements of a round, as message codes."""
    if round_number in movement.arrow_switched:
        return (Problem("announce.arrow-east", {"round": round_number}),)
    return ()
