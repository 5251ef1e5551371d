"""Which rounds of a scrambled Mitchell turn the arrow, so that the field is compared as evenly as it can be.

The documents print arrows for two sheets and state no rule (manual 3.3, lines 1080-1090). Turning the arrow changes
who is compared with whom and nothing else. The measure is the balance of `fairness`: since its mean does not depend on
the arrows, the best arrows are those with the least sum of squared competition coefficients.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from arrowswitch.core.movements.mitchell_rules import Sheet
from arrowswitch.core.movements.model import RoundNumber

_ALL_CHOICES = 11
_LARGEST = 14
_AT_ONCE = 256

_Matrix = NDArray[np.float32]


def alternate_arrows(rounds: int) -> tuple[RoundNumber, ...]:
    """Returns the pattern of the manual's 8-table sheet: every second round is turned (lines 2248-2255)."""
    return tuple(range(2, rounds + 1, 2))


@lru_cache(maxsize=256)
def best_arrows(sheet: Sheet, missing_home: int | None = None, missing_moving: int | None = None) -> tuple[int, ...]:
    """Returns the rounds of `sheet` to turn for the best balance; among equals the fewest rounds, then the latest.

    `missing_home` and `missing_moving` are the numbers (from 1) of a phantom in its group. Up to 11 rounds every choice
    is compared. With more, the best choice of up to four rounds (of two in large sheets) is the start, from which the
    search goes on as long as turning or exchanging a round makes it better.
    """
    measure = _Measure(sheet, missing_home, missing_moving)
    if sheet.rounds <= _ALL_CHOICES and sheet.tables <= _LARGEST:
        return measure.best(_subsets(sheet.rounds, sheet.rounds // 2))[1]
    few = 4 if sheet.rounds <= _LARGEST and sheet.tables <= _LARGEST else 2
    cost, found = measure.best([*_subsets(sheet.rounds, few), alternate_arrows(sheet.rounds)])
    while True:
        better, candidate = measure.best(_neighbours(sheet.rounds, found))
        if better >= cost:
            return found
        cost, found = better, candidate


def _subsets(rounds: int, most: int) -> list[tuple[int, ...]]:
    """Returns the choices of up to `most` rounds, fewest first, latest first among equals.

    Turning the other rounds instead gives the same comparisons, so half of the rounds is enough.
    """
    latest_first = range(rounds, 0, -1)
    return [tuple(sorted(chosen)) for size in range(most + 1) for chosen in combinations(latest_first, size)]


def _neighbours(rounds: int, found: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Returns the choices that differ from `found` by one round more, one fewer, or one exchanged."""
    others = [r for r in range(rounds, 0, -1) if r not in found]
    fewer = [tuple(r for r in found if r != out) for out in found]
    bases = [found, *fewer]
    more = [tuple(sorted((*base, other))) for base in bases for other in others]
    return fewer + more


class _Measure:
    """The sum of squared competition coefficients of a sheet for any arrows.

    `_sides[c, s]` is +1 or -1 for how contestant c sits on set s when no arrow is turned (0: does not play it), and
    `_round[c, s]` when; their product with the arrows, times itself transposed, counts the comparisons. `_heads` puts
    right the cells of those who meet, who are compared head to head.
    """

    def __init__(self, sheet: Sheet, missing_home: int | None, missing_moving: int | None) -> None:
        size = 2 * sheet.tables
        self._rounds = sheet.rounds
        self._sides: _Matrix = np.zeros((size, sheet.sets), np.float32)
        self._round = np.zeros((size, sheet.sets), np.intp)
        self._heads: _Matrix = np.zeros((size, size), np.float32)
        cells = [c for c in sheet.cells if c.table != missing_home and c.moving != missing_moving]
        plays = np.bincount([cell.board_set - 1 for cell in cells], minlength=sheet.sets)
        for cell in cells:
            home, moving, board_set = cell.table - 1, sheet.tables + cell.moving - 1, cell.board_set - 1
            self._sides[home, board_set], self._sides[moving, board_set] = 1, -1
            self._round[[home, moving], board_set] = cell.round - 1
            self._heads[home, moving] += plays[board_set]
            self._heads[moving, home] += plays[board_set]

    def best(self, choices: Iterable[tuple[int, ...]]) -> tuple[int, tuple[int, ...]]:
        """Returns the least sum among `choices` and the first choice that has it."""
        listed = list(choices)
        arrows: _Matrix = np.ones((len(listed), self._rounds), np.float32)
        for row, chosen in enumerate(listed):
            arrows[row, [r - 1 for r in chosen]] = -1
        sums = np.concatenate([self._sums(arrows[i : i + _AT_ONCE]) for i in range(0, len(listed), _AT_ONCE)])
        place = int(sums.argmin())
        return int(sums[place]), listed[place]

    def _sums(self, arrows: _Matrix) -> _Matrix:
        # Whole numbers far below 2**24, so that single precision is exact.
        signed = self._sides * arrows[:, self._round]
        coefficients = signed @ signed.transpose(0, 2, 1) + self._heads
        sums: _Matrix = np.einsum("bij,bij->b", coefficients, coefficients)
        return sums
