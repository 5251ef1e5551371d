"""Totals and ranking: R-212 to R-217, R-225, R-226; and R-386, R-013, R-374, R-397 on rounding and versions.

Standards: `tests/data/standards/scoring/{factoring,ranking,mp_examples,corrections}.json`, each with its lines.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.amounts import decimal_string, format_half_points
from arrowswitch.core.scoring.explain import explain_rank
from arrowswitch.core.scoring.method_rules import Factoring
from arrowswitch.core.scoring.outcomes import Line
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.core.scoring.rules import EventClass, RankBy, Ties
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.totals.ranking import percentage_game, places_paid, rank_standings, ranked_among
from arrowswitch.regulations import from_plain, load, to_plain
from tests.tables import for_each
from tests.travellers import (
    JCBL,
    WBF,
    fr,
    frs,
    num,
    score_lines,
    session,
    standard,
    traveller,
    with_rules,
)


def standing(number: str, total: object, percent: object = 50, field: int = 0) -> Standing:
    """Returns a standing to be ranked."""
    return Standing(
        Number(number), 0, False, field, None, fr(total), fr(0), fr(total), fr(percent), 10, 10, is_placed=False
    )


def ranks(rows: tuple[Standing, ...]) -> list[tuple[str, int, bool]]:
    return [(row.number, row.rank, row.is_tied) for row in rows]


RULES = JCBL.scoring.ranking


class TestRank:
    """R-212: highest total first, ties share the rank, Mitchell sides apart (lines 1197, 1307-1313)."""

    def test_two_pairs_with_120_5_are_both_third(self) -> None:
        """R-212: 130, 125, 120.5, 120.5, 119: ranks 1, 2, 3, 3, 5."""
        rows = [standing(str(n), total) for n, total in enumerate((119, 120.5, 130, 120.5, 125), start=1)]
        expected = [("3", 1, False), ("5", 2, False), ("2", 3, True), ("4", 3, True), ("1", 5, False)]
        assert ranks(rank_standings(rows, RULES, RankBy.TOTAL)) == expected

    def test_the_next_rank_may_follow_instead(self) -> None:
        """R-212: the skipped rank is a setting: 1, 2, 2, 3."""
        rows = [standing(str(n), total) for n, total in enumerate((9, 8, 8, 7), start=1)]
        ranking = rank_standings(rows, replace(RULES, ties=Ties.NEXT_FOLLOWS), RankBy.TOTAL)
        assert [row.rank for row in ranking] == [1, 2, 2, 3]

    def test_mitchell_sides(self) -> None:
        """R-212: both fields of a two-table Mitchell have a first and a second place."""
        boards = [traveller("NS1 EW1 100", "NS2 EW2 50", board=b) for b in (1, 2)]
        fields = (num("NS1", "NS2"), num("EW1", "EW2"))
        standings = score(session(*boards, fields=fields), JCBL)
        assert ranks(standings.in_field(0)) == [("NS1", 1, False), ("NS2", 2, False)]
        assert ranks(standings.in_field(1)) == [("EW2", 1, False), ("EW1", 2, False)]

    def test_percentages_rank_before_they_are_rounded_where_a_body_says_so(self) -> None:
        """R-212: 602.90 and 602.86 of 1056 are both 57.09 %: shared by the published number, not by the exact one."""
        exact = replace(JCBL, scoring=replace(JCBL.scoring, ranking=replace(RULES, by=RankBy.EXACT_PERCENT)))
        by_percent = replace(JCBL, scoring=replace(JCBL.scoring, ranking=replace(RULES, by=RankBy.PERCENT)))
        rows = [standing("1", "602.86", percent="57.09"), standing("2", "602.90", percent="57.09")]
        rows = [replace(row, percent_cut=row.total * 100 / 1056 - row.percent) for row in rows if row.percent]
        assert ranks(rank_standings(rows, RULES, RankBy.PERCENT)) == [("1", 1, True), ("2", 1, True)]
        assert ranks(rank_standings(rows, RULES, RankBy.EXACT_PERCENT)) == [("2", 1, False), ("1", 2, False)]
        boards = [traveller(*(f"{n} {n + 100} {n * 10}" for n in range(1, 8)), board=b) for b in (1, 2, 3)]
        for rules in (exact, by_percent):
            standings = score(session(*boards), rules)
            for row in standings.ranking:
                explanation = explain_rank(standings, rules, row.number)
                assert explanation.result == row.rank
        explanation = explain_rank(score(session(*boards), exact), exact, Number("2"))
        assert explanation.steps[0].code == "explain.ranked-by-exact-percent"
        assert "/" not in str(explanation.steps[0].params["amount"])

    def test_totals_are_ranked_as_rounded(self) -> None:
        """R-212: factored, rounded, then ranked (line 1309): 1/3 of a point more than two decimals show is a tie."""
        rows = [standing("1", round_half_up_2(Fraction(1000, 9))), standing("2", "111.11")]
        assert [row.rank for row in rank_standings(rows, RULES, RankBy.TOTAL)] == [1, 1]


class TestPercentageGame:
    """R-213: fields and sections brought to the same condition and ranked together (lines 1315-1320)."""

    def test_vectors(self) -> None:
        """R-213: 99 of 18 boards x top 8 = 68.75 %; 61.5 of 26 x 5 = 47.31 %."""
        for vector in standard("factoring")["percentage_game"]["own_vectors"]:
            percent = round_half_up_2(Fraction(vector["mp"]) * 100 / (vector["boards"] * vector["top"]))
            assert percent == vector["pct"]

    def test_two_sections_with_different_averages(self) -> None:
        """R-213: section A of 3 tables (top 2), B of 2 (top 1): 75 % before 50 % before 25 %, with any points."""
        a = session(traveller("A1 A2 10", "A3 A4 10", "A5 A6 0"), traveller("A1 A2 9", "A3 A4 8", "A5 A6 7", board=2))
        b = session(traveller("B1 B2 10", "B3 B4 10"), traveller("B1 B2 9", "B3 B4 9", board=2))
        game = percentage_game([score(part, JCBL) for part in (a, b)], RULES)
        assert [(row.number, row.rank, row.percent) for row in game[:4]] == [
            ("A6", 1, 100),
            ("A1", 2, fr(87.5)),
            ("A3", 3, fr(62.5)),
            ("B1", 4, 50),
        ]
        assert [row.rank for row in game] == [1, 2, 3, 4, 4, 4, 4, 8, 9, 10]

    def test_both_fields_of_a_mitchell_together(self) -> None:
        """R-213: the four pairs of two fields in one list by percentage."""
        boards = [traveller("NS1 EW1 100", "NS2 EW2 50", board=1), traveller("NS1 EW2 100", "NS2 EW1 100", board=2)]
        standings = score(session(*boards, fields=(num("NS1", "NS2"), num("EW1", "EW2"))), JCBL)
        assert ranks(percentage_game([standings], RULES)) == [
            ("EW2", 1, True),
            ("NS1", 1, True),
            ("EW1", 3, True),
            ("NS2", 3, True),
        ]


def nine_of_ten_boards() -> Standings:
    """Pair 1 has 8 x 7 + 5.5 = 61.5 points on nine of ten boards with sixteen results each; the others play all ten."""
    boards = []
    for board, own in enumerate(("75", "75", "75", "75", "75", "75", "75", "75", "60"), start=1):
        field = [f"NS{t} EW{t} {10 * t}" for t in range(1, 16)]
        boards.append(traveller(*field, f"1 2 {own}", board=board))
    return score(session(*boards, traveller(*field, "3 4 0", board=10)), JCBL)


class TestFactoring:
    """R-214: total x boards to be played / boards played, third decimal half up (lines 1297-1305)."""

    @for_each("vector", standard("factoring")["vectors"], ids=lambda v: v["exact"])
    def test_vectors(self, vector: dict[str, Any]) -> None:
        """R-214: 100 x 10/9 = 111.11, 4.5 x 5/4 = 5.625 = 5.63 ..."""
        exact = Fraction(vector["mp"]) * Fraction(vector["full"], vector["boards_or_comparisons_played"])
        assert exact == Fraction(vector["exact"])
        assert round_half_up_2(exact) == vector["factored"]

    def test_61_5_with_nine_of_ten_boards(self) -> None:
        """R-214: 61.5 x 10/9 = 68.333 = 68.33, among pairs with all ten boards."""
        standing = nine_of_ten_boards().of(Number("1"))
        assert standing is not None
        assert [standing.raw, standing.total] == [fr(61.5), fr("68.33")]
        assert standing.boards == 9

    def test_third_decimal_five_goes_up(self) -> None:
        """R-214: a raw 62.005 becomes 62.01."""
        assert round_half_up_2(fr("62.005")) == fr("62.01")

    def test_tops_that_differ_between_sessions(self) -> None:
        """R-214: a session of top 1 and one of top 2 (boards 101 on): the first's points count double (line 2219)."""
        first = traveller("1 2 100", "3 4 50")
        second = traveller("1 4 100", "3 6 50", "5 2 0", board=101)
        standing = score(session(first, second), JCBL).of(Number("1"))
        assert standing is not None
        assert [standing.total, standing.percent] == frs(4, 100)


