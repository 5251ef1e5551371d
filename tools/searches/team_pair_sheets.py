"""The halves of matches that the searches for teams and pairs find: written down, and turned so that comparisons are
even.

A match is two halves on one set, each team North-South in one of them. The sides of a match are free. If both its
halves are in one round in both sessions, the session of A against B is free as well. Both are chosen so that the
results of all pairs can be compared as evenly as possible.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

KINDS = ("AA", "BB", "AB", "BA")
_TRIES = 12
_SIDES = 8
"""The weight of an uneven side against an uneven comparison."""
_OTHER = {"A": "B", "B": "A"}


class FoundHalf(NamedTuple):
    """A pair (`4B`) against one of another team in a round and on a set, all from 1; the first sits North-South."""

    round: int
    board_set: int
    ns: str
    ew: str

    @property
    def match(self) -> frozenset[str]:
        return frozenset((self.ns[:-1], self.ew[:-1]))

    def turn(self) -> FoundHalf:
        """Returns the half with its sides exchanged."""
        return self._replace(ns=self.ew, ew=self.ns)

    def exchange(self, team: str) -> FoundHalf:
        """Returns the half with the other pair of `team`."""
        ns, ew = (p[:-1] + _OTHER[p[-1]] if p[:-1] == team else p for p in (self.ns, self.ew))
        return self._replace(ns=ns, ew=ew)


FoundSheet = tuple[FoundHalf, ...]
"""The halves of one session."""


def format_rounds(sheet: Iterable[FoundHalf]) -> tuple[str, ...]:
    """Returns the rounds of a session: for each set in order the tables that play it, `-` where it rests."""
    cells: dict[tuple[int, int], list[str]] = defaultdict(list)
    for half in sorted(sheet):
        cells[half.round, half.board_set].append(f"{half.ns}-{half.ew}")
    rounds, sets = (range(1, max(key[place] for key in cells) + 1) for place in (0, 1))
    return tuple(" ".join("/".join(cells.get((r, s), "-")) for s in sets) for r in rounds)


def read(rows: Sequence[str]) -> FoundSheet:
    """Returns the halves of a session that is written down."""
    halves = []
    for round_number, row in enumerate(rows, start=1):
        for board_set, words in enumerate(row.split(), start=1):
            for word in words.split("/") if words != "-" else ():
                ns, _, ew = word.partition("-")
                halves.append(FoundHalf(round_number, board_set, ns, ew))
    return tuple(halves)


def develop(base: Sequence[str], teams: int, step: int, *, turns: bool = False) -> FoundSheet:
    """Returns all halves of a session whose first `step` rounds are given; the last team and the last set stand still.
    With `turns` A and B change at every step."""
    ring, halves = teams - 1, []
    for half in read(base):
        for by in range(0, ring, step):
            letters = _OTHER if turns and by // step % 2 else {"A": "A", "B": "B"}
            ns, ew = (f"{_move(int(pair[:-1]), by, ring)}{letters[pair[-1]]}" for pair in (half.ns, half.ew))
            halves.append(FoundHalf(half.round + by, _move(half.board_set, by, ring), ns, ew))
    return tuple(halves)


def _move(place: int, by: int, ring: int) -> int:
    return place if place > ring else (place + by - 1) % ring + 1


def set_sides(sheet: Iterable[FoundHalf], teams: int) -> FoundSheet:
    """Returns the halves with A North-South against B, the others by how far their teams are apart: North-South is A of
    the first team where it is an odd number of places before the other, else B."""
    return tuple(_set_side(half, teams) for half in sheet)


def _set_side(half: FoundHalf, teams: int) -> FoundHalf:
    if half.ns[-1] != half.ew[-1]:
        return half if half.ns.endswith("A") else half.turn()
    is_first = (int(half.ew[:-1]) - int(half.ns[:-1])) % teams % 2 == 1
    return half if is_first == half.ns.endswith("A") else half.turn()


def turned_evenly(sessions: Sequence[FoundSheet], seed: int) -> tuple[FoundSheet, ...]:
    """Returns both sessions with matches turned, and A and B exchanged, so that the squares of what every two pairs
    have in common (+1 for a set on which they sit the same way, -1 for one on which they sit opposite ways, the other
    tables of the set where they meet) and of what the sides of every pair differ by, weighed, add up to as little as a
    search downhill from several starts finds."""
    chance = random.Random(seed)
    best = min((_Turning(sessions, chance).settle() for _ in range(_TRIES)), key=lambda turning: turning.cost())
    return tuple(tuple(sorted(half for match in session.values() for half in match)) for session in best.sessions)


class _Turning:
    """Both sessions by match, turned by chance at first."""

    def __init__(self, sessions: Sequence[FoundSheet], chance: random.Random) -> None:
        self.sessions: list[dict[frozenset[str], list[FoundHalf]]] = []
        for sheet in sessions:
            matches: dict[frozenset[str], list[FoundHalf]] = defaultdict(list)
            for half in sheet:
                matches[half.match].append(half)
            self.sessions.append(matches)
        self._matches = sorted(self.sessions[0], key=sorted)
        for session, matches in enumerate(self.sessions):
            for match in self._matches:
                first, second = matches[match]
                if first.ns[:-1] == second.ns[:-1]:
                    matches[match] = [first, second.turn()]
                if chance.random() < 0.5:
                    self._turn(session, match)
        for match in self._matches:
            if chance.random() < 0.5:
                self._exchange(match)

    def settle(self) -> _Turning:
        """Returns itself once no single change is better."""
        best, is_better = self.cost(), True
        while is_better:
            is_better = False
            for match in self._matches:
                for change in (lambda m: self._turn(0, m), lambda m: self._turn(1, m), self._exchange):
                    change(match)
                    cost = self.cost()
                    if cost < best:
                        best, is_better = cost, True
                    else:
                        change(match)
        return self

    def cost(self) -> int:
        """Returns the sum of the squares over both sessions, uneven sides of pairs included."""
        return sum(
            sum(count * count for count in self._count_comparisons(session).values()) + _SIDES * self._uneven(session)
            for session in (0, 1)
        )

    def _uneven(self, session: int) -> int:
        """Returns the sum of the squares of what the sides of each pair differ by."""
        sides: dict[str, int] = defaultdict(int)
        for halves in self.sessions[session].values():
            for half in halves:
                sides[half.ns] += 1
                sides[half.ew] -= 1
        return sum(difference * difference for difference in sides.values())

    def _turn(self, session: int, match: frozenset[str]) -> None:
        self.sessions[session][match] = [half.turn() for half in self.sessions[session][match]]

    def _exchange(self, match: frozenset[str]) -> None:
        """Exchanges the pairs of one team in both sessions, where both halves are in one round."""
        if all(one.round == other.round for one, other in (matches[match] for matches in self.sessions)):
            for matches in self.sessions:
                matches[match] = [half.exchange(min(match)) for half in matches[match]]

    def _count_comparisons(self, session: int) -> dict[tuple[str, str], int]:
        sets: dict[int, list[FoundHalf]] = defaultdict(list)
        for match in self._matches:
            for half in self.sessions[session][match]:
                sets[half.board_set].append(half)
        counts: dict[tuple[str, str], int] = defaultdict(int)
        for halves in sets.values():
            for half in halves:
                counts[min(half.ns, half.ew), max(half.ns, half.ew)] += len(halves) - 1
            for first, second in combinations(halves, 2):
                for a, b, sign in (
                    (first.ns, second.ns, 1),
                    (first.ew, second.ew, 1),
                    (first.ns, second.ew, -1),
                    (first.ew, second.ns, -1),
                ):
                    counts[min(a, b), max(a, b)] += sign
        return counts
