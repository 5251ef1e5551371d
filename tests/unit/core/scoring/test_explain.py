"""Explanations: the steps lead to the published number, and every step has words in both languages."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.seats import Side
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.explain import explain_line, explain_rank, explain_total
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.method_rules import Factoring
from arrowswitch.core.scoring.rules import (
    EventClass,
    Incomplete,
    PenaltyUnit,
    PointsPerWin,
    ShownPoints,
    ThreeAndThree,
)
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.steps import Explanation
from arrowswitch.i18n import Locale, translate
from tests.reckoning import amounts, exact_words
from tests.tables import for_each
from tests.travellers import JCBL, WBF, fr, frs, num, session, traveller, with_rules

FIGURE_15 = traveller("1 11 170", "2 9 450", "5 6 800", "7 8 420", "10 4 420", "12 3 -50", board=9)


def line(scoring: ScoringInput, number: str, board: int = 1, rules: Regulations = JCBL) -> Explanation:
    return explain_line(score(scoring, rules), scoring, rules, board, Number(number))


def total(scoring: ScoringInput, number: str, rules: Regulations = JCBL) -> Explanation:
    return explain_total(score(scoring, rules), scoring, rules, Number(number))


def rank(scoring: ScoringInput, number: str, rules: Regulations = JCBL) -> Explanation:
    return explain_rank(score(scoring, rules), rules, Number(number))


def codes(explanation: Explanation) -> list[str]:
    return [step.code.removeprefix("explain.") for step in explanation.steps]


def value(explanation: Explanation, code: str) -> Fraction:
    amount = next(step.value for step in explanation.steps if step.code == f"explain.{code}")
    assert amount is not None
    return amount


def words(explanation: Explanation, locale: Locale = Locale.EN) -> list[str]:
    return [translate(step.code, step.params, locale) for step in explanation.steps]


def recompute(explanation: Explanation) -> Fraction:
    """Returns the last amount that the text itself arrives at, reckoned again in both languages."""
    english, other = (amounts(exact_words(explanation.steps, locale))[-1].value for locale in Locale)
    assert english == other
    return english


class TestOneScore:
    def test_a_players_question(self) -> None:
        """Pair 7 of figure 15 in words."""
        assert words(line(session(FIGURE_15), "7", 9)) == [
            "Board 9: you sat N-S against 8.",
            "You scored +420.",
            "Compared with 5 other results:",
            "Better than 2 (+170, -50): 2 × 1 = 2.",
            "Equal to 1 (+420): 1 × 0.5 = 0.5.",
            "Worse than 2 (+800, +450): nothing.",
            "Together 2 + 0.5 = 2.5 of 5.",
            "As a percentage: 2.5 / 5 × 100 = 50.00 %.",
        ]

    def test_the_same_in_japanese(self) -> None:
        assert words(line(session(FIGURE_15), "8", 9), Locale.JA) == [
            "ボード 9：E-W で 7 と対戦しました。",
            "得点は -420 点です。",
            "ほかの 5 件の結果と比べます。",
            "2 件（-450, -800）より良い：2 × 1 = 2 点",
            "1 件（-420）と同じ：1 × 0.5 = 0.5 点",
            "2 件（+50, -170）より悪い：0 点",
            "合わせて 2 + 0.5 = 2.5 点（5 点満点）です。",
            "パーセントにすると：2.5 / 5 × 100 = 50.00 %",
        ]

    def test_each_step_cites_its_clause(self) -> None:
        explanation = line(session(FIGURE_15), "7", 9)
        clauses = {step.code: step.clause for step in explanation.steps}
        assert "line 1179" in clauses["explain.better"]
        assert clauses["explain.line"] == ""

    def test_a_passed_out_board(self) -> None:
        assert "You scored 0." in words(line(session(traveller("1 2 0", "3 4 50")), "1"))

    @given(
        st.lists(st.integers(-20, 20), min_size=1, max_size=8),
        st.integers(0, 3),
        st.integers(0, 3),
        st.sampled_from(Incomplete),
        st.sampled_from(PointsPerWin),
        st.sampled_from(EventClass),
    )
    def test_the_steps_give_the_published_points(
        self,
        tens: list[int],
        missing: int,
        neutral: int,
        incomplete: Incomplete,
        unit: PointsPerWin,
        event_class: EventClass,
    ) -> None:
        """Recomputed from the parameters of the steps alone, for both sides."""
        rules = with_rules(JCBL, "boards", incomplete=incomplete, points_per_win=unit)
        texts = [f"N{i} E{i} {10 * ns}" for i, ns in enumerate(tens)] + [f"X{i} Y{i} N" for i in range(neutral)]
        full = {1: len(texts) + missing}
        scoring = session(traveller(*texts), full_results=full, event_class=event_class)
        board = score(scoring, rules).boards[1]
        for row in board.rows[: len(tens)]:
            for side in Side:
                explanation = line(scoring, row.line.side(side)[0][0], rules=rules)
                if board.top:
                    assert recompute(explanation) == row.side(side).points == explanation.result
                else:
                    assert codes(explanation)[-1] == "nothing-to-win"

    @for_each("number", ["1", "3", "5", "7", "2"])
    def test_weighted_scores(self, number: str) -> None:
        scoring = session(traveller("1 2 40%100,60%-50", "3 4 100", "5 6 0", "7 8 70%0,30%50"))
        explanation = line(scoring, number)
        assert recompute(explanation) == explanation.result
        kind = "weighted-part" if number in "127" else "weighted-others"
        assert kind in codes(explanation)

    def test_rounding_is_told(self) -> None:
        lines = traveller("1 2 10", "3 4 20", "5 6 30", "7 8 40")
        explanation = line(session(lines, full_results={1: 5}), "3")
        assert codes(explanation)[-3:] == ["proportion", "points", "rounding.half-up-2"]
        assert explanation.result == fr("1.33")

    def test_a_single_result(self) -> None:
        explanation = line(session(traveller("1 2 100"), full_results={1: 5}), "1")
        assert codes(explanation) == ["line", "score", "others", "sum-one", "alone", "points"]
        assert explanation.result == 2

    def test_so_far(self) -> None:
        scoring = session(traveller("1 2 100", "3 4 50"), full_results={1: 5}, is_provisional=True)
        assert codes(line(scoring, "1"))[:2] == ["line", "so-far"]
        complete = session(traveller("1 2 100", "3 4 50"), full_results={1: 2}, is_provisional=True)
        assert "so-far" not in codes(line(complete, "1"))

    def test_points_shown_differently(self) -> None:
        rules = with_rules(WBF, "boards", shown=ShownPoints.OWN_RESULTS)
        scoring = session(traveller("1 2 10", "3 4 0", "5 6 -10"), traveller("1 4 10", "3 6 0", board=2))
        explanation = line(scoring, "1", 2, rules)
        assert codes(explanation)[-3:] == ["neuberg-two", "points", "shown-own"]
        assert explanation.result == 2


class TestFouledBoards:
    A = ("1 2 10", "3 4 20", "5 6 30", "7 8 40")
    B = ("9 10 10", "11 12 20")

    def _session(self, event_class: EventClass) -> ScoringInput:
        return session(traveller(*self.A), traveller(*self.B, group=1), event_class=event_class)

    def test_formula(self) -> None:
        explanation = line(self._session(EventClass.NATIONAL), "7")
        assert "fouled-group" in codes(explanation)
        assert recompute(explanation) == explanation.result == fr("4.75")

    def test_percentages(self) -> None:
        explanation = line(self._session(EventClass.NATIONAL), "11")
        assert [value(explanation, "fouled-percent"), value(explanation, "fouled-points")] == frs(65, "3.25")
        assert explanation.result == fr("3.25")

    def test_simply(self) -> None:
        explanation = line(self._session(EventClass.WEEKLY), "7")
        assert recompute(explanation) == explanation.result == 4

    @pytest.mark.parametrize("sizes", [(1, 4), (3, 4)])
    def test_percentages_of_one_and_three(self, sizes: tuple[int, int]) -> None:
        small = traveller(*(f"S{i} T{i} {10 * i}" for i in range(sizes[0])), group=1)
        scoring = session(traveller(*self.A), small, event_class=EventClass.NATIONAL)
        code = "fouled-percent-alone" if sizes[0] == 1 else "fouled-percent"
        clause = next(step.clause for step in line(scoring, "S0").steps if step.code == f"explain.{code}")
        assert clause == JCBL.clause(f"fouled.percents-of-{'one' if sizes[0] == 1 else 'three'}")

    def test_three_and_three_by_the_formula(self) -> None:
        rules = with_rules(JCBL, "fouled", three_and_three=ThreeAndThree.FORMULA)
        scoring = session(
            traveller(*self.A[:3]), traveller("9 10 0", "11 12 10", "13 14 20", group=1), event_class=EventClass.LOCAL
        )
        assert "half-points" in codes(line(scoring, "1", rules=rules))


class TestAwards:
    BOARDS = tuple(traveller("1 2 100", "3 4 0", board=b) for b in range(1, 11))

    @for_each(
        "result, expected",
        [
            ("A", ["line", "average-average", "award-points"]),
            ("A+", ["line", "average-plus-session", "award-points"]),
            ("A-", ["line", "average-minus-session", "award-points"]),
            ("70%", ["line", "percentage", "award-points"]),
            ("N", ["line", "neutral", "average-average", "award-points"]),
            ("N:A+", ["line", "neutral", "average-plus-session", "award-points"]),
            ("NP", ["line", "not-played"]),
        ],
    )
    @for_each("event_class", [EventClass.WEEKLY, EventClass.LOCAL])
    def test_steps(self, result: str, expected: list[str], event_class: EventClass) -> None:
        scoring = session(*self.BOARDS, traveller(f"1 2 {result}", "3 4 0", board=11), event_class=event_class)
        explanation = line(scoring, "1", 11)
        assert codes(explanation) == expected
        assert all(words(explanation, locale) for locale in Locale)
        if result != "NP":
            assert explanation.result == value(explanation, "award-points")

    def test_the_session_percentage_is_named(self) -> None:
        scoring = session(*self.BOARDS, traveller("1 2 A+", "3 4 0", board=11))
        expected = "when that is more: max(60, 10 / 10 × 100) = 100 %."
        assert any(text.endswith(expected) for text in words(line(scoring, "1", 11)))

    def test_fixed_percentages(self) -> None:
        rules = with_rules(JCBL, "averages", uses_session_percent=False)
        scoring = session(*self.BOARDS, traveller("1 2 A+/A-", "3 4 0", board=11))
        assert "average-plus" in codes(line(scoring, "1", 11, rules))
        assert "average-minus" in codes(line(scoring, "2", 11, rules))
        assert "average-plus" in codes(line(session(traveller("1 2 A+", "3 4 0")), "1"))

    def test_removed_results(self) -> None:
        scoring = session(traveller("1 2 100", "3 4 50"), excluded=frozenset(num(2)))
        assert codes(line(scoring, "1")) == ["line", "removed"]


class TestTotals:
    BOARDS = tuple(traveller("1 2 100", "3 4 0", board=b) for b in range(1, 10))

    def test_a_factored_total_with_penalties(self) -> None:
        """9 x 10/9 = 10, less half a board of 1, one point and 10 % of 10: 7.5 of 10 = 75 %."""
        penalties = tuple(
            Penalty(Number("1"), fr(amount), unit, "late")
            for amount, unit in (
                ("1/2", PenaltyUnit.BOARDS),
                ("1", PenaltyUnit.MATCHPOINTS),
                ("10", PenaltyUnit.PERCENT),
            )
        )
        scoring = session(*self.BOARDS, traveller("3 2 1", "5 4 0", board=10), penalties=penalties)
        explanation = total(scoring, "1")
        assert words(explanation) == [
            "On 9 boards you won " + " + ".join(f"1 (#{board})" for board in range(1, 10)) + " = 9.",
            "The maximum possible there: 9 × 1 = 9.",
            "Factored up from 9 boards to 10: 9 × 10 / 9 = 10.",
            "Penalty of 0.5 boards: 0.5 × 1 = 0.5, taken off (late).",
            "Penalty in matchpoints = 1, taken off (late).",
            "Penalty of 10 %: 10 / 100 × (9 × 10 / 9) = 1, taken off (late).",
            "Total: 10 − 0.5 − 1 − 1 = 7.50.",
            "As a percentage: 7.5 / (9 × 10 / 9) × 100 = 75.00 %.",
        ]
        deducted = sum((step.value or 0 for step in explanation.steps if "penalty" in step.code), Fraction(0))
        assert value(explanation, "factored-up") + deducted == explanation.result == fr(7.5)

    def test_factored_down(self) -> None:
        rules = with_rules(JCBL, "totals", factoring=Factoring.DOWN)
        scoring = session(*self.BOARDS, traveller("1 2 1", "5 4 0", board=10))
        assert "factored-down" in codes(total(scoring, "1", rules))

    def test_nothing_to_win_has_no_percentage(self) -> None:
        scoring = session(traveller("1 2 100"), full_results={1: 2}, is_provisional=True)
        assert codes(total(scoring, "1")) == ["won", "total"]

    def test_a_penalty_without_a_reason(self) -> None:
        scoring = session(*self.BOARDS, penalties=(Penalty(Number("1"), fr(1), PenaltyUnit.BOARDS),))
        assert "Penalty of 1 board: 1 × 1 = 1, taken off (-)." in words(total(scoring, "1"))


class TestRanks:
    GIVEN = session(traveller("1 2 100", "3 4 100", "5 6 0"))

    def test_a_shared_first_place(self) -> None:
        assert words(rank(self.GIVEN, "6")) == [
            "Ranked by total, 6 in the ranking: 2.00.",
            "0 are ahead.",
            "Rank 0 + 1 = 1.",
            "The first 3 of 6 are placed, 35 % rounded up: 6 × 35 / 100 = 2.1 → 3.",
        ]
        assert codes(rank(self.GIVEN, "3")) == ["ranked-by-total", "ahead", "tied", "rank", "placed"]

    def test_out_of_the_places(self) -> None:
        explanation = rank(self.GIVEN, "5")
        assert codes(explanation) == ["ranked-by-total", "ahead", "rank"]
        assert [value(explanation, "ahead") + 1, explanation.result] == [6, 6]

    def test_live_ranks_go_by_percentage(self) -> None:
        scoring = session(self.GIVEN.lines, full_results={1: 4}, is_provisional=True)
        assert codes(rank(scoring, "5"))[0] == "ranked-by-percent"
        assert all(words(rank(scoring, "5"), locale) for locale in Locale)


@pytest.mark.parametrize(("board", "number", "code"), [(2, "1", "no-board"), (1, "9", "not-on-board")])
def test_no_such_score(board: int, number: str, code: str) -> None:
    with pytest.raises(NotFound, match=code):
        line(session(traveller("1 2 100", "3 4 50")), number, board)


def test_nobody_of_that_number_is_ranked() -> None:
    for explain in (total, rank):
        with pytest.raises(NotFound, match="not-ranked"):
            explain(session(traveller("1 2 100", "3 4 50")), "9")


def test_the_rounding_of_a_percentage_is_told_as_that() -> None:
    """2 of 3 points: 66.666...% is published as 66.67 %."""
    explanation = total(session(traveller("1 2 100", "3 4 50", "5 6 20", "7 8 0")), "3")
    assert codes(explanation)[-2:] == ["percent", "percent-rounding.half-up-2"]
