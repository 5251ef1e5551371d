"""Adjusted scores: R-181, R-185, R-187, R-194, R-195, R-197 to R-199, R-203 to R-205, R-207, R-227, and R-144.

Standards: `tests/data/standards/scoring/{averages,mp_examples,penalties,fouled,weighted}.json`, each with its lines;
lines below are those of the regulations summary.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.inputs import Penalty
from arrowswitch.core.scoring.outcomes import AverageKind, Line
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.core.scoring.rules import EventClass, PenaltyUnit, ThreeAndThree
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import ScoredBoard, Standings
from arrowswitch.core.scoring.totals.matchpoints import sum_problems
from tests.tables import for_each
from tests.travellers import (
    JCBL,
    by_number,
    fr,
    frs,
    num,
    row,
    score_lines,
    session,
    side_points,
    standard,
    traveller,
    with_rules,
)

FOURTEEN = [f"{2 * table + 1} {2 * table + 2} {10 * table}" for table in range(12)]


class TestSpecialEntries:
    """R-144: not played, neutral, average, plus, minus, percentage, adjusted and passed out on one board."""

    BOARD = traveller(
        *("1 2 NP", "3 4 N", "5 6 A", "7 8 A+", "9 10 A-", "11 12 70%", "13 14 60%100,40%-50", "15 16 0", "17 18 100")
    )

    def test_all_eight_kinds_are_scored(self) -> None:
        """R-144: three real results and five artificial ones of top 7; the sectional way factors 2 to 7."""
        board = score_lines(self.BOARD, event_class=EventClass.SECTIONAL)
        assert board.top == 7
        assert side_points(board, Side.NS)[:6] == [None, *frs(3.5, 3.5, 4.2, 2.8, 4.9)]
        # 13: 60 % of 1.5 (beats nought, ties 100), nothing for -50: 0.9 of 2. 15 beats -50: 0.4. 17: 0.3 + 0.4 + 1.
        assert side_points(board, Side.NS)[6:] == frs("3.15", "1.4", "5.95")

    def test_the_weekly_way_adds_half_points(self) -> None:
        """R-144: the same board in a weekly game: half a point for each of the five artificial results."""
        board = score_lines(self.BOARD)
        assert side_points(board, Side.NS)[6:] == frs("3.4", "2.9", "4.2")

    def test_not_played_is_no_average(self) -> None:
        """R-144: the pairs of the first line have one board less, not half of its top."""
        standings = score(session(self.BOARD, traveller("1 2 50", "3 4 60", board=2)), JCBL)
        standing = standings.of(Number("1"))
        assert standing is not None
        assert [standing.boards, standing.boards_due] == [1, 2]


class TestAverages:
    """R-181: 50 %, the larger of 60 % and the session percentage, the smaller of 40 % and it (lines 11-19)."""

    @for_each("vector", standard("averages")["match_points"]["vectors"], ids=str)
    def test_vectors(self, vector: dict[str, Any]) -> None:
        """R-181: top x percentage, to two places."""
        for kind, key in ((AverageKind.AVERAGE, "average"), (AverageKind.PLUS, "average_plus")):
            assert self._points(kind, vector) == vector[key]
        assert self._points(AverageKind.MINUS, vector) == vector["average_minus"]

    @staticmethod
    def _points(kind: AverageKind, vector: dict[str, Any]) -> Fraction:
        percent = JCBL.scoring.averages.percent(kind, Fraction(vector["session_pct"]))
        return round_half_up_2(vector["top"] * percent / 100)

    @staticmethod
    def _session(result: str, good: int) -> Standings:
        """Pair 1 wins `good` of 50 boards of two results, and has an artificial score on board 51 of top 1."""
        boards = [traveller(f"1 2 {100 if b < good else -100}", "3 4 0", board=b + 1) for b in range(50)]
        return score(session(*boards, traveller(f"1 2 {result}", "3 4 0", board=51)), JCBL)

    @for_each("result, good, percent", [("A+", 32, 64), ("A+", 29, 60), ("A-", 17, 34), ("A-", 21, 40), ("A", 32, 50)])
    def test_own_session_percentage(self, result: str, good: int, percent: int) -> None:
        """R-181: 32 of 50 boards = 64 % gives 64 % for A+; 29 = 58 % gives 60; 17 = 34 % gives 34 for A-."""
        first = self._session(result, good).boards[51].rows[0].ns
        assert first.percent == percent

    def test_only_boards_really_scored_count(self) -> None:
        """R-181: a second adjusted board changes nothing in the percentage that the first one looks at."""
        boards = [traveller(f"1 2 {100 if b < 7 else -100}", "3 4 0", board=b + 1) for b in range(10)]
        adjusted = [traveller("1 2 A+", "3 4 0", board=11), traveller("1 2 10%", "3 4 0", board=12)]
        standings = score(session(*boards, *adjusted), JCBL)
        assert standings.boards[11].rows[0].ns.percent == 70

    def test_without_any_real_score_the_fixed_percentages_stand(self) -> None:
        """R-181: a pair that scored nothing really has 60 % for A+."""
        standings = score(session(traveller("1 2 A+", "3 4 0", "5 6 10")), JCBL)
        assert standings.boards[1].rows[0].ns.percent == 60


class TestSidesNeedNotBalance:
    """R-185: the adjustments of the two sides are independent (line 2839)."""

    LINES = traveller(*FOURTEEN, "25 26 A+")

    def test_average_plus_to_both(self) -> None:
        """R-185: top 12: 7.2 + 7.2 is accepted."""
        board = score_lines(self.LINES)
        assert board.top == 12
        assert [board.rows[12].ns.points, board.rows[12].ew.points] == frs(7.2, 7.2)

    def test_the_board_is_marked_and_its_sum_not_faulted(self) -> None:
        """R-185: marked as adjusted, no sum problem."""
        board = score_lines(self.LINES)
        assert board.is_adjusted
        assert sum_problems(board) == ()

    def test_plus_and_minus(self) -> None:
        """R-185: 7.2 for the blameless pair, 4.8 for the pair at fault."""
        board = score_lines(traveller(*FOURTEEN, "25 26 A+/A-"))
        assert [board.rows[12].ns.points, board.rows[12].ew.points] == frs(7.2, 4.8)


class TestPenalties:
    """R-187: fractions or multiples of a board, matchpoints or percent, shown by themselves (lines 47-59, 252-258)."""

    BOARDS = tuple(traveller(*FOURTEEN, "25 26 130", board=b) for b in range(1, 11))

    def _standings(self, *penalties: Penalty) -> Standings:
        return score(session(*self.BOARDS, penalties=penalties), JCBL)

    @for_each(
        "amount, unit, points",
        [
            (Fraction(1, 2), PenaltyUnit.BOARDS, 6),
            (Fraction(2), PenaltyUnit.BOARDS, 24),
            (Fraction(5, 2), PenaltyUnit.MATCHPOINTS, Fraction(5, 2)),
            (Fraction(10), PenaltyUnit.PERCENT, 12),
        ],
    )
    def test_amounts(self, amount: Fraction, unit: PenaltyUnit, points: Fraction) -> None:
        """R-187: half a board of top 12 = 6, two boards = 24, 2.5 points, 10 % of 120 = 12; the raw points stay."""
        standing = self._standings(Penalty(Number("25"), amount, unit)).of(Number("25"))
        assert standing is not None
        assert [standing.raw, standing.penalty, standing.total] == frs(120, points, 120 - points)
        assert standing.percent == round_half_up_2((120 - points) * 100 / Fraction(120))

    @for_each("vector", standard("penalties")["conduct"]["own_vectors"][:3], ids=lambda v: v["offences"])
    def test_conduct_of_players(self, vector: dict[str, Any]) -> None:
        """R-187: nine scores, top 8: half a board = 4; both players 8; the second offence of a player 8 (line 256)."""
        limits = JCBL.penalties
        limits_by_case = {
            "one player, first": [limits.conduct_first],
            "both players, first": [limits.conduct_first] * 2,
            "one player, second in the session": [limits.conduct_second],
        }[vector["offences"]]
        lines = [Line.of_score(1, Number(f"NS{t}"), Number(f"EW{t}"), 10 * t) for t in range(9)]
        penalties = tuple(Penalty(Number("NS8"), amount, PenaltyUnit.BOARDS) for amount in limits_by_case)
        standing = score(session(lines, penalties=penalties), JCBL).of(Number("NS8"))
        assert standing is not None
        assert standing.penalty == vector["penalty_mp"]

    def test_deducted_before_ranking(self) -> None:
        """R-227: 120 points lead with pair 2; less a board (12) it is 108, behind the 110 of pairs 4 and 23: fourth."""
        before = self._standings()
        after = self._standings(Penalty(Number("25"), Fraction(1), PenaltyUnit.BOARDS, "repeated wrong board"))
        assert [row.number for row in before.ranking[:2]] == ["2", "25"]
        dropped = after.of(Number("25"))
        assert dropped is not None
        assert [dropped.raw, dropped.penalty, dropped.total] == frs(120, 12, 108)
        assert dropped.rank == 4

    def test_a_penalty_comes_off_the_factored_total(self) -> None:
        """R-187: nine of ten boards: 108 x 10/9 = 120, less one board of 12 = 108."""
        boards = [*self.BOARDS[:9], traveller(*FOURTEEN, board=10)]
        scoring = session(*boards, penalties=(Penalty(Number("25"), Fraction(1), PenaltyUnit.BOARDS),))
        standing = score(scoring, JCBL).of(Number("25"))
        assert standing is not None
        assert [standing.boards, standing.total] == [9, fr(108)]


FIGURE_17 = traveller("1 11 170", "2 9 450", "5 6 800", "7 8 -100", "10 4 N", "12 3 -50", board=3)


class TestNeutralBoards:
    """R-194: a meeting left out by mistake, both ways (lines 1322-1358)."""

    def test_figure_17_half_points(self) -> None:
        """R-194: 2x 3x 4x x 1x, the neutral pairs 2x each, pair 11's blank cell 2x; both sides 15."""
        board = score_lines(FIGURE_17)
        expected = standard("mp_examples")["figure_17"]["method_2_add_half_per_neutral"]["recomputed"]
        assert by_number(board) == expected
        assert [sum(points or 0 for points in side_points(board, side)) for side in Side] == [15, 15]

    def test_weekly_games_use_half_points(self) -> None:
        """R-194: the default of a weekly game is method 2, of any other event method 1."""
        assert score_lines(FIGURE_17).rows[0].ns.points == fr(2.5)
        assert score_lines(FIGURE_17, event_class=EventClass.LOCAL).rows[1].ns.points == fr(3.75)

    def test_figure_17_factored(self) -> None:
        """R-194: 2 x 5/4 = 2.5, 3 x 5/4 = 3.75, 5, 0 and 1.25; neutral pairs the average 2.5 without an award."""
        points = by_number(score_lines(FIGURE_17, event_class=EventClass.SECTIONAL))
        expected = standard("mp_examples")["figure_17"]["method_1_factor_up"]["recomputed_played_pairs"]
        assert {pair: points[pair] for pair in expected} == expected
        assert [points[n] for n in num(10, 4)] == frs(2.5, 2.5)

    def test_blameless_neutral_pairs(self) -> None:
        """R-194: with average plus the blameless pair has at least 60 % of 5 = 3 (lines 1366-1374)."""
        lines = (*FIGURE_17[:4], row("10 4 N:A+/N:A-", 3), FIGURE_17[5])
        points = by_number(score_lines(lines, event_class=EventClass.SECTIONAL))
        assert [points[n] for n in num(10, 4)] == frs(3, 2)

    def test_two_neutral_meetings_add_a_point(self) -> None:
        """R-194: "once 0.5, twice 1" (line 1332): six tables, two neutral: 0 1 2 3 become 1 2 3 4."""
        lines = traveller("1 2 10", "3 4 20", "5 6 30", "7 8 40", "9 10 N", "11 12 N")
        assert side_points(score_lines(lines), Side.NS) == frs(1, 2, 3, 4, 2.5, 2.5)


