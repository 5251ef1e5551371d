"""Counts for every two contestants: meetings, and comparisons on the boards that both play.

The counts behind `fairness`. A meeting is skipped if its table, round or set does not exist, so that a sheet with
faults can be measured, or if it includes a phantom.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.checking.shape import sound_meetings
from arrowswitch.core.movements.model import Meeting, Movement, SetNumber

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
    order = order_of(movement)
    by_set: dict[SetNumber, list[Meeting]] = defaultdict(list)
    for meeting in played_meetings(movement):
        by_set[meeting.board_set].append(meeting)
    met: dict[Two, int] = defaultdict(int)
    same: dict[Two, int] = defaultdict(int)
    opposite: dict[Two, int] = defaultdict(int)
    heads: dict[Two, int] = defaultdict(int)
    for board_set, meetings in by_set.items():
        weight = len(movement.board_sets[board_set - 1])
        for one, other in combinations(meetings, 2):
            for firsts, seconds, counts in (
                (one.ns, other.ns, same),
                (one.ew, other.ew, same),
                (one.ns, other.ew, opposite),
                (one.ew, other.ns, opposite),
            ):
                for a in firsts:
                    for b in seconds:
                        counts[(a, b) if order[a] < order[b] else (b, a)] += weight
        for meeting in meetings:
            for a in meeting.ns:
                for b in meeting.ew:
                    two = (a, b) if order[a] < order[b] else (b, a)
                    heads[two] += weight * (len(meetings) - 1)
                    met[two] += 1
    return Counts(dict(met), dict(same), dict(opposite), dict(heads))


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
