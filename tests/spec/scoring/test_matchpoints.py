"""Matchpoints of a board: R-161 to R-165, R-172, R-173, R-177, R-178, and R-145, R-150, R-151 of score entry.

Standards: `tests/data/standards/scoring/{mp_examples,imp_table}.json` with the lines of the documents.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.outcomes import Line
from arrowswitch.core.scoring.rules import Incomplete, PointsPerWin
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import ScoredBoard
from arrowswitch.core.scoring.totals.matchpoints import sum_problems
from tests.travellers import (
    JCBL,
    WBF,
    by_number,
    fr,
    frs,
    num,
    score_lines,
    session,
    side_points,
    standard,
    traveller,
    with_rules,
)

FIGURE_15 = traveller("1 11 170", "2 9 450", "5 6 800", "7 8 420", "10 4 420", "12 3 -50", board=9)


def figure(name: str, score: str) -> tuple[Line, ...]:
    """Returns the traveller of a figure with its printed or its corrected scores."""
    data = standard("mp_examples")[name]
    return tuple(
        Line.of_score(data["board"], Number(f"NS{r['ns_pair']}"), Number(f"EW{r['ew_pair']}"), r[score])
        for r in data["rows"]
    )


class TestHowellBoard:
    """R-161: one for a pair beaten, a half for a tie, top = plays - 1, East-West the complement (lines 1179-1197)."""

    def test_figure_15_north_south(self) -> None:
        """R-161: -50 gets 0, 170 gets 1, two 420s share 2 and 3 = 2.5, 450 gets 4, 800 gets 5."""
        assert side_points(score_lines(FIGURE_15), Side.NS) == frs(1, 4, 5, 2.5, 2.5, 0)

    def test_figure_15_east_west_is_turned_over(self) -> None:
        """R-161: 5 - 1 = 4, 5 - 4 = 1, 0, 2.5, 2.5, 5."""
        assert side_points(score_lines(FIGURE_15), Side.EW) == frs(4, 1, 0, 2.5, 2.5, 5)

    def test_figure_15_every_pair_as_printed(self) -> None:
        """R-161, R-177: the traveller with the match points of all twelve pairs."""
        printed = {
            Number(pair): points for pair, points in standard("mp_examples")["figure_15"]["printed_mp_by_pair"].items()
        }
        assert by_number(score_lines(FIGURE_15)) == printed

    def test_top_is_one_less_than_the_results(self) -> None:
        """R-161, R-150: six results, top 5 (line 1279)."""
        assert score_lines(FIGURE_15).top == 5

    def test_figure_2_ten_tables_in_order(self) -> None:
        """R-161: ten different results give 9, 8, 7 ... 0 and 0 ... 9 (line 365)."""
        data = standard("mp_examples")["figure_2_text"]
        lines = [
            Line.of_score(1, Number(ns), Number(data["opponents"][ns]), 1000 - 10 * place)
            for place, ns in enumerate(data["order_best_first_ns"])
        ]
        assert by_number(score_lines(lines)) == data["recomputed"]

    def test_only_the_order_counts(self) -> None:
        """R-161: 1,000 points better or 10 is the same (line 1181)."""
        close = traveller("1 2 100", "3 4 110", "5 6 120")
        wide = traveller("1 2 -1000", "3 4 110", "5 6 1500")
        assert side_points(score_lines(close), Side.NS) == side_points(score_lines(wide), Side.NS) == frs(0, 1, 2)

    def test_a_passed_out_board_takes_part(self) -> None:
        """R-161: nought lies between +50 and -50."""
        assert side_points(score_lines(traveller("1 2 50", "3 4 0", "5 6 -50")), Side.NS) == frs(2, 1, 0)


class TestMitchellBoard:
    """R-162: North-South and East-West are separate fields, East-West the complement (lines 1222-1267)."""

    @pytest.mark.parametrize("reading", ["printed_score_ns", "rule_score_ns"])
    def test_figure_16_both_readings(self, reading: str) -> None:
        """R-162: 5 6x 6x 1x 8 3x 0 3x 1x, with the scores as printed and as the vulnerability makes them."""
        data = standard("mp_examples")["figure_16"]
        points = by_number(score_lines(figure("figure_16", reading)))
        assert {key: points[Number(f"NS{key}")] for key in data["printed_mp_ns"]} == data["printed_mp_ns"]
        assert {key: points[Number(f"EW{key}")] for key in data["printed_mp_ew"]} == data["printed_mp_ew"]

    def test_figure_16_sums(self) -> None:
        """R-162: both sides add up to 36 = 9 x 8 / 2."""
        board = score_lines(figure("figure_16", "printed_score_ns"))
        assert [sum(points or 0 for points in side_points(board, side)) for side in Side] == [36, 36]
        assert board.expected_sum == 36

    def test_the_two_sides_are_ranked_apart(self) -> None:
        """R-162: three tables, one board: both fields have their own first place."""
        ns, ew = num("NS1", "NS2", "NS3"), num("EW1", "EW2", "EW3")
        lines = traveller("NS1 EW1 100", "NS2 EW2 50", "NS3 EW3 -50")
        standings = score(session(lines, fields=(ns, ew)), JCBL)
        assert [s.number for s in standings.in_field(0)] == ["NS1", "NS2", "NS3"]
        assert [s.number for s in standings.in_field(1)] == ["EW3", "EW2", "EW1"]


class TestLowerIsBetter:
    """R-163: points given away are a shortcut; what is published is turned over (lines 1269-1275)."""

    def test_total_is_boards_times_top_minus_points_given_away(self) -> None:
        """R-163: over two boards of top 2 EW1 gives away 2 + 0.5: 2 x 2 - 2.5 = 1.5, the higher the better."""
        first = traveller("NS1 EW1 100", "NS2 EW2 50", "NS3 EW3 -50")
        two = traveller("NS1 EW2 0", "NS2 EW3 100", "NS3 EW1 0", board=2)
        board_one, board_two = score_lines(first), score_lines(two)
        worst = side_points(board_one, Side.NS)[0], side_points(board_two, Side.NS)[2]
        assert list(worst) == frs(2, 0.5)
        ew = num("EW1", "EW2", "EW3")
        standings = score(session(first, two, fields=(num("NS1", "NS2", "NS3"), ew)), JCBL)
        best = standings.in_field(1)[0]
        own = standings.of(Number("EW1"))
        assert own is not None
        assert own.total == 2 * 2 - sum(points or 0 for points in worst)
        assert best.total == max(row.total for row in standings.in_field(1))


class TestSeveralSections:
    """R-164: one field over several sections that play the same boards (lines 2294-2298)."""

    def test_26_results_from_two_sections_have_top_25(self) -> None:
        """R-164: two sections of 13 tables, the second's numbers with their letter."""
        lines = [Line.of_score(1, Number(f"{s}NS{t}"), Number(f"{s}EW{t}"), 10 * t) for s in "AB" for t in range(1, 14)]
        board = score_lines(lines)
        assert board.top == 25
        assert board.rows[12].ns.points == fr(24.5)
        assert board.rows[25].ns.points == fr(24.5)
        assert board.rows[0].ew.points == fr(24.5)


