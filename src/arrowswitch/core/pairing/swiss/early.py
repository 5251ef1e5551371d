"""Drawing while matches are still running: the pairings that no result of the open boards can change.

Pairings that stand and a triangle that goes on are certain in any ranking. The total
of every other contestant lies between two bounds; two contestants whose bounds do not overlap (and two whose matches
are over, unless a tie-break that looks at others can still turn them) have a certain order. A pairing is certain when
it is proven, in one of two ways:

- every order that the bounds allow is drawn, when there are few, and the pairing is in all the draws;
- from the top: the draw of `draw` takes pairings one after another by rank, and whether the rest can be completed
  depends only on who is left, not on their order. So a pairing stands when the ranks of all that were looked at until
  it are certain, and the contestant left over from an odd number is certain too, or cannot matter. Contestants in an
  uncertain order are passed over where, in every order, they meet each other and the next few below (`blocks`).

Nothing is guessed: pairings without a proof wait. The bounds are wide (both sides of a match are bounded apart), which
can only keep a pairing waiting, never make it wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, permutations, product
from math import factorial, prod

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.swiss.blocks import paired_in_every_order
from arrowswitch.core.pairing.swiss.case import Draw, DrawInput, Pairing
from arrowswitch.core.pairing.swiss.conditions import Triangle
from arrowswitch.core.pairing.swiss.draw import draw_round
from arrowswitch.core.pairing.swiss.field import DrawField
from arrowswitch.core.pairing.swiss.odd import may_play_triangle

MOST_ORDERS = 60
MOST_WORK = 6_000
"""Orders times contestants: more are not drawn one by one."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most total that a contestant can still end with; equal if its match is over or its points are
    already certain. In the latter case `is_running` is True: it can still decide a tie."""

    least: Fraction
    most: Fraction
    is_running: bool = False

    @property
    def is_open(self) -> bool:
        """True while the total, or what breaks its ties, is not yet known."""
        return self.is_running or self.least != self.most


@dataclass(frozen=True, slots=True)
class Waiting:
    """A contestant who cannot be drawn yet, and the contestants with open matches whose results it waits for."""

    number: Number
    waits_for: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class EarlyDraw:
    """The draw before the last result: the pairings that are proven, and the contestants that wait with their
    reasons."""

    certain: tuple[Pairing, ...]
    waiting: tuple[Waiting, ...]
    triangle: tuple[Number, ...] = ()
    sit_out: Number | None = None

    @property
    def is_complete(self) -> bool:
        return not self.waiting


def early_draw(case: DrawInput, bounds: Mapping[Number, Bounds], *, are_ties_certain: bool = True) -> EarlyDraw:
    """Returns the pairings that no open board can change.

    The order of `case` is the present one: it decides between contestants whose totals are known and equal, unless the
    ties between them may still be broken another way (`are_ties_certain` is False). Raises Refused as `draw_round`
    does; `draw.early-unknown` for a contestant without bounds.
    """
    unknown = [number for number in case.order if number not in bounds]
    if unknown:
        raise Refused.of("draw.early-unknown", numbers=", ".join(unknown))
    free = case.free
    ranks = _Order(free, bounds, are_ties_certain=are_ties_certain)
    groups = ranks.groups()
    orders = prod(factorial(len(group)) for group in groups)
    if orders <= MOST_ORDERS and orders * len(case.order) <= MOST_WORK:
        drawn = [draw_round(_in_order(case, order)) for order in ranks.orders(groups)]
        return _early(case, groups, bounds, drawn[0], _in_all(drawn), _odd_in_all(drawn))
    ranked = _in_order(case, [number for group in groups for number in group])
    draw = draw_round(ranked)
    is_odd_certain = _is_odd_certain(case, groups, draw)
    proven = tuple(_from_the_top(ranked, groups, draw, is_odd_certain=is_odd_certain))
    return _early(case, groups, bounds, draw, proven, is_odd=is_odd_certain)


def _in_order(case: DrawInput, free: Iterable[Number]) -> DrawInput:
    """Returns a draw with those to be drawn in another order; all others keep their ranks."""
    ranks, drawn = iter(free), set(case.free)
    return replace(case, order=tuple(next(ranks) if number in drawn else number for number in case.order))


class _Order:
    """The certain part of the final order of contestants."""

    def __init__(self, order: Sequence[Number], bounds: Mapping[Number, Bounds], *, are_ties_certain: bool) -> None:
        self._place = {number: at for at, number in enumerate(order)}
        self._bounds = bounds
        self._are_ties_certain = are_ties_certain

    def groups(self) -> list[tuple[Number, ...]]:
        """Returns the contestants from the top in groups, as small as can be, whose order among each other is certain.

        A group of one has a certain rank. Between equal totals of matches that are over the present order decides,
        where no tie-break can turn it; where one of them is open, an equal total leaves the order uncertain.
        """
        bounds, place = self._bounds, self._place
        rows = sorted(place, key=lambda number: (-bounds[number].most, -bounds[number].least, place[number]))
        groups: list[tuple[Number, ...]] = []
        open_below = self._open_at_the_top(rows)
        begin = 0
        least, is_open_above = None, False
        for end, number in enumerate(rows, start=1):
            own = bounds[number]
            if least is None or own.least < least:
                least, is_open_above = own.least, own.is_open
            elif own.least == least:
                is_open_above = is_open_above or own.is_open
            if end == len(rows) or self._is_apart(least, bounds[rows[end]].most, is_open_above or open_below[end]):
                groups.append(tuple(sorted(rows[begin:end], key=place.__getitem__)))
                begin = end
        return groups

    def _open_at_the_top(self, rows: Sequence[Number]) -> list[bool]:
        """Returns for each row whether one of the rows from it on that have its greatest total is still open."""
        bounds = self._bounds
        are_open = [bounds[number].is_open for number in rows]
        for at in reversed(range(len(rows) - 1)):
            if bounds[rows[at]].most == bounds[rows[at + 1]].most:
                are_open[at] = are_open[at] or are_open[at + 1]
        return are_open

    def orders(self, groups: Sequence[tuple[Number, ...]]) -> Iterator[tuple[Number, ...]]:
        """Yields every order that the bounds allow."""
        ways = [[way for way in permutations(group) if self._is_possible(way)] for group in groups]
        for chosen in product(*ways):
            yield tuple(number for way in chosen for number in way)

    def _is_apart(self, least: Fraction, most: Fraction, is_edge_open: bool) -> bool:
        """True if contestants who end with at least `least` are certain to finish above others who end with at most
        `most`. `is_edge_open` is True if a contestant at one of these two totals is still open."""
        if least != most or not self._are_ties_certain:
            return least > most
        return not is_edge_open

    def _is_possible(self, way: Sequence[Number]) -> bool:
        """True if nobody in `way` stands before a contestant who is certain to finish higher."""
        return not any(self._is_above(lower, upper) for at, upper in enumerate(way) for lower in way[at + 1 :])

    def _is_above(self, first: Number, other: Number) -> bool:
        """True if one contestant is certain to finish above another."""
        own, its = self._bounds[first], self._bounds[other]
        if own.least > its.most:
            return True
        is_tied = own == its and not own.is_open
        return is_tied and self._are_ties_certain and self._place[first] < self._place[other]


def _in_all(drawn: Sequence[Draw]) -> tuple[Pairing, ...]:
    common = set.intersection(*({frozenset(pairing.contestants) for pairing in draw.pairings} for draw in drawn))
    return tuple(pairing for pairing in drawn[0].pairings if frozenset(pairing.contestants) in common)


def _odd_in_all(drawn: Sequence[Draw]) -> bool:
    return len({(frozenset(draw.triangle), draw.sit_out) for draw in drawn}) == 1


def _from_the_top(
    case: DrawInput, groups: Sequence[tuple[Number, ...]], draw: Draw, *, is_odd_certain: bool
) -> Iterator[Pairing]:
    """Yields the pairings that are proven from the top: all ranks until them are certain."""
    certain = {group[0] for group in groups if len(group) == 1}
    announced = [pairing for pairing in draw.pairings if pairing.is_kept or pairing.is_seated]
    drawn = [pairing for pairing in draw.pairings if not (pairing.is_kept or pairing.is_seated)]
    out = {*draw.triangle, *(() if draw.sit_out is None else (draw.sit_out,))} if is_odd_certain else set()
    yield from announced
    left = [number for number in case.free if number not in out]
    begin, gone = 0, set[Number]()
    field = DrawField(case.policy, case.free)
    for drawn_so_far, pairing in enumerate(drawn):
        first, other = pairing.contestants
        if first in gone:
            continue
        while left[begin] in gone:
            begin += 1
        looked_at = _until(other, (number for number in islice(left, begin, None) if number not in gone))
        if looked_at[0] != first:
            return
        if not certain.issuperset(looked_at):
            present = [number for number in islice(left, begin, None) if number not in gone]
            block = paired_in_every_order(field, present, groups) if is_odd_certain else frozenset()
            if first not in block:
                return
            gone |= block
        elif is_odd_certain or _cannot_matter(case, field, looked_at, len(left) - 2 * (drawn_so_far + 1)):
            yield pairing
            gone |= {first, other}
        else:
            return


def _until(last: Number, numbers: Iterable[Number]) -> list[Number]:
    """Returns the numbers up to one of them, with it."""
    until = []
    for number in numbers:
        until.append(number)
        if number == last:
            break
    return until


def _cannot_matter(case: DrawInput, field: DrawField, looked_at: Sequence[Number], rest: int) -> bool:
    """True if the choice does not depend on the sit-out or triangle: the first legal opponent was chosen, and the rest
    of this many can be completed without any one of its contestants."""
    first, *nearer, _ = looked_at
    is_first_legal = not any(case.policy.allows(first, other) for other in nearer)
    return is_first_legal and field.is_dense_without(rest, 3)


def _is_odd_certain(case: DrawInput, groups: Sequence[tuple[Number, ...]], draw: Draw) -> bool:
    """True if the same contestants sit out or play the triangle in every order, or none do. A triangle against its
    limit may be a different one in another order."""
    if len(case.free) % 2 == 0:
        return True
    triangle = case.policy.conditions.triangle not in (Triangle.NONE, None)
    out = set(draw.triangle) - set(case.triangle_goes_on) if triangle else {draw.sit_out}
    history = case.policy.history
    if triangle:
        may = set(may_play_triangle(case, case.free))
    else:
        fewest = min(history.sit_outs(number) for number in case.free)
        may = {number for number in case.free if history.sit_outs(number) == fewest}
    missing, below = set(out), 0
    for group in reversed(groups):
        missing.difference_update(group)
        below += len(may.intersection(group))
        if not missing:
            return below == len(out) and out <= may
    return False


def _early(
    case: DrawInput,
    groups: Sequence[tuple[Number, ...]],
    bounds: Mapping[Number, Bounds],
    draw: Draw,
    certain: tuple[Pairing, ...],
    is_odd: bool,
) -> EarlyDraw:
    drawn = {number for pairing in certain for number in pairing.contestants}
    triangle = draw.triangle if is_odd else case.triangle_goes_on
    sit_out = draw.sit_out if is_odd else case.sits_out
    drawn |= set(case.order).difference(case.free)
    drawn |= {*triangle, *(() if sit_out is None else (sit_out,))}
    every_open = tuple(number for number in case.order if bounds[number].is_open)
    waits_for: dict[Number, tuple[Number, ...]] = {}
    for group in groups:
        open_in_group = tuple(number for number in group if bounds[number].is_open) or every_open
        waits_for |= dict.fromkeys(group, open_in_group)
    waiting = tuple(Waiting(number, waits_for[number]) for number in case.order if number not in drawn)
    return EarlyDraw(certain, waiting, triangle, sit_out)
