"""A scored field as arrays: points of every result, totals, percentages and ranks of every contestant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.bulk.arrays import AnyInts, Flags, Ints, blocks
from arrowswitch.core.scoring.bulk.cells import Axis
from arrowswitch.core.scoring.bulk.sums import Addends, exact_sums
from arrowswitch.core.scoring.bulk.values import NONE


@dataclass(frozen=True, slots=True, eq=False)
class BulkStandings:
    """A scored field.

    By result, in the order of the field: `points` of each side as published, in units of `10 ** -point_places`. By
    contestant's number: `rank` (0 for a contestant without a rank), `is_tied`, `is_placed`, the published `total` and
    `percent` in units of their last decimal, the number of `boards` with a score, and the deductions (`penalties`, of
    contestants who have some). `order` is the ranking, best first, field by field; `axis` gives the place of each
    result's board.
    """

    method: str
    regulations: str
    points: Mapping[Side, AnyInts]
    point_places: int
    order: Ints
    rank: Ints
    is_tied: Flags
    is_placed: Flags
    total: Ints
    total_places: int
    percent: Ints
    percent_places: int
    boards: Ints
    penalties: Mapping[int, Fraction]
    addends: Addends
    axis: Axis

    def points_of(self, side: Side) -> list[Fraction | None]:
        """Returns by result the published points of a side, None without a score."""
        unit = 10**self.point_places
        by_amount: dict[int, Fraction | None] = {NONE: None}
        points = []
        for amount in self.points[side].tolist():
            if amount not in by_amount:
                by_amount[amount] = Fraction(amount, unit)
            points.append(by_amount[amount])
        return points

    def tops(self) -> list[int]:
        """Returns by result the most that North-South could win on its board; 0 in methods without a top."""
        side = self.addends[0][0]
        parts = [side.tops[self.axis.of(part)] for part in blocks(len(side.numbers))]
        return [top for part in parts for top in part.tolist()]

    def raws(self) -> dict[int, Fraction]:
        """Returns the sums of everybody in the ranking, as `raw`."""
        chosen = np.zeros(len(self.boards), np.bool_)
        chosen[self.order] = True
        return exact_sums(self.addends, chosen)
