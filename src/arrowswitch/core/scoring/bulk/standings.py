"""A scored field as arrays: points of every result, totals, percentages and ranks of every contestant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.bulk.arrays import AnyInts, Flags, Ints
from arrowswitch.core.scoring.bulk.sums import Addends, exact_sums


@dataclass(frozen=True, slots=True, eq=False)
class BulkStandings:
    """A scored field.

    By result, in the order of the field: `points` of each side as published, in units of `10 ** -point_places`. By
    contestant's number: `rank` (0 for who is not ranked), `is_tied`, `is_placed`, the published `total` and `percent`
    in units of their last decimal, on how many `boards` they scored, and what is deducted (`penalties`, of those who
    have some). `order` is the ranking, best first, field by field.
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

    def raws(self) -> dict[int, Fraction]:
        """Returns the sums of everybody in the ranking, as `raw`."""
        chosen = np.zeros(len(self.boards), np.bool_)
        chosen[self.order] = True
        return exact_sums(self.addends, chosen)
