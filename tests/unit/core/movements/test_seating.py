"""The search for seats in which nobody meets anybody again."""

from __future__ import annotations

import numpy as np

from arrowswitch.core.movements.sessions.seating import seat

LEVEL = np.zeros((4, 4), dtype=np.int64)


def test_seats_without_a_price_are_found() -> None:
    """0 has met 1, and 2 has met 3; places 0 and 1 meet, 2 and 3 as well."""
    met = LEVEL.copy()
    for pair, other in ((0, 1), (2, 3)):
        met[pair, other] = met[other, pair] = 1
    seating = seat([(0, 1), (2, 3)], met, LEVEL, [0, 1, 2, 3])
    tables = {frozenset(seating.who[:2]), frozenset(seating.who[2:])}
    assert (seating.price, sorted(seating.who)) == (0, [0, 1, 2, 3])
    assert not tables & {frozenset((0, 1)), frozenset((2, 3))}


def test_it_gives_up_where_there_are_none() -> None:
    """Two who meet wherever they sit: also when every exchange was undone a moment ago, the search comes to an end."""
    met = np.array([[0, 1], [1, 0]], dtype=np.int64)
    seating = seat([(0, 1)], met, LEVEL[:2, :2], [0, 1], patience=5)
    assert (seating.price, sorted(seating.who)) == (1, [0, 1])
