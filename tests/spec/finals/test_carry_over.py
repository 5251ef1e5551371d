"""From a qualifying to a final, strata and handicaps: R-216, R-218 to R-224.

Standard: `tests/data/standards/scoring/carry_over.json` with the lines of the manual.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import RankBy
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.core.scoring.totals.carry_over import CarryKind, CarryOver, CarryRules, LimitOn, Qualifying, carry_over
from arrowswitch.core.scoring.totals.handicap import HandicapKind, HandicapRules, with_handicaps
from arrowswitch.core.scoring.totals.qualifying import QualifyingGroup, qualifiers_of
from arrowswitch.core.scoring.totals.ranking import rank_standings
from arrowswitch.core.scoring.totals.strata import Stratum, check_strata, stratum_of, stratum_rankings
from tests.spec.ranking.test_ranking import RULES, standing
from tests.tables import for_each
from tests.travellers import JCBL, fr, session, standard, traveller


def totals_by_number(totals: list[object]) -> dict[Number, Fraction]:
    return {Number(str(place)): fr(total) for place, total in enumerate(totals, start=1)}


def carry_totals(totals: Mapping[Number, Fraction], rules: CarryRules, **facts_: Any) -> CarryOver:
    facts: dict[str, Any] = {"entrants": 28, "boards": 52, "final_top": fr(12), **facts_}
    return carry_over(Qualifying(totals, **facts), rules)


class TestCarryOver:
    """R-219: restart, all, a part (lines 1993-1999)."""

    def test_the_three_ways(self) -> None:
        """R-219: 640, 600 and 520.5 of a qualifying; nothing, all, and half of it are carried over."""
        totals = totals_by_number([640, 600, 520.5])
        assert list(carry_totals(totals, CarryRules()).amounts.values()) == [0, 0, 0]
        assert carry_totals(totals, CarryRules(CarryKind.ALL)).amounts == totals
        half = carry_totals(totals, CarryRules(CarryKind.PART, fr(0.5)))
        assert list(half.amounts.values()) == [320, 300, fr(260.25)]

    def test_two_boards(self) -> None:
        """R-220: top 15: the best begins with 30, the last with 0, 800/700/600 with 30/15/0 (lines 2001-2007)."""
        rules = CarryRules(CarryKind.TWO_BOARDS)
        assert list(carry_totals(totals_by_number([800, 700, 600]), rules, final_top=fr(15)).amounts.values()) == [
            30,
            15,
            0,
        ]
        vectors = standard("carry_over")["two_board_maximum"]["own_vectors_top_15"]
        carry = carry_totals(totals_by_number([vector["M"] for vector in vectors]), rules, final_top=fr(15))
        assert list(carry.amounts.values()) == [fr(vector["carry"]) for vector in vectors]
        assert set(carry_totals(totals_by_number([700, 700]), rules).amounts.values()) == {0}

    def test_the_formula(self) -> None:
        """R-221: 600 x 28/56 x (6 x 52) / (17000/28) = 154.16; the average qualifier gets Q/E x A x B = 156."""
        rest = [Fraction(17000 - 600, 27)] * 27
        carry = carry_totals(totals_by_number([600, *rest]), CarryRules(CarryKind.FORMULA), entrants=56)
        assert carry.amounts[Number("1")] == fr(154.16)
        even = carry_totals(totals_by_number([500] * 28), CarryRules(CarryKind.FORMULA), entrants=56)
        assert set(even.amounts.values()) == {156}

    @pytest.mark.parametrize("name", ["own_example_within_limit", "own_example_over_limit"])
    def test_the_limit_of_four_boards(self, name: str) -> None:
        """R-222: with two sessions each the qualifiers lie within four tops of the final (lines 2031-2033)."""
        example = standard("carry_over")[name]
        totals = totals_by_number(example["M"])
        facts = {"entrants": example["E"], "boards": example["B"], "final_top": fr(example["A"]) * 2}
        free = carry_totals(totals, CarryRules(CarryKind.FORMULA), **facts)
        assert list(free.amounts.values()) == [fr(amount) for amount in example["C"]]
        assert free.exact[Number("1")] == Fraction(example["C_exact_first"])
        limited = carry_totals(totals, CarryRules(CarryKind.FORMULA, is_limited=True), **facts)
        assert list(limited.amounts.values()) == [fr(amount) for amount in example["carry_over_final"]]
        assert limited.is_limited == example["limit_exceeded"]

    def test_the_other_reading_of_the_limit(self) -> None:
        """R-222: the largest is 30, four tops are 24: all are scaled by 24/30."""
        rules = CarryRules(CarryKind.FORMULA, is_limited=True, limit_on=LimitOn.AMOUNT)
        facts = {"entrants": 4, "boards": 10, "final_top": fr(6)}
        free = carry_totals(totals_by_number([200, 150, 150, 100]), replace(rules, is_limited=False), **facts)
        scale = free.amounts[Number("1")] / 30
        carry = carry_totals(totals_by_number([200, 150, 150, 100]), rules, **{**facts, "final_top": fr(6)})
        assert carry.amounts[Number("1")] == 24
        assert carry.amounts[Number("4")] == round(free.exact[Number("4")] * 24 / (30 * scale), 2)

    @for_each(
        "totals, facts, rules, code",
        [
            ([], {}, CarryRules(), "carry.nobody"),
            ([1, 2], {"entrants": 1}, CarryRules(), "carry.entrants"),
            ([1], {"boards": 0}, CarryRules(), "carry.boards"),
            ([1], {"final_top": fr(0)}, CarryRules(), "carry.top"),
            ([1], {}, CarryRules(part=fr(2)), "carry.part"),
            ([0, 0], {}, CarryRules(CarryKind.FORMULA), "carry.no-total"),
        ],
    )
    def test_what_cannot_be(self, totals: list[object], facts: dict[str, Any], rules: CarryRules, code: str) -> None:
        """R-219: each impossible case is reported with its number."""
        with pytest.raises(Refused) as caught:
            carry_totals(totals_by_number(totals), rules, **facts)
        assert code in [problem.code for problem in caught.value.problems]

    @given(st.lists(st.integers(1, 2000), min_size=2, max_size=30), st.sampled_from(CarryKind))
    def test_the_order_stays(self, totals: list[int], kind: CarryKind) -> None:
        """R-219: a higher total never gets less, with any kind and limit."""
        carry = carry_totals(totals_by_number(list(totals)), CarryRules(kind, is_limited=True), entrants=30)
        amounts = [carry.exact[Number(str(place))] for place in range(1, len(totals) + 1)]
        for own, mine in zip(totals, amounts, strict=True):
            assert all(mine >= other for total, other in zip(totals, amounts, strict=True) if own >= total)
        if carry.is_limited:
            assert max(amounts) - min(amounts) == 4 * 12


class TestQualifying:
    """R-223, R-224: a number of all, or of every section and side; decliners are replaced (lines 1983-1989)."""

    def ranking(self, *totals: object) -> QualifyingGroup:
        rows = [standing(str(place), total) for place, total in enumerate(totals, start=1)]
        return QualifyingGroup("A", rank_standings(rows, RULES, RankBy.TOTAL), 3)

    def test_the_first_of_each_group(self) -> None:
        """R-223: three of one list, two of each side."""
        assert qualifiers_of([self.ranking(9, 8, 7, 6)]).numbers == ("1", "2", "3")
        both = [replace(self.ranking(9, 8, 7), name="N-S", qualify=2), QualifyingGroup("E-W", (standing("EW1", 5),), 1)]
        assert qualifiers_of(both).numbers == ("1", "2", "EW1")

    def test_a_tie_at_the_cut_is_reported(self) -> None:
        """R-223: ranks 3 and 3, one inside and one outside; a tie inside is none."""
        assert qualifiers_of([self.ranking(9, 8, 7, 7)]).ties == (("A", ("3", "4")),)
        assert qualifiers_of([self.ranking(9, 8, 8, 7)]).ties == ()
        assert qualifiers_of([replace(self.ranking(9, 8), qualify=0)]).ties == ()

    def test_a_decliner_is_replaced(self) -> None:
        """R-224: of 30 pairs 28 qualify; the pair of rank 14 declines, rank 29 enters for it."""
        group = replace(self.ranking(*range(100, 70, -1)), qualify=28)
        qualifiers = qualifiers_of([group], declined={Number("14")})
        assert qualifiers.numbers[-1] == "29"
        assert qualifiers.replacements == (("29", "14"),)
        assert len(qualifiers.numbers) == 28

    def test_what_cannot_be(self) -> None:
        """R-223: more than there are, and a decliner whom nobody knows."""
        with pytest.raises(Refused) as caught:
            qualifiers_of([self.ranking(9, 8, 7)], declined={Number("1"), Number("77")})
        assert [problem.code for problem in caught.value.problems] == ["qualifying.unknown", "qualifying.too-few"]


STRATA = (Stratum("A", None), Stratum("B", 30000), Stratum("C", 5000))


class TestStrata:
    """R-216: A ranks all, B ranks B and C, C ranks C (lines 1527-1529)."""

    def test_twelve_pairs(self) -> None:
        """R-216: pair 5 of stratum C is second of all, wins B and C."""
        rows = tuple(standing(str(place), 100 - place, 100 - place) for place in range(1, 13))
        scored = replace(score(session(traveller("1 2 100", "3 4 50")), JCBL), ranking=rows)
        points = {Number(str(place)): (100000, 20000, 1000)[place % 3] for place in range(1, 13)}
        points |= {Number("1"): 100000, Number("2"): 1000}
        a, b, c = stratum_rankings(scored, points, STRATA, RULES)
        assert len(a.ranking) == 12
        assert [row.number for row in b.ranking][:2] == ["2", "4"]
        assert (b.ranking[0].rank, c.ranking[0].number, c.ranking[0].rank) == (1, "2", 1)
        assert {row.number for row in c.ranking} < {row.number for row in b.ranking} < {row.number for row in a.ranking}

    def test_limits(self) -> None:
        """R-216: exactly the limit is inside the stratum; nobody's points put a pair at the bottom."""
        assert [stratum_of(points, STRATA).name for points in (0, 5000, 5001, 30000, 30001)] == list("CCBBA")

    @for_each(
        "strata, code",
        [
            ((Stratum("A", 5),), "strata.top"),
            ((Stratum("A", None), Stratum("B", None)), "strata.top"),
            ((Stratum("A", None), Stratum("A", 5)), "strata.twice"),
            ((Stratum("A", None), Stratum("B", 5), Stratum("C", 5)), "strata.order"),
        ],
    )
    def test_limits_that_cannot_be(self, strata: tuple[Stratum, ...], code: str) -> None:
        """R-216: each is reported."""
        with pytest.raises(Refused) as caught:
            check_strata(strata)
        assert code in [problem.code for problem in caught.value.problems]


