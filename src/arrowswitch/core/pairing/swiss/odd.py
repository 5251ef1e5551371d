"""The contestants left over from an odd number: the sit-out, or the three of a triangle, chosen with regard to the
whole draw.

JCBL director's manual 3.3, lines 1790-1792 and 2698-2715. Nobody sits out again before everybody has; of those who may,
it is the last in rank without whom the others can all be paired within the rule. A triangle is of the last three under
the limit who may all meet, with the same regard for the others. Lower contestants that were passed over are listed with
the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.pairing.swiss.case import DrawInput
from arrowswitch.core.pairing.swiss.conditions import Triangle
from arrowswitch.core.pairing.swiss.field import DrawField

TRIANGLE = 3
FROM_THE_END, BY_TURN = "last", "turn"
"""In what order triangles are looked at: by rank from the end, or of the last numbers those who have played fewer."""
MOST_TRIED = 300
"""How many triangles are looked at, from the last ranks up, before it is said that there is none."""
MOST_FORCED = 31
"""Among how many, from the last rank up, a triangle against the rule is looked for."""


def odd_one(
    case: DrawInput, threes: Callable[[Sequence[Number]], Iterator[tuple[Number, ...]]], rule: str
) -> tuple[tuple[Number, ...], Number | None, tuple[Problem, ...]]:
    """Returns the triangle or the sit-out of an odd number, and the reasons; `threes` are the possible triangles of the
    contestants who may play one, in the order of the search, and `rule` is the name of this order."""
    free = case.free
    goes_on = case.triangle_goes_on
    reasons = (
        (Problem("draw.why.triangle-goes-on", _name_three(goes_on)),) if goes_on and not case.why_odd else case.why_odd
    )
    if len(free) % 2 == 0:
        return (), case.sits_out, reasons
    if case.policy.conditions.triangle in (Triangle.NONE, None):
        number = who_sits_out(case, free)
        return (), number, (*reasons, *_why_it_sits_out(case, free, number))
    three = best_triangle(case, free, threes(may_play_triangle(case, free)))
    triangle = tuple(number for number in free if number in three)
    against = tuple(_against_triangle(case, triangle))
    passed_over = () if against else tuple(_passed_over(case, free, triangle)) if rule == FROM_THE_END else ()
    why = Problem(f"draw.why.triangle-{'forced' if against else rule}", _name_three(triangle))
    return triangle, None, (why, *passed_over, *against)


def _name_three(three: Sequence[Number]) -> dict[str, ParamValue]:
    return dict(zip(("one", "two", "three"), three, strict=True))


def _why_it_sits_out(case: DrawInput, free: Sequence[Number], number: Number) -> Iterator[Problem]:
    """Yields the sit-out, and the reasons why no lower contestant sits out."""
    history = case.policy.history
    times = history.sit_outs(number)
    yield Problem("draw.why.sits-out", {"one": number, "rank": case.rank(number), "times": times})
    for lower in free[free.index(number) + 1 :]:
        before = history.sit_outs(lower)
        code = "draw.why.sat-out" if before > times else "draw.why.sit-out-needed"
        yield Problem(code, {"number": lower, "times": before})


def _passed_over(case: DrawInput, free: Sequence[Number], triangle: Sequence[Number]) -> Iterator[Problem]:
    """Yields the reasons why contestants below the best of a triangle are not in it."""
    may = set(may_play_triangle(case, free))
    for lower in free[free.index(triangle[0]) + 1 :]:
        if lower in triangle:
            continue
        objections = (case.policy.objection(one, lower) for one in triangle)
        if lower not in may:
            limit = case.policy.conditions.triangle_limit or 0
            yield Problem("draw.why.triangle-limit", {"number": lower, "limit": limit})
        else:
            needed = Problem("draw.why.triangle-needed", {"number": lower})
            yield next((one for one in objections if one is not None), needed)


def may_play_triangle(case: DrawInput, free: Sequence[Number]) -> list[Number]:
    """Returns the contestants with fewer triangles than the limit, in the same order (manual, line 2715)."""
    limit = case.policy.conditions.triangle_limit
    return [number for number in free if limit is None or case.policy.history.triangles(number) < limit]


def who_sits_out(case: DrawInput, free: tuple[Number, ...]) -> Number:
    """Returns the last in rank of those who have sat out least often, with whom the rest breaks the rule least."""
    history = case.policy.history
    least = min(history.sit_outs(number) for number in free)
    fewest = [number for number in reversed(free) if history.sit_outs(number) == least]
    legal = (number for number in fewest if not _breaches_without(case, free, (number,)))
    return next(legal, None) or min(fewest, key=lambda number: _breaches_without(case, free, (number,)))


def best_triangle(
    case: DrawInput, free: tuple[Number, ...], threes: Iterable[tuple[Number, ...]]
) -> tuple[Number, ...]:
    """Returns the first of `threes` in which all may meet and which leaves the others a legal draw.

    With none that leaves one, it is the first of those who leave the fewest pairings against the rule; when none may
    all meet, `draw.no-triangle` is raised, unless the rule may be broken: then it is the last three with the least
    against them. With fewer than three contestants left there is no triangle at all.
    """
    least: tuple[int, tuple[Number, ...]] | None = None
    for three in islice(threes, MOST_TRIED):
        if all(case.policy.allows(one, other) for one, other in combinations(three, 2)):
            breaches = _breaches_without(case, free, three)
            if not breaches:
                return three
            least = least if least is not None and least[0] <= breaches else (breaches, three)
    if least is not None:
        return least[1]
    if not case.may_break_rule or len(free) < TRIANGLE:
        raise Refused.of("draw.no-triangle", round=case.policy.round)
    return _forced_triangle(case, free)


def _forced_triangle(case: DrawInput, free: tuple[Number, ...]) -> tuple[Number, ...]:
    """Returns the last three with the least against them and against the pairings of the others."""
    evils = {three: sum(1 for _ in _against_triangle(case, three)) for three in from_the_end(free[-MOST_FORCED:])}
    likely = sorted(evils, key=evils.__getitem__)[:MOST_TRIED]
    return min(likely, key=lambda three: evils[three] + _breaches_without(case, free, three))


def _against_triangle(case: DrawInput, three: Sequence[Number]) -> Iterator[Problem]:
    """Yields the objections of the rule to a triangle: contestants at their limit, and two that may not meet."""
    limit = case.policy.conditions.triangle_limit
    for number in three:
        if limit is not None and case.policy.history.triangles(number) >= limit:
            yield Problem("draw.why.triangle-again", {"number": number, "limit": limit})
    for first, other in combinations(three, 2):
        objection = case.policy.objection(first, other)
        if objection is not None:
            yield objection


def from_the_end(numbers: Sequence[Number]) -> Iterator[tuple[Number, ...]]:
    """Yields all three, those first whose best rank is lowest, each in the order of ranks."""
    for best in range(len(numbers) - TRIANGLE, -1, -1):
        for last, middle in combinations(reversed(numbers[best + 1 :]), TRIANGLE - 1):
            yield (numbers[best], middle, last)


def _breaches_without(case: DrawInput, free: tuple[Number, ...], out: tuple[Number, ...]) -> int:
    field = DrawField(case.policy, [number for number in free if number not in out])
    return field.least_breaches(range(len(field.order)))
