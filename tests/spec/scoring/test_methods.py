"""Methods that count margins: R-166 to R-170, R-179, R-182, R-184, R-186, R-187, R-200, R-201, R-203.

Standards: `tests/data/standards/scoring/{mp_examples,houston,averages,fouled}.json` with the lines of the documents.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.explain import explain_line, explain_total
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.method_rules import DatumRules, Divisor, Factoring, Halves, Middle, Steps
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import Line, TableScore
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import Standings
from tests.tables import for_each
from tests.travellers import JCBL, by_number, fr, frs, method_points, num, session, side_points, standard, traveller
from tests.travellers import with_rules as ruled

BOTH_SIDES = (Side.NS, Side.EW)
MARGINS = (Method.MATCHPOINTS, Method.IMPS, Method.TOTAL_POINTS, Method.BUTLER)


def figure_lines(figure: str) -> tuple[Line, ...]:
    rows = standard("mp_examples")[figure]["rows"]
    return tuple(Line.of_score(4, num(r["ns_pair"])[0], num(r["ew_pair"])[0], r["rule_score_ns"]) for r in rows)


def table(scores: Iterable[int], group: int = 0, first: int = 1, board: int = 1) -> tuple[Line, ...]:
    """Returns a traveller with pairs NS1, NS2, ... against EW1, EW2, ..."""
    return tuple(
        Line(board, num(f"NS{place}"), num(f"EW{place}"), TableScore(s), TableScore(s), group)
        for place, s in enumerate(scores, start=first)
    )


def ns(lines: Iterable[Line], method: Method, rules: Regulations = JCBL, **more: Any) -> list[Fraction | None]:
    return side_points(method_points(lines, method, rules, **more), Side.NS)


class TestSitOuts:
    """R-170: totals of margins stand as they are, unless regulations bring them to the same number of boards."""

    LINES = (
        *(Line.of_score(board, Number("1"), Number("2"), 500) for board in (1, 2)),
        *(Line.of_score(board, Number("3"), Number("4"), 0) for board in (1, 2)),
        Line.of_score(3, Number("1"), Number("3"), 0),
        Line.of_score(3, Number("5"), Number("2"), 100),
    )
    """Boards: 1 has three, 2 three, 3 three, 4 two and 5 one."""

    @for_each(
        "method, section",
        [(Method.IMPS, "imps"), (Method.TOTAL_POINTS, "total_points"), (Method.BUTLER, "butler")],
    )
    def test_up_to_the_most_boards(self, method: Method, section: str) -> None:
        plain = score(session(self.LINES), JCBL, method)
        rules = ruled(JCBL, section, factoring=Factoring.UP)
        standings = score(session(self.LINES), rules, method)
        most = 3
        for standing in standings.ranking:
            before = plain.of(standing.number)
            assert before is not None
            assert standing.total == round_half_up_2(before.raw * Fraction(most, standing.boards))
        four = standings.of(Number("4"))
        assert four is not None
        assert (four.boards, four.total != four.raw) == (2, True)
        codes = [step.code for step in explain_total(standings, session(self.LINES), rules, Number("4")).steps]
        assert codes[:2] == ["explain.margin-boards", "explain.factored-up"]


class TestImpsAgainstEveryTable:
    """R-166: the IMPs against every other score of the board are added (manual, lines 1446-1460)."""

    def test_figure_19(self) -> None:
        """R-166: pair 1: 11 + 15 + 10 + 13 - 1 + 12 - 5 = 55, pair 3 -55, and all other pairs."""
        figure = standard("mp_examples")["figure_19"]
        by_method = by_number(method_points(figure_lines("figure_19"), Method.IMPS))
        assert [by_method[Number("1")], by_method[Number("3")]] == frs(55, -55)
        assert {str(number): points for number, points in by_method.items()} == figure["recomputed_imp_total_by_pair"]

    def test_figure_15(self) -> None:
        """R-166: -50, 170, 420, 420, 450, 800: 170 loses 7 + 12 + 6 + 6 and wins 6: -25."""
        assert ns(table([170, 450, 800, 420, 420, -50]), Method.IMPS) == frs(-25, 12, 51, 6, 6, -50)

    def test_it_is_not_divided_unless_a_rule_says_so(self) -> None:
        """R-167: 55 by 7 comparisons is 7.86, by 8 results 6.88; nothing is divided by default."""
        lines = figure_lines("figure_19")
        by_divisor = {
            divisor: by_number(method_points(lines, Method.IMPS, ruled(JCBL, "imps", divide_by=divisor)))[Number("1")]
            for divisor in Divisor
        }
        assert by_divisor == {
            Divisor.NONE: fr(55),
            Divisor.COMPARISONS: fr("7.86"),
            Divisor.RESULTS: fr("6.88"),
        }

    def test_dividing_keeps_the_ranking(self) -> None:
        """R-167: in a full movement every divisor ranks alike."""
        scoring = session(table([170, 450, 800, 420]), table([-50, 50, 620, -100], board=2))
        ranked = {
            divisor: [
                (row.number, row.rank)
                for row in score(scoring, ruled(JCBL, "imps", divide_by=divisor), Method.IMPS).ranking
            ]
            for divisor in Divisor
        }
        assert len({tuple(rows) for rows in ranked.values()}) == 1

    def test_totals_add_exact_amounts(self) -> None:
        """R-167: three boards of 2/3 IMP are 2.00, not 2.01."""
        rules = ruled(JCBL, "imps", divide_by=Divisor.COMPARISONS)
        boards = [table([20, 0, 0, 10], board=board) for board in (1, 2, 3)]
        standings = score(session(*boards), rules, Method.IMPS)
        own = standings.of(Number("NS1"))
        assert own is not None
        assert [row.ns.points for row in (standings.boards[b].rows[0] for b in (1, 2, 3))] == frs(
            "0.67", "0.67", "0.67"
        )
        assert [own.total, own.percent, own.raw] == [fr(2), None, fr(2)]


class TestTotalPoints:
    """R-170: the differences against every other score are added (manual, lines 1487-1489)."""

    def test_the_scores_of_figure_19(self) -> None:
        """R-170: pair 1: 510 + 1100 + 460 + 800 - 30 + 700 - 200 = 3340."""
        data = standard("mp_examples")["total_point"]
        assert sum(data["pair_1_differences"]) == 3340
        by_method = by_number(method_points(figure_lines("figure_19"), Method.TOTAL_POINTS))
        assert {str(number): points for number, points in by_method.items()} == data["recomputed_total_by_pair"]

    def test_it_is_n_times_the_own_score_less_the_sum(self) -> None:
        """R-170: 4 x 170 - (170 + 450 + 800 + 420) = -1160."""
        assert ns(table([170, 450, 800, 420]), Method.TOTAL_POINTS) == frs(-1160, -40, 1360, -160)


class TestHouston:
    """R-168, R-169: IMPs against the datum, victory points of each round (manual, lines 1388-1444, 2598-2601)."""

    def test_figure_18(self) -> None:
        """R-168: without 800 and -500 the mean is 1160 / 6 = 193.33, brought to 190; 600 - 190 = 410 is 9 IMPs."""
        figure = standard("mp_examples")["figure_18"]
        board = method_points(figure_lines("figure_18"), Method.BUTLER)
        assert board.datum == figure["printed_datum_ns"] == 190
        points_ = {str(number): points for number, points in by_number(board).items()}
        assert points_ == {number: imps for number, (_, imps) in figure["printed_difference_and_imp_by_pair"].items()}

    def test_figure_18_unrounded(self) -> None:
        """R-169: left at 193.33 no IMP of the figure changes: 140 - 193.33 is still -2."""
        rules = ruled(JCBL, "butler", nearest=0)
        board = method_points(figure_lines("figure_18"), Method.BUTLER, rules)
        assert board.datum == Fraction(580, 3)
        figure = standard("mp_examples")["figure_18"]
        assert {str(n): p for n, p in by_number(board).items()} == figure["imp_from_unrounded_datum_by_pair"]

    @for_each("vector", standard("houston")["own_vectors_datum"])
    def test_datum(self, vector: dict[str, Any]) -> None:
        """R-168, R-169: n best and worst left out (n = 0, 1, 2), nearest ten, halves away from zero."""
        rules = ruled(JCBL, "butler", drop=vector["cut"])
        exact = ruled(rules, "butler", nearest=0)
        lines = table(vector["scores_ns"])
        assert method_points(lines, Method.BUTLER, rules).datum == vector["datum_to_10"]
        assert method_points(lines, Method.BUTLER, exact).datum == Fraction(vector["mean"])

    @for_each(
        "mean, halves, datum",
        [
            (415, Halves.AWAY_FROM_ZERO, 420),
            (-415, Halves.AWAY_FROM_ZERO, -420),
            (415, Halves.TOWARDS_ZERO, 410),
            (-415, Halves.TOWARDS_ZERO, -410),
            (415, Halves.TO_EVEN, 420),
            (425, Halves.TO_EVEN, 420),
            (426, Halves.TOWARDS_ZERO, 430),
        ],
    )
    def test_halves(self, mean: int, halves: Halves, datum: int) -> None:
        """R-169: which way 415 goes is a rule."""
        assert DatumRules(halves=halves).round_datum(Fraction(mean)) == datum

    @for_each(
        "rules, datum",
        [
            (DatumRules(drop=0, nearest=0), Fraction(930, 10)),
            (DatumRules(drop=2, nearest=0), Fraction(580, 6)),
            (DatumRules(drop=0, drop_percent=Fraction(10), nearest=0), Fraction(930, 8)),
            (DatumRules(drop=2, drop_percent=Fraction(10), nearest=0), Fraction(580, 6)),
            (DatumRules(drop=0, drop_percent=Fraction(99), nearest=0), Fraction(100)),
            (DatumRules(drop=0, middle=Middle.MEDIAN, nearest=0), Fraction(100)),
            (DatumRules(drop=0), 90),
            (DatumRules(drop=0, steps=Steps.AWAY_FROM_ZERO), 100),
            (DatumRules(drop=0, steps=Steps.AWAY_FROM_ZERO, middle=Middle.MEDIAN), 100),
        ],
    )
    def test_the_customs_of_a_datum(self, rules: DatumRules, datum: Fraction) -> None:
        """R-168, R-169: of -400 -50 -50 90 90 110 140 200 400 400 all (930), all but two or a tenth at each end, the
        middle one; to the nearest ten or to the next one."""
        scores = [Fraction(score) for score in (-400, -50, -50, 90, 90, 110, 140, 200, 400, 400)]
        remaining = scores[rules.count_to_drop(10) : 10 - rules.count_to_drop(10)]
        assert rules.round_datum(rules.of(remaining)) == datum
        assert rules.round_datum(-rules.of(remaining)) == -datum, "both sides have the same datum turned over"

    @pytest.mark.parametrize("changes", [{"middle": Middle.MEDIAN}, {"drop": 0, "drop_percent": Fraction(20)}])
    def test_a_custom_stands_in_the_explanation(self, changes: dict[str, Any]) -> None:
        rules = ruled(JCBL, "butler", steps=Steps.AWAY_FROM_ZERO, **changes)
        lines = table([400, 140, 110, 90, 33])
        standings = score(session(lines), rules, Method.BUTLER)
        explanation = explain_line(standings, session(lines), rules, 1, lines[0].ns[0])
        codes = [step.code for step in explanation.steps]
        assert "explain.dropped" in codes
        assert ("explain.median" in codes) == ("middle" in changes)
        assert "explain.datum.up" in codes or "middle" in changes

    def test_a_datum_that_was_given(self) -> None:
        """R-168: +420 against a datum of 200 is 220 points, 6 IMPs; East-West have it turned over. A fouled board has
        none that fits all its forms."""
        lines = table([420, 140, 110])
        scoring = replace(session(lines), datums={1: Fraction(200)})
        standings = score(scoring, JCBL, Method.BUTLER)
        board = standings.boards[1]
        assert board.datum == 200
        assert [row.ns.points for row in board.rows] == [6, -2, -3]
        assert [row.ew.points for row in board.rows] == [-6, 2, 3]
        fouled = replace(session([replace(lines[0], group=1), *lines[1:]]), datums={1: Fraction(200)})
        assert score(fouled, JCBL, Method.BUTLER).boards[1].datum is None

    def test_extremes_stay_where_nothing_else_is_left(self) -> None:
        """R-168: of one or two scores none is left out."""
        assert method_points(table([100]), Method.BUTLER).datum == 100
        assert method_points(table([100, 300]), Method.BUTLER).datum == 200

    def test_a_round_becomes_victory_points(self) -> None:
        """R-168: 1 v 2 and 3 v 4 play eight boards. 1 has 430 against 170 seven times, then 170 against 430.

        Datum (430 + 170) / 2 = 300, 130 = 4 IMPs; 7 x 4 - 4 = 24 IMPs = 23-7 in the column for 8 boards.
        """
        boards = [traveller("1 2 430", "3 4 170", board=b) for b in range(1, 8)]
        boards.append(traveller("1 2 170", "3 4 430", board=8))
        standings = score(session(*boards), JCBL, Method.HOUSTON)
        assert [(str(row.number), int(row.total), row.rank) for row in standings.ranking] == [
            ("1", 23, 1),
            ("4", 23, 1),
            ("2", 7, 3),
            ("3", 7, 3),
        ]
        first = standings.ranking[0]
        assert [first.percent, first.boards] == [fr(92), 8]

    def test_the_seats_of_a_round_may_change(self) -> None:
        """R-168: boards against the same pair make one round, with the pairs on either side."""
        one_way = [traveller("1 2 430", "3 4 170", board=b) for b in range(1, 5)]
        turned = [traveller("2 1 -430", "4 3 -170", board=b) for b in range(5, 9)]
        own = score(session(*one_way, *turned), JCBL, Method.HOUSTON).of(Number("1"))
        assert own is not None
        assert own.total == 25

    def test_who_sat_out_is_factored_up(self) -> None:
        """R-168, R-165: 1 and 2 meet once, 3 twice: 15 VP x 2 / 1 = 30."""
        boards = [traveller("1 3 100", board=b) for b in range(1, 9)]
        boards += [traveller("2 3 100", board=b) for b in range(9, 17)]
        standings = score(session(*boards), JCBL, Method.HOUSTON)
        assert {row.number: row.total for row in standings.ranking} == {"1": 30, "2": 30, "3": 30}

    def test_a_length_without_a_column_is_refused(self) -> None:
        """R-168, R-174: five boards a round have no column in the WBF scale, and none is made up."""
        with pytest.raises(Refused, match=r"scale\.no-column"):
            score(session(*(traveller("1 2 100", board=b) for b in range(1, 6))), JCBL, Method.HOUSTON)

    def test_while_results_are_awaited(self) -> None:
        """R-168, R-172: ranked by the share of what could be won so far, in the column for the whole round."""
        boards = [traveller("1 2 430", "3 4 170", "5 6 300", board=1), traveller("1 2 430", "3 4 170", board=2)]
        scoring = session(*boards, is_provisional=True, round_boards=8)
        standings = score(scoring, JCBL, Method.HOUSTON)
        assert standings.is_provisional
        percents = [row.percent for row in standings.ranking]
        assert percents == sorted(percents, key=lambda percent: percent or 0, reverse=True)
        assert score(session(is_provisional=True), JCBL, Method.HOUSTON).ranking == ()


class TestOneEntryThreeMethods:
    """R-179: the same results scored by three methods without entering them again (manual, lines 2555-2561)."""

    def test_three_rankings(self) -> None:
        """R-179: 1 wins often and little, 3 once and much: the order depends on the method."""
        boards = [traveller("1 2 140", "3 4 110", "5 6 120", board=b) for b in (1, 2, 3)]
        boards.append(traveller("1 2 100", "3 4 2000", "5 6 110", board=4))
        scoring = session(*boards, fields=(num(1, 3, 5), num(2, 4, 6)))
        rankings = {
            method: [row.number for row in score(scoring, JCBL, method).in_field(0)]
            for method in (Method.MATCHPOINTS, Method.IMPS, Method.TOTAL_POINTS)
        }
        assert rankings == {
            Method.MATCHPOINTS: ["1", "5", "3"],
            Method.IMPS: ["3", "1", "5"],
            Method.TOTAL_POINTS: ["3", "1", "5"],
        }

    def test_totals_by_hand(self) -> None:
        """R-179: 140, 110, 120 three times, then 100, 2000, 110: 1 has 6 of 8 matchpoints, 3 x 2 - 18 = -15 IMPs."""
        boards = [traveller("1 2 140", "3 4 110", "5 6 120", board=b) for b in (1, 2, 3)]
        boards.append(traveller("1 2 100", "3 4 2000", "5 6 110", board=4))
        own = {method: score(session(*boards), JCBL, method).of(Number("1")) for method in MARGINS}
        totals = {method.value: row.total for method, row in own.items() if row is not None}
        # IMPs: 30 -> 1 and 20 -> 1 three times, then -1900 -> -18 and -10 -> 0. Datums 120, 120, 120 and 110.
        assert totals == {
            "matchpoints": 6,
            "imps": 3 * 2 - 18,
            "total-points": 3 * 50 - 1910,
            "butler": 3 * 1 + 0,
        }


class TestAverages:
    """R-182, R-184: artificial scores of the methods that count margins (summary, lines 21-27 and 39-45)."""

    def test_figure_19(self) -> None:
        """R-182: plus results 55 + 57 + 78 = 190; 190 / 8 x 60 % = 14.25, and -14.25 of the minus results."""
        lines = (*figure_lines("figure_19"), *traveller("20 21 A+/A-", "22 23 A", "24 25 A-/A+", board=4))
        imps = by_number(method_points(lines, Method.IMPS))
        data = standard("averages")["imp_or_total_point_pairs"]["vector_on_figure_19_ns"]
        assert imps[Number("20")] == data["average_plus_divided_by_all_scores"] == fr("14.25")
        assert imps[Number("24")] == data["average_minus_divided_by_all_scores"]
        assert [imps[Number("22")], imps[Number("23")]] == frs(0, 0)
        # East-West have the opposite results, so the same plus and minus sums.
        assert [imps[Number("25")], imps[Number("21")]] == frs("14.25", "-14.25")

    def test_total_points(self) -> None:
        """R-182: 170, 450, 800, 420: the only plus is 1360; 1360 / 4 x 60 % = 204; minus 1360 in all: -204."""
        lines = (*table([170, 450, 800, 420]), *traveller("NS5 EW5 A+/A-", "NS6 EW6 A-/A+"))
        assert ns(lines, Method.TOTAL_POINTS)[4:] == frs(204, -204)

    def test_nothing_to_share(self) -> None:
        """R-182: a board without a real score gives nothing."""
        assert ns(traveller("1 2 A+", "3 4 A-"), Method.IMPS) == frs(0, 0)

    @for_each("text, imps", [("A", 0), ("A+", 3), ("A-", -3), ("60%", 3), ("50%", 0), ("40%", -3)])
    @for_each("method", [Method.BUTLER, Method.HOUSTON])
    def test_against_a_datum(self, method: Method, text: str, imps: int) -> None:
        """R-184: 0, +3 and -3 IMPs; a percentage above half counts as average plus, below as average minus."""
        lines = traveller("1 2 100", "3 4 100", "5 6 100", f"7 8 {text}")
        assert ns(lines, method, round_boards=8)[3] == imps

    def test_three_imps_in_a_round_of_eight(self) -> None:
        """R-184: seven flat boards and A+ / A-: 3 IMPs are 16-14 in the column for 8 boards."""
        boards = [traveller("1 2 100", "3 4 100", board=b) for b in range(1, 8)]
        boards.append(traveller("1 2 A+/A-", "3 4 100", board=8))
        standings = score(session(*boards), JCBL, Method.HOUSTON)
        assert {row.number: row.total for row in standings.ranking} == {"1": 16, "2": 14, "3": 15, "4": 15}

    def test_neutral_boards(self) -> None:
        """R-182, R-194: a board left out by mistake is average, or what was awarded; not played is nothing."""
        lines = traveller("1 2 100", "3 4 -100", "5 6 N", "7 8 N:A+", "9 10 NP")
        assert ns(lines, Method.IMPS) == [fr(5), fr(-5), fr(0), fr("1.5"), None]


class TestPenalties:
    """R-186, R-187: what one board costs (summary, lines 47-59), in boards, percent and the method's own unit."""

    def _deduction(self, method: Method, amount: object, unit: PenaltyUnit, tables: int, **rules: Any) -> Fraction:
        regulations = ruled(JCBL, "imps", **rules)
        boards = [table([100] * tables, board=b) for b in range(1, 9)]
        scoring = session(*boards, penalties=(Penalty(Number("NS1"), fr(amount), unit, "late"),))
        own = score(scoring, regulations, method).of(Number("NS1"))
        assert own is not None
        level = 15 if method is Method.HOUSTON else 0
        assert abs(own.total - (level - own.penalty)) <= Fraction(1, 200)
        return own.penalty

    @pytest.mark.parametrize("vector", standard("averages")["one_board_worth_for_penalties"]["vectors"][1:3])
    def test_vectors(self, vector: dict[str, Any]) -> None:
        """R-186: (results - 1) x 5 IMPs and x 250 points: 8 results are 35 and 1750."""
        method = {"imp_pairs": Method.IMPS, "total_point_pairs": Method.TOTAL_POINTS}[vector["method"]]
        assert self._deduction(method, 1, PenaltyUnit.BOARDS, vector["scores"]) == vector["value"]

    @for_each(
        "method, amount, unit, points",
        [
            (Method.IMPS, 1, PenaltyUnit.BOARDS, 60),
            (Method.TOTAL_POINTS, 1, PenaltyUnit.BOARDS, 3000),
            (Method.BUTLER, 1, PenaltyUnit.BOARDS, 5),
            (Method.HOUSTON, 1, PenaltyUnit.BOARDS, "1.25"),
            (Method.IMPS, "0.5", PenaltyUnit.BOARDS, 30),
            (Method.IMPS, 12, PenaltyUnit.MATCHPOINTS, 60),
            (Method.IMPS, 10, PenaltyUnit.PERCENT, 48),
            (Method.IMPS, 7, PenaltyUnit.IMPS, 7),
            (Method.TOTAL_POINTS, 400, PenaltyUnit.POINTS, 400),
            (Method.HOUSTON, 2, PenaltyUnit.VP, 2),
            (Method.HOUSTON, 10, PenaltyUnit.PERCENT, "2.5"),
            (Method.HOUSTON, 6, PenaltyUnit.MATCHPOINTS, "0.625"),
        ],
    )
    def test_thirteen_tables(self, method: Method, amount: object, unit: PenaltyUnit, points: object) -> None:
        """R-186, R-187: 13 results: 60 IMPs, 3000 points, 5 % of 25 VP = 1.25; half a board is half of it.

        12 matchpoints are one top; 10 percent of 8 boards are 0.8 of a board's worth, of one round 10 % of 25 VP.
        """
        assert self._deduction(method, amount, unit, 13) == fr(points)

    def test_divided_boards_have_divided_penalties(self) -> None:
        """R-167, R-186: where the sum is divided by 12 comparisons, so is one board: 60 / 12 = 5."""
        assert self._deduction(Method.IMPS, 1, PenaltyUnit.BOARDS, 13, divide_by=Divisor.COMPARISONS) == 5

    @for_each(
        "method, unit",
        [
            (Method.MATCHPOINTS, PenaltyUnit.IMPS),
            (Method.IMPS, PenaltyUnit.VP),
            (Method.HOUSTON, PenaltyUnit.POINTS),
        ],
    )
    def test_units_of_other_methods_are_refused(self, method: Method, unit: PenaltyUnit) -> None:
        """R-187: a penalty in a unit that the method does not count in."""
        with pytest.raises(Refused, match=r"scoring\.penalty-unit"):
            self._deduction(method, 1, unit, 13)


