"""The groups of a movement: those who never meet one another, so that they have the same opponents.

JCBL director's manual 3.3, lines 2571-2587: in a Mitchell, scrambled or not, the pairs that start North-South and those
that start East-West; in a Howell everybody meets everybody, and the pairs that move are one group, those that stay
another.
"""

from __future__ import annotations

from collections.abc import Mapping

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import Movement


def meeting_groups(movement: Movement) -> tuple[tuple[Number, ...], ...]:
    """Returns the groups of a movement in the order of their first numbers, without the phantom."""
    opponents: dict[Number, set[Number]] = {number: set() for number in movement.contestants}
    for meeting in movement.meetings:
        for side, others in ((meeting.ns, meeting.ew), (meeting.ew, meeting.ns)):
            for number in side:
                opponents[number].update(others)
    sides = two_sides(opponents)
    groups: list[list[Number]] = [[], []]
    for number in movement.contestants:
        if number != movement.phantom:
            groups[number in movement.stationary if sides is None else not sides[number][1]].append(number)
    return tuple(tuple(group) for group in groups if group)


def two_sides(opponents: Mapping[Number, set[Number]]) -> dict[Number, tuple[int, bool]] | None:
    """Returns for each number its unconnected part of the sheet, and True if it is on the side of the first number
    there. Returns None if a contestant meets its own side."""
    side: dict[Number, tuple[int, bool]] = {}
    for part, first in enumerate(opponents):
        waiting = [] if first in side else [first]
        side.setdefault(first, (part, True))
        while waiting:
            number = waiting.pop()
            for other in opponents[number]:
                if other not in side:
                    side[other] = (part, not side[number][1])
                    waiting.append(other)
                elif side[other][1] is side[number][1]:
                    return None
    return side