class TestEqualValueOfBoards:
    """R-165: a common top for every board; where plays differ, points are factored (lines 1277-1289)."""

    def test_five_results_are_factored_to_top_5(self) -> None:
        """R-165: 0 1 2 3 4 of top 4 become 0, 1.25, 2.5, 3.75 and 5."""
        lines = traveller("1 2 10", "3 4 20", "5 6 30", "7 8 40", "9 10 50")
        board = score_lines(lines, full_results=6)
        assert side_points(board, Side.NS) == frs(0, 1.25, 2.5, 3.75, 5)
        assert board.top == 5

    def test_the_session_takes_its_largest_board(self) -> None:
        """R-165: three results on board 1 and two on board 2: board 2's 1 of 1 counts 2 of 2."""
        first = traveller("1 2 10", "3 4 20", "5 6 30")
        two = traveller("1 4 10", "3 6 20", board=2)
        standings = score(session(first, two), JCBL)
        assert standings.boards[2].top == 2
        assert side_points(standings.boards[2], Side.NS) == frs(0, 2)

    def test_neuberg_in_points_of_two(self) -> None:
        """R-165: N = 6, n = 5: 0 becomes 1/5 = 0.20, the top of 8 becomes 6/5 x 8 + 1/5 = 9.80 of 10."""
        lines = traveller("1 2 10", "3 4 20", "5 6 30", "7 8 40", "9 10 50")
        board = score_lines(lines, WBF, full_results=6)
        assert side_points(board, Side.NS) == frs("0.2", "2.6", 5, "7.4", "9.8")

    def test_without_either_a_board_keeps_its_own_top(self) -> None:
        """R-165: a program without Neuberg: four points at stake where the others have five."""
        rules = with_rules(JCBL, "boards", incomplete=Incomplete.OWN_TOP, has_common_top=False)
        lines = traveller("1 2 10", "3 4 20", "5 6 30", "7 8 40", "9 10 A")
        board = score_lines(lines, with_rules(rules, "boards", neutral_weekly=JCBL.scoring.boards.neutral_other))
        assert board.top == 3
        assert side_points(board, Side.NS) == frs(0, 1, 2, 3, 1.5)