class TestFouledBoards:
    """R-200, R-201: boards played in two forms (summary, lines 204-226)."""

    def _forms(self, *groups: list[int]) -> tuple[Line, ...]:
        lines: tuple[Line, ...] = ()
        for group, scores in enumerate(groups):
            lines += table(scores, group, len(lines) + 1)
        return lines

    def test_five_and_three(self) -> None:
        """R-200: i x N / n: 49 x 8/5 = 78.4 IMPs, 2870 x 8/5 = 4592 points, and the group of three x 8/3."""
        example = standard("fouled")["imp_and_total_point_pairs"]["own_example_5_and_3_of_figure_19"]
        lines = self._forms(*(group["scores_ns"] for group in example))
        assert ns(lines, Method.IMPS) == [value for group in example for value in group["final_imp"]]
        assert ns(lines, Method.TOTAL_POINTS) == [v for group in example for v in group["final_total_point"]]

    def test_seven_and_one(self) -> None:
        """R-200: seven results x 8/7; the single table: 60 % of the mean plus on both sides, 42.45 -> 25.47 each."""
        example = standard("fouled")["imp_and_total_point_pairs"]["own_example_7_and_1_of_figure_19"]
        board = method_points(self._forms(example["scores_ns_group_of_7"], [800]), Method.IMPS)
        assert side_points(board, Side.NS) == [*example["final_imp_ns"], example["single_table_each_side"]]
        assert side_points(board, Side.EW)[-1] == example["single_table_each_side"]
        assert board.is_adjusted

    def test_six_and_one(self) -> None:
        """R-200: N = 7: six results x 7/6: 100 against five zeros is 15 x 7/6 = 17.5; the plus results of both sides
        are 17.5 and five times 3.5, mean 35/6, 60 % = 3.5."""
        board = method_points(self._forms([100, 0, 0, 0, 0, 0], [300]), Method.IMPS)
        assert side_points(board, Side.NS) == frs("17.5", "-3.5", "-3.5", "-3.5", "-3.5", "-3.5", "3.5")
        assert side_points(board, Side.EW)[-1] == fr("3.5")

    def test_three_forms(self) -> None:
        """R-200: groups of two, two and one: x 5/2, and the single one from the plus results of both others."""
        board = method_points(self._forms([100, 0], [50, 0], [-90]), Method.IMPS)
        assert side_points(board, Side.NS) == frs("7.5", "-7.5", 5, -5, "3.75")

    def test_single_forms_only(self) -> None:
        """R-200: without any result to compare there is nothing to share."""
        assert ns(self._forms([100], [50]), Method.IMPS) == frs(0, 0)

    def test_houston_five_and_three(self) -> None:
        """R-201: five have the datum (90 + 140 + 100) / 3 = 110, the three get +3 IMPs both ways."""
        board = method_points(self._forms([600, 90, 140, -200, 100], [630, 0, 800]), Method.HOUSTON, round_boards=8)
        assert side_points(board, Side.NS) == frs(10, -1, 1, -7, 0, 3, 3, 3)
        assert side_points(board, Side.EW) == frs(-10, 1, -1, 7, 0, 3, 3, 3)
        assert (board.datum, board.is_adjusted) == (None, True)

    def test_houston_points_exceed_the_scale(self) -> None:
        """R-201: seven flat boards and +3 IMPs for both sides: 16 VP each, 32 instead of 30."""
        boards = [traveller("1 2 100", "3 4 100", "5 6 100", board=b) for b in range(1, 8)]
        last = (*traveller("1 2 100", board=8), *traveller("3 4 90", "5 6 100", board=8, group=1))
        standings = score(session(*boards, last), JCBL, Method.HOUSTON)
        assert {row.total for row in standings.ranking} == {Fraction(16)}

    def test_houston_four_and_four(self) -> None:
        """R-201: groups of four or more are reckoned apart, each with its own datum."""
        board = method_points(self._forms([100, 100, 100, 400], [-400, -400, -400, 0]), Method.BUTLER)
        assert side_points(board, Side.NS) == frs(0, 0, 0, 7, 0, 0, 0, 9)