class TestSitOutIsNotNeutral:
    """R-195: a board not played because of the movement gets no average; the total is factored (line 1324)."""

    def test_half_table(self) -> None:
        """R-195: pair 5 sits out one of ten boards: 9 boards x 1 point x 10/9 = 10, and never an average."""
        boards = [traveller("5 1 100", "3 4 50", board=b) for b in range(1, 10)]
        last = traveller("2 1 50", "3 4 50", board=10)
        five = score(session(*boards, last), JCBL).of(Number("5"))
        assert five is not None
        assert [five.raw, five.total, five.percent] == frs(9, 10, 100)
        assert five.boards == 9


def _groups(ns_scores: list[list[int]]) -> list[Line]:
    """Returns a board played in several forms, one list of North-South scores for each."""
    numbers = iter(range(1, 1000))
    return [
        row(f"NS{number} EW{number} {score}", group=group)
        for group, scores in enumerate(ns_scores)
        for score, number in zip(scores, numbers, strict=False)
    ]


def _by_group(board: ScoredBoard, side: Side) -> list[list[Fraction | None]]:
    groups = sorted({line.line.group for line in board.rows})
    return [[line.side(side).points for line in board.rows if line.line.group == group] for group in groups]


class TestFouledBoards:
    """R-198, R-199: formula and percentages of small groups (regulations summary, lines 167-202; manual 3598-3658)."""

    @for_each("reading", ["manual", "regulations"])
    @for_each("vector", standard("fouled")["group_vectors"], ids=lambda v: v["name"])
    def test_vectors(self, vector: dict[str, Any], reading: str) -> None:
        """R-198: M = N S / n + (N - n) / 2n to two places; three 70/60/50, two 65/55, one 60 %, ties their mean.
        R-199: both readings of three and three."""
        three = ThreeAndThree.FORMULA if reading == "manual" else ThreeAndThree.PERCENTAGES
        rules = with_rules(JCBL, "fouled", three_and_three=three)
        board = score_lines(_groups(vector["groups_ns_scores"]), rules, EventClass.SECTIONAL)
        assert _by_group(board, Side.NS) == vector[reading]["ns"]
        assert _by_group(board, Side.EW) == vector[reading]["ew"]

    @for_each("sizes", list(standard("fouled")["formula_vectors"]["values"]))
    def test_formula(self, sizes: str) -> None:
        """R-198: every match point of a group, S = 0, 1, 2 ... (every second value of the vector)."""
        total, size = (int(part.partition("=")[2]) for part in sizes.split(","))
        rules = with_rules(JCBL, "fouled", three_and_three=ThreeAndThree.FORMULA)
        board = score_lines(_groups([[10 * i for i in range(size)], [0] * (total - size)]), rules, EventClass.NATIONAL)
        assert _by_group(board, Side.NS)[0] == standard("fouled")["formula_vectors"]["values"][sizes][::2]

    def test_a_board_without_percentages_keeps_its_sum(self) -> None:
        """R-198: eight and seven results: both sides still add up to 15 x 14 / 2 = 105 before rounding."""
        board = score_lines(
            _groups([[10 * i for i in range(8)], [10 * i for i in range(7)]]), event_class=EventClass.NATIONAL
        )
        assert not board.is_adjusted
        assert sum_problems(board) == ()

    def test_a_board_with_percentages_is_marked(self) -> None:
        """R-198: three and seven: 16.2 + 31.5 = 47.7 instead of 45 (lines 3654-3656): marked, not faulted."""
        board = score_lines(_groups([[1, 2, 3], [1, 2, 3, 4, 5, 6, 7]]), event_class=EventClass.NATIONAL)
        assert board.is_adjusted
        assert round_half_up_2(sum((r.ns.exact or Fraction(0) for r in board.rows), Fraction(0))) == fr("47.7")
        assert sum_problems(board) == ()