class TestFactoringDown:
    """R-215: down only as an informal shortcut; the official record factors up (line 1299)."""

    def test_up_is_the_default(self) -> None:
        """R-215: no informal mark."""
        standings = nine_of_ten_boards()
        assert JCBL.scoring.totals.factoring is Factoring.UP
        assert not standings.is_informal

    def test_switching_marks_the_ranking(self) -> None:
        """R-215: the pair with ten boards comes down to nine, and the standings are marked as informal."""
        rules = with_rules(JCBL, "totals", factoring=Factoring.DOWN)
        boards = [traveller("1 2 100", "3 4 50", board=b) for b in range(1, 10)]
        standings = score(session(*boards, traveller("1 4 100", "5 6 50", board=10)), rules)
        assert standings.is_informal
        standing = standings.of(Number("1"))
        assert standing is not None
        assert standing.total == 1

    def test_no_factoring_at_all(self) -> None:
        """R-215: without factoring 9 points of 9 boards stay 9 and are still 100 %."""
        rules = with_rules(JCBL, "totals", factoring=Factoring.NONE)
        boards = [traveller("1 2 100", "3 4 50", board=b) for b in range(1, 10)]
        standing = score(session(*boards, traveller("3 4 100", "5 6 50", board=10)), rules).of(Number("1"))
        assert standing is not None
        assert [standing.total, standing.percent] == frs(9, 100)


