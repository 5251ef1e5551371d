"""Results of team matches: R-146 and R-147, and what entry needs of team matches (R-229, R-230, R-235, R-240).

Standards: `tests/data/standards/scoring/{teams,bam_vp}.json`, each with its lines.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.errors import Refused
from arrowswitch.core.game.contracts import RawScore, TableResult, ns_score
from arrowswitch.core.game.notation import parse_result
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.teams.match import (
    MatchRules,
    Nets,
    PlayedBoards,
    TeamMethod,
    Totals,
    TwoTables,
    board_points,
)
from arrowswitch.regulations.scales import load_scale
from tests.tables import for_each
from tests.team_events import BroughtScore, match_score
from tests.travellers import standard

SHEET = standard("teams")["imp_match_example"]
BAM = standard("bam_vp")
WBF = load_scale("wbf-25")
BAM_VP = load_scale("bam-vp")
IMP_MATCH = MatchRules(TeamMethod.IMPS, 4)
BAM_ROUND = MatchRules(TeamMethod.BOARD_A_MATCH_VP, 2, BAM_VP)


def both(own: int, other: int) -> tuple[Fraction, Fraction]:
    return Fraction(own), Fraction(other)


def at_tables(board: int, at_ns: TableResult, at_ew: TableResult) -> TwoTables:
    """A board from the results of the tables where the team sat North-South and where it sat East-West."""
    return TwoTables(board, ns_score(at_ns, board), -ns_score(at_ew, board))


def match(rules: MatchRules, *boards: TwoTables) -> BroughtScore:
    return match_score([PlayedBoards(boards)], rules)


class TestTeamSheet:
    """R-146, R-229: four boards of team A at both tables (manual, lines 1644-1666).

    | board | own N-S | own E-W | difference | IMP |
    |---|---|---|---|---|
    | 1 | +50 | -300 | -250 | -6 |
    | 2 | +110 | +50 (by the rule +100) | +160 (+210) | +4 (+5) |
    | 3 | +450 | -420 | +30 | +1 |
    | 4 | -620 | +620 | 0 | 0 |
    """

    def test_as_printed(self) -> None:
        """R-146, R-229: the scores as entered: -6, +4, +1, 0, together -1."""
        rows = SHEET["boards"]
        score = match(IMP_MATCH, *(TwoTables(row["board"], row["printed_ns"], row["printed_ew"]) for row in rows))
        assert [line.difference for line in score.lines] == [row["printed_difference"] for row in rows]
        assert [imps(line.difference or 0) for line in score.lines] == [row["printed_imp"] for row in rows]
        assert score.points == both(5, 6)
        assert score.margin == SHEET["recomputed_total_imp_team_a"] == -1

    def test_by_the_rule(self) -> None:
        """R-146, R-229: from the contracts: one down vulnerable is 100, so board 2 is +210 = 5 IMP, together 0."""
        contracts = [("3NT-1 E", "4SX-2 E"), ("2S= S", "3S-1 S"), ("4S+1 N", "4H= N"), ("4H= E", "4H= E")]
        boards = [
            at_tables(board, parse_result(own), parse_result(other))
            for board, (own, other) in enumerate(contracts, start=1)
        ]
        score = match(IMP_MATCH, *boards)
        rows = SHEET["boards"]
        assert [line.difference for line in score.lines] == [row["difference_with_rule_scores"] for row in rows]
        assert score.margin == SHEET["total_with_rule_scores"] == 0

    def test_the_other_team_has_the_opposite(self) -> None:
        """R-229: "the other way round for team B" (line 1668): its own scores are the opposite of A's at each table."""
        rows = SHEET["boards"]
        a = match(IMP_MATCH, *(TwoTables(row["board"], row["printed_ns"], row["printed_ew"]) for row in rows))
        b = match(IMP_MATCH, *(TwoTables(row["board"], -row["printed_ew"], -row["printed_ns"]) for row in rows))
        assert b.points == (a.points[1], a.points[0])

    def test_scores_can_be_typed_instead_of_contracts(self) -> None:
        """R-146: +50 typed for North-South is that; at the other table it counts against a team that sat East-West."""
        assert at_tables(1, RawScore(50), RawScore(300)) == TwoTables(1, 50, -300)