class TestTopFromThePlays:
    """R-150: top and average follow from the results that were entered (lines 1277-1281)."""

    def test_six_plays(self) -> None:
        """R-150: top 5, average 2.5."""
        board = score_lines(FIGURE_15)
        assert [board.top, board.top / 2] == frs(5, 2.5)

    def test_five_plays_after_one_neutral(self) -> None:
        """R-150: without the neutral table five results remain: top 4, average 2 when nothing is factored."""
        lines = (*FIGURE_15[:5],)
        board = score_lines(lines)
        assert [board.top, board.top / 2] == frs(4, 2)


class TestSumCheck:
    """R-145: the points of each side are added up and compared with the expected sum (lines 1196-1197)."""

    def test_figure_15_adds_up(self) -> None:
        """R-145: 0 + 1 + 2 + 3 + 4 + 5 = 15 on both sides."""
        board = score_lines(FIGURE_15)
        assert board.expected_sum == 15
        assert sum_problems(board) == ()

    def test_figure_3_columns_add_up(self) -> None:
        """R-145: each of the sixteen printed columns of nine pairs adds up to 36 = 9 x 8 / 2."""
        rows = standard("mp_examples")["figure_3"]["rows"]
        assert {sum(r["boards_1_16"][board] for r in rows) for board in range(16)} == {36}

    def test_a_changed_point_is_told(self) -> None:
        """R-145: one North-South result gets a point too many: 16 instead of 15, East-West still right."""
        board = score_lines(FIGURE_15)
        first = board.rows[0]
        assert first.ns.exact is not None
        wrong = replace(first, ns=replace(first.ns, exact=first.ns.exact + 1))
        sums = sum_problems(replace(board, rows=(wrong, *board.rows[1:])))
        assert [(p.code, p.params["side"], p.params["sum"], p.params["expected"]) for p in sums] == [
            ("scoring.sum", "NS", "16", "15")
        ]


class TestPhantom:
    """R-151: boards against the phantom take no score and are not missing (lines 886, 3312)."""

    LINES = (
        *traveller("1 2 100", "3 4 50", "5 6 NP"),
        *traveller("1 4 100", "5 3 50", "2 6 NP", board=2),
        *traveller("5 2 100", "1 3 50", "4 6 NP", board=3),
    )

    def test_no_line_with_the_phantom_is_a_result(self) -> None:
        """R-151: two results a board, top 1; the phantom's opponent has no points and no average."""
        standings = score(session(self.LINES, excluded=frozenset(num(6))), JCBL)
        assert [board.top for board in standings.boards.values()] == [1, 1, 1]
        assert standings.boards[1].rows[2].ns.points is None

    def test_the_session_is_complete_without_entries_for_it(self) -> None:
        """R-151: the same standings when the lines of the phantom are not there at all."""
        without = tuple(line for line in self.LINES if "6" not in line.ew)
        full = dict.fromkeys((1, 2, 3), 2)
        complete, left_out = (
            score(session(lines, excluded=frozenset(num(6)), full_results=full, is_provisional=True), JCBL)
            for lines in (self.LINES, without)
        )
        assert {board.top for board in complete.boards.values()} == {1}
        assert [(row.number, row.rank, row.total) for row in complete.ranking] == [
            (row.number, row.rank, row.total) for row in left_out.ranking
        ]

    def test_the_phantom_is_not_ranked(self) -> None:
        """R-151: five pairs in the ranking, not six."""
        standings = score(session(self.LINES, excluded=frozenset(num(6))), JCBL)
        assert {row.number for row in standings.ranking} == set(num(1, 2, 3, 4, 5))