class TestStrata:
    """R-216: stratum A ranks all, B all but A, C only C (lines 1521-1532)."""

    def test_example(self) -> None:
        """R-216: eight pairs; P4 of flight C is third with a tie overall, second in B and first in C."""
        data = standard("ranking")["own_example_stratified"]
        rows = tuple(standing(pair["pair"], 0, pair["pct"]) for pair in data["pairs"])
        standings = Standings("matchpoints", "test", rows, {})
        flights = {pair["pair"]: pair["flight"] for pair in data["pairs"]}
        for key, members in (("overall_A", "ABC"), ("B", "BC"), ("C", "C")):
            numbers = [Number(pair) for pair, flight in flights.items() if flight in members]
            among = ranked_among(standings, numbers, RULES, RankBy.PERCENT)
            assert {row.number: row.rank for row in among} == data[key]

    def test_a_c_pair_can_win_b(self) -> None:
        """R-216: with 60 % a pair of flight C is first of B and C together."""
        rows = (standing("1", 0, 65), standing("2", 0, 55), standing("3", 0, 60))
        standings = Standings("matchpoints", "test", rows, {})
        assert ranked_among(standings, num(2, 3), RULES, RankBy.PERCENT)[0].number == "3"


class TestRankWithin:
    """R-217: per section and side as well as overall (line 1985)."""

    def test_every_pair_is_once_in_each_list(self) -> None:
        """R-217: two sections scored across: overall, section A, section B."""
        lines = traveller("A1 A2 10", "A3 A4 20", "B1 B2 30", "B3 B4 40")
        standings = score(session(lines), JCBL)
        a = ranked_among(standings, num("A1", "A2", "A3", "A4"), RULES)
        b = ranked_among(standings, num("B1", "B2", "B3", "B4"), RULES)
        assert sorted(row.number for row in (*a, *b)) == sorted(row.number for row in standings.ranking)
        assert ranks(a) == [("A2", 1, False), ("A4", 2, False), ("A3", 3, False), ("A1", 4, False)]


class TestSessionsOfDifferentLength:
    """R-225: 24 and 26 boards of equal top: percentage = total / (50 x top) (lines 2219, 2276)."""

    def test_two_sessions_as_one_input(self) -> None:
        """R-225: pair 1 is better on 30 of 50 boards of top 1: 60 %, boards of the second session from 101 on."""
        numbers = [*range(1, 25), *range(101, 127)]
        boards = [traveller(f"1 2 {100 if i < 30 else -100}", "3 4 0", board=b) for i, b in enumerate(numbers)]
        standing = score(session(*boards), JCBL).of(Number("1"))
        assert standing is not None
        assert standing.boards == 50
        assert [standing.total, standing.percent] == frs(30, 60)


class TestPlaces:
    """R-226: the first 35 percent of the entrants, rounded up, are placed (line 1197)."""

    @for_each("entrants, places", [(20, 7), (12, 5), (6, 3), (2, 1), (13, 5), (0, 0)])
    def test_numbers(self, entrants: int, places: int) -> None:
        """R-226: 35 % of 20 is 7, of 12 4.2, of 6 2.1."""
        assert places_paid(entrants, RULES) == places

    def test_ties_for_the_last_place_are_placed(self) -> None:
        """R-226: of six pairs three are placed; two tied for third are both placed, the fifth is not."""
        rows = [standing(str(n), total) for n, total in enumerate((9, 8, 7, 7, 6, 5), start=1)]
        assert [row.is_placed for row in rank_standings(rows, RULES, RankBy.TOTAL)] == [
            True,
            True,
            True,
            True,
            False,
            False,
        ]