class TestHandicap:
    """R-218: a ranking with handicaps in addition to the real one (line 4205)."""

    def score_session(self, method: Method = Method.MATCHPOINTS) -> Standings:
        boards = [traveller("1 4 100", "2 5 50", "3 6 0", board=board) for board in (1, 2)]
        return score(session(*boards), JCBL, method)

    @for_each(
        "kind, handicap, total",
        [
            (HandicapKind.PERCENT, 50, 4),
            (HandicapKind.POINTS, 2, 4),
            (HandicapKind.BOARDS, 2, 4),
        ],
    )
    def test_the_three_kinds(self, kind: HandicapKind, handicap: int, total: int) -> None:
        """R-218: pair 2 has 2 of 4 (50 %); 50 %, 2 points, or 2 boards of half a top of 2 make it 4 of 4."""
        scored = self.score_session()
        adjusted = with_handicaps(scored, {Number("2"): fr(handicap)}, HandicapRules(kind), JCBL.scoring)
        (second,) = (row for row in adjusted if row.number == "2")
        assert second.total == total
        assert second.percent == 100
        assert second.rank == 1

    def test_both_orders_differ(self) -> None:
        """R-218: pair 1 is first without, pair 3 with handicaps; half the weight is half the handicap."""
        scored = self.score_session()
        handicaps = {Number("3"): fr(120)}
        assert scored.ranking[0].number in ("1", "6")
        adjusted = with_handicaps(scored, handicaps, HandicapRules(), JCBL.scoring)
        assert adjusted[0].number == "3"
        half = with_handicaps(scored, handicaps, HandicapRules(weight=fr(0.5)), JCBL.scoring)
        assert next(row.percent for row in half if row.number == "3") == 60

    def test_nobody_has_a_percentage_before_a_board_has_two_results(self) -> None:
        """R-218: with the first score of the evening the list after handicaps is there, and nothing is added yet."""
        scored = self.score_session()
        bare = replace(scored, ranking=tuple(replace(row, percent=None, raw=fr(0)) for row in scored.ranking))
        adjusted = with_handicaps(bare, {Number("2"): fr(3)}, HandicapRules(), JCBL.scoring)
        assert {row.percent for row in adjusted} == {None}

    def test_by_imps_only_points(self) -> None:
        """R-218: IMPs have no percentage; three IMPs are three IMPs."""
        scored = self.score_session(Method.IMPS)
        adjusted = with_handicaps(scored, {Number("2"): fr(3)}, HandicapRules(HandicapKind.POINTS), JCBL.scoring)
        before = next(row.total for row in scored.ranking if row.number == "2")
        assert next(row.total for row in adjusted if row.number == "2") == before + 3
        with pytest.raises(Refused) as caught:
            with_handicaps(scored, {Number("9"): fr(3)}, HandicapRules(weight=fr(3)), JCBL.scoring)
        codes = [problem.code for problem in caught.value.problems]
        assert codes == ["handicap.weight", "handicap.no-percent", "handicap.unknown"]
