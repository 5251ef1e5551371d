"""The groups of a movement: those who never meet one another, so that they have the same opponents.

JCBL director's manual 3.3, lines 2571-2587: in a Mitchell, scrambled or not, the pairs that start North-South and those
that start East-West; in a Howell everybody meets everybody, and the pairs that move are one group, those that stay
another.
"""

from __future__ import annotations

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import Movement


def meeting_groups(movement: Movement) -> tuple[tuple[Number, ...], ...]:
    """Returns the groups of a movement in the order of their first numbers, without the phantom."""
    sides = _two_sides(movement)
    if sides is None:
        moving = tuple(n for n in movement.contestants if n not in movement.stationary)
        sides = (moving, tuple(n for n in movement.contestants if n in movement.stationary))
    groups = (tuple(number for number in side if number != movement.phantom) for side in sides)
    return tuple(group for group in groups if group)


def _two_sides(movement: Movement) -> tuple[tuple[Number, ...], ...] | None:
    """Returns the two sides of which nobody meets its own; None where there are no such sides."""
    opponents: dict[Number, set[Number]] = {number: set() for number in movement.contestants}
    for meeting in movement.meetings:
        for one in meeting.ns:
            opponents[one].update(meeting.ew)
        for one in meeting.ew:
            opponents[one].update(meeting.ns)
    side: dict[Number, bool] = {}
    for first in movement.contestants:
        waiting = [] if first in side else [first]
        side.setdefault(first, False)
        while waiting:
            number = waiting.pop()
            for other in opponents[number]:
                if other not in side:
                    side[other] = not side[number]
                    waiting.append(other)
                elif side[other] is side[number]:
                    return None
    return tuple(tuple(n for n in movement.contestants if side[n] is which) for which in (False, True))
