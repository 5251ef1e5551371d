"""The conditions of a Swiss: what is still to be fixed, and what contradicts itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.core.pairing.swiss.conditions import (
    LastRound,
    RankBase,
    Rematch,
    SwissConditions,
    Triangle,
    condition_problems,
)

FIXED = SwissConditions(7, Rematch.NEVER, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, Triangle.ONE_ROUND, 2)


def codes(conditions: SwissConditions, boards: int | None = 8) -> list[str]:
    return [problem.code for problem in condition_problems(conditions, boards)]


def test_everything_is_open_at_first() -> None:
    assert SwissConditions().missing == ("rounds", "rematch", "rank_base", "last_round", "triangle")
    assert FIXED.missing == ()


@pytest.mark.parametrize("rematch", [Rematch.NOT_BEFORE, Rematch.AT_MOST])
def test_some_rules_for_rematches_need_a_number(rematch: Rematch) -> None:
    assert replace(FIXED, rematch=rematch).missing == ("rematch_number",)
    assert replace(FIXED, rematch=rematch, rematch_number=2).missing == ()


def test_only_triangles_need_a_limit() -> None:
    assert replace(FIXED, triangle_limit=None).missing == ("triangle_limit",)
    assert replace(FIXED, triangle=Triangle.NONE, triangle_limit=None).missing == ()


def test_half_the_boards_of_an_odd_number_cannot_be_played() -> None:
    """Line 2705: a triangle in one round needs an even number of boards; not known yet, nothing is said."""
    assert codes(FIXED, 7) == ["swiss.triangle-boards"]
    assert codes(FIXED, 8) == codes(FIXED, None) == []


def test_a_triangle_over_two_rounds_needs_an_even_number_of_rounds() -> None:
    """Line 2710: 7 rounds would end in the middle of one."""
    both = replace(FIXED, triangle=Triangle.TWO_ROUNDS)
    assert codes(both, 7) == ["swiss.triangle-rounds"]
    assert codes(replace(both, rounds=8)) == codes(replace(both, rounds=None)) == []


def test_rematches_begin_in_a_round_that_is_played() -> None:
    late = replace(FIXED, rematch=Rematch.NOT_BEFORE, rematch_number=8)
    assert codes(late) == ["swiss.rematch-round"]
    assert codes(replace(late, rematch_number=7)) == []
