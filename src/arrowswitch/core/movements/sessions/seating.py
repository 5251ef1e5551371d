"""Seats the contestants of a session with the fewest faults: no two meet again, nobody sits out again.

JCBL director's manual 3.3, lines 2375-2417: who goes where is free, as long as the same do not meet again. Where whole
groups can be exchanged (`propose`, `turns`) nothing is searched; this is for what no rule of groups gives: sections
that do not match, and a session whose people are not those of the plan any more. It is a search by exchanges of two
places with a memory of what was just done (tabu search), from a beginning that it changes as little as it can, with a
seed, so that the same question has the same answer. It proves nothing: the checker judges (`check`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.int64]

_TENURE = 8
_PATIENCE = 4000
"""Steps without anything better before the search gives up."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The contestants of all places: `who[place]` is the person of each place; `price` is the sum of faults, 0 for
    none."""

    who: tuple[int, ...]
    price: int


def seat(
    meetings: Sequence[tuple[int, int]],
    met: Matrix,
    cost: Matrix,
    begin: Sequence[int],
    *,
    seed: int = 1,
    patience: int = _PATIENCE,
) -> Seating:
    """Returns the best seating found, as many people as places.

    - `meetings` are two places each that meet in the session.
    - `met[x, y]` is the price of a meeting of persons x and y, the same both ways; `cost[x, p]` the price of person x
      at place p.
    - `begin[p]` is the person at place p where the search begins.
    """
    return _Search(meetings, met, cost, begin, seed).run(patience)


class _Search:
    """One search: `at[x, p]` is what person x would cost at place p as the others sit now."""

    def __init__(
        self,
        meetings: Sequence[tuple[int, int]],
        met: Matrix,
        cost: Matrix,
        begin: Sequence[int],
        seed: int,
    ) -> None:
        size = len(begin)
        self.meets = np.zeros((size, size), dtype=np.int64)
        for place, other in meetings:
            self.meets[place, other] += 1
            self.meets[other, place] += 1
        self.near = [np.flatnonzero(row) for row in self.meets]
        self.met = met
        self.cost = cost
        self.who = np.array(begin, dtype=np.int64)
        self.places = np.arange(size)
        self.among = met[:, self.who] @ self.meets
        self.until = np.zeros((size, size), dtype=np.int64)
        self.random = Random(seed)

    def price(self) -> int:
        """Returns the sum of faults now."""
        meetings = self.among[self.who, self.places].sum() // 2
        return int(meetings + self.cost[self.who, self.places].sum())

    def run(self, patience: int) -> Seating:
        """Returns the best seating before `patience` steps without an improvement."""
        now = best = self.price()
        best_who, idle, step = self.who.copy(), 0, 0
        while best and idle < patience:
            step += 1
            idle += 1
            place = self._wrong_place()
            change = self._changes(place)
            other = self._choose_exchange(place, change, now, best, step)
            now += int(change[other])
            self._exchange(place, other, step)
            if now < best:
                best, best_who, idle = now, self.who.copy(), 0
        return Seating(tuple(int(one) for one in best_who), best)

    def _wrong_place(self) -> int:
        own = self.among[self.who, self.places] + self.cost[self.who, self.places]
        wrong = np.flatnonzero(own)
        return int(wrong[self.random.randrange(len(wrong))])

    def _changes(self, place: int) -> Matrix:
        """Returns the change of the price by an exchange with each place."""
        person, who = self.who[place], self.who
        there = self.among[person] + self.cost[person]
        here = self.among[who, place] + self.cost[who, place]
        own = self.among[who, self.places] + self.cost[who, self.places]
        both = 2 * self.meets[place] * self.met[person, who]
        change: Matrix = there + here - own - own[place] + both
        change[place] = np.iinfo(np.int64).max
        return change

    def _choose_exchange(self, place: int, change: Matrix, now: int, best: int, step: int) -> int:
        """Returns the place to exchange with: the best that was not just undone, or one better than ever."""
        is_barred = (self.until[self.who[place]] > step) | (self.until[self.who, place] > step)
        open_changes = np.where(is_barred & (now + change >= best), np.iinfo(np.int64).max, change)
        if open_changes.min() == np.iinfo(np.int64).max:
            open_changes = change
        equal = np.flatnonzero(open_changes == open_changes.min())
        return int(equal[self.random.randrange(len(equal))])

    def _exchange(self, place: int, other: int, step: int) -> None:
        mover, partner = self.who[place], self.who[other]
        until = step + _TENURE + self.random.randrange(_TENURE)
        self.until[mover, place] = until
        self.until[partner, other] = until
        for here, went, came in ((place, mover, partner), (other, partner, mover)):
            for near in self.near[here]:
                self.among[:, near] += (self.met[:, came] - self.met[:, went]) * self.meets[here, near]
        self.who[place], self.who[other] = partner, mover
