"""Flights and seeds over the groups of a field, so that everybody meets strong and weak alike.

JCBL director's manual 3.3, lines 1521-1532 and 2563-2587 (the flights in proportion in every group, as evenly as they
can be) and 2316-2318 (pairs seeded over sections). A group is who cannot meet one another (`movements.meeting_groups`).

Each group gets of each flight its share, rounded up or down, the sums of groups and flights kept. Of all such tables it
is the one whose differences from the shares are least, each squared and taken against its share (so a group of one pair
gets the largest flight); among equals the earlier group has the higher flight.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm

from arrowswitch.core.errors import Refused

TOLERANCE = Fraction(1, 20)
"""The groups' means may differ by this part of the whole field's mean."""

_FEWEST = 4
"""Groups of fewer have no mean worth comparing: the stationary pair of a Howell."""

Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Member:
    """A contestant to be placed: its `key`, the place of its flight from 0, and its points for the seeding."""

    key: str
    flight: int = 0
    points: int = 0


Group = tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class TeamBalance:
    """How even groups are: the mean points of each, of everybody, and the widest difference of two means among the
    groups that are compared, those of four or more."""

    means: tuple[Fraction, ...]
    mean: Fraction
    spread: Fraction
    compared: int

    @property
    def is_even(self) -> bool:
        return self.spread <= self.mean * TOLERANCE


def quotas(sizes: Sequence[int], flights: Sequence[int]) -> tuple[Row, ...]:
    """Returns how many of each flight every group gets: a row for each group of `sizes`.

    Raises Refused (`field-balance.sizes`) when groups and flights are not of as many.

    >>> quotas((13, 13, 13, 1), (20, 10, 10))
    ((7, 3, 3), (6, 4, 3), (6, 3, 4), (1, 0, 0))
    """
    total = sum(sizes)
    if total != sum(flights):
        raise Refused.of("field-balance.sizes", groups=total, flights=sum(flights))
    shares = [[Fraction(size * flight, max(total, 1)) for flight in flights] for size in sizes]
    floors = [[int(share) for share in row] for row in shares]
    over = [size - sum(row) for size, row in zip(sizes, floors, strict=True)]
    wanted = [flight - sum(row[at] for row in floors) for at, flight in enumerate(flights)]
    for group, flight in _roundings(shares, floors, over, wanted):
        floors[group][flight] += 1
    return tuple(tuple(row) for row in floors)


def distribute_members(members: Sequence[Member], sizes: Sequence[int], seed: int | None = None) -> tuple[Group, ...]:
    """Returns the members in groups of `sizes`, each flight in proportion: by lot with a seed, else by points so that
    the groups are as strong as one another. Raises Refused (`field-balance.sizes`)."""
    flights = [
        sum(member.flight == flight for member in members)
        for flight in range(1 + max((m.flight for m in members), default=0))
    ]
    table = quotas(sizes, flights)
    groups: list[list[Member]] = [[] for _ in sizes]
    for flight in range(len(flights)):
        own = [member for member in members if member.flight == flight]
        if seed is None:
            own.sort(key=lambda member: -member.points)
        else:
            random.Random(f"{seed}-{flight}").shuffle(own)
        for member, group in zip(own, _turns([row[flight] for row in table]), strict=True):
            groups[group].append(member)
    dealt = tuple(tuple(group) for group in groups)
    return balance_means(dealt) if seed is None else dealt


def snake_seeds(wanted: Sequence[Collection[int]], sizes: Sequence[int]) -> tuple[int | None, ...]:
    """Returns the group of each seed, the strongest first, from those in which each may play: to and fro over the
    groups, one in each before there are two in any. None if all of them are full.

    >>> every = range(3)
    >>> snake_seeds([every, every, every, every, [0], every, every], (4, 4, 4))
    (0, 1, 2, 2, 0, 1, 0)
    """
    count = [0 for _ in sizes]
    placed: list[int | None] = []
    for groups in wanted:
        free = [group for group in groups if count[group] < sizes[group]]
        fewest = min((count[group] for group in free), default=0)
        among = [group for group in free if count[group] == fewest]
        own = None if not among else max(among) if fewest % 2 else min(among)
        if own is not None:
            count[own] += 1
        placed.append(own)
    return tuple(placed)


def large(sizes: Sequence[int]) -> tuple[int, ...]:
    """Returns the groups that are more than the stationary pair of a Howell; all where there are none."""
    return tuple(at for at, size in enumerate(sizes) if size >= _FEWEST) or tuple(range(len(sizes)))


def even_flights(groups: Sequence[Group], seed: int, fixed: Collection[str] = ()) -> tuple[Group, ...]:
    """Returns groups with each flight in proportion: as many members as the quotas need exchange places, by lot.
    Those whose key is `fixed` stay, so that groups with many of them may remain uneven.

    Every exchange moves a member of a flight that a group has too many of to a group with too few.
    """
    even = [list(group) for group in groups]
    flights = range(1 + max((member.flight for group in groups for member in group), default=0))
    table = quotas([len(group) for group in even], [sum(m.flight == f for g in even for m in g) for f in flights])
    lot = random.Random(f"{seed}-even")
    while (exchange := _evening_exchange(even, table, fixed, lot)) is not None:
        (first_group, at), (other, there) = exchange
        even[first_group][at], even[other][there] = even[other][there], even[first_group][at]
    return tuple(tuple(group) for group in even)


def _evening_exchange(
    groups: Sequence[Sequence[Member]], table: Sequence[Row], fixed: Collection[str], lot: random.Random
) -> tuple[_Place, _Place] | None:
    """Returns two places whose exchange brings two groups nearer to their quotas, or None if there are none."""

    def surplus(group: int, flight: int) -> int:
        return sum(one.flight == flight for one in groups[group]) - table[group][flight]

    def free(group: int, flight: int) -> list[_Place]:
        own = enumerate(groups[group])
        return [(group, at) for at, one in own if one.flight == flight and one.key not in fixed]

    every = range(len(groups))
    for group in every:
        for flight, _ in enumerate(table[group]):
            givers = free(group, flight) if surplus(group, flight) > 0 else []
            for other in every if givers else ():
                if surplus(other, flight) >= 0:
                    continue
                takers = [p for f, _ in enumerate(table[other]) if surplus(other, f) > 0 for p in free(other, f)]
                if takers:
                    return lot.choice(givers), lot.choice(takers)
    return None


def balance_means(groups: Sequence[Group]) -> tuple[Group, ...]:
    """Returns groups in which no exchange of two members of one flight makes the groups' means more alike."""
    balanced = [list(group) for group in groups]
    while (best := _best_exchange(balanced)) is not None:
        (first_group, at), (other, there) = best
        balanced[first_group][at], balanced[other][there] = balanced[other][there], balanced[first_group][at]
    return tuple(tuple(group) for group in balanced)