class TestRounding:
    """R-386: one documented policy, half up; no drift (lines 1305, 2015, 3623)."""

    @for_each(
        "exact, rounded",
        [("0.005", "0.01"), ("-0.005", "-0.01"), ("5.625", "5.63"), ("62.005", "62.01"), ("1.004999", "1")],
    )
    def test_halves(self, exact: str, rounded: str) -> None:
        """R-386: 0.005 goes up, below zero away from it; nothing is rounded twice."""
        assert round_half_up_2(fr(exact)) == fr(rounded)

    def test_products_that_floats_get_wrong(self) -> None:
        """R-386: 0.05 x 0.7 = 0.035 is 0.04, 4.5 x 5/4 = 5.625 is 5.63."""
        assert round_half_up_2(fr("0.05") * fr("0.7")) == fr("0.04")
        assert round_half_up_2(fr("4.5") * Fraction(5, 4)) == fr("5.63")

    def test_thirds_add_up_exactly(self) -> None:
        """R-386: three boards of 1/3 of a point (factored 1 of 3 to 1) make one point, not 0.99."""
        lines = traveller("1 2 10", "3 4 20", "5 6 30", "7 8 40")
        boards = [tuple(replace(line, board=b) for line in lines) for b in (1, 2, 3)]
        full = {1: 5, 2: 5, 3: 5}
        standing = score(session(*boards, full_results=full), JCBL).of(Number("3"))
        assert standing is not None
        assert standing.total == 4
        assert score_lines(lines, full_results=5).rows[1].ns.points == fr("1.33")

    def test_every_amount_is_a_decimal_text(self) -> None:
        """R-386: 1/3 is written 0.33 on every platform, two thirds 0.67, minus a thousandth 0.00."""
        assert [decimal_string(Fraction(n, 3)) for n in (1, 2, -1)] == ["0.33", "0.67", "-0.33"]
        assert decimal_string(fr("-0.001")) == "0.00"


class TestHalfPoints:
    """R-013: half match points as x or as .5, the totals the same (lines 559, 1191)."""

    def test_figure_3_row_2(self) -> None:
        """R-013: the printed row with "7x", "2x" and "x" read back from its points, and the same with ".5"."""
        second = standard("mp_examples")["figure_3"]["rows"][1]
        points = second["boards_1_16"]
        printed = second["cells"][4:]
        assert [format_half_points(Fraction(p), is_half_x=True) for p in points] == printed
        assert [format_half_points(Fraction(p)) for p in points] == [
            text.replace("x", ".5") if text != "x" else "0.5" for text in printed
        ]
        assert sum(points) == second["sum_16_boards"]


class TestVersions:
    """R-374, R-397: rules are parameters with a version; a change holds for new events only."""

    def test_changing_60_to_55_changes_average_plus(self) -> None:
        """R-397: of top 12 average plus is 7.2 with 60 % and 6.6 with 55 %."""
        lines = [Line.of_score(1, Number(f"NS{t}"), Number(f"EW{t}"), 10 * t) for t in range(12)]
        lines += traveller("X Y A+")
        changed = with_rules(JCBL, "averages", plus=fr(55))
        assert [score_lines(lines, rules).rows[12].ns.points for rules in (JCBL, changed)] == frs(7.2, 6.6)

    def test_an_event_keeps_the_copy_it_was_made_with(self) -> None:
        """R-374: the copy in an old event still gives 60 % after the file has 55 %."""
        copy = to_plain(load("jcbl-2008"))
        new = to_plain(load("jcbl-2008"))
        new["averages"]["plus"]["value"] = 55
        assert from_plain(copy).scoring.averages.plus == 60
        assert from_plain(new).scoring.averages.plus == 55

    def test_every_number_names_its_clause(self) -> None:
        """R-374: every value of a body's file has the document it comes from."""
        for name in ("jcbl-2008", "wbf-2017"):
            plain = to_plain(load(name))
            entries = [e for section in plain.values() if isinstance(section, dict) for e in section.values()]
            assert len(entries) > 30
            assert all(entry["clause"] for entry in entries)


class TestCorrectionPeriod:
    """The correction period stands in the regulations (summary, lines 137-141)."""

    def test_periods(self) -> None:
        """R-304: 30 minutes after publication; a weekly game until the next game; the Laws 30 minutes for all."""
        assert JCBL.corrections.minutes_for(EventClass.SECTIONAL) == 30
        assert JCBL.corrections.minutes_for(EventClass.WEEKLY) is None
        assert WBF.corrections.minutes_for(EventClass.WEEKLY) == 30
        assert "30" in standard("corrections")["period"]["federation_events"]
