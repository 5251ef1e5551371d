"""A scored field as arrays: points of every result, totals, percentages and ranks of every contestant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.bulk.arrays import AnyInts, Flags, Ints, blocks
from arrowswitch.core.scoring.bulk.cells import Axis
from arrowswitch.core.scoring.bulk.raws import RawSums
from arrowswitch.core.scoring.bulk.sums import Addends
from arrowswitch.core.scoring.bulk.values import NONE
from arrowswitch.core.scoring.standings import Standing

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True, eq=False)
class BulkStandings:
    """A scored field.

    By result, in the order of the field: `points` of each side as published, in units of `10 ** -point_places`. By
    contestant's number: `rank` (0 for a contestant without a rank), `is_tied`, `is_placed`, the published `total` and
    `percent` in units of their last decimal, the number of `boards` with a score, and the deductions (`penalties`, of
    contestants who have some). `order` is the ranking, best first, field by field; `axis` gives the place of each
    result's board. `raw_sums` are the exact sums of the points that are added.
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
    raw_sums: RawSums

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
        return {number: self.raw_sums.of(number) for number in self.order.tolist()}

    def standing(
        self, place: int, number: Number, *, boards_due: int, field: int = 0, direction: Side | None = None
    ) -> Standing:
        """Returns the standing of a contestant, called by its `number` in the session."""
        percent = int(self.percent[place])
        return Standing(
            number=number,
            rank=int(self.rank[place]),
            is_tied=bool(self.is_tied[place]),
            field=field,
            direction=direction,
            raw=self.raw_sums.of(place),
            penalty=self.penalties.get(place, _NOTHING),
            total=Fraction(int(self.total[place]), 10**self.total_places),
            percent=None if percent == NONE else Fraction(percent, 10**self.percent_places),
            boards=int(self.boards[place]),
            boards_due=boards_due,
            is_placed=bool(self.is_placed[place]),
        )
