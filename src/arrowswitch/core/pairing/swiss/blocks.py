"""Contestants at the top of a draw whose order is uncertain, but who meet each other in each possible order.

While each contestant may meet most of the others, the draw pairs from the top down with the nearest in rank whom the
rule allows (`draw`, criterion 5). So in a block of contestants whose set is certain and whose order is not:

- a contestant of the block meets one from below only if the rule bars it from all others of the block who are still
  left. Those who do so are barred from each other, two by two, and are as odd or even in number as the block;
- whom they meet below depends only on their order and on whom the rule bars them from there, where ranks are certain.

Each possible group of such contestants is paired with those below, in each of its orders. If there is a rank above
which, in all these draws, everybody is paired with each other, the draw goes on from there as if nothing were open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations, takewhile

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.swiss.field import DrawField

MOST_BELOW = 16
"""The number of contestants below a block that those left over in it may be paired with."""
MOST_LEFT_OVER = 20_000
"""The number of possible groups of contestants left over: with more, nothing is proven."""
_MOST_ORDERED = 6
"""The size of a group of contestants left over whose orders are all looked at."""

_Bars = frozenset[int]
"""The places below a block, from 0, that a contestant may not meet."""


def paired_in_every_order(
    field: DrawField, left: Sequence[Number], groups: Sequence[tuple[Number, ...]]
) -> frozenset[Number]:
    """Returns contestants from the top who meet each other in every order that the groups allow, some with an uncertain
    rank among them; nobody if there are none.

    `left` are the contestants still to be paired by rank, and `groups` the contestants from the top in groups: the
    order between groups is certain, the order within them is not.
    """
    place_of = {number: place for place, number in enumerate(field.order)}
    places = [place_of[number] for number in left]
    for size, certain in _blocks(left, groups):
        if not field.is_dense_without(len(left) - size, 0):
            break
        below = [at for at in range(size, size + certain) if field.is_dense_without(len(left) - at - 1, 0)]
        depth = _depth_in_every_order(field, places[:size], [places[at] for at in below])
        if depth is not None:
            return frozenset(left[: size + depth])
    return frozenset()


def _blocks(left: Sequence[Number], groups: Sequence[tuple[Number, ...]]) -> Iterator[tuple[int, int]]:
    """Yields the size of each block from the top, down to an uncertain group with this group, and the number of certain
    ranks below it, at most `MOST_BELOW`."""
    end_of = _group_ends(left, groups)
    size = 0
    for at, end in enumerate(end_of):
        if end is not None and at >= size:
            size = end
            yield size, sum(1 for _ in takewhile(lambda other: other is None, end_of[size : size + MOST_BELOW]))


def _group_ends(left: Sequence[Number], groups: Sequence[tuple[Number, ...]]) -> list[int | None]:
    """Returns for each contestant left the place after the last one of its group; None if its rank is certain."""
    group_of = {number: at for at, group in enumerate(groups) if len(group) > 1 for number in group}
    last: dict[int, int] = {group_of[number]: at + 1 for at, number in enumerate(left) if number in group_of}
    return [last[group_of[number]] if number in group_of else None for number in left]


def _depth_in_every_order(field: DrawField, block: Sequence[int], below: Sequence[int]) -> int | None:
    """Returns the least number of contestants below a block who, with the block, are paired with each other in every
    order of the block. Returns None if there is no such number or the proof is too long."""
    place_below = {place: at for at, place in enumerate(below)}
    barred_below = [_bars(field, place, place_below) for place in below]
    bars_of = {place: _bars(field, place, place_below) for place in block}
    left_over = set[tuple[_Bars, ...]]()
    for count, clique in enumerate(_barred_from_each_other(field, block)):
        if count == MOST_LEFT_OVER or len(clique) > _MOST_ORDERED:
            return None
        left_over.add(tuple(sorted((bars_of[place] for place in clique), key=sorted)))
    depths = set(range(len(below) + 1))
    for bars in left_over:
        for order in set(permutations(bars)):
            depths &= _depths(order, barred_below)
            if not depths:
                return None
    return min(depths)


def _bars(field: DrawField, place: int, place_below: Mapping[int, int]) -> _Bars:
    return frozenset(place_below[other] for other in field.barred_by(place) if other in place_below)


def _barred_from_each_other(field: DrawField, block: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yields each set of contestants of a block who are all barred from each other, and as odd or even in number as the
    block."""
    odd = len(block) % 2

    def extend(clique: tuple[int, ...], candidates: Collection[int]) -> Iterator[tuple[int, ...]]:
        if len(clique) % 2 == odd:
            yield clique
        for place in candidates:
            barred = field.barred_by(place)
            yield from extend((*clique, place), [other for other in candidates if other > place and other in barred])

    inside = frozenset(block)
    if not odd:
        yield ()
    for place in block:
        later = [other for other in field.barred_by(place) & inside if other > place]
        yield from extend((place,), sorted(later))


def _depths(left_over: Sequence[_Bars], barred_below: Sequence[_Bars]) -> set[int]:
    """Returns the numbers of contestants below a block who, with those left over in it, are paired with each other:
    everybody from the top meets the nearest whom the rule allows."""
    are_placed = [False] * len(barred_below)
    for bars in left_over:
        opponent = _nearest(are_placed, bars)
        if opponent is None:
            return set()
        are_placed[opponent] = True
    depths, last = set[int](), max((at + 1 for at, is_placed in enumerate(are_placed) if is_placed), default=0)
    for first in range(len(are_placed) + 1):
        if first < len(are_placed) and are_placed[first]:
            continue
        if first >= last:
            depths.add(first)
        if first < len(are_placed):
            are_placed[first] = True
            opponent = _nearest(are_placed, barred_below[first])
            if opponent is None:
                break
            are_placed[opponent] = True
            last = max(last, opponent + 1)
    return depths


def _nearest(are_placed: Sequence[bool], bars: _Bars) -> int | None:
    return next((at for at, is_placed in enumerate(are_placed) if not is_placed and at not in bars), None)