class TestFouledBoardsSimply:
    """R-197: up to local events half the results of the other group may be added (lines 3550-3563)."""

    def test_figure_24(self) -> None:
        """R-197: A + 3.5: 9 7 5x 4 4 9 10x 7; B + 4: 4x 7 7 10 9 4x 7; together 105."""
        data = standard("fouled")["simple_method_figure_24"]
        rows = data["rows"]
        lines = [
            row(f"NS{r['ns_pair']} EW{r['ew_pair']} {r['printed_score_ns']}", 17, group=r["ns_pair"] > 8) for r in rows
        ]
        board = score_lines(lines)
        assert side_points(board, Side.NS) == frs(9, 7, 5.5, 4, 4, 9, 10.5, 7, 4.5, 7, 7, 10, 9, 4.5, 7)
        assert sum(points or 0 for points in side_points(board, Side.NS)) == 105

    @for_each(
        "event_class, first",
        [(EventClass.WEEKLY, "3.5"), (EventClass.LOCAL, "3.5"), (EventClass.SECTIONAL, "0.44")],
    )
    def test_where_it_is_allowed(self, event_class: EventClass, first: str) -> None:
        """R-197: weekly and local the simple way, 0 + 7/2 = 3.5; sectional and above the formula, 7 / 16 = 0.44."""
        board = score_lines(_groups([[10 * i for i in range(8)], [10 * i for i in range(7)]]), event_class=event_class)
        assert board.rows[0].ns.points == fr(first)


