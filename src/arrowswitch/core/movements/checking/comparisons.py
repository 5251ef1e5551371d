"""Counts for every two contestants: meetings, and comparisons on the boards that both play.

The counts behind `fairness`. A meeting is skipped if its table, round or set does not exist, so that a sheet with
faults can be measured, or if it includes a phantom.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.checking.shape import sound_meetings
from arrowswitch.core.movements.model import Meeting, Movement

Two = tuple[Number, Number]
"""Two contestants, in the order in which the movement lists them."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of every two contestants; two who are missing in a count have 0.

    - `meetings` is the number of tables and rounds at which they are opponents.
    - `same` is on how many boards they sit the same way, `opposite` on how many they sit opposite ways at different
      tables; `heads` is the sum over the boards they meet on of the other tables that play it.
    """

    meetings: Mapping[Two, int]
    same: Mapping[Two, int]
    opposite: Mapping[Two, int]
    heads: Mapping[Two, int]

    def coefficient(self, two: Two) -> int:
        """Returns the competition coefficient C of two contestants (see `fairness`)."""
        return self.same.get(two, 0) - self.opposite.get(two, 0) + self.heads.get(two, 0)


def counts_of(movement: Movement) -> Counts:
    """Returns the counts of every two contestants of `movement`, without the phantom."""
    place = order_of(movement)
    names, meetings = list(place), played_meetings(movement)
    sets = np.array([meeting.board_set - 1 for meeting in meetings], np.int64)
    weights = np.array([len(boards) for boards in movement.board_sets], np.int64)
    plays = np.bincount(sets, minlength=len(weights)) if meetings else np.zeros(len(weights), np.int64)
    ns, ew = np.zeros((2, len(names), len(weights)), np.int64)
    met, heads, own, partners = np.zeros((4, len(names), len(names)), np.int64)
    for meeting in meetings:
        at = meeting.board_set - 1
        first, second = [place[number] for number in meeting.ns], [place[number] for number in meeting.ew]
        ns[first, at] += 1
        ew[second, at] += 1
        for seat, opposite_seat in product(first, second):
            low, high = sorted((seat, opposite_seat))
            met[low, high] += 1
            heads[low, high] += weights[at] * (plays[at] - 1)
            own[low, high] += weights[at]
        for side in (first, second):
            for low, high in combinations(sorted(side), 2):
                partners[low, high] += weights[at]
    same = (ns * weights) @ ns.T + (ew * weights) @ ew.T - partners
    across = (ns * weights) @ ew.T
    opposite = across + across.T - own
    return Counts(_by_twos(names, met), _by_twos(names, same), _by_twos(names, opposite), _by_twos(names, heads))


def _by_twos(names: Sequence[Number], counts: NDArray[np.int64]) -> dict[Two, int]:
    """Returns the counts above the diagonal that are not 0, by the two contestants."""
    upper = np.triu(counts, 1)
    rows, columns = np.nonzero(upper)
    listed = zip(rows.tolist(), columns.tolist(), upper[rows, columns].tolist(), strict=True)
    return {(names[row], names[column]): count for row, column, count in listed}


def twos_ranked_together(movement: Movement) -> tuple[Two, ...]:
    """Returns every two contestants of one field, the phantom left out."""
    return tuple(two for group in movement.fields for two in combinations(real_numbers(movement, group), 2))


def played_meetings(movement: Movement) -> tuple[Meeting, ...]:
    """Returns the meetings at which cards are played and whose table, round and set exist."""
    return tuple(meeting for meeting in sound_meetings(movement) if movement.is_played(meeting))


def real_numbers(movement: Movement, numbers: Iterable[Number]) -> list[Number]:
    """Returns `numbers` without the phantom, in the order of the movement's contestants."""
    order = order_of(movement)
    return sorted(
        (number for number in numbers if number in order and number != movement.phantom), key=order.__getitem__
    )


def order_of(movement: Movement) -> dict[Number, int]:
    """Returns the place of every number, those that only meetings name last."""
    order = {number: i for i, number in enumerate(movement.contestants)}
    for meeting in movement.meetings:
        for number in meeting.contestants:
            order.setdefault(number, len(order))
    return order
