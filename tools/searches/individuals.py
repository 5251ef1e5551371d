"""Finds the starters of individual movements (offline: the program reads them from `individual_starters.toml`).

A round of a group's elements makes a sheet in which nobody is partner twice or opponent three times when the
differences of partners are all different and those of opponents occur twice at most; everybody plays other sets when
all stand unequally far from theirs. CP-SAT looks first for one in which every opponent sits once left and once right
(JCBL director's manual 3.3, line 1586), and in which the tables have their own sets. One worker, a limit that counts
the solver's work, and a seed make it repeatable.

Larger sheets in which everybody partners everybody have a rule of their own (`patterned_starter`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from arrowswitch.core.movements.searched.individual_starters import PlayerStarter
from arrowswitch.core.solving import domain_of, solve
from tools.searches import new_model

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_PARTNERS = ((0, 2), (1, 3))
_NEIGHBOURS = ((0, 1), (1, 2), (2, 3), (3, 0))
"""Seats go round the table: North, East, South, West."""


@dataclass(frozen=True, slots=True)
class PlayerSize:
    """How many players, and the cyclic parts of the group of those who move, whose size is the number of rounds."""

    players: int
    parts: tuple[int, ...]

    @property
    def rounds(self) -> int:
        return prod(self.parts)

    @property
    def stationary(self) -> int:
        """Returns the number of stationary players, one at each of the first tables."""
        return self.players - self.rounds


def find_player_starter(size: PlayerSize, work: float = 20.0, seed: int = 2008) -> PlayerStarter | None:
    """Returns the first that is found: both sides and own sets, own sets, both sides, neither; or None."""
    ruled_out = True
    for directed, own_sets in ((True, True), (False, True), (True, False), (False, False)):
        base, is_settled = _solve(size, work, seed, directed=directed, own_sets=own_sets)
        if base is None:
            ruled_out = ruled_out and is_settled
            continue
        sides = "every opponent once left, once right" if directed else "sides as they fall"
        sets = "every table its own set" if own_sets else "all tables share"
        best = "better sides or sets are impossible over this group" if ruled_out else "better is not ruled out"
        if directed and own_sets:
            best = "nothing better is looked for"
        how = f"search: {sides}, {sets}; OR-Tools CP-SAT, seed {seed}"
        return PlayerStarter(size.players, size.parts, base, how, best)
    return None


def patterned_starter(players: int) -> PlayerStarter | None:
    """Returns a starter in which everybody partners everybody once and is everybody's opponent twice, or None.

    Partners are x and -x in the cyclic group. At a table of a, -a against b, -b opponents differ by a + b and a - b,
    each twice, once either way; so all these sums and differences must be different. With four for each table in all,
    the last player stays and partners 0, against a pair of its own. All tables share. Every division is tried.
    """
    stays = players % 4 == 0
    order = players - 1 if stays else players
    half = range(1, order // 2 + 1)
    for extra in half if stays else (0,):
        left = frozenset(half) - {extra}
        for tables in _divisions(order, left, left):
            base = [((players, 1, extra + 1, order - extra + 1), 1)] if stays else []
            base += [((a + 1, order - a + 1, b + 1, order - b + 1), 1) for a, b in tables]
            sides = "sides even but for one difference" if stays else "every opponent once left, once right"
            how = f"search: partners x and -x, all divisions into tables; {sides}, all tables share"
            return PlayerStarter(players, (order,), tuple(base), how, "better sets are not ruled out")
    return None


def _divisions(order: int, left: frozenset[int], differences: frozenset[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yields the ways to divide `left` into twos whose sums and differences are each of `differences` once."""
    if not left:
        yield ()
    a = min(left, default=0)
    for b in sorted(left - {a}):
        apart = {min(d % order, -d % order) for d in (a + b, a - b)}
        if len(apart) == 2 and apart <= differences:
            for others in _divisions(order, left - {a, b}, differences - apart):
                yield ((a, b), *others)