class TestWeightedScores:
    """R-203, R-204: each possible result in the field times its weight, decimals kept (guidance, lines 38-66)."""

    DATA = standard("weighted")["pairs"]

    def _lines(self) -> list[Line]:
        lines = [row(f"NS{r['table']} EW{r['table']} {r['printed_score_ns']}") for r in self.DATA["scores"]]
        weights = ",".join(f"{r['weight_pct']}%{r['result']}" for r in self.DATA["rows"])
        return [*lines, row(f"NS5 EW5 {weights}")]

    def test_the_worked_example(self) -> None:
        """R-203: 0.4 x 19 + 0.3 x 13 + 0.2 x 8 + 0.1 x 4 = 13.5 of 24 doubled, East-West 10.5."""
        points = by_number(score_lines(self._lines()))
        assert points[Number("NS5")] == self.DATA["printed_result_doubled"] / 2
        assert points[Number("EW5")] == self.DATA["printed_ew_doubled"] / 2

    def test_the_other_tables_are_weighted_over_the_same_outcomes(self) -> None:
        """R-203: table 1's 1430 beats three of the four outcomes and ties 40 %: 19.6; the board still sums to 156."""
        points = by_number(score_lines(self._lines()))
        for other in self.DATA["own_extension_other_tables"]["rows"]:
            assert points[Number(f"NS{other['table']}")] == Fraction(other["ns_doubled_mp"]) / 2
            assert points[Number(f"EW{other['table']}")] == Fraction(other["ew_doubled_mp"]) / 2
        board = score_lines(self._lines())
        assert not board.is_adjusted
        assert sum_problems(board) == ()

    def test_two_weighted_scores_on_one_board(self) -> None:
        """R-203: 100 or 0, evenly, twice: each beats the other in 1/4 and ties in 1/2 of the cases: 0.5 each."""
        board = score_lines(traveller("1 2 50%100,50%0", "3 4 50%100,50%0", "5 6 -50"))
        assert side_points(board, Side.NS) == frs(1.5, 1.5, 0)

    @for_each("weights", ["40%100,30%50,20%0", "60%100,50%0", "150%100,-50%0"])
    def test_weights_that_are_no_whole_are_refused(self, weights: str) -> None:
        """R-204: 40/30/20/10 is accepted, 40/30/20 is not."""
        score(session(self._lines()), JCBL)
        with pytest.raises(Refused) as refused:
            score(session(traveller(f"1 2 {weights}", "3 4 50")), JCBL)
        assert [problem.code for problem in refused.value.problems] == ["scoring.weights"]