class TestWeightedScores:
    """R-203: weighted scores in the methods that count margins: by each part with its weight, decimals kept."""

    def test_against_every_table(self) -> None:
        """R-203: 40 % of 450 (1 + 7 IMPs on 420 and 170) and 60 % of 170 (-6 + 0): 0.4 x 8 - 0.6 x 6 = -0.4."""
        lines = traveller("1 2 40%450,60%170", "3 4 420", "5 6 170")
        board = method_points(lines, Method.IMPS)
        assert side_points(board, Side.NS) == frs("-0.4", "9.2", "-8.8")
        for side in BOTH_SIDES:
            assert sum(points or 0 for points in side_points(board, side)) == 0

    def test_two_weighted_scores(self) -> None:
        """R-203: half of 100 and half of 0, twice: against each other they bring nothing."""
        assert ns(traveller("1 2 50%100,50%0", "3 4 50%100,50%0"), Method.IMPS) == frs(0, 0)

    def test_against_a_datum(self) -> None:
        """R-203: the mean 0.4 x 450 + 0.6 x 170 = 282 enters the datum: (282 + 420) / 2 = 351 -> 350."""
        board = method_points(traveller("1 2 40%450,60%170", "3 4 420"), Method.BUTLER)
        assert board.datum == 350
        # 450 - 350 is 3 IMPs, 170 - 350 is -5: 0.4 x 3 - 0.6 x 5 = -1.8; 420 - 350 is 2.
        assert side_points(board, Side.NS) == frs("-1.8", 2)
        assert side_points(board, Side.EW) == frs("1.8", -2)

    def test_split_scores(self) -> None:
        """R-205: each side is compared with the outcomes of its own side."""
        board = method_points(traveller("1 2 100/0", "3 4 0"), Method.IMPS)
        assert (side_points(board, Side.NS), side_points(board, Side.EW)) == (frs(3, -3), frs(0, 0))
        assert board.is_adjusted


