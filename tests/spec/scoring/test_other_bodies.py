"""Regulations of other bodies: R-168, R-175, R-181, R-186, R-198, R-199, R-203, R-212, R-216, R-272, R-397.

Standards: `tests/data/standards/scoring/{other_bodies,collected}.json`, each example with its source. The checks by
real events of other programs are in `scoring/test_real_matchpoint_events.py`.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.bulk.lines import field_of
from arrowswitch.core.scoring.bulk.totals import score_bulk
from arrowswitch.core.scoring.inputs import Penalty
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import AverageKind, Line
from arrowswitch.core.scoring.rules import EventClass, PairTieBreak, PenaltyUnit, RankBy
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.team_rules import TieBreak
from arrowswitch.core.scoring.teams.swiss_rulings import is_mismatch, mismatch_points, void_boards
from arrowswitch.core.scoring.teams.ties import RankedTeam, places_of
from arrowswitch.core.scoring.tie_breaks import TiesSplit
from arrowswitch.core.scoring.totals.handicap import HandicapRules, with_handicaps
from arrowswitch.core.scoring.totals.pair_ties import PairTies
from arrowswitch.core.scoring.totals.ranking import percentage_game
from arrowswitch.core.scoring.totals.strata import Stratum, stratum_rankings
from arrowswitch.regulations import from_plain, load, load_scale, to_plain
from tests.tables import for_each
from tests.travellers import (
    JCBL,
    STANDARDS,
    WBF,
    fr,
    method_points,
    num,
    row,
    score_lines,
    session,
    side_points,
    standard,
    traveller,
    with_rules,
)

EBU, ACBL = load("ebu"), load("acbl")
FACTS = standard("other_bodies")
COLLECTED = json.loads((STANDARDS / "collected.json").read_text(encoding="utf-8"))["data"]


def groups(*sizes: int) -> list[Line]:
    """Returns one board fouled into groups of these sizes; the first result of each group is the worst for
    North-South."""
    lines: list[Line] = []
    for group, size in enumerate(sizes):
        for place in range(size):
            number = len(lines) + 1
            lines.append(row(f"NS{number} EW{number} {100 * place + 50}", group=group))
    return lines


def percents(rules: Regulations, *sizes: int) -> list[Fraction | None]:
    board = score_lines(groups(*sizes), rules, EventClass.SECTIONAL)
    return [one.ns.percent for one in board.rows]


class TestSmallSubFields:
    """R-198, R-199: White Book 4.2.3.3, a small group is one of three at most, and at most a third of all results."""

    def test_three_of_nine(self) -> None:
        """R-198: 70, 60 and 50 % for three of nine: 60 + (M - 2) x 5 with M = 4, 2, 0; sums of 120 %."""
        north_south = percents(EBU, 6, 3)[6:]
        assert north_south == [60 + (mp - 2) * 5 for mp in (0, 2, 4)]
        east_west = [line.ew.percent for line in score_lines(groups(6, 3), EBU, EventClass.SECTIONAL).rows[6:]]
        assert [one + other for one, other in zip(north_south, east_west, strict=True) if one and other] == [
            FACTS["small_sub_fields"]["sums_to_percent"]
        ] * 3

    def test_two_of_six(self) -> None:
        """R-198: 65 and 55 % for two of six: 60 + (M - 1) x 5 with M = 2, 0."""
        assert percents(EBU, 4, 2)[4:] == [55, 65]

    def test_ties_share(self) -> None:
        """R-198: two equal scores have 60 % each."""
        lines = [*groups(4), row("5 15 110", group=1), row("6 16 110", group=1)]
        assert [line.ns.percent for line in score_lines(lines, EBU, EventClass.SECTIONAL).rows[4:]] == [60, 60]

    def test_two_of_five_are_more_than_a_third(self) -> None:
        """R-199: E = 5, A = 2: the formula; 0 becomes (0 + 1) x 5 / 2 - 1 = 1.5 of 8."""
        board = score_lines(groups(3, 2), EBU, EventClass.SECTIONAL)
        fact = FACTS["neuberg_two_of_five"]
        assert (board.rows[3].ns.exact, board.top) == (fr(fact["adjusted"]), fr(8))
        assert percents(WBF, 3, 2)[3:] == [55, 65]

    def test_three_of_eight_are_more_than_a_third(self) -> None:
        """R-199: three of eight by the formula, (M + 1) x 8/3 - 1 for M = 0, 2, 4; the WBF has 50, 60, 70 %."""
        board = score_lines(groups(5, 3), EBU, EventClass.SECTIONAL)
        assert [line.ns.exact for line in board.rows[5:]] == [Fraction(8 * (mp + 1), 3) - 1 for mp in (0, 2, 4)]
        assert percents(WBF, 5, 3)[5:] == [50, 60, 70]

    def test_three_of_ten_before_there_was_a_rule_for_small_groups(self) -> None:
        """R-198: an older article has the formula for three of ten: 15.7, 9.0 and 2.3, to a tenth."""
        fact = FACTS["neuberg_three_of_ten"]
        board = score_lines(groups(7, 3), with_rules(EBU, "fouled", small_share=Fraction(1, 4)), EventClass.SECTIONAL)
        matchpoints = [decimal_string(line.ns.exact, 1) for line in board.rows[7:] if line.ns.exact is not None]
        assert matchpoints == [fact["mp_to_adjusted"][mp] for mp in ("0", "2", "4")]

    def test_a_score_alone_has_average_plus(self) -> None:
        """R-198: played once in a form: 60 % to both sides, however many results the board has."""
        for others in (1, 2, 9):
            assert percents(EBU, others, 1)[-1] == 60

    @given(st.integers(1, 12), st.integers(1, 12))
    def test_formula_groups_keep_their_average(self, first: int, second: int) -> None:
        """R-198: what the formula gives a group is half of the top for each of its results."""
        board = score_lines(groups(first, second), EBU, EventClass.SECTIONAL)
        for size, rows in ((first, board.rows[:first]), (second, board.rows[first:])):
            if size > 3 or (size > 1 and 3 * size > first + second):
                assert sum(line.ns.exact or 0 for line in rows) == size * board.top / 2


class TestGroupsOfTheAcbl:
    """R-199: ACBLscore manual, fouled/adjusted board formula."""

    @for_each("sizes, expected", FACTS["acbl_groups"]["groups"])
    def test_groups(self, sizes: list[int], expected: list[object]) -> None:
        """R-198, R-199: three use the formula when they are the larger group; 65 and 55; 60."""
        percentages, start = percents(ACBL, *sizes), 0
        for size, rule in zip(sizes, expected, strict=True):
            own = percentages[start : start + size]
            total = sum(sizes)
            formula = [
                Fraction(100 * (2 * total * place + total - size), 2 * size * (total - 1)) for place in range(size)
            ]
            assert own == (formula if rule == "formula" else list(reversed(rule if isinstance(rule, list) else [])))
            start += size


class TestWeightedScores:
    """R-203: the points of each outcome first, then the weights (White Book 4.1.1.4)."""

    def test_the_example_of_six_tables(self) -> None:
        """R-203: 0.3 x 9.7 + 0.7 x 5.7 = 6.9 of 10, and 3.1.

        +650 is there once and 0.3 times: 2 x 4.7 + 0.3 = 9.7; -100 twice and 0.7 times: 2 x 2 + 1.7 = 5.7. Compared
        with the others alone the ruling has 0.3 x 9 + 0.7 x 6, the same.
        """
        fact = FACTS["weighted_of_six"]
        others = traveller("1 11 650", "2 12 -100", "3 13 -100", "4 14 -200", "5 15 -300")
        board = score_lines([*others, row("6 16 30%650,70%-100")], EBU)
        assert board.top == fact["top"]
        assert [line.ns.exact for line in board.rows[:2]] == [fr(points) for _, _, points in fact["parts"]]
        assert (board.rows[5].ns.exact, board.rows[5].ew.exact) == (fr(fact["ns"]), fr(fact["ew"]))

    def test_a_score_between_two_others(self) -> None:
        """R-203: +430 among +500 (14), twice +450 (11) and five +420 (4): 9 by hand, which the book calls an
        approximation; exactly 8 in place of a +420 and 10 in place of a +450."""
        fact = FACTS["assigned_between"]
        scores = [500, 450, 450, *[420] * 5]
        board = score_lines([row(f"{i} {i + 20} {score}") for i, score in enumerate(scores, start=1)], EBU)
        assert [[score, found.ns.points] for score, found in list(zip(scores, board.rows, strict=True))[::2]][:3] == [
            *([score, points] for score, points in fact["scores"]),
        ]
        exact = []
        for replaced in (7, 1):
            ruled = [fact["assigned"] if place == replaced else score for place, score in enumerate(scores)]
            lines = [row(f"{i} {i + 20} {score}") for i, score in enumerate(ruled, start=1)]
            exact.append(score_lines(lines, EBU).rows[replaced].ns.exact)
        assert exact == [8, 10]
        assert exact[0] < fact["by_hand"] < exact[1]


class TestAveragesAndDatums:
    """R-181, R-168: 60, 50, 40 %, or the own average; Butler."""

    @for_each("rules", [EBU, ACBL, WBF])
    def test_averages(self, rules: Regulations) -> None:
        """R-181: average plus of a pair with 75 % elsewhere is 75 %, of one with 50 % it is 60 %."""
        averages = rules.scoring.averages
        assert [averages.percent(kind) for kind in AverageKind] == [50, 60, 40]
        assert [averages.percent(AverageKind.PLUS, Fraction(own)) for own in (75, 50)] == [75, 60]
        assert [averages.percent(AverageKind.MINUS, Fraction(own)) for own in (30, 50)] == [30, 40]

    def test_butler(self) -> None:
        """R-168: 620 four and 170 three times, best and worst left out: 2200 / 5 = 440; 180 is 5 IMPs, -270 is -7."""
        fact = FACTS["butler"]
        lines = [row(f"{i} {i + 10} {-score}") for i, score in enumerate(fact["ew_scores"], start=1)]
        board = method_points(lines, Method.BUTLER, EBU)
        assert board.datum == -fact["datum"]
        assert side_points(board, Side.EW) == [fact["imps"][str(score)] for score in fact["ew_scores"]]


class TestScales:
    """R-175: scales of the other bodies."""

    @for_each("boards, percent, points", FACTS["swiss_pairs"]["vectors"])
    def test_swiss_pairs(self, boards: int, percent: str, points: int) -> None:
        """R-175: a share on a boundary takes the victory points nearer to the average (56.23 % of 8 boards is 14-6)."""
        scale = load_scale(EBU.swiss_pairs.percent_scale)
        margin = (fr(percent) - 50) * 100
        assert scale.points(margin, boards) == (fr(points), fr(20 - points))
        assert scale.points(-margin, boards) == (fr(20 - points), fr(points))

    @for_each("boards, imps, points", FACTS["discrete"]["vectors"])
    def test_discrete(self, boards: int, imps: int, points: int) -> None:
        """R-175: 20 boards: 0-1 IMPs 10, 2-5 11, 6-9 12."""
        assert load_scale("wbf-discrete").points(imps, boards) == (fr(points), fr(20 - points))

    def test_every_discrete_column_is_near_the_continuous_scale(self) -> None:
        """R-175: a band begins within one IMP of the first margin whose continuous points round to it, and none is
        empty."""
        continuous = load_scale("wbf-continuous")
        columns = load_scale("wbf-discrete").columns
        assert [column.least for column in columns] == [*range(5, 17), 20, 24, 28, 32, 40, 48, 56, 64]
        for column in columns:
            assert all(one < other for one, other in pairwise(column.starts))
            for place, start in enumerate(column.starts):
                rounded = next(m for m in range(200) if 2 * continuous.points(m, column.least)[0] >= 2 * place + 19)
                assert abs(rounded - start) <= 1

    def test_each_body_has_its_own(self) -> None:
        """R-175, R-397: WBF continuous, EBU whole, ACBL of 20."""
        assert [rules.teams.scale for rules in (WBF, EBU, ACBL)] == ["wbf-continuous", "wbf-discrete", "acbl-20"]
        for rules in (JCBL, WBF, EBU, ACBL):
            assert rules.scale(rules.teams.scale).points(0, 8)[0] in (10, 15)


class TestSwissRulings:
    """White Book 3.3.7, 3.3.9, 3.5: matches that were not played, or against the wrong opponents."""

    def test_boards_left_out(self) -> None:
        """R-186: four boards left out are 4 x 3 = 12 IMPs, which are 14-6 in a match of eight boards."""
        fact = FACTS["removed_boards"]
        left_out = void_boards(fact["boards"], fact["boards"] - fact["removed"], EBU.teams)
        margin = left_out * EBU.teams.award(AverageKind.PLUS)
        assert margin == fact["imps"]
        assert list(EBU.scale(EBU.teams.scale).points(margin, fact["boards"])) == fact["vps"]

    @for_each("boards, half", FACTS["void_match"]["vectors"])
    def test_void_match(self, boards: int, half: int) -> None:
        """R-186: less than half can be played: average plus and minus on half of the boards, rounded up."""
        assert void_boards(boards, 0, EBU.teams) == half
        assert void_boards(boards, (boards - 1) // 2, EBU.teams) == half

    def test_without_the_rule_only_what_is_left_out_counts(self) -> None:
        """R-186: the JCBL forfeits such a match; nothing is void."""
        assert void_boards(8, 1, JCBL.teams) == 7

    @for_each("won, opponents, fault, points", FACTS["mismatch"]["vectors"])
    def test_mismatch(self, won: int, opponents: str, fault: str, points: int) -> None:
        """R-272: 5 + 3/4 x 12 = 14; 13 - (13 - 5)/4 = 11; else as it was played."""
        kind = {"is_stronger": opponents == "stronger", "is_at_fault": fault == "at fault"}
        assert mismatch_points(Fraction(won), Fraction(FACTS["mismatch"]["most"]), EBU.teams, **kind) == points

    def test_what_a_mismatch_is(self) -> None:
        """R-272: more than 5 of 20 points apart; never without the rule."""
        twenty = Fraction(20)
        assert [is_mismatch(fr(met), fr(50), twenty, EBU.teams) for met in (44, 45, 55, 56)] == [
            True,
            False,
            False,
            True,
        ]
        assert not is_mismatch(fr(0), fr(50), twenty, JCBL.teams)

    def test_a_withdrawn_opponent(self) -> None:
        """R-186: 60 % of the most victory points, 12 of 20, is 1.2 times a draw."""
        fact = FACTS["withdrawn"]
        assert EBU.scale(EBU.teams.scale).points(0, 8)[0] == fact["draw"]
        assert fact["draw"] * EBU.teams.draw_share == fact["part"]


def standing(number: str, total: object) -> Standing:
    return Standing(Number(number), 0, False, 0, None, fr(total), fr(0), fr(total), fr(total), 9, 9, is_placed=False)


def splitting(*tie_breaks: PairTieBreak, when: TiesSplit = TiesSplit.ALWAYS) -> Regulations:
    return with_rules(WBF, "ranking", tie_breaks=tie_breaks, ties_split=when)


def list_places(standings: Standings) -> list[tuple[str, int, bool, str | None]]:
    return [
        (row.number, row.rank, row.is_tied, row.separated_by and row.separated_by.value) for row in standings.ranking
    ]


class TestPairTieBreaks:
    """R-212: equal totals share the rank; conditions of other bodies may name tie-breaks."""

    TIED = (
        traveller("A B 100", "C D 50", board=1),
        traveller("A C 0", "D B 50", board=2),
        traveller("A D 100", "B C 100", board=3),
    )
    """Points of two, top 2.

    |         | 1 | 2 | 3 | total |
    |---------|---|---|---|-------|
    | A       | 2 | 0 | 1 | 3     |
    | B       | 0 | 0 | 1 | 1     |
    | C       | 0 | 2 | 1 | 3     |
    | D       | 2 | 2 | 1 | 5     |
    """

    def test_the_table(self) -> None:
        """R-212: D 5, then A and C with 3 both second, B 1 fourth; the default of every body shares the rank."""
        for rules in (JCBL, WBF, EBU, ACBL):
            assert list_places(score(session(*self.TIED), rules)) == [
                ("D", 1, False, None),
                ("A", 2, True, None),
                ("C", 2, True, None),
                ("B", 4, False, None),
            ]

    def test_direct_match(self) -> None:
        """R-212: C won board 2 against A: second, A third."""
        places = list_places(score(session(*self.TIED), splitting(PairTieBreak.DIRECT_MATCH)))
        assert places[1:3] == [("C", 2, False, "direct-match"), ("A", 3, False, "direct-match")]

    def test_winners_only(self) -> None:
        """R-212: the tie for the second place remains if only ties for the first are broken."""
        standings = score(session(*self.TIED), splitting(PairTieBreak.DIRECT_MATCH, when=TiesSplit.WINNERS))
        assert [row[1] for row in list_places(standings)] == [1, 2, 2, 4]

    def test_winners_are_told_apart(self) -> None:
        """R-212: a penalty of three points leaves D with 2: A and C are first with 3, and their match makes it C."""
        late = (Penalty(Number("D"), Fraction(3), PenaltyUnit.MATCHPOINTS),)
        standings = score(
            session(*self.TIED, penalties=late), splitting(PairTieBreak.DIRECT_MATCH, when=TiesSplit.WINNERS)
        )
        assert [one[:2] for one in list_places(standings)] == [("C", 1), ("A", 2), ("D", 3), ("B", 4)]

    def test_who_has_not_met_is_not_told_apart_by_a_match(self) -> None:
        """R-212: both North-South pairs of a Mitchell never meet; the next tie-break is asked."""
        lines = (traveller("1 11 100", "2 12 50", board=1), traveller("1 12 50", "2 11 100", board=2))
        shared = score(session(*lines, fields=(num(1, 2), num(11, 12))), splitting(PairTieBreak.DIRECT_MATCH))
        assert [row.rank for row in shared.in_field(0)] == [1, 1]

    def test_count_back(self) -> None:
        """R-212: A 2 0 1 has won one board and drawn one, 1.5, as C has; boards won leave them together."""
        places = list_places(score(session(*self.TIED), splitting(PairTieBreak.BOARDS_WON)))
        assert [row[1] for row in places] == [1, 2, 2, 4]

    def test_common_boards(self) -> None:
        """R-212: on boards 1, 2 and 3 A beats C, loses and ties: 2 + 0 + 1 = 3 each; together."""
        places = list_places(score(session(*self.TIED), splitting(PairTieBreak.COMMON_BOARDS)))
        assert [row[1] for row in places] == [1, 2, 2, 4]

    def test_the_next_one_decides_where_one_does_not(self) -> None:
        """R-212: tops are equal (one each), then their match is for C."""
        places = list_places(score(session(*self.TIED), splitting(PairTieBreak.TOPS, PairTieBreak.DIRECT_MATCH)))
        assert places[1:3] == [("C", 2, False, "direct-match"), ("A", 3, False, "direct-match")]

    STEADY = (
        traveller("1 11 400", "2 12 300", "3 13 200", "4 14 100", "5 15 50", board=1),
        traveller("1 12 50", "2 13 300", "3 14 200", "4 15 100", "5 11 400", board=2),
    )
    """Points of two, top 8.  1: 8 + 0;  2: 6 + 6 = 12;  3: 4 + 4 = 8;  4: 2 + 2 = 4;  5: 0 + 8 = 8."""

    def test_tops_count_before_and_boards_won_as_well(self) -> None:
        """R-212: 1, 3 and 5 have 8. Tops: 1 and 5 one each, 3 none. Boards won: 1 for each (3 has drawn both)."""
        fields = (num(1, 2, 3, 4, 5), num(11, 12, 13, 14, 15))
        tops = score(session(*self.STEADY, fields=fields), splitting(PairTieBreak.TOPS)).in_field(0)
        assert [(row.number, row.rank, row.is_tied) for row in tops] == [
            ("2", 1, False),
            ("1", 2, True),
            ("5", 2, True),
            ("3", 4, False),
            ("4", 5, False),
        ]
        assert [row.separated_by for row in tops[:2]] == [None, PairTieBreak.TOPS]
        won = score(session(*self.STEADY, fields=fields), splitting(PairTieBreak.BOARDS_WON)).in_field(0)
        assert [(row.number, row.rank) for row in won] == [("2", 1), ("1", 2), ("3", 2), ("5", 2), ("4", 5)]

    def test_common_boards_of_three(self) -> None:
        """R-212: among 1, 3 and 5 alone: 4 + 0, 2 + 2, 0 + 4: together."""
        fields = (num(1, 2, 3, 4, 5), num(11, 12, 13, 14, 15))
        ranking = score(session(*self.STEADY, fields=fields), splitting(PairTieBreak.COMMON_BOARDS)).in_field(0)
        assert [row.rank for row in ranking] == [1, 2, 2, 2, 5]

    def test_common_boards_of_two(self) -> None:
        """R-212: 1 has 8 + 0 + 2, 2 has 2 + 4 + 4, both 10; 2 has more on two of the three boards, 4 against 2."""
        first_board = traveller("1 11 400", "2 12 100", "3 13 200", "4 14 300", "5 15 50", board=1)
        second_board = traveller("1 12 50", "2 13 200", "3 14 400", "4 15 300", "5 11 100", board=2)
        third_board = traveller("1 13 100", "2 14 200", "3 15 300", "4 11 50", "5 12 400", board=3)
        fields = (num(1, 2, 3, 4, 5), num(11, 12, 13, 14, 15))
        ranking = score(
            session(first_board, second_board, third_board, fields=fields), splitting(PairTieBreak.COMMON_BOARDS)
        ).in_field(0)
        rows = [row for row in ranking if row.number in num(1, 2)]
        assert [(row.number, int(row.total), row.is_tied) for row in rows] == [("2", 10, False), ("1", 10, False)]

    def test_opponents(self) -> None:
        """R-212: A met X, Y and Z with 50, 40 and 30: 120 tie-break points."""
        fact = FACTS["tie_break_points"]["pairs"]
        boards = [score_lines(traveller(f"A {other} 100", "V W 50", board=i)) for i, other in enumerate("XYZ", start=1)]
        ties = PairTies(boards, dict(zip(num(*"XYZ"), map(fr, fact["opponents"]), strict=True)))
        assert ties.opponents(Number("A")) == fact["points"]

    def test_opponents_of_a_single_player(self) -> None:
        """R-212: A played with Z (30) against X (50) and Y (40): 90 / 30 = 3."""
        fact = FACTS["tie_break_points"]["single_players"]
        board = score_lines([row("A+Z X+Y 100"), row("B+C D+E 50")])
        scores = dict(zip(num(*"XYZ"), map(fr, (*fact["opponents"], *fact["partners"])), strict=True))
        assert PairTies([board], scores).opponents(Number("A")) == fact["points"]

    def test_opponents_rank(self) -> None:
        """R-212: A and C of 3 points have met everybody, so that opponents leave them together; their match not."""
        rules = splitting(*EBU.scoring.ranking.tie_breaks)
        assert list_places(score(session(*self.TIED), rules))[1:3] == [
            ("C", 2, False, "direct-match"),
            ("A", 3, False, "direct-match"),
        ]
        alone = score(session(*self.TIED), splitting(PairTieBreak.OPPONENTS))
        assert [row.rank for row in alone.ranking] == [1, 2, 2, 4]

    def test_no_score_counts_nothing(self) -> None:
        """R-212: a board that was not played is in no tie-break."""
        board = score_lines(traveller("A B NP", "C D 100", "E F 50"))
        ties = PairTies([board], {})
        assert ties.key(PairTieBreak.BOARDS_WON, [standing("A", 1)])(standing("A", 1)) == (fr(0),)

    def test_elsewhere(self) -> None:
        """R-212, R-213, R-217: percentage games and handicaps use the same tie-breaks."""
        rules = splitting(PairTieBreak.DIRECT_MATCH)
        standings = score(session(*self.TIED), rules)
        both = percentage_game([standings], rules.scoring.ranking)
        assert [row.number for row in both][1:3] == ["C", "A"]
        after = with_handicaps(standings, {Number("B"): fr(1)}, HandicapRules(), rules.scoring)
        assert [row.number for row in after][1:3] == ["C", "A"]

    def test_a_large_field_is_refused(self) -> None:
        """R-212: the form for large fields shares ranks; regulations that tell ties apart are refused there."""
        given_lines = session(*self.TIED)
        with pytest.raises(Refused) as caught:
            score_bulk(field_of(given_lines)[0], splitting(PairTieBreak.TOPS))
        assert [problem.code for problem in caught.value.problems] == ["bulk.ties"]
        exact = replace(
            JCBL, scoring=replace(JCBL.scoring, ranking=replace(JCBL.scoring.ranking, by=RankBy.EXACT_PERCENT))
        )
        with pytest.raises(Refused, match=r"bulk\.exact"):
            score_bulk(field_of(given_lines)[0], exact)

    @given(st.permutations(list(PairTieBreak)), st.integers(0, 4))
    def test_tie_breaks_move_nobody_past_a_better_total(self, order: list[PairTieBreak], count: int) -> None:
        """R-212: with any tie-breaks totals still fall, and the ranks are 1 to 5 with the ties that are left."""
        standings = score(session(*self.STEADY), splitting(*order[:count]))
        totals = [row.total for row in standings.ranking]
        assert totals == sorted(totals, reverse=True)
        assert [row.rank for row in standings.ranking] == sorted(row.rank for row in standings.ranking)


def team(number: str, total: int, opponents: str, lost: int = 50) -> RankedTeam:
    return RankedTeam(
        Number(number), fr(total), fr(0), fr(0), fr(total), 3, 0, 1, 1, 1, fr(60), fr(lost), num(*opponents.split())
    )


class TestTeamTieBreaks:
    """R-272: tie-breaks of teams by body, and when they are used."""

    ROWS = (team("1", 40, "3 4"), team("2", 40, "5 3"), team("3", 30, "1 2"), team("4", 25, "1"), team("5", 30, "2"))

    def test_ebu(self) -> None:
        """R-272: 1 and 2 have not met; opponents of 2 have 60, of 1 55: 2 is first. 3 and 5 stay both third."""
        places = places_of(self.ROWS, (), EBU.teams)
        assert [[row.number for row in group] for group, _ in places] == [["2"], ["1"], ["3", "5"], ["4"]]
        assert places[0][1] is TieBreak.OPPONENTS

    def test_always(self) -> None:
        """R-272: for every place, 3 (opponents 80) is before 5 (40)."""
        places = places_of(self.ROWS, (), replace(EBU.teams, ties_split=TiesSplit.ALWAYS))
        assert [[row.number for row in group] for group, _ in places] == [["2"], ["1"], ["3"], ["5"], ["4"]]

    def test_never(self) -> None:
        """R-272: equal scores share the place if no ties are broken."""
        places = places_of(self.ROWS, (), replace(EBU.teams, ties_split=TiesSplit.NEVER))
        assert [len(group) for group, _ in places] == [2, 2, 1]

    def test_difference(self) -> None:
        """R-272: same opponents: 60-40 IMPs before 60-50."""
        places = places_of((team("1", 40, "3"), team("2", 40, "3", lost=40)), (), EBU.teams)
        assert [group[0].number for group, _ in places] == ["2", "1"]

    def test_bodies(self) -> None:
        """R-272: shared in the JCBL and the ACBL; three tie-breaks for the WBF, four in the EBU."""
        assert [rules.teams.tie_breaks for rules in (JCBL, ACBL)] == [(), ()]
        assert WBF.teams.tie_breaks == (TieBreak.DIRECT_MATCH, TieBreak.QUOTIENT, TieBreak.COMMON_OPPONENT)
        assert EBU.teams.tie_breaks[-2:] == (TieBreak.DIFFERENCE, TieBreak.BOARDS_WON)

    def test_boards_won(self) -> None:
        """R-272: all else equal, 7 boards and a tied one are more than 7."""
        more = replace(team("2", 40, "3"), boards_won=fr("7.5"))
        places = places_of((replace(team("1", 40, "3"), boards_won=fr(7)), more), (), EBU.teams)
        assert [(group[0].number, by) for group, by in places] == [(number, TieBreak.BOARDS_WON) for number in "21"]

    def test_common_opponent(self) -> None:
        """R-272: 1 and 2 have both met 3 (30) and 4 (25), and only 1 has met 5 (35). Both won 10 from 3; 2 won 4 from 4
        and 1 lost 6 to it; what 1 won from 5 does not count."""
        rows = (*(team(number, 40, "3") for number in "12"), team("3", 30, ""), team("4", 25, ""), team("5", 35, ""))
        won = {("1", "3"): 10, ("2", "3"): 10, ("1", "4"): -6, ("4", "2"): -4, ("1", "5"): 50}
        meetings = [
            ((Number(first), Number(second)), (fr(0), fr(0)), (fr(imps), fr(-imps)))
            for (first, second), imps in won.items()
        ]
        rules = replace(WBF.teams, tie_breaks=(TieBreak.COMMON_OPPONENT,))
        places = places_of(rows, meetings, rules)
        assert [group[0].number for group, _ in places] == ["2", "1", "5", "3", "4"]
        assert places[0][1] is TieBreak.COMMON_OPPONENT
        level = [meeting for meeting in meetings if "4" not in meeting[0]]
        assert len(places_of(rows, level, rules)[0][0]) == 2


class TestStrata:
    """R-216: how many strata an event may have."""

    @staticmethod
    def strata(count: int) -> tuple[Stratum, ...]:
        return tuple(Stratum("ABCD"[i], None if i == 0 else 1000 - 100 * i) for i in range(count))

    def test_three_in_north_america(self) -> None:
        """R-216: three strata are ranked, four are refused; the JCBL has no limit."""
        standings = score(session(*TestPairTieBreaks.TIED), ACBL)
        assert len(stratum_rankings(standings, {}, self.strata(3), ACBL.scoring.ranking)) == 3
        with pytest.raises(Refused) as caught:
            stratum_rankings(standings, {}, self.strata(4), ACBL.scoring.ranking)
        assert [problem.code for problem in caught.value.problems] == ["strata.too-many"]
        assert len(stratum_rankings(standings, {}, self.strata(4), JCBL.scoring.ranking)) == 4


class TestFiles:
    """R-397: what differs is data, with its clause."""

    @for_each("rules", [EBU, ACBL, WBF])
    def test_every_number_has_a_clause_of_a_document_or_says_that_it_is_a_decision(self, rules: Regulations) -> None:
        """R-397: no clause is empty; those of the body name a document."""
        documents = (
            *("Law ", "White Book", "WBF", "EBU", "ACBL", "Irish union", "JCBL", "Decision", "Not used", "Neuberg"),
            *("Wikibooks",),
        )
        assert [clause for clause in rules.clauses.values() if not clause.startswith(documents)] == []

    def test_a_copy_keeps_the_tie_breaks(self) -> None:
        """R-397: an event's copy holds them; a copy from before they existed shares the rank."""
        copied = to_plain(EBU)
        assert from_plain(json.loads(json.dumps(copied))) == EBU
        for key in ("tie-breaks", "ties-split", "most-strata"):
            del copied["ranking"][key]
        old = from_plain(json.loads(json.dumps(copied))).scoring.ranking
        assert (old.tie_breaks, old.splits_ties, old.most_strata) == ((), False, 0)