def _solve(
    size: PlayerSize, work: float, seed: int, *, directed: bool, own_sets: bool
) -> tuple[tuple[tuple[tuple[int, int, int, int], int], ...] | None, bool]:
    """Returns the tables of round 1, or None and whether that there are none is proved."""
    elements = list(product(*(range(part) for part in size.parts)))
    order, tables = size.rounds, size.players // 4
    minus = [[_difference(elements, size.parts, a, b) for b in range(order)] for a in range(order)]
    model = new_model()
    seats = {
        (table, seat): model.new_int_var(0, order - 1, f"seat{table},{seat}")
        for table in range(tables)
        for seat in range(4)
        if seat or table >= size.stationary
    }
    places = [model.new_int_var(0, order - 1, f"place{table}") for table in range(tables)]
    model.add_all_different(seats.values())
    model.add(places[0] == 0)
    if own_sets:
        model.add_all_different(places)
    else:
        for place in places[1:]:
            model.add(place == 0)
    steps = [_minus(model, seat, places[table], minus) for (table, _), seat in seats.items()]
    model.add_all_different(steps)
    _limit_meetings(model, seats, minus, tables, directed=directed)
    answer = solve(model, work, seed)
    if not answer.is_found:
        return None, answer.is_impossible
    base = []
    for table in range(tables):
        north = order + 1 + table if (table, 0) not in seats else answer.value(seats[table, 0]) + 1
        east, south, west = (answer.value(seats[table, seat]) + 1 for seat in (1, 2, 3))
        base.append(((north, south, east, west), answer.value(places[table]) + 1))
    return tuple(base), True


def _limit_meetings(
    model: cp_model.CpModel,
    seats: dict[tuple[int, int], cp_model.IntVar],
    minus: list[list[int]],
    tables: int,
    *,
    directed: bool,
) -> None:
    """Adds that partners differ differently, and opponents each way once (directed) or twice in all."""
    order = len(minus)
    negative = minus[0]
    apart = [(a, b, minus[b][a]) for a in range(order) for b in range(order) if a != b]
    # A difference that is its own opposite would make the same two partners in two rounds.
    folded = [(a, b, min(d, negative[d])) for a, b, d in apart if d != negative[d]]
    partners = []
    for table, (seat, other_seat) in product(range(tables), _PARTNERS):
        if (table, seat) in seats:
            partners.append(model.new_int_var(1, order - 1, f"partners{table},{seat}"))
            model.add_allowed_assignments([seats[table, seat], seats[table, other_seat], partners[-1]], folded)
    model.add_all_different(partners)
    lefts = []
    for table, (seat, other_seat) in product(range(tables), _NEIGHBOURS):
        if (table, seat) in seats and (table, other_seat) in seats:
            lefts.append(model.new_int_var(1, order - 1, f"left{table},{seat}"))
            model.add_allowed_assignments([seats[table, seat], seats[table, other_seat], lefts[-1]], apart)
    if directed:
        model.add_all_different(lefts)
    for gap in {min(d, negative[d]) for d in range(1, order)}:
        hits = []
        for left in lefts:
            hit = model.new_bool_var("hit")
            values = domain_of([gap, negative[gap]])
            model.add_linear_expression_in_domain(left, values).only_enforce_if(hit)
            model.add_linear_expression_in_domain(left, values.complement()).only_enforce_if(~hit)
            hits.append(hit)
        model.add(sum(hits) <= (1 if gap == negative[gap] else 2))


def _minus(
    model: cp_model.CpModel, minuend: cp_model.IntVar, subtrahend: cp_model.IntVar, minus: list[list[int]]
) -> cp_model.IntVar:
    """Returns the variable of the difference of two elements."""
    order = len(minus)
    difference = model.new_int_var(0, order - 1, "step")
    listed = [(a, b, minus[a][b]) for a in range(order) for b in range(order)]
    model.add_allowed_assignments([minuend, subtrahend, difference], listed)
    return difference


def _difference(elements: list[tuple[int, ...]], parts: tuple[int, ...], minuend: int, subtrahend: int) -> int:
    differences = zip(elements[minuend], elements[subtrahend], parts, strict=True)
    return elements.index(tuple((x - y) % part for x, y, part in differences))
