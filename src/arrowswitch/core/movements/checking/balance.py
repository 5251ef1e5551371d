"""The balance of comparisons for choosing: quickly, in words, and when it puts a choice behind.

`quick_balance` is the balance of `fairness` by one product of matrices: enough to rank many movements. Its words are
those of `evenness`.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.checking.comparisons import played_meetings
from arrowswitch.core.movements.checking.evenness import evenness
from arrowswitch.core.movements.model import Meeting, Movement

_EVEN, _UNEVEN, _VERY_UNEVEN = 0.4, 0.55, 1.0
"""The balances up to which comparisons are even, and above which choices come later for it."""
LEAST_SHARE = (7, 10)
"""The least part of the boards in play that every pair plays: seven of ten, else too few results can be compared."""


def is_even(balance: float | Decimal | None) -> bool:
    """True up to the balance of published sheets of one ranking; where nobody is compared there is nothing uneven."""
    return _is_up_to(balance, _EVEN)


def is_uneven(balance: float | Decimal | None) -> bool:
    """True for comparisons for which a choice comes later.

    >>> is_uneven(0.53), is_uneven(0.586), is_uneven(None)
    (False, True, False)
    """
    return not _is_up_to(balance, _UNEVEN)


def is_very_uneven(balance: float | Decimal | None) -> bool:
    """True for comparisons that other faults weigh no more than."""
    return not _is_up_to(balance, _VERY_UNEVEN)


def _is_up_to(balance: float | Decimal | None, most: float) -> bool:
    return balance is None or round(float(balance), 2) <= most


def balance_words(balance: float | Decimal) -> Problem:
    """Returns the balance with its word on the scale (`evenness`), as a message."""
    exact = Decimal(balance).quantize(Decimal("0.01"))
    return Problem(f"balance.{evenness(exact)}", {"balance": f"{exact}"})


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
    size, sets = len(place), len(movement.board_sets)
    plays = [0] * sets
    for meeting in meetings:
        plays[meeting.board_set - 1] += 1
    seats, signs, twos, amounts = [], [], [], []
    for meeting in meetings:
        at, tables = meeting.board_set - 1, plays[meeting.board_set - 1]
        first, second = [place[number] for number in meeting.ns], [place[number] for number in meeting.ew]
        for sign, side in ((1, first), (-1, second)):
            for seat in side:
                seats.append(seat * sets + at)
                signs.append(sign)
            for player, partner in combinations(side, 2):
                # Partners share a result, which compares nobody.
                twos += [player * size + partner, partner * size + player]
                amounts += [-1, -1]
        for ns in first:
            for ew in second:
                twos += [ns * size + ew, ew * size + ns]
                amounts += [tables, tables]
    sides = np.zeros((size, sets))
    sides.reshape(-1)[np.array(seats, np.int64)] = (
        signs  # a contestant that plays a set again has the side of last time
    )
    coefficients = sides @ sides.T
    np.add.at(coefficients.reshape(-1), np.array(twos, np.int64), np.array(amounts, np.float64))
    return coefficients, place
