"""How even the comparisons of a Howell can be made, before anybody is given a place: the first half of `search`.

Every pair plays every set once, so a Howell's comparisons depend only on who sits North-South on which set. In a sheet
developed from a starter that follows from the *steps*: the step of a moving pair is its number less its set, and never
changes. A `Plan` says which steps meet at the tables of two moving pairs and which step each stationary pair meets, and
on which sets the stationary pair sits East-West. The measure is the sum of the squares of the competition coefficients
(see `fairness`), whose mean does not depend on the plan.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tools.searches.turning import Matrix, turn_cards


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a Howell: `tables`, and `rounds` (more than tables), also the number of sets and of moving pairs."""

    tables: int
    rounds: int

    @property
    def stationary(self) -> int:
        """Returns the number of pairs that never move."""
        return 2 * self.tables - self.rounds

    @property
    def moving_tables(self) -> int:
        """Returns the number of tables played by two moving pairs."""
        return self.rounds - self.tables

    @property
    def differences(self) -> range:
        """Returns the differences between two numbers that meet once if they meet at all."""
        return range(1, (self.rounds + 1) // 2)


@dataclass(frozen=True, slots=True)
class Plan:
    """The opponents and sides, by steps from 0 to rounds - 1.

    `moving` are the tables of two moving pairs: the steps North-South and East-West. `homes` are the stationary pairs:
    the step each meets, and the sets (from 0) on which it sits East-West.
    """

    size: Size
    moving: tuple[tuple[int, int], ...]
    homes: tuple[tuple[int, frozenset[int]], ...]

    @property
    def turns(self) -> int:
        """Returns the number of times that stationary pairs sit in their rarer direction."""
        return sum(min(len(sets), self.size.rounds - len(sets)) for _, sets in self.homes)


def squares(plan: Plan) -> int:
    """Returns the sum of squared competition coefficients over every two pairs, counted in sets."""
    coefficients = _coefficients(plan.size, _sides(plan), _meet(plan))
    return int((np.triu(coefficients, 1) ** 2).sum())


def still_plans(size: Size) -> Iterator[tuple[int, int, frozenset[int], frozenset[int]]]:
    """Yields the ways to split the steps when no card is turned, best first.

    Each is the sum of squares, how many stationary pairs sit North-South (the others East-West), the steps that sit
    North-South, and the differences of the numbers that meet. All splits are tried, up to rotation and to changing
    the names of the two directions, so the first that can be realised is the best there is.
    """
    splits = [
        (_still_squares(size, homes, ns, differences), homes, ns, differences)
        for homes in range((size.stationary + 1) // 2, size.stationary + 1)
        for ns in _rotations(size, size.tables - homes)
        for differences in map(frozenset, combinations(size.differences, size.moving_tables))
    ]
    yield from sorted(splits, key=lambda plan: (plan[0], -plan[1], sorted(plan[2]), sorted(plan[3])))


def turned_plan(size: Size, seed: int, steps: int) -> tuple[int, Plan]:
    """Returns a plan with turned cards, at random from `seed` and then improved, and its sum of squares.

    A tabu search of `steps` steps: the best change of direction of one stationary pair on one set is made, even for
    the worse, and not taken back for some steps.
    """
    rnd = random.Random(seed)
    moving, homes = _random_steps(size, rnd)
    start = Plan(size, moving, tuple((step, _random_sets(size, rnd)) for step in homes))
    sides, meet = _sides(start), _meet(start)
    cells = [
        (size.rounds + place, (board_set + step) % size.rounds, board_set)
        for place, step in enumerate(homes)
        for board_set in range(size.rounds)
    ]
    best, best_sides = turn_cards(size.tables * meet, sides, cells, rnd, steps)
    sets = [frozenset(np.flatnonzero(best_sides[size.rounds + place] < 0).tolist()) for place in range(len(homes))]
    return best, Plan(size, moving, tuple(zip(homes, sets, strict=True)))


def _still_squares(size: Size, homes_ns: int, ns: frozenset[int], differences: frozenset[int]) -> int:
    rounds, homes_ew = size.rounds, size.stationary - homes_ns
    at_home = size.stationary * (size.stationary - 1) // 2 * rounds**2
    with_home_ns = 2 * len(ns) - rounds + size.tables
    with_home_ew = rounds - 2 * len(ns) + size.tables
    total = at_home + rounds * (homes_ns * with_home_ns**2 + homes_ew * with_home_ew**2)
    for difference in range(1, rounds // 2 + 1):
        same = sum(1 for step in range(rounds) if (step in ns) == ((step + difference) % rounds in ns))
        coefficient = 2 * same - rounds + (size.tables if difference in differences else 0)
        total += coefficient**2 * (rounds // 2 if 2 * difference == rounds else rounds)
    return total


def _rotations(size: Size, count: int) -> Iterator[frozenset[int]]:
    """Yields the choices of `count` steps, one of each kind that rotation makes."""
    for rest in combinations(range(1, size.rounds), count - 1):
        chosen = (0, *rest)
        if chosen == min(_turned_to_zero(chosen, size.rounds)):
            yield frozenset(chosen)


def _turned_to_zero(chosen: tuple[int, ...], rounds: int) -> Iterator[tuple[int, ...]]:
    for first in chosen:
        yield tuple(sorted((step - first) % rounds for step in chosen))


def _random_steps(size: Size, rnd: random.Random) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Returns tables of two moving pairs with different differences, and the steps left over."""
    while True:
        free = list(range(size.rounds))
        tables = []
        for difference in rnd.sample(size.differences, size.moving_tables):
            ends = [(step, (step + difference) % size.rounds) for step in free]
            possible = [two for two in ends if two[1] in free]
            if not possible:
                break
            two = rnd.choice(possible)
            tables.append(two if rnd.random() < 0.5 else two[::-1])
            free = [step for step in free if step not in two]
        else:
            return tuple(tables), tuple(free)


def _random_sets(size: Size, rnd: random.Random) -> frozenset[int]:
    return frozenset(board_set for board_set in range(size.rounds) if rnd.random() < 0.3)


def _sides(plan: Plan) -> Matrix:
    """Returns +1 for North-South and -1 for East-West, for each number (stationary ones last) and set."""
    size = plan.size
    sides = np.zeros((2 * size.tables, size.rounds), np.int64)
    for board_set in range(size.rounds):
        for ns, ew in plan.moving:
            sides[(board_set + ns) % size.rounds, board_set] = 1
            sides[(board_set + ew) % size.rounds, board_set] = -1
        for place, (step, sets) in enumerate(plan.homes):
            way = -1 if board_set in sets else 1
            sides[size.rounds + place, board_set] = way
            sides[(board_set + step) % size.rounds, board_set] = -way
    return sides


def _meet(plan: Plan) -> Matrix:
    size = plan.size
    meet = np.zeros((2 * size.tables, 2 * size.tables), np.int64)
    meet[: size.rounds, size.rounds :] = meet[size.rounds :, : size.rounds] = 1
    for ns, ew in plan.moving:
        for number in range(size.rounds):
            other = (number + ew - ns) % size.rounds
            meet[number, other] = meet[other, number] = 1
    return meet


def _coefficients(size: Size, sides: Matrix, meet: Matrix) -> Matrix:
    return sides @ sides.T + size.tables * meet