def balance(groups: Sequence[Group]) -> TeamBalance:
    """Returns how even groups are; empty ones are left out."""
    means = tuple(Fraction(sum(one.points for one in group), len(group)) for group in groups if group)
    large = [mean for group, mean in zip((g for g in groups if g), means, strict=True) if len(group) >= _FEWEST]
    everybody = [one.points for group in groups for one in group]
    mean = Fraction(sum(everybody), max(len(everybody), 1))
    return TeamBalance(means, mean, max(large, default=mean) - min(large, default=mean), len(large))


_Place = tuple[int, int]


def _best_exchange(groups: list[list[Member]]) -> tuple[_Place, _Place] | None:
    """Returns the two places whose exchange brings the means closest together, None when none does: the least sum of
    the squares of the groups' points over their sizes."""
    whole = lcm(*(max(len(group), 1) for group in groups))
    sums = [sum(first.points for first in group) for group in groups]
    best: tuple[int, _Place, _Place] | None = None
    for (i, first), (j, other) in combinations(enumerate(groups), 2):
        for at, a in enumerate(first):
            for there, b in enumerate(other):
                step = b.points - a.points
                if a.flight != b.flight or not step:
                    continue
                after = step * (2 * sums[i] + step) * (whole // len(first))
                after += -step * (2 * sums[j] - step) * (whole // len(other))
                if after < 0 and (best is None or after < best[0]):
                    best = (after, (i, at), (j, there))
    return None if best is None else best[1:]


def _turns(row: Sequence[int]) -> Iterator[int]:
    """Yields the group of each member of a flight, to and fro, until every group has its number."""
    left = list(row)
    is_forth = True
    while any(left):
        order = range(len(left)) if is_forth else range(len(left) - 1, -1, -1)
        for group in order:
            if left[group]:
                left[group] -= 1
                yield group
        is_forth = not is_forth


@dataclass(frozen=True, slots=True)
class _Cost:
    """The cost of a way: the distance from the shares, then the delay of the higher flights."""

    distance: Fraction = Fraction(0)
    order: int = 0

    def __add__(self, other: _Cost) -> _Cost:
        return _Cost(self.distance + other.distance, self.order + other.order)

    def __neg__(self) -> _Cost:
        return _Cost(-self.distance, -self.order)

    def __lt__(self, other: _Cost) -> bool:
        return (self.distance, self.order) < (other.distance, other.order)


def _roundings(
    shares: Sequence[Sequence[Fraction]], floors: Sequence[Sequence[int]], over: Sequence[int], wanted: Sequence[int]
) -> set[tuple[int, int]]:
    """Returns the cells to round up, `over` in each row and `wanted` in each column: each cheapest path adds one
    cell."""
    base = len(wanted) + 1
    costs = {
        (group, flight): _Cost(_worse(share, floors[group][flight]), flight * base ** (len(shares) - 1 - group))
        for group, row in enumerate(shares)
        for flight, share in enumerate(row)
        if share.denominator > 1
    }
    up: set[tuple[int, int]] = set()
    rows, columns = list(over), list(wanted)
    for _ in range(sum(over)):
        way = _cheapest(costs, up, rows, columns)
        up ^= set(way)
        rows[way[0][0]] -= 1
        columns[way[-1][1]] -= 1
    return up


def _worse(share: Fraction, floor: int) -> Fraction:
    """Returns by how much rounding a share up is worse than rounding it down, against the share."""
    return ((floor + 1 - share) ** 2 - (share - floor) ** 2) / share


def _cheapest(
    costs: dict[tuple[int, int], _Cost], up: set[tuple[int, int]], rows: Sequence[int], columns: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """Returns the cheapest way from a group that needs one more to a flight that has one more: cells to be rounded up
    and, between them, cells that are not after all."""
    to_group: dict[int, tuple[_Cost, tuple[tuple[int, int], ...]]] = {
        group: (_Cost(), ()) for group, left in enumerate(rows) if left
    }
    to_flight: dict[int, tuple[_Cost, tuple[tuple[int, int], ...]]] = {}
    for _ in range(len(rows) + len(columns)):
        for cell, cost in costs.items():
            group, flight = cell
            if cell in up:
                _improve(to_group, group, to_flight.get(flight), -cost, cell)
            else:
                _improve(to_flight, flight, to_group.get(group), cost, cell)
    ends = (found for flight, found in to_flight.items() if columns[flight])
    return min(ends, key=lambda found: (found[0].distance, found[0].order))[1]


def _improve(
    best: dict[int, tuple[_Cost, tuple[tuple[int, int], ...]]],
    node: int,
    before: tuple[_Cost, tuple[tuple[int, int], ...]] | None,
    cost: _Cost,
    cell: tuple[int, int],
) -> None:
    if before is None:
        return
    reached = before[0] + cost
    if node not in best or reached < best[node][0]:
        best[node] = (reached, (*before[1], cell))
