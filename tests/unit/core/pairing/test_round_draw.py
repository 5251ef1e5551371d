"""Any round of a Swiss: openings with odd numbers and the director's wishes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.swiss.case import Draw, DrawInput, Kept
from arrowswitch.core.pairing.swiss.check import draw_faults
from arrowswitch.core.pairing.swiss.conditions import SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.history import Encounter, History
from arrowswitch.core.pairing.swiss.openings import Opening
from arrowswitch.core.pairing.swiss.policy import Ban, Policy
from arrowswitch.core.pairing.swiss.round_draw import draw_any_round, settle_case


def draw_case(
    count: int,
    *,
    triangle: Triangle = Triangle.ONE_ROUND,
    history: tuple[Encounter, ...] = (),
    pairings: tuple[Kept, ...] = (),
    bans: tuple[Ban, ...] = (),
) -> DrawInput:
    numbers = tuple(Number(str(n)) for n in range(1, count + 1))
    conditions = SwissConditions(rounds=5, triangle=triangle, triangle_limit=2)
    return DrawInput(numbers, Policy.of(conditions, 1 + bool(history), History(history), bans), pairings)


def pairs(draw: Draw) -> list[str]:
    return [f"{pairing.first}-{pairing.other}" for pairing in draw.pairings]


def numbers(*written: str) -> tuple[Number, ...]:
    return tuple(map(Number, written))


def test_an_opening_comes_out_as_printed_and_says_so() -> None:
    """R-258: 16 teams, halves: 1-9, 2-10 ... 8-16."""
    draw = draw_any_round(draw_case(16), Opening.HALVES)
    assert pairs(draw) == [f"{n}-{n + 8}" for n in range(1, 9)]
    assert {problem.code for pairing in draw.pairings for problem in pairing.why} == {"draw.why.opening-halves"}


def test_the_ranking_is_drawn_as_ever() -> None:
    assert pairs(draw_any_round(draw_case(6), Opening.RANKING)) == ["1-2", "3-4", "5-6"]


def test_triangles_of_the_first_two_rounds() -> None:
    """R-265: of 15 teams 13-15 play the triangle of round 1 and 10-12 that of round 2 (line 2706)."""
    first = draw_any_round(draw_case(15), Opening.HALVES)
    assert first.triangle == numbers("13", "14", "15")
    assert pairs(first)[0] == "1-7"
    history = (Encounter(1, first.triangle),)
    second = draw_any_round(draw_case(15, history=history), Opening.QUARTERS)
    assert second.triangle == numbers("10", "11", "12")


def test_a_small_field_fills_its_triangle_up() -> None:
    """Of five, two are left who have played no triangle: the last of the others makes three."""
    history = (Encounter(1, numbers("3", "4", "5")),)
    assert draw_any_round(draw_case(5, history=history), Opening.HALVES).triangle == numbers("1", "2", "5")


def test_a_triangle_of_the_numbers_keeps_bans_and_the_limit() -> None:
    """R-266: 9 and 11 must not meet: 8, 10 and 11 play the triangle; who has played as often as is allowed does not."""
    draw = draw_any_round(draw_case(11, bans=(Ban(Number("9"), Number("11")),)), Opening.HALVES)
    assert draw.triangle == numbers("8", "10", "11")
    twice = (Encounter(1, numbers("5", "6", "7")), Encounter(2, numbers("5", "6", "7")))
    case = draw_case(7, history=twice)
    assert draw_any_round(case, Opening.QUARTERS).triangle == numbers("2", "3", "4")
    limited = replace(case, policy=replace(case.policy, conditions=replace(case.policy.conditions, triangle_limit=0)))
    with pytest.raises(Refused, match=r"draw\.no-triangle"):
        draw_any_round(limited, Opening.QUARTERS)
    forced = draw_any_round(replace(limited, may_break_rule=True), Opening.QUARTERS)
    assert forced.triangle == numbers("5", "6", "7")
    assert [why.code for why in forced.why_odd] == ["draw.why.triangle-forced", *["draw.why.triangle-again"] * 3]


def test_the_last_sits_out_and_then_the_next() -> None:
    first = draw_any_round(draw_case(7, triangle=Triangle.NONE), Opening.HALVES)
    assert (first.sit_out, pairs(first)) == ("7", ["1-4", "2-5", "3-6"])
    assert first.why_odd[0].params == {"one": "7", "rank": 7, "times": 0}
    second = draw_any_round(draw_case(7, triangle=Triangle.NONE, history=(Encounter(1, numbers("7")),)), Opening.HALVES)
    assert second.sit_out == "6"


def test_a_kept_pairing_and_a_ban_move_as_little_as_possible() -> None:
    pairings = (Kept(Number("1"), Number("2"), "guests"),)
    draw = draw_any_round(draw_case(8, pairings=pairings), Opening.HALVES)
    assert pairs(draw) == ["1-2", "3-6", "4-7", "5-8"]
    assert draw.pairings[0].is_kept
    ban = (Ban(Number("1"), Number("5")),)
    case = draw_case(8, bans=ban)
    barred = draw_any_round(case, Opening.HALVES)
    assert "1-5" not in pairs(barred)
    assert {"3-7", "4-8"} <= set(pairs(barred))
    assert draw_faults(case, barred) == ()


def test_no_triangle_of_fewer_than_three() -> None:
    pairings = (Kept(Number("1"), Number("2")),)
    with pytest.raises(Refused, match=r"draw\.no-triangle"):
        draw_any_round(draw_case(3, pairings=pairings), Opening.HALVES)


def test_while_a_triangle_goes_on_an_odd_one_sits_out() -> None:
    """R-264: after the first half of a triangle over two rounds a team has left: of the five others one sits out."""
    three = numbers("6", "7", "8")
    case = draw_case(8, triangle=Triangle.TWO_ROUNDS, history=(Encounter(1, three),))
    going_on = replace(case, triangle_goes_on=three)
    draw = draw_any_round(going_on, Opening.RANKING)
    assert (draw.triangle, draw.sit_out, pairs(draw)) == (three, "5", ["1-2", "3-4"])
    assert draw_faults(settle_case(going_on), draw) == ()
    assert draw_any_round(replace(going_on, order=numbers(*"1234678")), Opening.RANKING).sit_out is None