class TestBarometer:
    """R-172: after every round the ranking is that of the boards so far, scored in full (line 1519)."""

    def test_round_by_round(self) -> None:
        """R-172: after the first of two boards the live ranking equals the ranking of that board alone."""
        first = traveller("1 2 100", "3 4 50", "5 6 -50")
        two = traveller("1 4 100", "3 6 50", "5 2 -50", board=2)
        full = {1: 3, 2: 3}
        live = score(session(first, full_results=full, is_provisional=True), JCBL)
        alone = score(session(first), JCBL)
        assert [(row.number, row.rank, row.total, row.percent) for row in live.ranking] == [
            (row.number, row.rank, row.total, row.percent) for row in alone.ranking
        ]
        after_all = score(session(first, two, full_results=full, is_provisional=True), JCBL)
        final = score(session(first, two), JCBL)
        assert after_all.ranking == final.ranking


class TestTraveller:
    """R-177: every board can be shown as a traveller with match points."""

    def test_figure_15_reads_like_the_print(self) -> None:
        """R-177: N-S pair, E-W pair, points of both, in the order of the lines."""
        points = [
            (row.line.ns[0], row.line.ew[0], [row.ns.points, row.ew.points]) for row in score_lines(FIGURE_15).rows
        ]
        assert points[0] == (*num(1, 11), frs(1, 4))
        assert points[4] == (*num(10, 4), frs(2.5, 2.5))


class TestDoubledPoints:
    """R-178: match points may be shown doubled, two a win and one a tie (guidance, lines 58-60)."""

    def test_thirteen_results_have_top_24_and_12(self) -> None:
        """R-178: the same board, top 12 in points of one and 24 in points of two; every point is doubled."""
        lines = [Line.of_score(1, Number(f"NS{t}"), Number(f"EW{t}"), 10 * (t // 2)) for t in range(13)]
        single = score_lines(lines)
        double = score_lines(lines, with_rules(JCBL, "boards", points_per_win=PointsPerWin.TWO))
        assert [single.top, double.top] == frs(12, 24)
        for single_points, twos in zip(_all_points(single), _all_points(double), strict=True):
            assert twos == single_points * 2


def _all_points(board: ScoredBoard) -> list[Fraction]:
    return [points for side in Side for points in side_points(board, side) if points is not None]


class TestImpScale:
    """R-173: 0 to 10 is 0, 20 is 1 ... 4000 is 24; the two documents agree (lines 1696-1720; 200-226)."""

    def test_vectors(self) -> None:
        """R-173: the vectors of both tables, with the sign of the difference."""
        vectors = standard("imp_table")["vectors"]
        assert len(vectors) > 40
        assert [imps(row["difference"]) for row in vectors] == [row["imp"] for row in vectors]

    def test_every_range_of_the_manual(self) -> None:
        """R-173: both ends of each printed range, and the sign."""
        for row in standard("imp_table")["manual_rows"]:
            for difference in (row["min"], row["max"] or 10_000):
                assert (imps(difference), imps(-difference)) == (row["imp"], -row["imp"])

    def test_differences_between_the_tens(self) -> None:
        """R-173: 19 is still 0 and 49 1, as the half-open ranges say; so is a mean of 193 1/3 - 174."""
        assert [imps(d) for d in (19, 20, 49, 50, Fraction(58, 3))] == [0, 1, 1, 2, 0]
