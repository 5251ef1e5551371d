"""The draw of a round of a Swiss: the best one under the announced rule, each pairing with its reason.

The criteria, each before the next:

1. the director's own pairings stand, and so does the second half of a triangle over two rounds;
2. as few pairings as possible are against the rule (`policy`); any at all are refused unless they were asked for, and
   so is a triangle against it;
3. who sits out has done so least often, and then is the last in rank; a triangle is of the last three who may play one
   (manual, lines 1790, 2702-2715);
4. from the top down everybody meets the nearest in rank: 1 v 2, 3 v 4, where no rule is against it (line 2660).

Criteria 2 and 4 are one minimum-weight perfect matching in which a pairing against the rule outweighs all nearness,
and the nearness of a higher rank all those below it. It is found from the top down: a pairing is taken when the rest
can still be completed as well as before, which a matching of the rest decides; while everybody left may meet at least
half of the others no matching is needed for that (Dirac 1952: such a graph has a Hamiltonian cycle). `draw_check`
judges the result without knowing how it was found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

import rustworkx

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.pairing.swiss.conditions import Triangle
from arrowswitch.core.pairing.swiss.policy import Policy

TRIANGLE = 3
Completion = dict[int, int]
"""Who meets whom, by place, both ways; empty where it is known that there is one without its being known."""
MOST_TRIED = 300
"""How many triangles are looked at, from the last ranks up, before it is said that there is none."""
MOST_FORCED = 31
"""Among how many, from the last rank up, a triangle against the rule is looked for."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A pairing that the director wants, with the reason."""

    one: Number
    other: Number
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DrawInput:
    """What a round is drawn from.

    - `order` are those to be drawn, best rank first; equal results in the order that the conditions name.
    - `kept` are pairings that stand whatever the rule says; `triangle_goes_on` are the three whose triangle over two
      rounds has its second half now.
    - `may_break_rule` lets as few pairings as possible be against the rule when there is no other way.
    """

    order: tuple[Number, ...]
    policy: Policy
    kept: tuple[Kept, ...] = ()
    triangle_goes_on: tuple[Number, ...] = ()
    may_break_rule: bool = False

    @property
    def free(self) -> tuple[Number, ...]:
        """Returns who is still to be drawn, best rank first."""
        taken = {number for kept in self.kept for number in (kept.one, kept.other)} | set(self.triangle_goes_on)
        return tuple(number for number in self.order if number not in taken)

    def rank(self, number: Number) -> int:
        """Returns the place of a contestant in the order, from 1."""
        return self.order.index(number) + 1


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who meet: `one` has the better rank. `why` says how it came about; `is_against_rule` when it breaks it."""

    one: Number
    other: Number
    why: tuple[Problem, ...] = ()
    is_kept: bool = False
    is_against_rule: bool = False

    @property
    def contestants(self) -> tuple[Number, Number]:
        """Returns the two."""
        return (self.one, self.other)


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn round: pairings in the order of the better rank, the triangle or who sits out, and why."""

    round: int
    pairings: tuple[Pairing, ...]
    triangle: tuple[Number, ...] = ()
    sit_out: Number | None = None
    why_odd: tuple[Problem, ...] = ()

    @property
    def against_rule(self) -> tuple[Pairing, ...]:
        """Returns the pairings that break the rule."""
        return tuple(pairing for pairing in self.pairings if pairing.is_against_rule)


