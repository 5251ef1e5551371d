"""Adding up: what every contestant has over all results, in whole numbers of a unit that is fine enough.

Where all denominators have a common multiple that leaves room, it is the unit and the sums are exact. Else the unit is
the finest that leaves room; then a sum is known to lie between `low` and `low + open`, where `open` counts the
addends that are not whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from arrowswitch.core.scoring.bulk.arrays import LIMIT, AnyInts, Flags, Ints, blocks, check_size
from arrowswitch.core.scoring.bulk.inputs import BulkField
from arrowswitch.core.scoring.bulk.values import ScoredSide, Worths

Addends = Sequence[tuple[ScoredSide, Worths]]
"""Both sides, and which of their worths are added."""


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """By contestant the sum of points, between `low` and `low + open` in units of `1 / unit`; `points` are what tables
    of the sides say of every result, when asked for."""

    unit: int
    low: Ints
    open: Ints
    points: list[AnyInts]


def count_scores(sides: Sequence[ScoredSide], contestants: int) -> Ints:
    """Returns by contestant the number of results with a score."""
    counts = np.zeros(contestants, np.int64)
    for side in sides:
        numbers = side.numbers
        for part in blocks(len(numbers)):
            np.add.at(counts, numbers[part], 1)
        np.subtract.at(counts, numbers[side.rows_without_score()], 1)
    return counts


def times_seated(field: BulkField, contestants: int) -> Ints:
    """Returns by contestant how many results there are with it, scored or not."""
    return np.bincount(field.ns, minlength=contestants) + np.bincount(field.ew, minlength=contestants)


def tables_added(sides: Sequence[ScoredSide], tables: Sequence[Ints], contestants: int) -> Ints:
    """Returns by contestant the sum of what a table of each side says of their results."""
    return _look_up(sides, tables, contestants, ())[0]


def sum_points(
    addends: Addends,
    most_boards: int,
    room: int,
    contestants: int,
    shown_tables: Sequence[AnyInts] = (),
    *,
    has_awards: bool = True,
) -> Sums:
    """Returns the sums of all contestants; each has at most `most_boards` addends.

    `room` is a later factor of the sums that must not exceed 64 bits. `shown_tables` are tables of points to look up on
    the way. Without `has_awards` only scores are added.

    Raises Refused (`bulk.too-large`) where even whole points leave no room.
    """
    unit = _unit(addends, most_boards, room)
    tables, opens = [], []
    for side, worths in addends:
        (cells, awards), (open_cells, open_awards) = worths.scale_values(unit)
        award_factor = 1 if has_awards else 0
        tables.append(side.lookup.table(cells, awards * award_factor))
        opens.append((side, open_cells, open_awards * award_factor))
    sides = [side for side, _ in addends]
    low, points = _look_up(sides, tables, contestants, shown_tables)
    if not any(cells.any() or awards.any() for _, cells, awards in opens):
        return Sums(unit, low, np.zeros_like(low), points)
    tables = [side.lookup.table(cells.astype(np.int64), awards) for side, cells, awards in opens]
    return Sums(unit, low, tables_added(sides, tables, contestants), points)


def _look_up(
    sides: Sequence[ScoredSide], tables: Sequence[Ints], contestants: int, shown_tables: Sequence[AnyInts]
) -> tuple[Ints, list[AnyInts]]:
    """Returns the sums by contestant of the values in `tables`, and by result the values in `shown_tables`.

    Both at once, while a part of the field is in the processor's cache.
    """
    size = len(sides[0].numbers)
    sums = np.zeros(contestants, np.int64)
    points: list[AnyInts] = [np.empty(size, table.dtype) for table in shown_tables]
    is_same = sides[0].lookup.is_same(sides[1].lookup)
    for part in blocks(size):
        places = sides[0].lookup.places(part)
        for place, (side, table) in enumerate(zip(sides, tables, strict=True)):
            if place and not is_same:
                places = side.lookup.places(part)
            np.add.at(sums, side.numbers[part], table[places])
            if shown_tables:
                shown_tables[place].take(places, out=points[place][part], mode="clip")
    return sums, points


def exact_sums(addends: Addends, chosen: Flags, *, has_awards: bool = True) -> dict[int, Fraction]:
    """Returns the exact sums of some contestants, those without any score left out."""
    parts: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for side, worths in addends:
        for number, cell in side.results_of(chosen):
            if cell >= 0:
                parts[number][int(worths.denominators[cell])] += int(worths.numerators[cell])
            elif has_awards:
                award = worths.exact(cell)
                parts[number][award.denominator] += award.numerator
    return {number: sum_of_parts(found) for number, found in parts.items()}


def sum_of_parts(parts: dict[int, int]) -> Fraction:
    """Returns the sum of fractions, given by denominator the sum of the numerators."""
    common = lcm(*parts)
    return Fraction(sum(above * (common // below) for below, above in parts.items()), common)


def _unit(addends: Addends, most_boards: int, room: int) -> int:
    most = max(worths.most for _, worths in addends) * max(most_boards, 1) + 1
    denominators = [np.unique(worths.denominators).tolist() for _, worths in addends]
    largest = max((max(some, default=1) for some in denominators), default=1)
    check_size(most * room)
    check_size(largest * room)
    finest = min(LIMIT // (most * room), LIMIT // largest)
    unit = 1
    for denominator in {*denominators[0], *denominators[1]}:
        unit = lcm(unit, denominator)
        if unit > finest:
            return finest
    for award in (award for _, worths in addends for award in worths.awards):
        if lcm(unit, award.denominator) <= finest:
            unit = lcm(unit, award.denominator)
    return unit
