"""The exact sum of the points of a contestant, computed when it is requested."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from arrowswitch.core.scoring.bulk.arrays import Ints, blocks
from arrowswitch.core.scoring.bulk.sums import Addends, Sums, sum_of_parts
from arrowswitch.core.scoring.bulk.values import ScoredSide, Worths


class RawSums:
    """The sums of all contestants. A sum that is whole in the unit of `Sums` is read from there; every other one is
    added with fractions, from the contestant's own results."""

    __slots__ = ("_addends", "_low", "_open", "_sides", "_unit")

    def __init__(self, addends: Addends, sums: Sums) -> None:
        self._addends, self._low, self._open, self._unit = addends, sums.low, sums.open, sums.unit
        self._sides: Sequence[_OwnResults] = ()

    def of(self, number: int) -> Fraction:
        """Returns the sum of a contestant."""
        if not self._open[number]:
            return Fraction(int(self._low[number]), self._unit)
        if not self._sides:
            self._sides = [_OwnResults(side, worths, len(self._low)) for side, worths in self._addends]
        parts: dict[int, int] = defaultdict(int)
        for side in self._sides:
            side.add(number, parts)
        return sum_of_parts(parts)


class _OwnResults:
    """The results of one side sorted by contestant."""

    __slots__ = ("_cells", "_starts", "_worths")

    def __init__(self, side: ScoredSide, worths: Worths, contestants: int) -> None:
        table = side.cell_table().astype(np.int32)
        cells = np.concatenate([table[side.lookup.places(part)] for part in blocks(len(side.numbers))])
        self._cells = cells[np.argsort(side.numbers, kind="stable")]
        ends: Ints = np.cumsum(np.bincount(side.numbers, minlength=contestants))
        self._starts = np.concatenate([np.zeros(1, np.int64), ends])
        self._worths = worths

    def add(self, number: int, parts: dict[int, int]) -> None:
        """Adds the points of a contestant to the sums of numerators by denominator."""
        first, last = self._starts[number : number + 2].tolist()
        cells = self._cells[first:last]
        scores = cells[cells >= 0]
        numerators, denominators = self._worths.numerators[scores], self._worths.denominators[scores]
        for above, below in zip(numerators.tolist(), denominators.tolist(), strict=True):
            parts[below] += above
        for cell in cells[cells < -1].tolist():
            award = self._worths.exact(cell)
            parts[award.denominator] += award.numerator