def draw_round(given: DrawInput) -> Draw:
    """Returns the best draw of a round.

    Raises Refused: `draw.twice`, `draw.kept-unknown`, `draw.kept-twice`, `draw.too-few`; `draw.no-legal` when every
    draw has a pairing against the rule and none was asked for, with those of the least evil; `draw.no-triangle`.
    """
    _check(given)
    free = given.free
    triangle, sit_out, why_odd = odd_one(given, _from_the_end)
    out = {*triangle} if sit_out is None else {*triangle, sit_out}
    order = tuple(number for number in free if number not in out)
    field = DrawField(given.policy, order)
    least = field.least_breaches(range(len(order)))
    pairs = field.from_the_top(least)
    if least and not given.may_break_rule:
        raise Refused(*_illegal(given, field, pairs, least))
    ranks = {number: place for place, number in enumerate(given.order, start=1)}
    found = [_pairing(given, field, pairs, at) for at in range(len(pairs))]
    found += [_kept_pairing(given, kept) for kept in given.kept]
    found.sort(key=lambda pairing: ranks[pairing.one])
    triangle = (*triangle, *given.triangle_goes_on)
    return Draw(round=given.policy.round, pairings=tuple(found), triangle=triangle, sit_out=sit_out, why_odd=why_odd)


class DrawField:
    """Those who are to be paired, by place in the order, and who may meet whom."""

    def __init__(self, policy: Policy, order: Sequence[Number]) -> None:
        self.policy = policy
        self.order = tuple(order)
        place_of = {number: place for place, number in enumerate(self.order)}
        barred: list[set[int]] = [set() for _ in self.order]
        for pair in {*policy.barred, *policy.history.rounds_of}:
            one, other = pair
            if one in place_of and other in place_of and not policy.allows(one, other):
                barred[place_of[one]].add(place_of[other])
                barred[place_of[other]].add(place_of[one])
        self._barred = tuple(frozenset(places) for places in barred)
        self._most_barred = max(map(len, self._barred), default=0)

    def is_barred(self, one: int, other: int) -> bool:
        """Tells whether two places may not meet."""
        return other in self._barred[one]

    def least_breaches(self, places: Sequence[int]) -> int:
        """Returns the fewest pairings against the rule with which so many places can be paired."""
        if self._is_dense(places):
            return 0
        return self._breaches(self._matched(places))

    def _is_dense(self, places: Sequence[int]) -> bool:
        """Tells whether everybody may meet at least half of the others, so that all can be paired (Dirac)."""
        count = len(places)
        if (count - 1 - self._most_barred) * 2 >= count:
            return True
        here = frozenset(places)
        return all((count - 1 - len(self._barred[place] & here)) * 2 >= count for place in places)

    def is_dense_without(self, count: int, missing: int) -> bool:
        """Tells whether any `count` of the field can be paired within the rule, up to `missing` of them left out."""
        least = count - missing
        return least > 0 and (least - 1 - self._most_barred) * 2 >= least

    def from_the_top(self, least: int) -> list[tuple[int, int]]:
        """Returns the pairing with so few breaches in which, from the top down, everybody meets the nearest."""
        left: Sequence[int] = range(len(self.order))
        known: Completion = {}
        pairs = []
        while left:
            first, *others = left
            choices = (self._choice(first, other, others, least, known) for other in others)
            other, left, known = next(choice for choice in choices if choice is not None)
            least -= self.is_barred(first, other)
            pairs.append((first, other))
        return pairs

    def _choice(
        self, first: int, other: int, others: Sequence[int], least: int, known: Completion
    ) -> tuple[int, Sequence[int], Completion] | None:
        """Returns that the first can meet `other`, with the rest and a way to pair it; None when it cannot."""
        breach = self.is_barred(first, other)
        if breach > least:
            return None
        rest = [place for place in others if place != other]
        completion = self._completion(rest, least - breach, known, (first, other))
        return None if completion is None else (other, rest, completion)

    def _completion(
        self, rest: Sequence[int], breaches: int, known: Completion, taken: tuple[int, int]
    ) -> Completion | None:
        """Returns a way to pair the rest with so few breaches, as far as it was looked for; None when there is none.

        `known` is one for the rest with the two that are taken now: their partners in it may meet each other.
        """
        if not breaches and self._is_dense(rest):
            return {}
        if known:
            one, other = known[taken[0]], known[taken[1]]
            if one == taken[1]:
                return known
            if not self.is_barred(one, other) and not self.is_barred(*taken):
                return {**known, one: other, other: one}
        found = self._matched(rest)
        return found if self._breaches(found) <= breaches else None

    def _matched(self, places: Sequence[int]) -> Completion:
        """Returns the partners in a pairing of so many places with the fewest breaches."""
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(list(places))
        graph.add_edges_from(
            [(i, j, 0 if self.is_barred(places[i], places[j]) else 1) for i, j in combinations(range(len(places)), 2)]
        )
        matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: weight)
        return {places[i]: places[j] for two in matched for i, j in (two, reversed(two))}

    def _breaches(self, completion: Completion) -> int:
        return sum(self.is_barred(one, other) for one, other in completion.items() if one < other)