class TestReportForm:
    """R-146: team 1 against team 3, boards 3 and 4: by board, and by totals only (manual, lines 1829-1864)."""

    PRINTED = BAM["example"]["printed"]

    def _check(self, score: BroughtScore) -> None:
        """Team 1 has 2 board points and 5 VP, team 3 has 2 and 1: 7 and 3."""
        assert score.net == self.PRINTED["net_margin"] == 250
        vp, total = self.PRINTED["vp"], self.PRINTED["grand_total"]
        assert score.vp == both(vp["team 1"], vp["team 3"]) == both(5, 1)
        assert score.total == both(total["team 1"], total["team 3"]) == both(7, 3)

    def test_from_the_travellers(self) -> None:
        """R-146, R-240: team 1 lost board 3 by 210 (-100 against 110) and won board 4 by 460 (600 against 140)."""
        boards = (
            at_tables(3, parse_result("3S-2 N"), parse_result("2S= N")),
            at_tables(4, parse_result("3NT= S"), parse_result("3S= N")),
        )
        score = match(BAM_ROUND, *boards)
        assert [line.difference for line in score.lines] == [-210, 460]
        assert [line.points for line in score.lines] == [both(0, 2), both(2, 0)]
        self._check(score)

    def test_board_by_board(self) -> None:
        """R-146: net plus scores as the form has them: 210 for team 3, 460 for team 1."""
        self._check(match_score([Nets(((3, -210), (4, 460)))], BAM_ROUND))

    def test_totals_only(self) -> None:
        """R-146: net 250 for team 1, two board points each."""
        self._check(match_score([Totals(2, 250, both(2, 2))], BAM_ROUND))

    @for_each("vector", BAM["vectors"], ids=lambda v: f"{v['boards']} boards {v['net_margin']}")
    def test_victory_points(self, vector: dict[str, Any]) -> None:
        """R-240: both columns of the printed table at every border, from both sides."""
        rules = MatchRules(TeamMethod.BOARD_A_MATCH_VP, vector["boards"], BAM_VP)
        points = both(vector["boards"], vector["boards"])
        score = match_score([Totals(vector["boards"], vector["net_margin"], points)], rules)
        assert score.vp == both(*vector["vp"])

    def test_plain_board_a_match(self) -> None:
        """R-240: won, tied and lost: 2, 1 and 0; nothing else."""
        score = match_score([Nets(((1, 10), (2, 0), (3, -2000)))], MatchRules(TeamMethod.BOARD_A_MATCH, 3))
        assert (score.points, score.vp, score.total) == (both(3, 3), None, both(3, 3))


class TestPartOfAMatch:
    """R-147: half of a match is entered: IMPs so far, VP when the match is complete (manual, line 3427)."""

    RULES = MatchRules(TeamMethod.IMPS, 24, WBF)
    FIRST = Nets(tuple((board, 100 if board % 3 else -50) for board in range(1, 13)))

    def test_after_session_1_there_are_imps_and_no_vp(self) -> None:
        """R-147, R-235: twelve of 24 boards: eight times +100 = 3 IMP, four times -50 = 2 IMP: 24 to 8."""
        score = match_score([self.FIRST], self.RULES)
        assert (score.compared, score.is_complete) == (12, False)
        assert score.points == both(24, 8)
        assert (score.vp, score.total) == (None, None)

    def test_after_session_2_the_imps_of_both_make_the_vp(self) -> None:
        """R-147, R-235: a second half of 5 to 20: 29 to 28, by 1 in 24 boards: 15-15; 16 in 12 would be 19-11."""
        second = Totals(12, points=both(5, 20))
        score = match_score([self.FIRST, second], self.RULES)
        assert (score.points, score.vp, score.total) == (both(29, 28), both(15, 15), both(15, 15))
        assert match_score([self.FIRST], MatchRules(TeamMethod.IMPS, 12, WBF)).vp == both(19, 11)

    def test_a_board_with_one_table_is_held(self) -> None:
        """R-147, R-303: the other table is missing: no difference, no IMP, and the match waits for it."""
        boards = [TwoTables(1, 50, -300), TwoTables(2, 110, None), TwoTables(3, None, -420), TwoTables(4, -620, 620)]
        score = match(IMP_MATCH, *boards)
        assert score.boards_waiting == (2, 3)
        assert [line.points for line in score.lines] == [both(0, 6), None, None, both(0, 0)]
        assert (score.compared, score.margin) == (2, Fraction(-6))
        assert score.total is None

    def test_it_is_agreed_when_both_tables_are_in(self) -> None:
        """R-303: the trick count of a team board is agreed when the two can be compared."""
        assert TwoTables(2, 110, None).difference is None
        assert TwoTables(2, 110, 50).difference == 160


