"""Sessions: what is refused, what counts, live and final, individuals."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.boards.matchpoints import BoardContext
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.rules import (
    Addends,
    EventClass,
    PenaltyUnit,
    PercentOf,
    RankBy,
    ShownPoints,
    ThreeAndThree,
)
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import Standing, Standings
from tests.travellers import JCBL, WBF, fr, frs, num, row, score_lines, session, side_points, traveller, with_rules

BOARD = Fraction(1)


def of(standings: Standings, number: str) -> Standing:
    standing = standings.of(Number(number))
    assert standing is not None
    return standing


def refusals(scoring: ScoringInput) -> list[str]:
    with pytest.raises(Refused) as refused:
        score(scoring, JCBL)
    return [problem.code for problem in refused.value.problems]


def test_without_results_the_standings_are_empty() -> None:
    standings = score(session(contestants=num(1, 2)), JCBL)
    assert (standings.ranking, dict(standings.boards), standings.method) == ((), {}, "matchpoints")
    assert standings.regulations == "jcbl-2008"


def test_a_pair_without_a_score_is_not_ranked() -> None:
    standings = score(session(traveller("1 2 100", "3 4 50", "5 6 NP"), contestants=num(*range(1, 9))), JCBL)
    assert {standing.number for standing in standings.ranking} == set(num(1, 2, 3, 4))


def test_every_problem_of_an_input_is_told_at_once() -> None:
    scoring = session(
        traveller("1 2 100", "3 9 50"),
        contestants=num(1, 2, 3),
        fields=(num(1), num(2)),
        penalties=(Penalty(Number("8"), BOARD, PenaltyUnit.BOARDS),),
    )
    assert refusals(scoring) == ["scoring.unknown-contestant", "scoring.no-field", "scoring.unknown-penalty"]


def test_a_penalty_of_an_excluded_pair_is_no_mistake() -> None:
    penalty = Penalty(Number("4"), BOARD, PenaltyUnit.BOARDS)
    scoring = session(traveller("1 2 100", "3 4 50"), excluded=frozenset(num(4)), penalties=(penalty,))
    assert {standing.number for standing in score(scoring, JCBL).ranking} == set(num(1, 2))


class TestWithdrawnPair:
    """A pair whose scores are removed with its opponents' (regulations summary, line 73)."""

    LINES = (
        *traveller("1 2 100", "3 4 50", "5 6 0"),
        *traveller("1 4 100", "3 6 50", "5 2 A+", board=2),
        *traveller("6 4 A+", "3 1 50", "5 2 0", board=3),
    )

    def test_its_results_are_no_results(self) -> None:
        standings = score(session(self.LINES, excluded=frozenset(num(4))), JCBL)
        assert side_points(standings.boards[1], Side.NS) == [1, None, 0]
        assert of(standings, "3").boards == 2

    def test_what_was_awarded_against_it_stands(self) -> None:
        standings = score(session(self.LINES, excluded=frozenset(num(4))), JCBL)
        assert of(standings, "6").boards == 3
        # Pair 6 has 1 of 1 and 0.5 of 1 on the other boards: 75 %, which is more than 60.
        assert standings.boards[3].rows[0].ns.points == fr(0.75)


class TestLive:
    """While results are awaited each board is compared on its results so far."""

    FULL: ClassVar = {1: 3, 2: 3}

    def test_points_and_percent_so_far(self) -> None:
        scoring = session(traveller("1 2 100", "3 4 50"), full_results=self.FULL, is_provisional=True)
        standings = score(scoring, JCBL)
        assert standings.is_provisional
        assert standings.boards[1].top == 1
        assert [of(standings, "1").total, of(standings, "1").percent] == frs(1, 100)

    def test_a_single_result_has_nothing_to_win_and_no_percentage(self) -> None:
        scoring = session(
            traveller("1 2 100"), traveller("3 4 10", "5 6 0", board=2), full_results=self.FULL, is_provisional=True
        )
        standings = score(scoring, JCBL)
        assert of(standings, "1").percent is None
        assert [standing.number for standing in standings.ranking[-2:]] == ["1", "2"]
        assert standings.ranking[-1].rank == 5

    def test_complete_boards_have_their_full_value(self) -> None:
        boards = traveller("1 2 100", "3 4 50", "5 6 NP"), traveller("1 4 100", board=2)
        scoring = session(*boards, full_results=self.FULL, is_provisional=True)
        standings = score(scoring, JCBL)
        assert [board.top for board in standings.boards.values()] == [2, 0]

    def test_nothing_is_factored_and_ranks_go_by_percentage(self) -> None:
        boards = traveller("1 2 100", "3 4 50", "5 6 0"), traveller("3 6 50", "5 2 60", "1 4 NP", board=2)
        scoring = session(*boards, full_results=self.FULL, is_provisional=True)
        standings = score(scoring, JCBL)
        assert [of(standings, "1").total, of(standings, "1").percent] == frs(2, 100)
        assert (of(standings, "1").rank, of(standings, "1").boards, of(standings, "1").boards_due) == (1, 1, 2)

    def test_the_percentage_of_what_could_be_won_even_where_totals_are_published(self) -> None:
        rules = with_rules(WBF, "totals", percent_of=PercentOf.TOTAL)
        scoring = session(traveller("1 2 100", "3 4 50"), full_results=self.FULL, is_provisional=True)
        assert of(score(scoring, rules), "1").percent == 100