class TestCollectedFacts:
    """The copies in `other_bodies.json` say what the collected vectors say."""

    def test_copies(self) -> None:
        """R-397: numbers of both files agree."""
        assert {mp: f"{points:.1f}" for mp, points in COLLECTED["neuberg"][3]["mp_to_adjusted"].items()} == FACTS[
            "neuberg_three_of_ten"
        ]["mp_to_adjusted"]
        assert COLLECTED["neuberg"][4]["mp_to_adjusted"] == {"0": 1.5}
        assert COLLECTED["butler_example"]["datum"] == FACTS["butler"]["datum"]
        assert COLLECTED["butler_example"]["imps"] == FACTS["butler"]["imps"]
        assert COLLECTED["weighted"][0]["ns"] == float(FACTS["weighted_of_six"]["ns"])
        assert "56.23% = 14-6" in COLLECTED["swiss_and_misc"]["swiss_pairs_boundary"]
        assert COLLECTED["swiss_and_misc"]["mismatch"][0].endswith("=14")
        assert COLLECTED["swiss_and_misc"]["removed_boards"].endswith("14-6 example")

    def test_the_north_american_bands(self) -> None:
        """R-175: both ACBL scales, every band of both columns."""
        for key, bands in COLLECTED["acbl_vp_old_discrete"].items():
            if key == "source":
                continue
            size, boards = key.split("vp_")
            scale = load_scale(f"acbl-{size}")
            for first, last, points in bands:
                for margin in (first, last if last is not None else first + 50):
                    assert scale.points(margin, int(boards.split("to")[0]))[0] == points

    def test_three_board_matches(self) -> None:
        """R-175: the observed EBU scale of three boards."""
        for margin, points in COLLECTED["ebu_20vp_3board_matches_observed"]["margin_to_winner_vp"].items():
            assert load_scale("ebu-3-boards").points(int(margin), 3)[0] == points

    def test_nineteen_matches_of_a_championship(self) -> None:
        """R-174: the WBF's older scale, 25-0, in the column of 16 boards (the source names no length; only this one
        fits): both sides' points of every match."""
        scale = load_scale("wbf-25")
        rows = COLLECTED["wbf_old_25vp_observed"]["rows_home_visit_imp_vp"]
        assert [list(map(int, scale.points(home - visit, 16))) for home, visit, _, _ in rows] == [
            row[2:] for row in rows
        ]
