"""The draw of a Swiss round found by trying every one there is: rules and order of choice as the manual has them.

JCBL director's manual 3.3, lines 1778-1797 and 2658-2717. Contestants are whole numbers, and all is computed from what
was played (`Met`). For up to 12 contestants there are at most some ten thousand draws of a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

Pairs = tuple[tuple[int, int], ...]
NO_DRAW, NO_TRIANGLE = "draw.no-legal", "draw.no-triangle"


@dataclass(frozen=True)
class Met:
    """An encounter of a round: two, three in a triangle, or one that sat out; `again` in a triangle's second half."""

    round: int
    who: tuple[int, ...]
    again: bool = False


@dataclass(frozen=True)
class SwissRules:
    """The published conditions: `rematch` and `last` in the words of the event file, `openings` of the first rounds."""

    rounds: int
    rematch: str
    number: int
    base: str
    last: str
    odd: str
    limit: int
    openings: tuple[str, ...]


@dataclass(frozen=True)
class Round:
    """A round to be drawn: who is there, best first, and what has been fixed."""

    number: int
    order: tuple[int, ...]
    rules: SwissRules
    played: tuple[Met, ...]
    barred: frozenset[frozenset[int]]
    standing: Pairs
    goes_on: tuple[int, ...]
    may_break: bool


@dataclass(frozen=True)
class FullDraw:
    """The draw of a round: the pairings, the triangle and the sit-out. `refused` is the code if there is none."""

    pairs: frozenset[frozenset[int]] = frozenset()
    triangle: frozenset[int] = frozenset()
    out: int | None = None
    refused: str = ""


def plan(rules: SwissRules, number: int) -> tuple[str, int]:
    """Returns the opening of a round, or "ranking" and after which round the ranking is taken."""
    lag = {"previous": 1, "before-previous": 2, "two-before": 3}[rules.base]
    if number == rules.rounds and rules.last.startswith("latest-rank"):
        lag = 1
    if number > lag:
        return "ranking", number - lag
    usual = ["halves", "quarters", "quarters"]
    return [*rules.openings, *usual[len(rules.openings) :]][number - 1], 0


def draw(case: Round, opening: str) -> FullDraw:
    """Returns the best draw of a round by trying all."""
    fixed = {number for two in case.standing for number in two} | set(case.goes_on)
    free = [number for number in case.order if number not in fixed]
    standing = frozenset(frozenset(two) for two in case.standing)
    best: tuple[tuple[int, ...], tuple[int, ...], Pairs] | None = None
    is_triangle = case.rules.odd != "none" and not case.goes_on
    ways: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), ())]
    if len(free) % 2:
        ways = list(_triangles(case, free, opening) if is_triangle else _sit_outs(case, free))
    if not ways:
        return FullDraw(refused=NO_TRIANGLE)
    for away, preference in ways:
        left = _arrange(opening, [one for one in free if one not in away])
        for pairs in _all_pairings(tuple(range(len(left)))):
            against = sum(not _may_meet(case, left[a], left[b]) for a, b in pairs)
            forced = preference[0] if preference else 0
            key = (forced + against, *preference, *(b for _, b in pairs))
            if best is None or key < best[0]:
                best = key, away, tuple((left[a], left[b]) for a, b in pairs)
    assert best is not None
    _, away, pairs = best
    if not case.may_break and not all(_may_meet(case, a, b) for a, b in pairs):
        return FullDraw(refused=NO_DRAW)
    triangle = frozenset(away if is_triangle else ()) | frozenset(case.goes_on)
    out = away[0] if len(away) == 1 else None
    return FullDraw(standing | {frozenset(two) for two in pairs}, triangle, out)


def _sit_outs(case: Round, free: Sequence[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yields those who have sat out least often, the last in rank preferred."""
    times = {one: sum(met.who == (one,) for met in case.played) for one in free}
    for at, number in enumerate(free):
        if times[number] == min(times.values()):
            yield (number,), (0, -at)


def _triangles(case: Round, free: Sequence[int], opening: str) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yields the triangles within the rule, each with what makes it better than others: after a ranking the lowest best
    rank; before it those who have played fewest, the last numbers first. Without one, those against the rule if that is
    allowed, with the number of its breaches first."""
    played = {one: sum(len(met.who) == 3 and one in met.who and not met.again for met in case.played) for one in free}
    may = [one for one in free if played[one] < case.rules.limit]
    turn = {one: at for at, one in enumerate(sorted(may, key=lambda one: (played[one], -free.index(one))))}
    legal = [three for three in combinations(may, 3) if all(_may_meet(case, *two) for two in combinations(three, 2))]
    for three in legal:
        low = tuple(-free.index(one) for one in three)
        yield three, (0, low[0], low[2], low[1]) if opening == "ranking" else (0, *sorted(turn[one] for one in three))
    if legal or not case.may_break:
        return
    for three in combinations(free, 3):
        evils = sum(played[one] >= case.rules.limit for one in three)
        evils += sum(not _may_meet(case, *two) for two in combinations(three, 2))
        low = tuple(-free.index(one) for one in three)
        yield three, (evils, low[0], low[2], low[1])


def _may_meet(case: Round, first: int, second: int) -> bool:
    two = {first, second}
    if frozenset(two) in case.barred:
        return False
    rules = case.rules
    if case.number == rules.rounds and rules.last.endswith("rematch-free"):
        return True
    rounds: list[int] = []
    for met in case.played:
        if len(met.who) > 1 and two <= set(met.who):
            rounds = [*(rounds[:-1] if met.again else rounds), met.round]
    if not rounds:
        return True
    allowed: dict[str, bool] = {
        "never": False,
        "not-consecutive": rounds[-1] != case.number - 1,
        "not-before": case.number >= rules.number,
        "at-most": len(rounds) < rules.number,
        "free": True,
    }
    return allowed[rules.rematch]


def _arrange(opening: str, left: list[int]) -> list[int]:
    """Returns the contestants so that those who are to meet stand next to each other."""
    count = len(left)
    if opening == "halves":
        sizes = [count]
    elif opening == "quarters":
        if count % 4 == 0:
            sizes = [count // 2, count // 2]
        elif count % 6 == 0:
            sizes = [count // 3] * 3
        else:
            sizes = [count // 2 + 1, count // 2 - 1]
    else:
        sizes = [2] * (count // 2)
    arranged = []
    for size in sizes:
        group, left = left[:size], left[size:]
        arranged += [number for at in range(size // 2) for number in (group[at], group[at + size // 2])]
    return arranged


def _all_pairings(places: tuple[int, ...]) -> Iterator[Pairs]:
    if not places:
        yield ()
        return
    first, *others = places
    for other in others:
        for rest in _all_pairings(tuple(place for place in others if place != other)):
            yield ((first, other), *rest)
