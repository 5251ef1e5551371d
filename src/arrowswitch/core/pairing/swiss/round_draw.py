"""Any round of a Swiss drawn: an opening, or by the ranking, with the director's wishes, odd numbers included.

JCBL director's manual 3.3, lines 1778-1797 and 2664-2715. An opening is drawn as the ranking is: those it lets meet
stand next to each other, so that it comes out as printed where no rule is against it, and a ban, a kept pairing or a
rematch moves as little as possible. With an odd number the last three of the numbers play the triangle of the first
round, the three before them that of the second (line 2706), or the last sits out, and the others are arranged as if
they were all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.pairing.swiss.case import Draw, DrawInput, Pairing
from arrowswitch.core.pairing.swiss.conditions import Triangle
from arrowswitch.core.pairing.swiss.draw import draw_round
from arrowswitch.core.pairing.swiss.odd import BY_TURN, TRIANGLE, odd_one
from arrowswitch.core.pairing.swiss.openings import Opening, opening_pairs


def draw_any_round(case: DrawInput, opening: Opening) -> Draw:
    """Returns the draw of a round; the order of `case` are the ranks, or the numbers for an opening.

    Raises Refused as `draw_round` does.
    """
    case = settle_case(case)
    if opening is Opening.RANKING:
        return draw_round(case)
    triangle, sit_out, why_odd = odd_one(case, partial(_by_turn, case), BY_TURN)
    out = {*triangle, *(() if sit_out is None else (sit_out,))}
    free = [number for number in case.free if number not in out]
    pairs = opening_pairs(opening, free)
    announced = [number for number in case.order if number not in case.free]
    order = (*(number for pair in pairs for number in pair), *announced)
    is_triangle_alone = bool(triangle) and not order
    draw = Draw(round=case.policy.round, pairings=()) if is_triangle_alone else draw_round(replace(case, order=order))
    planned = {frozenset(pair) for pair in pairs}
    ordered = sorted(draw.pairings, key=lambda pairing: min(map(case.rank, pairing.contestants)))
    pairings = tuple(_with_opening_reason(pairing, opening, planned) for pairing in ordered)
    triangle = (*triangle, *case.triangle_goes_on)
    return replace(draw, pairings=pairings, triangle=triangle, sit_out=sit_out, why_odd=why_odd)


def settle_case(case: DrawInput) -> DrawInput:
    """Returns the actual input of a draw: while a triangle goes on there is no second one, so with an odd number left
    (a contestant has withdrawn) one sits out."""
    if not case.triangle_goes_on or len(case.free) % 2 == 0:
        return case
    conditions = replace(case.policy.conditions, triangle=Triangle.NONE)
    return replace(case, policy=replace(case.policy, conditions=conditions))


def _by_turn(case: DrawInput, numbers: Sequence[Number]) -> Iterator[tuple[Number, ...]]:
    """Yields the triangles in turn: of the last numbers first, those with fewer triangles before the others."""
    last_first = tuple(reversed(numbers))
    return combinations(sorted(last_first, key=case.policy.history.triangles), TRIANGLE)


def _with_opening_reason(pairing: Pairing, opening: Opening, planned: set[frozenset[Number]]) -> Pairing:
    if pairing.is_kept or frozenset(pairing.contestants) not in planned:
        return pairing
    params: dict[str, ParamValue] = {"one": pairing.first, "other": pairing.other}
    return replace(pairing, why=(Problem(f"draw.why.opening-{opening.value}", params),))