class TestSplitScores:
    """R-205: the sides may have different results; the board is marked as unbalanced (line 2845; guidance, line 11)."""

    def test_weighted_to_one_side_the_worst_to_the_other(self) -> None:
        """R-205: N-S weighted 0.5 x 2 + 0.5 x 1 = 1.5 of 2; E-W the worst of it, as if 100 were scored: 0."""
        board = score_lines(traveller("1 2 50%100,50%20/100", "3 4 50", "5 6 0"))
        assert [board.rows[0].ns.points, board.rows[0].ew.points] == frs(1.5, 0)
        assert board.is_adjusted
        assert sum_problems(board) == ()

    def test_a_score_against_an_average(self) -> None:
        """R-205: N-S keep +100, E-W get average plus: N-S are compared with two others, E-W have 60 % of top 2."""
        board = score_lines(traveller("1 2 100/A+", "3 4 50", "5 6 0"))
        assert side_points(board, Side.NS) == frs(2, 1, 0)
        assert side_points(board, Side.EW) == frs(1.2, 0.5, 1.5)


class TestUnplayableBoards:
    """R-207: plus, average or minus according to responsibility (lines 89, 95)."""

    def test_three_degrees_of_fault(self) -> None:
        """R-207: of top 4: not at fault 2.4, partly 2.0, at fault 1.6."""
        lines = traveller("1 2 10", "3 4 20", "5 6 30", "7 8 A+/A", "9 10 A-")
        points = by_number(score_lines(lines))
        assert [points[n] for n in num(7, 8, 9, 10)] == frs(2.4, 2, 1.6, 1.6)
