"""The draw of the tenth round of a Swiss, next to the matching of all its teams by a library; and its memory."""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import chain, combinations

import rustworkx

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.swiss.case import DrawInput
from arrowswitch.core.pairing.swiss.check import draw_faults
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.draw import draw_round
from arrowswitch.core.pairing.swiss.early import Bounds, early_draw
from arrowswitch.core.pairing.swiss.history import Encounter, History
from arrowswitch.core.pairing.swiss.policy import Policy
from benchmarks.growth import exponent
from benchmarks.measure import Row, compare, once

RULE = SwissConditions(
    10, Rematch.NEVER, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, Triangle.ONE_ROUND, triangle_limit=2
)
ROUND = 10
TEAMS = (100, 500, 999, 1000)
EARLY_TEAMS = (300, 1000, 3000)
EARLY_RUNS = 3
OPEN_MATCHES = 20
PLAYED_TEAMS = 1000
ENDINGS = 60
MATCH_POINTS = 20


def rows() -> tuple[Row, ...]:
    """Returns the draw of round 10 of 100, 500, 999 (with a triangle) and 1,000 teams, drawn and checked, and early
    draws while matches are open."""
    return (*_rows(), *_early_rows())


def _early_rows() -> Iterator[Row]:
    times = []
    for teams in EARLY_TEAMS:
        case = tenth_round(teams)
        bounds = open_bounds(case)
        draw_early = partial(early_draw, case, bounds)
        times.append(min(once(draw_early, time.process_time) for _ in range(EARLY_RUNS)))
        proven = len(draw_early().certain)
    sizes = ", ".join(f"{teams:,}" for teams in EARLY_TEAMS)
    slope = exponent(EARLY_TEAMS, times)
    pairings = f"{proven} of {EARLY_TEAMS[-1] // 2:,} pairings proven"
    what = f"early draw with {OPEN_MATCHES} matches open: {sizes} teams, exponent {slope:.2f}, {pairings}"
    yield Row(what, times[-1], f"{EARLY_TEAMS[0]} teams", times[0])
    yield _lasting_row()


def _lasting_row() -> Row:
    """Returns the share of lasting pairings that are not proven, in a field as nine rounds leave it. `ENDINGS` random
    endings of the open matches leave them as they are; no proof can have more."""
    case, totals = tenth_round(PLAYED_TEAMS), played_totals(PLAYED_TEAMS)
    chance = random.Random(PLAYED_TEAMS)
    starts = chance.sample(range(0, PLAYED_TEAMS - 1, 2), OPEN_MATCHES)
    matches = [case.order[at : at + 2] for at in starts]
    bounds = {number: Bounds(total, total) for number, total in totals.items()}
    for number in chain.from_iterable(matches):
        bounds[number] = Bounds(totals[number] - MATCH_POINTS // 2, totals[number] + MATCH_POINTS // 2)
    lasting = set[frozenset[Number]]()
    for ending in range(ENDINGS):
        ended = dict(totals)
        for first, other in matches:
            points = chance.choice((0, MATCH_POINTS, chance.randint(0, MATCH_POINTS))) - MATCH_POINTS // 2
            ended[first] += points
            ended[other] -= points
        order = tuple(sorted(case.order, key=lambda number: -ended[number]))
        pairs = {frozenset(pairing.contestants) for pairing in draw_round(replace(case, order=order)).pairings}
        lasting = pairs & lasting if ending else pairs
    proven = len(early_draw(case, bounds).certain)
    what = f"percent of lasting pairings not proven early: {OPEN_MATCHES} matches of {PLAYED_TEAMS:,} teams open"
    return Row(f"{what}, {proven} of {len(lasting)}", 100 - 100 * proven / len(lasting), "all pairings", 100)


def open_bounds(case: DrawInput) -> dict[Number, Bounds]:
    """Returns the bounds of all totals while matches between neighbours in rank, spread over the lower half, are
    open."""
    totals = {number: Fraction(len(case.order) - at) for at, number in enumerate(case.order)}
    bounds = {number: Bounds(total, total) for number, total in totals.items()}
    middle = len(case.order) // 2
    step = max(2, middle // OPEN_MATCHES)
    for at in range(middle, middle + step * OPEN_MATCHES, step):
        for number in case.order[at : at + 2]:
            bounds[number] = Bounds(totals[number], totals[number] + MATCH_POINTS)
    return bounds


def _rows() -> Iterator[Row]:
    for teams in TEAMS:
        draw_data = tenth_round(teams)

        def draw_and_check(case: DrawInput = draw_data) -> object:
            return draw_faults(case, draw_round(case))

        def match_by_library(case: DrawInput = draw_data) -> object:
            return _matching(case)

        tracemalloc.start()
        draw_and_check()
        megabytes = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        name = f"draw and check round {ROUND} of {teams} teams ({megabytes:.1f} MB)"
        yield compare(name, draw_and_check, "one matching of the 20 nearest each", match_by_library)


def tenth_round(teams: int) -> DrawInput:
    """Returns the input for drawing round 10 after nine rounds with random results."""
    return _draw_data(*_nine_rounds(teams), ROUND)


def played_totals(teams: int) -> dict[Number, Fraction]:
    """Returns the totals before round 10 of `tenth_round`."""
    return {number: Fraction(total) for number, total in _nine_rounds(teams)[0].items()}


@cache
def _nine_rounds(teams: int) -> tuple[dict[Number, int], History]:
    chance = random.Random(teams)
    totals = {Number(str(number)): 0 for number in range(1, teams + 1)}
    history = History()
    for round_number in range(1, ROUND):
        draw = draw_round(_draw_data(totals, history, round_number))
        for pairing in draw.pairings:
            won = chance.randint(0, 20)
            totals[pairing.first] += won
            totals[pairing.other] += 20 - won
        together: list[tuple[Number, ...]] = [pairing.contestants for pairing in draw.pairings]
        together += [draw.triangle] if draw.triangle else []
        history = history.with_round(Encounter(round_number, contestants) for contestants in together)
    return totals, history


def _draw_data(totals: dict[Number, int], history: History, round_number: int) -> DrawInput:
    order = tuple(sorted(totals, key=lambda number: -totals[number]))
    return DrawInput(order, Policy.of(RULE, round_number, history))


def _matching(draw_data: DrawInput) -> object:
    """Returns a minimum-weight matching in which everybody may meet the twenty nearest in rank."""
    graph: rustworkx.PyGraph[Number, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(draw_data.order))
    near = ((i, j) for i, j in combinations(range(len(draw_data.order)), 2) if j - i <= 20)
    graph.add_edges_from([(i, j, 1000 - (j - i) ** 2) for i, j in near])
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: weight)
