"""Plans for the rest after random accidents: the first of them, and the best within the time that a director waits."""

from __future__ import annotations

from functools import partial
from time import monotonic

from arrowswitch.core.movements.recovery.plans import better_plans, first_plan
from arrowswitch.core.movements.recovery.situation import Situation
from benchmarks.measure import Row, once
from tests.accidents import random_case

CASES = 100
PROMISED_SECONDS = 2.0
_SLOW = 0.95


def rows() -> tuple[Row, ...]:
    """Returns the time within which 95 of 100 first plans are there, and 95 of 100 searches for better ones end."""
    situations = [random_case(seed).situation for seed in range(CASES)]
    first = sorted(once(partial(first_plan, case)) for case in situations)
    better = sorted(once(partial(_search_plans, case)) for case in situations)
    promised = PROMISED_SECONDS * 1000
    place = int(CASES * _SLOW) - 1
    return (
        Row("first plan after an accident, 95 of 100", first[place], "what a director is promised", promised),
        Row("better plans, 95 of 100", better[place], "what a director is promised", promised),
    )


def _search_plans(situation: Situation) -> object:
    ends = monotonic() + PROMISED_SECONDS
    return list(better_plans(situation, first_plan(situation), left=lambda: ends - monotonic()))
