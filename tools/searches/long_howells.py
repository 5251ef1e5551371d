"""Finds full Howells of more than fifteen rounds (offline: the program reads `long_starters.toml`).

Everybody meets everybody, so the comparison of two moving pairs depends on the autocorrelation of their directions by
step alone (a step is the number less the set), and that of the pair that stays is even already. A tabu search exchanges
two steps of different directions as long as the sum of the squares falls; with a Legendre sequence, or a difference
set, it starts at the best there is. Hill climbing then seats each step of one direction against one of the other, all
differences being different, as Dinitz and Stinson do for starters. Where every table has its own set, places are given
to the tables of such starters until all numbers differ; else all tables share. A seed makes it repeatable.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from arrowswitch.core.movements.searched.starters import BaseTable, Starter

_STEPS = 600
_TRIES = 40
_CLIMBS = 400_000
_NODES = 20_000


def find_long_howell(tables: int, *, has_own_sets: bool, seed: int = 2008) -> Starter:
    """Returns the best starter that is found for `tables` tables and one round fewer than pairs."""
    rounds = 2 * tables - 1
    rnd = random.Random(seed)
    sides = min(_directions(rounds, rnd), key=lambda ways: (_squares(ways), ways))
    while True:
        seated = _seats(sides, rnd)
        places = None if seated is None else _places(*seated, rounds) if has_own_sets else (0,) * tables
        if seated is not None and places is not None:
            break
    pivot, couples = seated
    first = places[0]

    def number(step: int, place: int) -> int:
        return (step + place - pivot - first) % rounds + 1

    tables_of = [
        (rounds + 1, number(pivot, first), 0),
        *(
            (number(ns, place), number(ew, place), (place - first) % rounds)
            for (ns, ew), place in zip(couples, places[1:], strict=True)
        ),
    ]
    base = tuple(BaseTable(ns, ew, place + 1) for ns, ew, place in sorted(tables_of, key=lambda one: (one[2], -one[0])))
    off = sum((sum(map(_product, sides, sides[d:] + sides[:d])) + 1) ** 2 for d in range(1, rounds)) * rounds // 2
    least = _least_off(2 * tables)
    even = (tables - 1) ** 2 * tables * rounds
    # With one more than a multiple of four rounds each autocorrelation is 2 away from -1 at least.
    is_best_cyclic = rounds % 4 == 1 and _squares(sides) == 4 * (rounds // 2)
    how = f"best of {_TRIES} tabu searches of the directions"
    how = "the best there is" if off == least else "the best over the cyclic group" if is_best_cyclic else how
    sets = "every table its own set" if has_own_sets else "all tables share"
    return Starter(
        rounds=rounds,
        base=base,
        squares=even + off,
        has_ab_table=False,
        origin=f"search: {sets}, best directions, then a starter by hill climbing; seed {seed}",
        proof=f"{how}: any sheet at least {even + least}",
    )


def _places(pivot: int, couples: list[tuple[int, int]], rounds: int) -> tuple[int, ...] | None:
    """Returns different places for the table of the stationary pair and the others, such that the numbers differ."""
    cells = [(pivot,), *couples]
    places: dict[int, int] = {0: 0}
    numbers_used = {pivot}
    nodes = 0

    def fits(cell: tuple[int, ...], place: int) -> bool:
        return place not in used and not any((step + place) % rounds in numbers_used for step in cell)

    used = {0}

    def seat_rest() -> bool:
        nonlocal nodes
        left = [index for index in range(len(cells)) if index not in places]
        if not left:
            return True
        nodes += 1
        if nodes > _NODES:
            return False
        options = {index: [p for p in range(rounds) if fits(cells[index], p)] for index in left}
        index = min(left, key=lambda one: len(options[one]))
        for place in options[index]:
            numbers = {(step + place) % rounds for step in cells[index]}
            places[index] = place
            used.add(place)
            numbers_used.update(numbers)
            if seat_rest():
                return True
            del places[index]
            used.discard(place)
            numbers_used.difference_update(numbers)
        return False

    return tuple(places[index] for index in range(len(cells))) if seat_rest() else None


def _least_off(pairs: int) -> int:
    """Returns the least sum of the squared differences from the mean in a full round robin of `pairs` pairs.

    With a multiple of four pairs all comparisons may be equal. Otherwise the pairs fall into two halves: modulo 4 two
    pairs of the same half differ by 2 from the mean at least.
    """
    half = pairs // 2
    return 0 if pairs % 4 == 0 else 4 * half * (half - 1)


def _product(first: int, second: int) -> int:
    return first * second


def _squares(sides: list[int]) -> int:
    """Returns the sum of squares of the periodic autocorrelation, away from -1."""
    size = len(sides)
    return sum((sum(map(_product, sides, sides[d:] + sides[:d])) + 1) ** 2 for d in range(1, size // 2 + 1))


def _directions(rounds: int, rnd: random.Random) -> Iterator[list[int]]:
    """Yields directions of the moving pairs by step, one more East-West than North-South: those of the squares modulo a
    prime, which are as even as can be over a cyclic group, else those of tabu searches."""
    if all(rounds % n for n in range(2, rounds)):
        squares = {x * x % rounds for x in range(1, rounds)}
        yield [1 if x in squares else -1 for x in range(rounds)]
        return
    least = 0 if rounds % 4 == 3 else 4 * (rounds // 2)
    for _ in range(_TRIES):
        sides = [1] * (rounds // 2) + [-1] * (rounds - rounds // 2)
        rnd.shuffle(sides)
        sides = _improve_directions(sides, rnd)
        yield sides
        if _squares(sides) == least:
            return


def _improve_directions(sides: list[int], rnd: random.Random) -> list[int]:
    """Returns the best directions of a tabu search that exchanges two steps at a time."""
    size = len(sides)
    distances = np.arange(1, size // 2 + 1)
    around = np.arange(size)[:, None]
    ways = np.array(sides)
    best, record = ways.copy(), 1 << 60
    free_at = np.zeros(size, np.int64)
    for step in range(_STEPS):
        neighbours = ways[(around + distances) % size] + ways[(around - distances) % size]
        correlation = (ways[:, None] * ways[(around + distances) % size]).sum(axis=0)
        turned = -2 * ways[:, None] * neighbours
        ups, downs = np.flatnonzero(ways > 0), np.flatnonzero(ways < 0)
        changed = correlation + 1 + turned[ups][:, None, :] + turned[downs][None, :, :]
        # The product of the two exchanged steps stays: both turned it, each by +2.
        gaps = np.abs(ups[:, None] - downs[None, :])
        gaps = np.minimum(gaps, size - gaps) - 1
        rows, columns = np.indices(gaps.shape)
        changed[rows, columns, gaps] -= 4
        totals = (changed**2).sum(axis=2)
        is_free = np.maximum(free_at[ups][:, None], free_at[downs][None, :]) <= step
        totals = np.where(is_free | (totals < record), totals, 1 << 60)
        least = np.argwhere(totals == totals.min())
        up, down = least[rnd.randrange(len(least))]
        ways[ups[up]], ways[downs[down]] = -1, 1
        free_at[[ups[up], downs[down]]] = step + 4 + rnd.randrange(6)
        if totals[up, down] < record:
            best, record = ways.copy(), int(totals[up, down])
        if record == 0:
            break
    return [int(way) for way in best]


def _seats(sides: list[int], rnd: random.Random) -> tuple[int, list[tuple[int, int]]] | None:
    """Returns the number that the stationary pair meets, and the meetings of the others, North-South first; None
    where the climb ends without all differences."""
    size = len(sides)
    ns = [x for x in range(size) if sides[x] > 0]
    partner: dict[int, int] = {}
    owner: dict[int, int] = {}
    free, missing = set(ns), set(range(1, size // 2 + 1))
    for _ in range(_CLIMBS):
        if not missing:
            [pivot] = [x for x in range(size) if x not in partner]
            return pivot, [(x, partner[x]) for x in ns]
        x, d = rnd.choice(sorted(free)), rnd.choice(sorted(missing))
        y = (x + d if rnd.random() < 0.5 else x - d) % size
        if sides[y] > 0:
            continue
        if y in partner:
            old = partner.pop(y)
            del partner[old]
            gone = min((old - y) % size, (y - old) % size)
            missing.add(gone)
            free.add(old)
            owner.pop(gone, None)
        partner[x], partner[y] = y, x
        owner[d] = x
        missing.discard(d)
        free.discard(x)
    return None
