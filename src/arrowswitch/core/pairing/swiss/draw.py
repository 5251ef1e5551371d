"""The draw of a round of a Swiss: the best one under the announced rule, each pairing with its reason.

The criteria, each before the next:

1. what has been announced and the director's own pairings stand, and so does the second half of a triangle over two
   rounds;
2. who sits out has done so least often (`odd`);
3. as few pairings as possible are against the rule (`policy`); any at all are refused unless they were asked for, and
   so is a triangle against it;
4. who sits out is the last in rank, and a triangle is of the last three who may play one (manual, lines 1790,
   2702-2715);
5. from the top down everybody meets the nearest in rank: 1 v 2, 3 v 4, where no rule is against it (line 2660).

Criteria 3 and 5 are one minimum-weight perfect matching in which a pairing against the rule outweighs all nearness,
and the nearness of a higher rank all those below it. It is found from the top down: a pairing is taken when the rest
can still be completed as well as before, which a matching of the rest decides; while everybody left may meet at least
half of the others no matching is needed for that (Dirac 1952: such a graph has a Hamiltonian cycle). `draw_check`
judges the result without knowing how it was found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.pairing.swiss.case import Draw, DrawInput, Kept, Pairing
from arrowswitch.core.pairing.swiss.field import DrawField
from arrowswitch.core.pairing.swiss.odd import FROM_THE_END, from_the_end, odd_one


def draw_round(case: DrawInput) -> Draw:
    """Returns the best draw of a round.

    Raises Refused: `draw.twice`, `draw.kept-unknown`, `draw.kept-twice`, `draw.too-few`; `draw.no-legal` when every
    draw has a pairing against the rule and none is allowed, with those of the least evil; `draw.no-triangle`.
    """
    _check(case)
    free = case.free
    triangle, sit_out, why_odd = odd_one(case, from_the_end, FROM_THE_END)
    out = {*triangle} if sit_out is None else {*triangle, sit_out}
    order = tuple(number for number in free if number not in out)
    field = DrawField(case.policy, order)
    least = field.least_breaches(range(len(order)))
    pairs = field.from_the_top(least)
    if least and not case.may_break_rule:
        raise Refused(*_illegal(case, field, pairs, least))
    ranks = {number: place for place, number in enumerate(case.order, start=1)}
    drawn = [_pairing(case, field, pairs, at) for at in range(len(pairs))]
    drawn += [_fixed_pairing(case, wish) for wish in case.fixed]
    drawn += case.seated
    drawn.sort(key=lambda pairing: ranks[pairing.first])
    triangle = (*triangle, *case.triangle_goes_on)
    return Draw(round=case.policy.round, pairings=tuple(drawn), triangle=triangle, sit_out=sit_out, why_odd=why_odd)


def _pairing(case: DrawInput, field: DrawField, pairs: Sequence[tuple[int, int]], at: int) -> Pairing:
    own, other = pairs[at]
    first, second = field.order[own], field.order[other]
    objection = case.policy.objection(first, second)
    ranks: dict[str, ParamValue] = {
        "one": first,
        "other": second,
        "first": case.rank(first),
        "second": case.rank(second),
    }
    why = [Problem("draw.why.ranks", ranks), *_passed_over(case, field, pairs, at)]
    if objection is not None:
        why.append(Problem("draw.why.no-other-way", objection.params))
    return Pairing(first=first, other=second, why=tuple(why), is_against_rule=objection is not None)


def _passed_over(case: DrawInput, field: DrawField, pairs: Sequence[tuple[int, int]], at: int) -> Iterator[Problem]:
    """Yields the reason why each nearer opponent was passed over: against the rule, or needed by others."""
    own, other = pairs[at]
    placed = {place for pair in pairs[:at] for place in pair} if other > own + 1 else set()
    for nearer in range(own + 1, other):
        if nearer not in placed:
            params: dict[str, ParamValue] = {"one": field.order[own], "other": field.order[nearer]}
            yield case.policy.objection(field.order[own], field.order[nearer]) or Problem("draw.why.needed", params)


def _fixed_pairing(case: DrawInput, wish: Kept) -> Pairing:
    first, second = sorted((wish.first, wish.other), key=case.rank)
    objection = case.policy.objection(first, second)
    why = [Problem("draw.why.kept", {"one": first, "other": second, "reason": wish.reason})]
    if objection is not None:
        why.append(objection)
    return Pairing(first=first, other=second, why=tuple(why), is_kept=True, is_against_rule=objection is not None)


def _illegal(case: DrawInput, field: DrawField, pairs: Sequence[tuple[int, int]], least: int) -> Iterator[Problem]:
    yield Problem("draw.no-legal", {"n": least, "round": case.policy.round})
    for own, other in pairs:
        objection = case.policy.objection(field.order[own], field.order[other])
        if objection is not None:
            yield objection


def _check(case: DrawInput) -> None:
    problems: list[Problem] = []
    order = case.order
    problems += [Problem("draw.twice", {"number": n}) for n, times in Counter(order).items() if times > 1]
    seen: set[Number] = set(case.triangle_goes_on)
    seen |= {number for pairing in case.seated for number in pairing.contestants}
    seen |= set() if case.sits_out is None else {case.sits_out}
    for wish in case.fixed:
        for number in (wish.first, wish.other):
            if number not in order:
                problems.append(Problem("draw.kept-unknown", {"number": number}))
            elif number in seen:
                problems.append(Problem("draw.kept-twice", {"number": number}))
            seen.add(number)
    if len(order) < 2:
        problems.append(Problem("draw.too-few", {"n": len(order)}))
    Refused.check(problems)
