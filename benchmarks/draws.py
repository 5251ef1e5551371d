"""The draw of the tenth round of a Swiss, next to the matching of all its teams by a library; and its memory."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterator
from itertools import combinations

import rustworkx

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.swiss.case import DrawInput
from arrowswitch.core.pairing.swiss.check import draw_faults
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.draw import draw_round
from arrowswitch.core.pairing.swiss.history import Encounter, History
from arrowswitch.core.pairing.swiss.policy import Policy
from benchmarks.measure import Row, compare

RULE = SwissConditions(
    10, Rematch.NEVER, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, Triangle.ONE_ROUND, triangle_limit=2
)
ROUND = 10
TEAMS = (100, 500, 999, 1000)


def rows() -> tuple[Row, ...]:
    """Returns the draw of round 10 of 100, 500, 999 (with a triangle) and 1,000 teams, drawn and checked."""
    return tuple(_rows())


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
    return _draw_data(totals, history, ROUND)


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
