"""Counts for every two contestants: meetings, and comparisons on the boards that both play.

The counts behind `fairness`. A meeting is skipped if its table, round or set does not exist, so that a sheet with
faults can be measured, or if it includes a phantom.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

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
    size, sets = len(names), len(movement.board_sets)
    weights = np.array([len(boards) for boards in movement.board_sets], np.int64)
    plays = np.bincount(_ints([meeting.board_set - 1 for meeting in meetings]), minlength=sets)
    seats: tuple[list[int], list[int]] = ([], [])
    opponents, opponents_on, partners, partners_on = [], [], [], []
    for meeting in meetings:
        at = meeting.board_set - 1
        first, second = [place[number] for number in meeting.ns], [place[number] for number in meeting.ew]
        for own_seats, side in zip(seats, (first, second), strict=True):
            own_seats += [seat * sets + at for seat in dict.fromkeys(side)]
            for low, high in combinations(sorted(side), 2):
                partners.append(low * size + high)
                partners_on.append(at)
        for seat in first:
            for opposite_seat in second:
                low, high = (seat, opposite_seat) if seat < opposite_seat else (opposite_seat, seat)
                opponents.append(low * size + high)
                opponents_on.append(at)
    ns, ew = (np.bincount(_ints(side), minlength=size * sets).reshape(size, sets) for side in seats)

    def add_amounts(twos: list[int], amounts: NDArray[np.int64]) -> NDArray[np.int64]:
        sums = np.zeros(size * size, np.int64)
        np.add.at(sums, _ints(twos), amounts)
        return sums.reshape(size, size)

    met_on = _ints(opponents_on)
    met = add_amounts(opponents, np.ones(len(opponents), np.int64))
    heads = add_amounts(opponents, weights[met_on] * (plays[met_on] - 1))
    same = (ns * weights) @ ns.T + (ew * weights) @ ew.T - add_amounts(partners, weights[_ints(partners_on)])
    across = (ns * weights) @ ew.T
    opposite = across + across.T - add_amounts(opponents, weights[met_on])
    return Counts(_by_twos(names, met), _by_twos(names, same), _by_twos(names, opposite), _by_twos(names, heads))


def _ints(values: Sequence[int]) -> NDArray[np.int64]:
    return np.array(values, np.int64)


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
        for side in (meeting.ns, meeting.ew):
            for number in side:
                if number not in order:
                    order[number] = len(order)
    return order
