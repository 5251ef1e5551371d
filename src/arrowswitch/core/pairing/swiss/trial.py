"""A trial of the conditions of a Swiss in a small field: it is drawn to the end with random results.

With twice as many contestants as rounds there is always a legal draw (manual, line 2696; of a graph in which everybody
may still meet half of the others), unless triangles are played. Smaller fields may have one or not, as the results
fall. They are tried, with the same random numbers each time, so that the same question has the same answer; fields of
more than `MOST_TRIED` are not.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.swiss.case import Draw, DrawInput
from arrowswitch.core.pairing.swiss.conditions import SwissConditions, Triangle, condition_problems, unkeepable
from arrowswitch.core.pairing.swiss.draw import draw_round
from arrowswitch.core.pairing.swiss.history import Encounter, History
from arrowswitch.core.pairing.swiss.policy import Policy
from arrowswitch.core.pairing.swiss.round_draw import draw_any_round, settle_case
from arrowswitch.core.pairing.swiss.rounds import round_plan

TRIALS = 16
MOST_TRIED = 20
_MOST_ROUNDS = 30


@lru_cache(maxsize=256)
def rounds_drawn_always(conditions: SwissConditions, entrants: int) -> int:
    """Returns the last round up to which every trial of an event with this many entrants found a legal draw; the last
    of the event if the field is large enough."""
    rounds = conditions.rounds or 0
    has_triangles = entrants % 2 == 1 and conditions.triangle not in (None, Triangle.NONE)
    if entrants > MOST_TRIED or (entrants >= 2 * rounds and not has_triangles):
        return rounds
    return min(_count_drawn(conditions, entrants, seed) for seed in range(TRIALS))


def fewer_rounds(conditions: SwissConditions, entrants: int, boards: int | None) -> int:
    """Returns the most rounds, no more than planned, that all trials could draw to the end; 0 when none could.

    >>> from arrowswitch.core.pairing.swiss.conditions import RankBase, Rematch
    >>> six = SwissConditions(6, Rematch.NEVER, rank_base=RankBase.PREVIOUS, triangle=Triangle.NONE)
    >>> [fewer_rounds(six, pairs, 4) for pairs in (4, 5, 12)]
    [3, 3, 6]
    """
    return next(_rounds_that_fit(conditions, entrants, boards), 0)


def _rounds_that_fit(conditions: SwissConditions, entrants: int, boards: int | None) -> Iterator[int]:
    for rounds in range(min(conditions.rounds or 0, _MOST_ROUNDS), 0, -1):
        fit = replace(conditions, rounds=rounds)
        problems = (*unkeepable(fit, entrants), *condition_problems(fit, boards))
        if not problems and rounds_drawn_always(fit, entrants) == rounds:
            yield rounds


def _count_drawn(conditions: SwissConditions, entrants: int, seed: int) -> int:
    """Returns the number of rounds that could be drawn with random results."""
    chance = random.Random(seed)
    numbers = tuple(Number(str(at)) for at in range(1, entrants + 1))
    totals = [dict.fromkeys(numbers, 0)]
    history = History()
    going_on: tuple[Number, ...] = ()
    for number in range(1, (conditions.rounds or 0) + 1):
        plan = round_plan(conditions, number)
        order = _rank_by_total(totals[plan.after_round]) if plan.after_round else numbers
        case = DrawInput(order, Policy.of(conditions, number, history), triangle_goes_on=going_on)
        try:
            draw = draw_any_round(case, plan.opening) if plan.after_round == 0 else draw_round(settle_case(case))
        except Refused:
            return number - 1
        history = history.with_round(_encounters(draw, number, is_second=bool(going_on)))
        begins = conditions.triangle is Triangle.TWO_ROUNDS and not going_on
        going_on = draw.triangle if begins else ()
        totals.append(_with_results(totals[-1], draw, chance))
    return conditions.rounds or 0


def _rank_by_total(totals: Mapping[Number, int]) -> tuple[Number, ...]:
    return tuple(sorted(totals, key=lambda number: (-totals[number], int(number))))


def _encounters(draw: Draw, number: int, *, is_second: bool) -> Iterator[Encounter]:
    for pairing in draw.pairings:
        yield Encounter(number, pairing.contestants)
    if draw.triangle:
        yield Encounter(number, draw.triangle, is_second)
    if draw.sit_out is not None:
        yield Encounter(number, (draw.sit_out,))


def _with_results(totals: Mapping[Number, int], draw: Draw, chance: random.Random) -> dict[Number, int]:
    after = dict(totals)
    for pairing in draw.pairings:
        won = chance.randint(0, 20)
        after[pairing.first] += won
        after[pairing.other] += 20 - won
    for number in (*draw.triangle, *(() if draw.sit_out is None else (draw.sit_out,))):
        after[number] += chance.randint(6, 14)
    return after
