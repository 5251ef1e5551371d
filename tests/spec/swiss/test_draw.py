"""The draw of a Swiss: R-258 to R-266, R-268 to R-271 as far as they are about who meets whom.

Standard: `tests/data/standards/scoring/swiss_rules.json` with the lines of the manual.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Impossible, Refused
from arrowswitch.core.pairing.swiss.check import draw_faults
from arrowswitch.core.pairing.swiss.conditions import (
    LastRound,
    RankBase,
    Rematch,
    SwissConditions,
    Triangle,
    rematch_warning,
)
from arrowswitch.core.pairing.swiss.draw import draw_round
from arrowswitch.core.pairing.swiss.history import Encounter, History
from arrowswitch.core.pairing.swiss.openings import Opening, opening_pairs
from arrowswitch.core.pairing.swiss.rounds import RoundPlan, rank_base_round, round_plan
from tests.tables import for_each
from tests.unit.core.pairing.swiss import conditions, draw_case, history_of, numbers

STANDARD = Path(__file__).parents[2] / "data" / "standards" / "scoring" / "swiss_rules.json"


def standard() -> Any:
    return json.loads(STANDARD.read_text(encoding="utf-8"))["data"]


def plain(pairs: tuple[tuple[Number, Number], ...]) -> list[list[int]]:
    return [[int(one), int(other)] for one, other in pairs]


class TestOpenings:
    """R-258 to R-260: the rounds before there is a ranking to draw by."""

    @for_each(
        "vector, opening, count",
        [
            ("round_1_16", Opening.HALVES, 16),
            ("round_2_16", Opening.QUARTERS, 16),
            ("round_1_18", Opening.HALVES, 18),
            ("round_2_18_printed_rule", Opening.QUARTERS, 18),
            ("round_1_8", Opening.HALVES, 8),
            ("round_2_8", Opening.QUARTERS, 8),
        ],
    )
    def test_as_printed(self, vector: str, opening: Opening, count: int) -> None:
        """R-258, R-259: 1-9, 2-10 ..; 1-5 .. 4-8, 9-13 ..; of 18 three groups of six (lines 1780-1782, 2679-2683)."""
        assert plain(opening_pairs(opening, numbers(count))) == standard()["vectors"][vector]

    def test_in_order(self) -> None:
        """R-260: by numbers drawn by lot 1-2, 3-4 (line 1787)."""
        assert plain(opening_pairs(Opening.IN_ORDER, numbers(6))) == [[1, 2], [3, 4], [5, 6]]
        assert plain(opening_pairs(Opening.RANKING, numbers(4))) == [[1, 2], [3, 4]]

    @for_each("count", range(4, 61, 2))
    def test_second_rounds_of_any_size(self, count: int) -> None:
        """R-258: everybody once, nobody met in round 1, and nearer in number than then (line 2683)."""
        first = opening_pairs(Opening.HALVES, numbers(count))
        second = opening_pairs(Opening.QUARTERS, numbers(count))
        assert sorted(int(n) for pair in second for n in pair) == list(range(1, count + 1))
        assert not {frozenset(pair) for pair in first} & {frozenset(pair) for pair in second}
        assert max(int(b) - int(a) for a, b in second) < count // 2 or count == 4

    def test_an_odd_number_is_no_opening(self) -> None:
        """The odd one is taken out before."""
        with pytest.raises(Impossible):
            opening_pairs(Opening.HALVES, numbers(5))


class TestRankBase:
    """R-261: by which ranking a round is drawn."""

    @for_each(
        "base, last, expected",
        [
            (RankBase.PREVIOUS, LastRound.AS_OTHERS, [0, 1, 2, 3, 4]),
            (RankBase.BEFORE_PREVIOUS, LastRound.AS_OTHERS, [0, 0, 1, 2, 3]),
            (RankBase.BEFORE_PREVIOUS, LastRound.LATEST_RANK, [0, 0, 1, 2, 4]),
            (RankBase.TWO_BEFORE, LastRound.AS_OTHERS, [0, 0, 0, 1, 2]),
            (RankBase.TWO_BEFORE, LastRound.BOTH, [0, 0, 0, 1, 4]),
        ],
    )
    def test_rounds_of_the_ranking(self, base: RankBase, last: LastRound, expected: list[int]) -> None:
        """R-260, R-261: method 3 of 5 rounds: rounds 1 and 2 without one, 3 after round 1, the last after round 4."""
        rule = conditions(5, rank_base=base, last_round=last)
        assert [rank_base_round(rule, number) for number in range(1, 6)] == expected

    def test_openings_fill_the_rounds_without_a_ranking(self) -> None:
        """R-258, R-259, R-260: the three methods of the manual by their openings."""
        by_seed = conditions(7, rank_base=RankBase.BEFORE_PREVIOUS)
        assert [round_plan(by_seed, n).opening for n in (1, 2, 3)] == [
            Opening.HALVES,
            Opening.QUARTERS,
            Opening.RANKING,
        ]
        latest = conditions(7, openings=(Opening.IN_ORDER,))
        assert [round_plan(latest, n).opening for n in (1, 2)] == [Opening.IN_ORDER, Opening.RANKING]
        by_lot = conditions(
            5,
            rank_base=RankBase.BEFORE_PREVIOUS,
            openings=(Opening.IN_ORDER, Opening.HALVES),
            last_round=LastRound.LATEST_RANK,
        )
        assert [round_plan(by_lot, n) for n in (1, 2, 3, 5)] == [
            RoundPlan(Opening.IN_ORDER, 0),
            RoundPlan(Opening.HALVES, 0),
            RoundPlan(Opening.RANKING, 1),
            RoundPlan(Opening.RANKING, 4),
        ]


class TestRematches:
    """R-262, R-263."""

    def test_a_legal_draw_or_none(self) -> None:
        """R-262: six who have not all met are drawn without a rematch; four who have all met cannot be."""
        played = [("1-2", "3-4", "5-6"), ("1-3", "2-5", "4-6"), ("1-4", "2-6", "3-5")]
        history = History(
            tuple(
                Encounter(at, tuple(map(Number, pair.split("-"))))
                for at, pairs in enumerate(played, start=1)
                for pair in pairs
            )
        )
        draw = draw_round(draw_case(numbers(6), history, round_number=4))
        assert {p.contestants for p in draw.pairings} == {("1", "5"), ("2", "4"), ("3", "6")}
        with pytest.raises(Refused, match=r"draw\.no-legal"):
            draw_round(draw_case(numbers(4), history_of("1-2", "1-3", "1-4", "2-3", "2-4", "3-4")))

    @for_each("teams, is_told", [(12, True), (13, True), (14, False)])
    def test_too_few_for_no_rematch(self, teams: int, is_told: bool) -> None:
        """R-263: 7 rounds without rematches want 14 teams (line 2696)."""
        warning = rematch_warning(conditions(7), teams)
        assert (warning is not None) is is_told
        assert rematch_warning(conditions(7, Rematch.FREE), teams) is None
        assert rematch_warning(SwissConditions(rematch=Rematch.NEVER), teams) is None


class TestTriangles:
    """R-264 to R-266."""

    def test_nine_teams(self) -> None:
        """R-264: the last three; the others are drawn as ever."""
        draw = draw_round(draw_case(numbers(9), rule=conditions(triangle=Triangle.ONE_ROUND)))
        assert draw.triangle == ("7", "8", "9")
        assert [p.contestants for p in draw.pairings] == [("1", "2"), ("3", "4"), ("5", "6")]

    def test_over_two_rounds(self) -> None:
        """R-264: in the second of the two rounds the triangle is not drawn again."""
        three = numbers(9)[6:]
        rule = conditions(6, triangle=Triangle.TWO_ROUNDS, triangle_limit=2)
        history = History((Encounter(1, three),))
        case = draw_case(numbers(9), history, rule, round_number=2, triangle_goes_on=three)
        draw = draw_round(case)
        assert draw.triangle == three
        assert history.with_round([Encounter(2, three, is_second_half=True)]).triangles(three[0]) == 1
        assert history.with_round([Encounter(2, three, is_second_half=True)]).rounds_met(*three[:2]) == (2,)

    def test_fifteen_teams_in_the_first_two_rounds(self) -> None:
        """R-265: 13-15 in round 1, 10-12 in round 2 (line 2706)."""
        rule = conditions(triangle=Triangle.ONE_ROUND, triangle_limit=1, rank_base=RankBase.BEFORE_PREVIOUS)
        first = draw_round(draw_case(numbers(15), rule=rule, round_number=1))
        assert first.triangle == ("13", "14", "15")
        second = draw_round(draw_case(numbers(15), History((Encounter(1, first.triangle),)), rule, round_number=2))
        assert second.triangle == ("10", "11", "12")

    def test_nobody_plays_a_third_triangle(self) -> None:
        """R-266: 9 teams, 6 rounds, limit 2."""
        rule = conditions(6, Rematch.FREE, triangle=Triangle.ONE_ROUND, triangle_limit=2)
        history = History()
        for round_number in range(1, 7):
            case = draw_case(numbers(9), history, rule, round_number=round_number)
            draw = draw_round(case)
            assert draw_faults(case, draw) == ()
            met = [Encounter(round_number, pairing.contestants) for pairing in draw.pairings]
            history = history.with_round([*met, Encounter(round_number, draw.triangle)])
        assert max(history.triangles(number) for number in numbers(9)) == 2


class TestFreeCombination:
    """R-270: every rank base with every rule on rematches, triangle and last round."""

    @for_each("base, rematch", list(product(RankBase, Rematch)))
    def test_all_go_together(self, base: RankBase, rematch: Rematch) -> None:
        """R-270: nine teams play six rounds under each combination, and every draw is sound."""
        for last, triangle in product(LastRound, Triangle):
            rule = conditions(
                6, rematch, rematch_number=2, rank_base=base, last_round=last, triangle=triangle, triangle_limit=4
            )
            history = History()
            for round_number in range(1, 4):
                case = draw_case(numbers(9), history, rule, round_number=round_number)
                draw = draw_round(case)
                assert draw_faults(case, draw) == ()
                met = [Encounter(round_number, pairing.contestants) for pairing in draw.pairings]
                rest = draw.triangle or (() if draw.sit_out is None else (draw.sit_out,))
                history = history.with_round([*met, Encounter(round_number, rest)])