class TestIndividuals:
    """Lines with two numbers a side give each the points."""

    LINES = (*traveller("8+1 6+2 100", "7+3 5+4 50"), *traveller("8+6 7+1 50", "5+3 4+2 A+", board=2))

    def test_partners_have_the_same_points(self) -> None:
        standings = score(session(self.LINES, event_class=EventClass.LOCAL), JCBL)
        assert of(standings, "8").raw == fr(1.5)
        assert of(standings, "1").raw == fr(1.5)
        assert len(standings.ranking) == 8

    def test_the_session_percentage_of_two_partners_is_their_mean(self) -> None:
        lines = (
            *traveller("1+2 3+4 100", "5+6 7+8 0"),
            *traveller("1+5 3+7 100", "2+6 4+8 0", board=2),
            *traveller("1+6 3+8 A+", "2+5 4+7 0", board=3),
        )
        standings = score(session(lines), JCBL)
        # 1 has 100 % and 6 has 0 %, so 50 % together, and A+ is 60; 3 has 0 % and 8 has 100 %.
        assert standings.boards[3].rows[0].ns.percent == 60
        lines = (*lines[:4], *traveller("1+2 3+8 A+", "5+6 4+7 0", board=3))
        assert score(session(lines), JCBL).boards[3].rows[0].ns.percent == 75


class TestRulesOfPrograms:
    def test_points_shown_among_the_boards_own_results(self) -> None:
        rules = with_rules(WBF, "boards", shown=ShownPoints.OWN_RESULTS)
        boards = traveller("1 2 10", "3 4 0", "5 6 -10"), traveller("1 4 10", "3 6 0", board=2)
        board = score(session(*boards), rules).boards[2]
        assert side_points(board, Side.NS) == [2, 0]
        # Neuberg in points of two: 2 x 3/2 + 1/2 and 1/2, of top 4.
        assert [line.ns.exact for line in board.rows] == frs(3.5, 0.5)
        assert board.top == 4

    def test_totals_of_published_points(self) -> None:
        boards = [traveller(*(f"{2 * t + 1} {2 * t + 2} {10 * t}" for t in range(4)), board=b) for b in (1, 2, 3)]
        full = {1: 5, 2: 5, 3: 5}
        totals = [
            of(score(session(*boards, full_results=full), with_rules(JCBL, "totals", adds=adds)), "3").total
            for adds in Addends
        ]
        # 3 x 4/3 = 4, or 3 x 1.33 = 3.99.
        assert totals == frs(4, "3.99")

    def test_the_percentage_of_the_published_total(self) -> None:
        """3 points of 3 less a penalty of 1/3 are 2.67; of 3 that is 89 %, exactly it would be 88.89 %."""
        rules = with_rules(JCBL, "totals", percent_of=PercentOf.TOTAL)
        boards = [traveller("1 2 100", "3 4 50", board=b) for b in (1, 2, 3)]
        penalty = Penalty(Number("1"), Fraction(1, 3), PenaltyUnit.MATCHPOINTS)
        first = of(score(session(*boards, penalties=(penalty,)), rules), "1")
        assert [first.total, first.percent] == frs("2.67", 89)

    def test_ranked_by_percentage(self) -> None:
        rules = with_rules(JCBL, "ranking", by=RankBy.PERCENT)
        assert of(score(session(traveller("1 2 100", "3 4 50")), rules), "1").rank == 1

    def test_without_session_percentages_average_plus_is_fixed(self) -> None:
        rules = with_rules(JCBL, "averages", uses_session_percent=False)
        boards = [traveller("1 2 100", "3 4 0", board=b) for b in range(1, 10)]
        standings = score(session(*boards, traveller("1 2 A+", "3 4 0", board=10)), rules)
        assert standings.boards[10].rows[0].ns.percent == 60