class TestWhatIsRefused:
    def test_a_number_of_boards_without_a_table(self) -> None:
        """R-174: 9 boards have no column, and nothing is interpolated; told before anything is entered."""
        with pytest.raises(Refused, match=r"scale\.no-column"):
            match_score([], MatchRules(TeamMethod.IMPS, 9, WBF))

    def test_a_scale_that_measures_something_else(self) -> None:
        for rules in (
            MatchRules(TeamMethod.BOARD_A_MATCH_VP, 2),
            MatchRules(TeamMethod.BOARD_A_MATCH_VP, 8, WBF),
            MatchRules(TeamMethod.IMPS, 2, BAM_VP),
            MatchRules(TeamMethod.TOTAL_POINTS, 8, WBF),
        ):
            with pytest.raises(Refused, match=r"team\.scale"):
                match_score([], rules)

    def test_boards_twice_and_too_many(self) -> None:
        totals = Totals(2, points=both(1, 0))
        with pytest.raises(Refused) as refusal:
            match_score([Nets(((1, 10), (2, 0))), PlayedBoards((TwoTables(2, 50, 50),)), totals], IMP_MATCH)
        assert [problem.code for problem in refusal.value.problems] == ["team.board-twice"]
        with pytest.raises(Refused, match=r"team\.too-many-boards"):
            match_score([Nets(((1, 10), (2, 0), (3, 0))), totals], IMP_MATCH)

    def test_totals_that_do_not_say_enough_or_do_not_add_up(self) -> None:
        """R-146: board points of two boards add up to four."""
        with pytest.raises(Refused, match=r"team\.totals-incomplete"):
            match_score([Totals(2, points=both(2, 2))], BAM_ROUND)
        with pytest.raises(Refused, match=r"team\.totals-incomplete"):
            match_score([Totals(4, net=-10)], IMP_MATCH)
        with pytest.raises(Refused, match=r"team\.board-points"):
            match_score([Totals(2, 250, both(2, 3))], BAM_ROUND)


class TestMethods:
    """R-230: the same boards by IMPs, by total points and by boards won: +600, -50, -50."""

    BOARDS = Nets(((1, 600), (2, -50), (3, -50)))

    def test_the_winner_may_differ(self) -> None:
        """R-230: 12 IMP against 4 and 500 points win; one board against two loses, 2 to 4."""
        by = {m: match_score([self.BOARDS], MatchRules(m, 3)) for m in list(TeamMethod)[:3]}
        assert by[TeamMethod.IMPS].total == both(12, 4)
        assert by[TeamMethod.TOTAL_POINTS].margin == 500
        assert by[TeamMethod.BOARD_A_MATCH].total == both(2, 4)

    def test_total_points_from_totals(self) -> None:
        """R-230: a net score of 500 reported as a total is the same as board by board."""
        rules = MatchRules(TeamMethod.TOTAL_POINTS, 3)
        assert match_score([Totals(3, 500)], rules).margin == match_score([self.BOARDS], rules).margin

    @given(st.sampled_from(TeamMethod), st.integers(-8000, 8000))
    def test_the_sides_are_symmetric(self, method: TeamMethod, difference: int) -> None:
        """R-229: swapping the sides turns the points of a board round; IMPs are those of the table, with their sign."""
        own, other = board_points(difference, method)
        assert board_points(-difference, method) == (other, own)
        if method is TeamMethod.IMPS:
            assert own - other == imps(difference)
