"""Those who are to be paired, and the best way to pair them from the top: a minimum-weight matching (see `draw`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import rustworkx

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.swiss.policy import Policy

Completion = dict[int, int]
"""The opponent of each place, both ways; empty if a completion exists but has not been computed."""


class DrawField:
    """The contestants to pair, by place in the order, and the pairs that may meet."""

    def __init__(self, policy: Policy, order: Sequence[Number]) -> None:
        self.policy = policy
        self.order = tuple(order)
        place_of = {number: place for place, number in enumerate(self.order)}
        barred: list[set[int]] = [set() for _ in self.order]
        for pair in {*policy.barred, *policy.history.rounds_of}:
            first, other = pair
            if first in place_of and other in place_of and not policy.allows(first, other):
                barred[place_of[first]].add(place_of[other])
                barred[place_of[other]].add(place_of[first])
        self._barred = tuple(frozenset(places) for places in barred)
        self._most_barred = max(map(len, self._barred), default=0)

    def barred_by(self, place: int) -> frozenset[int]:
        """Returns the places that a place may not meet."""
        return self._barred[place]

    def is_barred(self, place: int, other: int) -> bool:
        """True if two places may not meet."""
        return other in self._barred[place]

    def least_breaches(self, places: Sequence[int]) -> int:
        """Returns the fewest pairings against the rule with which these places can be paired."""
        if self._is_dense(places):
            return 0
        return self._breaches(self._match_places(places))

    def _is_dense(self, places: Sequence[int]) -> bool:
        """True if each contestant may meet at least half of the others, so that all can be paired (Dirac)."""
        count = len(places)
        if (count - 1 - self._most_barred) * 2 >= count:
            return True
        here = frozenset(places)
        return all((count - 1 - len(self._barred[place] & here)) * 2 >= count for place in places)

    def is_dense_without(self, count: int, missing: int) -> bool:
        """True if any `count` of the field can be paired within the rule, with up to `missing` of them left out."""
        least = count - missing
        return least > 0 and (least - 1 - self._most_barred) * 2 >= least

    def from_the_top(self, least: int) -> list[tuple[int, int]]:
        """Returns the pairing with `least` breaches in which, from the top down, everybody meets the nearest."""
        left: Sequence[int] = range(len(self.order))
        completion: Completion = {}
        pairs = []
        while left:
            first, *others = left
            choices = (self._choice(first, other, others, least, completion) for other in others)
            other, left, completion = next(choice for choice in choices if choice is not None)
            least -= self.is_barred(first, other)
            pairs.append((first, other))
        return pairs

    def _choice(
        self, first: int, other: int, others: Sequence[int], least: int, previous: Completion
    ) -> tuple[int, Sequence[int], Completion] | None:
        """Returns `other`, the rest and a way to pair it if the first can meet `other`; None if it cannot."""
        breach = self.is_barred(first, other)
        if breach > least:
            return None
        rest = [place for place in others if place != other]
        completion = self._completion(rest, least - breach, previous, (first, other))
        return None if completion is None else (other, rest, completion)

    def _completion(
        self, rest: Sequence[int], breaches: int, previous: Completion, pair: tuple[int, int]
    ) -> Completion | None:
        """Returns a way to pair the rest with at most `breaches` breaches, empty if it was not computed. Returns None
        if there is none.

        `previous` is a completion of the rest together with the two places `pair` now: their opponents in it may meet
        each other.
        """
        if not breaches and self._is_dense(rest):
            return {}
        if previous:
            first, other = previous[pair[0]], previous[pair[1]]
            if first == pair[1]:
                return previous
            if not self.is_barred(first, other) and not self.is_barred(*pair):
                return {**previous, first: other, other: first}
        matching = self._match_places(rest)
        return matching if self._breaches(matching) <= breaches else None

    def _match_places(self, places: Sequence[int]) -> Completion:
        """Returns the opponents in a pairing of these places with the fewest breaches."""
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(list(places))
        graph.add_edges_from(
            [(i, j, 0 if self.is_barred(places[i], places[j]) else 1) for i, j in combinations(range(len(places)), 2)]
        )
        matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: weight)
        return {places[i]: places[j] for two in matched for i, j in (two, reversed(two))}

    def _breaches(self, completion: Completion) -> int:
        return sum(self.is_barred(one, other) for one, other in completion.items() if one < other)