def odd_one(
    given: DrawInput, threes: Callable[[Sequence[Number]], Iterator[tuple[Number, ...]]]
) -> tuple[tuple[Number, ...], Number | None, tuple[Problem, ...]]:
    """Returns the triangle or who sits out, when the number is odd, and why; `threes` are the triangles that those who
    may play one can make, in the order in which they are looked at."""
    free = given.free
    if len(free) % 2 == 0:
        return (), None, ()
    if given.policy.conditions.triangle in (Triangle.NONE, None):
        number = who_sits_out(given, free)
        times = given.policy.history.sit_outs(number)
        return (), number, (Problem("draw.why.sits-out", {"one": number, "rank": given.rank(number), "times": times}),)
    three = best_triangle(given, free, threes(may_play_triangle(given, free)))
    triangle = tuple(number for number in free if number in three)
    why = Problem("draw.why.triangle", {"numbers": "–".join(triangle)})
    return triangle, None, (why, *_against_triangle(given, triangle))


def may_play_triangle(given: DrawInput, free: Sequence[Number]) -> list[Number]:
    """Returns who has played fewer triangles than the limit, in the order given (manual, line 2715)."""
    limit = given.policy.conditions.triangle_limit
    return [number for number in free if limit is None or given.policy.history.triangles(number) < limit]


def who_sits_out(given: DrawInput, free: tuple[Number, ...]) -> Number:
    """Returns the last in rank of those who have sat out least often, with whom the rest breaks the rule least."""
    history = given.policy.history
    least = min(history.sit_outs(number) for number in free)
    fewest = [number for number in reversed(free) if history.sit_outs(number) == least]
    legal = (number for number in fewest if not _breaches_without(given, free, (number,)))
    return next(legal, None) or min(fewest, key=lambda number: _breaches_without(given, free, (number,)))


def best_triangle(
    given: DrawInput, free: tuple[Number, ...], threes: Iterable[tuple[Number, ...]]
) -> tuple[Number, ...]:
    """Returns the first of `threes` who may all meet and leave the others a legal draw.

    With none that leaves one, it is the first who may all meet; when none may, `draw.no-triangle` is raised, unless the
    rule may be broken: then it is the last three with the least against them.
    """
    first: tuple[Number, ...] = ()
    for three in islice(threes, MOST_TRIED):
        if all(given.policy.allows(one, other) for one, other in combinations(three, 2)):
            first = first or three
            if not _breaches_without(given, free, three):
                return three
    if first:
        return first
    if not given.may_break_rule:
        raise Refused.of("draw.no-triangle", round=given.policy.round)
    return _forced_triangle(given, free)


def _forced_triangle(given: DrawInput, free: tuple[Number, ...]) -> tuple[Number, ...]:
    """Returns the last three with the least against them and against the pairings of the others."""
    evils = {three: sum(1 for _ in _against_triangle(given, three)) for three in _from_the_end(free[-MOST_FORCED:])}
    likely = sorted(evils, key=evils.__getitem__)[:MOST_TRIED]
    return min(likely, key=lambda three: evils[three] + _breaches_without(given, free, three))


