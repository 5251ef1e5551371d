"""Turns single guide cards until the comparisons are as even as a tabu search makes them; for the offline searches.

Used for Howells (`balance_search`) and for the arrows of other sheets (`arrow_search`).
"""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.int64]
Card = tuple[int, int, int]
"""Two contestants who meet (from 0), and the set (from 0)."""


def turn_cards(heads: Matrix, sides: Matrix, cards: list[Card], rnd: random.Random, steps: int) -> tuple[int, Matrix]:
    """Returns the least sum of squared competition coefficients that is found, and the sides that give it.

    `sides` is +1 for North-South, -1 for East-West and 0 for not playing, for each contestant and set; `heads` is what
    meeting adds to a coefficient. In each of `steps` steps the best card is turned, even for the worse, and not turned
    back for some steps.
    """
    first, second, where = (np.array(column) for column in zip(*cards, strict=True))
    others = 8 * (np.abs(sides).sum(axis=0)[where] - 2)
    coefficients = compare_sides(heads, sides)
    current = int((coefficients**2).sum()) // 2
    best, best_sides = current, sides.copy()
    free_at = np.zeros(len(cards), np.int64)
    for step in range(steps):
        pull = coefficients @ sides
        between = coefficients[first, second]
        change = others - 4 * (
            sides[first, where] * (pull[first, where] - between * sides[second, where])
            + sides[second, where] * (pull[second, where] - between * sides[first, where])
        )
        allowed = (free_at <= step) | (current + change < best)
        if not allowed.any():
            continue
        candidates = np.flatnonzero(allowed & (change == change[allowed].min()))
        chosen = int(candidates[rnd.randrange(len(candidates))])
        current += int(change[chosen])
        free_at[chosen] = step + 4 + rnd.randrange(8)
        sides[[first[chosen], second[chosen]], where[chosen]] *= -1
        coefficients = compare_sides(heads, sides)
        if current < best:
            best, best_sides = current, sides.copy()
    return best, best_sides


def compare_sides(heads: Matrix, sides: Matrix) -> Matrix:
    """Returns the competition coefficients, with 0 for nobody against himself."""
    coefficients: Matrix = sides @ sides.T + heads
    np.fill_diagonal(coefficients, 0)
    return coefficients
