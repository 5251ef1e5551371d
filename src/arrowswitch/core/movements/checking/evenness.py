"""How even the comparisons of a movement are, quickly and on a scale in words.

`quick_balance` is the balance of `fairness` by one product of matrices: enough to rank many movements. `Evenness` is
the scale on which a director reads it: the published sheets that clubs choose lie below 0.4, a Mitchell of one ranking
that is cut to half of its rounds lies above 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from enum import IntEnum
from itertools import combinations, product
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.checking.comparisons import played_meetings
from arrowswitch.core.movements.model import Meeting, Movement


class Evenness(IntEnum):
    """The scale of the balance, from the most even comparisons to the least."""

    VERY_EVEN = 0
    EVEN = 1
    FAIR = 2
    UNEVEN = 3
    VERY_UNEVEN = 4


_UP_TO = (0.25, 0.4, 0.55, 1.0)
"""The highest balance of each level of the scale but the last."""
LEAST_SHARE = (7, 10)
"""The least part of the boards in play that every pair plays: seven of ten, else too few results can be compared."""


def evenness(balance: float | Decimal | None) -> Evenness:
    """Returns the level of a balance; where nobody is compared there is nothing uneven.

    >>> evenness(0.21).name, evenness(0.4).name, evenness(0.98).name, evenness(1.26).name
    ('VERY_EVEN', 'EVEN', 'UNEVEN', 'VERY_UNEVEN')
    """
    if balance is None:
        return Evenness.VERY_EVEN
    return Evenness(sum(round(float(balance), 2) > most for most in _UP_TO))


def balance_words(balance: float | Decimal) -> Problem:
    """Returns the balance with its level on the scale, as a message."""
    level = evenness(balance)
    return Problem(f"balance.{level.name.lower().replace('_', '-')}", {"balance": f"{balance:.2f}"})


def is_enough_of(played: int, in_play: int) -> bool:
    """True if a pair that plays `played` of the board sets in play plays enough of them.

    >>> is_enough_of(10, 14), is_enough_of(8, 12)
    (True, False)
    """
    part, whole = LEAST_SHARE
    return whole * played >= part * in_play


def quick_balance(movement: Movement) -> float | None:
    """Returns the balance of `fairness` as a float; None where nobody is compared."""
    return balance_of_meetings(movement, played_meetings(movement), movement.phantom)


def balance_without(movement: Movement, missing: Number) -> float | None:
    """Returns the balance of a movement without a phantom if `missing` becomes its phantom."""
    played = tuple(meeting for meeting in played_meetings(movement) if missing not in meeting.contestants)
    return balance_of_meetings(movement, played, missing)


def balance_of_meetings(movement: Movement, meetings: Sequence[Meeting], missing: Number | None) -> float | None:
    """Returns the balance of the contestants but `missing` if these meetings are played."""
    coefficients, place = _coefficients(movement, meetings)
    values = [
        coefficients[tuple(np.array(list(combinations([place[n] for n in group if n != missing], 2))).T)]
        for group in movement.fields
        if sum(n != missing for n in group) > 1
    ]
    counted = np.concatenate(values) if values else np.zeros(0)
    total = float(counted.sum())
    if total <= 0:
        return None
    return sqrt(max(0.0, len(counted) * float((counted**2).sum()) / total**2 - 1))


def _coefficients(movement: Movement, meetings: Sequence[Meeting]) -> tuple[NDArray[np.float64], dict[Number, int]]:
    """Returns the competition coefficient of every two contestants, in sets, and the place of each in the matrix."""
    place = {number: i for i, number in enumerate(movement.contestants)}
    sides = np.zeros((len(place), len(movement.board_sets)))
    plays = np.zeros(len(movement.board_sets))
    for meeting in meetings:
        at = meeting.board_set - 1
        plays[at] += 1
        sides[[place[number] for number in meeting.ns], at] = 1
        sides[[place[number] for number in meeting.ew], at] = -1
    coefficients = sides @ sides.T
    for meeting in meetings:
        for ns, ew in product(meeting.ns, meeting.ew):
            coefficients[place[ns], place[ew]] += plays[meeting.board_set - 1]
            coefficients[place[ew], place[ns]] += plays[meeting.board_set - 1]
        for side in (meeting.ns, meeting.ew):
            for player, partner in combinations(side, 2):
                # Partners share a result, which compares nobody.
                coefficients[place[player], place[partner]] -= 1
                coefficients[place[partner], place[player]] -= 1
    return coefficients, place