def _against_triangle(given: DrawInput, three: Sequence[Number]) -> Iterator[Problem]:
    """Yields what the rule has against a triangle: who has played as many as are allowed, and who may not meet."""
    limit = given.policy.conditions.triangle_limit
    for number in three:
        if limit is not None and given.policy.history.triangles(number) >= limit:
            yield Problem("draw.why.triangle-again", {"number": number, "limit": limit})
    for one, other in combinations(three, 2):
        objection = given.policy.objection(one, other)
        if objection is not None:
            yield objection


def _from_the_end(numbers: Sequence[Number]) -> Iterator[tuple[Number, ...]]:
    """Yields all three, those first whose best rank is lowest, each in the order of ranks."""
    for best in range(len(numbers) - TRIANGLE, -1, -1):
        for last, middle in combinations(reversed(numbers[best + 1 :]), TRIANGLE - 1):
            yield (numbers[best], middle, last)


def _breaches_without(given: DrawInput, free: tuple[Number, ...], out: tuple[Number, ...]) -> int:
    field = DrawField(given.policy, [number for number in free if number not in out])
    return field.least_breaches(range(len(field.order)))


def _pairing(given: DrawInput, field: DrawField, pairs: Sequence[tuple[int, int]], at: int) -> Pairing:
    one, other = pairs[at]
    first, second = field.order[one], field.order[other]
    objection = given.policy.objection(first, second)
    ranks: dict[str, ParamValue] = {
        "one": first,
        "other": second,
        "first": given.rank(first),
        "second": given.rank(second),
    }
    why = [Problem("draw.why.ranks", ranks), *_passed_over(given, field, pairs, at)]
    if objection is not None:
        why.append(Problem("draw.why.no-other-way", objection.params))
    return Pairing(one=first, other=second, why=tuple(why), is_against_rule=objection is not None)


def _passed_over(given: DrawInput, field: DrawField, pairs: Sequence[tuple[int, int]], at: int) -> Iterator[Problem]:
    """Yields why each nearer one was passed over: it is against the rule, or it would have left others without one."""
    one, other = pairs[at]
    taken = {place for pair in pairs[:at] for place in pair} if other > one + 1 else set()
    for nearer in range(one + 1, other):
        if nearer not in taken:
            told: dict[str, ParamValue] = {"one": field.order[one], "other": field.order[nearer]}
            yield given.policy.objection(field.order[one], field.order[nearer]) or Problem("draw.why.needed", told)


def _kept_pairing(given: DrawInput, kept: Kept) -> Pairing:
    first, second = sorted((kept.one, kept.other), key=given.rank)
    objection = given.policy.objection(first, second)
    why = [Problem("draw.why.kept", {"one": first, "other": second, "reason": kept.reason})]
    if objection is not None:
        why.append(objection)
    return Pairing(one=first, other=second, why=tuple(why), is_kept=True, is_against_rule=objection is not None)


def _illegal(given: DrawInput, field: DrawField, pairs: Sequence[tuple[int, int]], least: int) -> Iterator[Problem]:
    yield Problem("draw.no-legal", {"n": least, "round": given.policy.round})
    for one, other in pairs:
        objection = given.policy.objection(field.order[one], field.order[other])
        if objection is not None:
            yield objection


def _check(given: DrawInput) -> None:
    problems: list[Problem] = []
    order = given.order
    problems += [Problem("draw.twice", {"number": n}) for n, times in Counter(order).items() if times > 1]
    seen: set[Number] = set(given.triangle_goes_on)
    for kept in given.kept:
        for number in (kept.one, kept.other):
            if number not in order:
                problems.append(Problem("draw.kept-unknown", {"number": number}))
            elif number in seen:
                problems.append(Problem("draw.kept-twice", {"number": number}))
            seen.add(number)
    if len(order) < 2:
        problems.append(Problem("draw.too-few", {"n": len(order)}))
    Refused.check(problems)