class TestOddBoards:
    def test_a_board_with_artificial_scores_only(self) -> None:
        board = score_lines(traveller("1 2 A+", "3 4 A", "5 6 40%/70%"))
        assert board.top == 2
        assert side_points(board, Side.NS) == frs(1.2, 1, 0.8)
        assert side_points(board, Side.EW) == frs(1.2, 1, 1.4)

    def test_a_single_result_among_more_gets_the_average(self) -> None:
        assert score_lines(traveller("1 2 100"), full_results=5).rows[0].ns.points == 2

    def test_a_single_result_alone(self) -> None:
        board = score_lines(traveller("1 2 100"))
        assert [board.rows[0].ns.points, board.top] == [0, 0]

    def test_nobody_played_it(self) -> None:
        board = score_lines(traveller("1 2 NP", "3 4 NP"))
        assert side_points(board, Side.NS) == [None, None]
        assert board.expected_sum == 0

    def test_a_fouled_board_whose_form_is_short_of_results(self) -> None:
        """Weekly: two results in each form and one neutral table: 0 + 2/2 + 1/2 = 1.5 and 2.5 of top 4."""
        lines = (*traveller("1 2 10", "3 4 20", "5 6 N"), *traveller("7 8 10", "9 10 20", group=1))
        assert side_points(score_lines(lines), Side.NS) == frs(1.5, 2.5, 2, 1.5, 2.5)

    @pytest.mark.parametrize(("three", "first"), [(ThreeAndThree.FORMULA, "0.5"), (ThreeAndThree.PERCENTAGES, "2.5")])
    def test_three_and_three(self, three: ThreeAndThree, first: str) -> None:
        """R-199: 6 x 0 / 3 + 3/6 = 0.5 by the formula, 50 % of 5 = 2.5 by percentages."""
        rules = with_rules(JCBL, "fouled", three_and_three=three)
        lines = (*traveller("1 2 10", "3 4 20", "5 6 30"), *traveller("7 8 10", "9 10 20", "11 12 30", group=1))
        assert score_lines(lines, rules, EventClass.NATIONAL).rows[0].ns.points == fr(first)

    def test_a_weighted_score_in_a_small_fouled_group(self) -> None:
        """Half of the best (70 %) and half of the worst (50 %) of three is 60 %: 5.4 of top 9."""
        group = traveller("1 2 50%100,50%0", "3 4 50", "5 6 20")
        rest = traveller(*(f"{2 * t} {2 * t + 1} {10 * t}" for t in range(10, 17)), group=1)
        board = score_lines((*group, *rest), event_class=EventClass.NATIONAL)
        assert board.rows[0].ns.points == fr(5.4)


def test_a_context_knows_no_percentage_of_strangers() -> None:
    context = BoardContext(JCBL.scoring, session_percents={Number("1"): fr(70)})
    assert context.session_percent(num(1, 2)) == 70
    assert context.session_percent(num(2)) is None


def test_a_bonus_is_a_negative_penalty() -> None:
    scoring = session(traveller("1 2 100", "3 4 50"), penalties=(Penalty(Number("1"), -BOARD, PenaltyUnit.BOARDS),))
    assert of(score(scoring, JCBL), "1").total == 2


def test_boards_due_of_the_movement_are_kept() -> None:
    scoring = session(traveller("1 2 100", "3 4 50"), boards_due={Number("1"): 26})
    standings = score(scoring, JCBL)
    assert (of(standings, "1").boards, of(standings, "1").boards_due, of(standings, "2").boards_due) == (1, 26, 1)


def test_directions_stand_in_the_ranking() -> None:
    scoring = session(
        traveller("1 2 100", "3 4 50"),
        directions={Number("1"): Side.NS},
        fields=(num(1, 3), num(2, 4)),
        contestants=num(1, 2, 3, 4),
    )
    standings = score(scoring, JCBL)
    assert (of(standings, "1").direction, of(standings, "2").direction) == (Side.NS, None)
    assert [standing.field for standing in standings.ranking] == [0, 0, 1, 1]


def test_split_outcome_where_only_one_side_played() -> None:
    board = score_lines((row("1 2 100/NP"), *traveller("3 4 50", "5 6 0")))
    assert side_points(board, Side.NS) == frs(2, 1, 0)
    assert side_points(board, Side.EW)[0] is None
    assert board.is_adjusted