class TestIndividualsAndExcluded:
    """R-166: single players, phantoms and pairs whose scores were removed."""

    def test_individuals(self) -> None:
        """R-166: partners share what their table gains."""
        game = session(traveller("1+2 3+4 100", "5+6 7+8 0"))
        totals = {row.number: row.total for row in score(game, JCBL, Method.IMPS).ranking}
        assert totals == {"1": 3, "2": 3, "3": -3, "4": -3, "5": -3, "6": -3, "7": 3, "8": 3}

    @for_each("method", [Method.IMPS, Method.BUTLER, Method.HOUSTON])
    def test_a_removed_pair(self, method: Method) -> None:
        """R-116: a line with a removed pair is no result, and nobody has a score of it."""
        game = session(traveller("1 2 100", "3 4 0", "5 6 4000"), excluded=frozenset(num(6)), round_boards=8)
        standings: Standings = score(game, JCBL, method)
        assert [points is None for points in side_points(standings.boards[1], Side.NS)] == [False, False, True]
        assert standings.of(Number("5")) is None
        assert standings.of(Number("6")) is None

    def test_boards_due(self) -> None:
        """R-166: a board not played is one board less and no average."""
        game: ScoringInput = session(traveller("1 2 100", "3 4 0"), traveller("1 2 NP", "3 4 0", board=2))
        own = score(game, JCBL, Method.BUTLER).of(Number("1"))
        assert own is not None
        assert (own.boards, own.boards_due) == (1, 2)
