"""Matches of teams: R-117, R-132, R-183, R-184, R-187, R-201, R-209, R-230, R-231, R-233, R-235,
R-239, R-240, R-250, R-257, R-272, R-385.

Standards: `tests/data/standards/scoring/{teams,bam_vp,mccallan,forfeits,penalties,weighted}.json` with the lines of the
documents.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.outcomes import AverageKind
from arrowswitch.core.scoring.rules import PenaltyUnit, Ties
from arrowswitch.core.scoring.scales import Scale, ScaleKind
from arrowswitch.core.scoring.team_rules import TeamsRankBy, TieBreak
from arrowswitch.core.scoring.teams.event import TeamEvent, TeamMatchState, penalty_of, score_teams
from arrowswitch.core.scoring.teams.forfeits import forfeit_share, least_of, most_of
from arrowswitch.core.scoring.teams.match import MatchRules, Nets, PlayedBoards, TeamMethod, Totals, TwoTables
from arrowswitch.core.scoring.teams.results import RuledBoard, TeamPenalty, Weighed
from arrowswitch.core.scoring.teams.tables import match_boards
from arrowswitch.regulations import load_scale
from tests.tables import for_each
from tests.team_events import (
    JCBL,
    STAKE_10,
    event,
    imp_rules,
    match,
    nets,
    of_boards,
    only,
    ranks,
    resulting,
    rules_of,
    score_event,
    totals,
    with_teams,
    won_by,
)
from tests.travellers import fr, frs, standard, traveller

A, PLUS, MINUS = AverageKind.AVERAGE, AverageKind.PLUS, AverageKind.MINUS


def rule_board(board: int, first: Any, second: Any) -> RuledBoard:
    return RuledBoard(BoardNumber(board), first, second)


def penalty(number: object, amount: object, unit: PenaltyUnit, round: int | None = None) -> TeamPenalty:
    return TeamPenalty(Number(str(number)), Fraction(str(amount)), unit, round)


class TestOneMatchByEveryMethod:
    """R-230, R-231: eight boards under every way of scoring (manual, lines 2609-2615).

    Net scores of the first team: +430, -50, 0, +90, -620, +20, +10, -110.
    """

    NETS = (430, -50, 0, 90, -620, 20, 10, -110)

    def score(self, method: TeamMethod, scale: str | None = None) -> Any:
        return of_boards([nets(*self.NETS)], rules_of(method, 8, scale))

    def test_imps(self) -> None:
        """R-230: 10 - 2 + 0 + 3 - 12 + 1 + 0 - 3: won 14, lost 17; -3 over 8 boards is 14-16."""
        outcome = self.score(TeamMethod.IMPS, "wbf-25")
        assert (outcome.points, outcome.margin, outcome.total) == ((14, 17), -3, (14, 16))
        assert self.score(TeamMethod.IMPS).total == (14, 17)

    def test_continuous(self) -> None:
        """R-230: by the WBF's continuous scale the same margin is 8.73-11.27."""
        outcome = self.score(TeamMethod.IMPS, "wbf-continuous")
        assert outcome.total == load_scale("wbf-continuous").points(-3, 8)
        assert sum(outcome.total) == 20

    def test_total_points(self) -> None:
        """R-231: 430 + 90 + 20 + 10 = 550 against 50 + 620 + 110 = 780: by points the same team loses by 230."""
        outcome = self.score(TeamMethod.TOTAL_POINTS)
        assert (outcome.points, outcome.net, outcome.total) == ((550, 780), -230, (550, 780))

    @pytest.mark.parametrize("method", [TeamMethod.BOARD_A_MATCH, TeamMethod.POINT_A_BOARD])
    def test_board_a_match(self, method: TeamMethod) -> None:
        """R-230, R-240: four boards won, one tied, three lost: 9-7."""
        assert self.score(method).total == (9, 7)

    def test_board_a_match_with_vp(self) -> None:
        """R-240: 9-7 and 2-4 for a net score of -230 over three boards or more: 11-11."""
        outcome = self.score(TeamMethod.BOARD_A_MATCH_VP, "bam-vp")
        assert (outcome.points, outcome.vp, outcome.total) == ((9, 7), (2, 4), (11, 11))

    @for_each("stake, total", [(30, (27, 33)), (40, (37, 43)), (50, (47, 53)), (60, (57, 63))])
    def test_mccallan(self, stake: int, total: tuple[int, int]) -> None:
        """R-176, R-230: the stake plus and minus three IMPs."""
        assert self.score(TeamMethod.IMPS, f"mccallan-{stake}").total == total

    def test_the_winner_may_differ(self) -> None:
        """R-231: +430 and -500 are 10 - 11 IMPs; +430, +20 and -400: 11 - 9 IMPs, and 50 points."""
        by_imps = of_boards([nets(430, 20, -400)], imp_rules(None, 3))
        by_points = of_boards([nets(430, 20, -460)], rules_of(TeamMethod.TOTAL_POINTS, 3))
        by_imps_too = of_boards([nets(430, 20, -460)], imp_rules(None, 3))
        assert (by_imps.total, by_imps_too.margin, by_points.net) == ((11, 9), 1, -10)


class TestPattonAndPachabo:
    """R-230: board points and victory points for the margin (EBU, Tournament Focus, winter 2009; White Book 3.1.6)."""

    def test_the_published_example(self) -> None:
        """Patton over four boards: three won and a drawn aggregate are 6 + 4 = 10 of 16."""
        outcome = of_boards([nets(50, 20, 10, -80)], rules_of(TeamMethod.PATTON, 4, "bam-vp"))
        assert (outcome.points, outcome.vp, outcome.total) == ((6, 2), (4, 4), (10, 6))

    def test_patton_is_worth_two_for_each_board(self) -> None:
        """All boards and the aggregate won: 8 + 8; 5-1 of six is 6.67 of eight, 5/6 x 8."""
        rules = rules_of(TeamMethod.PATTON, 4, "bam-vp")
        assert of_boards([nets(500, 20, 10, 300)], rules).total == (16, 0)
        assert of_boards([nets(300, 20, 10, 20)], rules).vp == (fr("6.67"), fr("1.33"))
        assert [least_of(rules), most_of(rules)] == [0, 16]

    def test_pachabo(self) -> None:
        """Three boards, 4-2 by boards; 10 - 1 + 2 = 11 IMPs on the continuous scale, brought from 20 to 6."""
        outcome = of_boards([nets(430, -20, 50)], rules_of(TeamMethod.PACHABO, 3, "wbf-continuous"))
        first, second = load_scale("wbf-continuous").points(11, 3)
        assert outcome.points == (4, 2)
        assert outcome.vp == (round(first * 6 / 20, 2), round(second * 6 / 20, 2))
        assert (outcome.total or (0, 0))[0] == 4 + (outcome.vp or (0, 0))[0]
        assert most_of(rules_of(TeamMethod.PACHABO, 3, "wbf-continuous")) == 12

    def test_a_scale_of_ones_own_is_left_as_it_is(self) -> None:
        """A club's table of 30-0 with 18 points for nine boards: 48 in all, of which a drawn match has half."""
        own = Scale("club", "15-15 to 30-0", ScaleKind.STAKE, "club", stake=15)
        hybrid = type(JCBL.pachabo)(margin_per_board=fr(0))
        outcome = of_boards([nets(*[0] * 9)], MatchRules(TeamMethod.PACHABO, 9, own, JCBL.board_a_match, hybrid))
        assert outcome.total == (24, 24)

    def test_they_need_a_scale_and_the_boards(self) -> None:
        for method in (TeamMethod.PATTON, TeamMethod.PACHABO):
            with pytest.raises(Refused, match=r"team\.scale"):
                of_boards([nets(0)], rules_of(method, 1))
        with pytest.raises(Refused, match=r"team\.totals-incomplete"):
            of_boards([Totals(3, 100, (fr(4), fr(2)))], rules_of(TeamMethod.PACHABO, 3, "wbf-continuous"))


class TestRoundRobin:
    """R-233: the cross table of the manual, lines 1754-1760."""

    def the_table(self) -> TeamEvent:
        rows = {row["team"]: row["vp"] for row in standard("teams")["round_robin_table"]["rows"]}
        return event(
            won_by(first, second, rows[first][second - 1] - 10)
            for first in range(1, 7)
            for second in range(first + 1, 7)
        )

    def test_totals_and_ranks(self) -> None:
        """R-233: 54, 44, 57, 41, 56, 48; ranks 3, 5, 1, 6, 2, 4."""
        table_ = score_teams(self.the_table())
        printed = standard("teams")["round_robin_table"]["rows"]
        assert totals(table_) == {str(row["team"]): row["total_printed"] for row in printed}
        assert dict(ranks(table_)) == {str(row["team"]): row["rank_printed"] for row in printed}
        assert not table_.is_provisional

    def test_the_cross_table(self) -> None:
        """R-233: every cell from both sides."""
        table_ = score_teams(self.the_table())
        for row in standard("teams")["round_robin_table"]["rows"]:
            for other, points in enumerate(row["vp"], start=1):
                cell = table_.cell(Number(str(row["team"])), Number(str(other))) if points is not None else ()
                assert [one.brings_to(Number(str(row["team"]))) for one in cell] == ([] if points is None else [points])

    def test_twice(self) -> None:
        """R-233: a second round robin adds its matches; both stand in the cell."""
        table_ = score_event([won_by(1, 2, 3, round=1), won_by(2, 1, 4, round=2)])
        assert [one.brings_to(Number("1")) for one in table_.cell(Number("1"), Number("2"))] == [13, 6]
        assert totals(table_) == {"2": 21, "1": 19}

    def test_ranked_by_wins(self) -> None:
        """R-233: 1 wins by 1 and 1, 2 loses by 1 and wins by 10: by victory points 2, by matches won 1."""
        matches = [won_by(1, 2, 1), won_by(1, 3, 1), won_by(2, 3, 10)]
        assert ranks(score_event(matches))[0] == ("2", 1)
        assert ranks(score_event(matches, team_rules=with_teams(rank_by=TeamsRankBy.WINS))) == [
            ("1", 1),
            ("2", 2),
            ("3", 3),
        ]

    def test_without_a_scale_margins_are_added(self) -> None:
        """R-230: by IMPs alone +9 and -4 are 5."""
        table_ = score_event([won_by(1, 2, 9), won_by(1, 3, -4), won_by(2, 3, 0)], imp_rules(None))
        assert totals(table_) == {"1": 5, "3": 4, "2": -9}

    def test_carried_points(self) -> None:
        """R-219: what a team brings along is added to what its matches bring."""
        table_ = score_event([won_by(1, 2, 2)], carried={Number("2"): fr("4.5")})
        assert totals(table_) == {"2": fr("12.5"), "1": 12}

    def test_after_the_first_session_there_are_imps_only(self) -> None:
        """R-235: half of the boards bring IMPs and no victory points yet (manual, line 3427)."""
        table_ = score_event([match(1, 2, 430, 0)], imp_rules(load_scale("wbf-25"), 8))
        half = only(table_, 1, 2)
        assert (half.result.points, half.result.vp, half.brings, half.state) == (
            (10, 0),
            None,
            None,
            TeamMatchState.OPEN,
        )
        assert table_.is_provisional
        assert totals(table_) == {"1": 0, "2": 0}

    @given(st.lists(st.integers(-10, 10), min_size=10, max_size=10))
    def test_sums(self, margins: list[int]) -> None:
        """R-233: five teams, ten matches: 200 victory points in all, however they are won."""
        pairs = [(a, b) for a in range(1, 6) for b in range(a + 1, 6)]
        table_ = score_event(won_by(a, b, imps) for (a, b), imps in zip(pairs, margins, strict=True))
        assert sum(totals(table_).values()) == 200


class TestTieBreaks:
    """R-272, R-385: equal scores share the rank, unless the conditions name tie-breaks.

    1 beats 2 by 1, 2 beats 3 by 3, 3 beats 4 by 5, 4 beats 1 by 1: crosstable (IMPs)

        1:  +1 against 2, -1 against 4, +0 against 3
    """

    MATCHES = (
        won_by(1, 2, 1),
        won_by(2, 3, 3),
        won_by(3, 4, 5),
        won_by(4, 1, 1),
        won_by(1, 3, 0),
        won_by(2, 4, -2),
    )

    def by(self, *breaks: TieBreak, matches: Any = MATCHES) -> list[tuple[str, int, TieBreak | None]]:
        table_ = score_event(matches, team_rules=with_teams(tie_breaks=tuple(breaks)))
        return [(str(one.number), one.rank, one.separated_by) for one in table_.ranking]

    def test_without_one_the_rank_is_shared(self) -> None:
        """R-272: 30 each for 1 and 2 (10 + 11 + 9, 9 + 13 + 8): both are second; 3 has 32, 4 has 28."""
        assert self.by() == [("3", 1, None), ("1", 2, None), ("2", 2, None), ("4", 4, None)]

    def test_the_direct_match(self) -> None:
        """R-385: 1 has beaten 2."""
        assert self.by(TieBreak.DIRECT_MATCH)[1:3] == [("1", 2, TieBreak.DIRECT_MATCH), ("2", 3, TieBreak.DIRECT_MATCH)]

    def test_the_quotient(self) -> None:
        """R-385: 1 won 1 and lost 1; 2 won 3 and lost 1 + 2 = 3: both 1.00, still tied."""
        assert self.by(TieBreak.QUOTIENT)[1:3] == [("1", 2, None), ("2", 2, None)]

    def test_the_next_tie_break_goes_on(self) -> None:
        """R-385: what the quotient leaves together the direct match tells apart."""
        assert self.by(TieBreak.QUOTIENT, TieBreak.DIRECT_MATCH)[1] == ("1", 2, TieBreak.DIRECT_MATCH)

    def test_each_option_on_eight_teams(self) -> None:
        """R-385: eight teams, three rounds; 1 to 4 have 33, and have not all met.

        1: +1 +1 +1 (won 3, lost 0); 2: +9 -5 -1 (9-6); 3: +4 +4 -5 (8-5); 4: +3 +0 +0 (3-0).
        """
        matches = [
            *(won_by(1, 5, 1), won_by(1, 6, 1), won_by(1, 7, 1)),
            *(won_by(2, 5, 9), won_by(2, 6, -5), won_by(2, 7, -1)),
            *(won_by(3, 5, 4), won_by(3, 6, 4), won_by(3, 8, -5)),
            *(won_by(4, 5, 3), won_by(4, 6, 0), won_by(4, 8, 0)),
        ]
        first = {by: [n for n, _, _ in self.by(by, matches=matches) if n in "1234"] for by in TieBreak}
        assert {total for n, total in totals(score_event(matches)).items() if n in "1234"} == {33}
        # Nothing was lost by 1 and 4, who have won 3 each; 3 has 8/5 = 1.6, 2 has 9/6 = 1.5.
        assert first[TieBreak.QUOTIENT] == ["1", "4", "3", "2"]
        # All have won three more than lost.
        assert first[TieBreak.DIFFERENCE] == ["1", "2", "3", "4"]
        # Wins 3, 1, 2 and 1 + 2/2 = 2.
        assert first[TieBreak.WINS] == ["1", "3", "4", "2"]
        # 5 has 23, 6 has 30, 7 has 20, 8 has 25: 1 and 2 met 73, 3 and 4 met 78.
        assert first[TieBreak.OPPONENTS] == ["3", "4", "1", "2"]
        # They have not met.
        assert first[TieBreak.DIRECT_MATCH] == ["1", "2", "3", "4"]

    def test_three_that_have_all_met(self) -> None:
        """R-385: 1 beats 2 by 3, 2 beats 3 by 2, 3 beats 1 by 3: 10, 9 and 11 among them, with 4 in between equal."""
        matches = [
            *(won_by(1, 2, 3), won_by(2, 3, 2), won_by(3, 1, 3)),
            *(won_by(1, 4, 1), won_by(2, 4, 2), won_by(3, 4, 0)),
        ]
        assert (
            totals(score_event(matches))["1"]
            == totals(score_event(matches))["2"]
            == totals(score_event(matches))["3"]
            == 31
        )
        assert self.by(TieBreak.DIRECT_MATCH, matches=matches)[:3] == [
            ("3", 1, TieBreak.DIRECT_MATCH),
            ("1", 2, TieBreak.DIRECT_MATCH),
            ("2", 3, TieBreak.DIRECT_MATCH),
        ]


class TestForfeits:
    """R-209, R-257: the winner has the most of three, the loser the least of the scale (summary, lines 228-250)."""

    @for_each("vector", standard("forfeits")["own_vectors"])
    def test_vectors(self, vector: dict[str, Any]) -> None:
        """R-209: own mean, mean of the other's opponents, 1.2 times a draw; two places."""
        draw = vector["draw_vp"]
        rules = imp_rules(Scale("s", "", ScaleKind.STAKE, "", stake=int(draw)))
        share = forfeit_share(
            vector["winner_results_in_played_matches"],
            vector["vp_won_by_opponents_of_forfeiting_team"],
            rules,
            JCBL.teams,
        )
        for ours, theirs in (
            (share.own_mean, vector["own_average"]),
            (share.opponents_mean, vector["opponents_average"]),
            (share.draw_part, vector["draw_x_1.2"]),
        ):
            assert ours is None if theirs is None else ours is not None and abs(ours - theirs) <= fr("0.005")
        assert share.most == vector["forfeit_winner_vp"]
        assert least_of(rules) == vector["forfeit_loser_vp"]

    @for_each("vector", standard("forfeits")["own_vectors_time"])
    def test_time(self, vector: dict[str, Any]) -> None:
        """R-209: seven minutes a board; fewer than half playable is a forfeit (summary, line 71)."""
        teams = JCBL.teams
        assert teams.playable(vector["minutes_left"]) == vector["playable"]
        assert teams.is_forfeit(vector["boards_in_round"], vector["minutes_left"]) == vector["forfeit"]
        assert teams.late_minutes == 30

    def test_a_forfeit_is_won_and_lost(self) -> None:
        """Without victory points a forfeit brings both teams 0; one has won the match and the other lost it. Where both
        forfeit, both have lost."""
        lost = (0, 0, 1)
        for losers, outcomes in ((("2",), {"1": (1, 0, 0), "2": lost}), (("1", "2"), {"1": lost, "2": lost})):
            forfeit = match(1, 2, forfeited_by=tuple(map(Number, losers)))
            table = score_event([forfeit], imp_rules(None))
            assert totals(table) == {"1": 0, "2": 0}
            assert {str(n.number): (n.row.won, n.row.tied, n.row.lost) for n in table.ranking} == outcomes

    def test_boards_of_a_forfeited_match_break_no_tie(self) -> None:
        """Team 2 led by 4 IMPs when it forfeited: 0 and 0, and the direct match has no margin."""
        forfeit = match(1, 2, -130, boards=2, forfeited_by=(Number("2"),))
        table = score_event([forfeit], imp_rules(None), team_rules=with_teams(tie_breaks=(TieBreak.DIRECT_MATCH,)))
        assert ranks(table) == [("1", 1), ("2", 1)]

    @for_each("stake, least", standard("mccallan")["forfeit_winner_minimum"].items())
    def test_the_least_for_a_winner_by_mccallan(self, stake: str, least: int) -> None:
        """R-209: 1.2 times the stake when nothing was played: 36, 48, 60 and 72."""
        assert forfeit_share([], [], imp_rules(load_scale(f"mccallan-{stake}")), JCBL.teams).most == least

    def test_a_draw_of_15_brings_18(self) -> None:
        """R-209: by the WBF scale a forfeit in the first round is 18-0, for a team averaging 19 it is 19-0."""
        rules = imp_rules(load_scale("wbf-25"), 8)
        first = [match(1, 2, round=1, forfeited_by=(Number("2"),)), match(3, 4, *[0] * 8, round=1)]
        assert totals(score_event(first, rules)) == {"1": 18, "3": 15, "4": 15, "2": 0}
        more = [*first, match(1, 3, 370, 130, *[0] * 6, round=2)]
        assert only(score_event(more, rules), 1, 2).brings == (19, 0)

    def test_it_is_provisional_until_all_others_are_played(self) -> None:
        """R-257: 1 gets 12; after beating 3 by 5 its mean is 15; after 3 beats 2 by 9 the loser's opponents have 19."""
        open_ones = [match(1, 2, forfeited_by=(Number("2"),)), match(1, 3), match(2, 3)]
        steps = []
        for done in range(3):
            played = [won_by(1, 3, 5), won_by(2, 3, -9)][:done]
            table_ = score_event([open_ones[0], *played, *open_ones[1 + done :]])
            first_match = only(table_, 1, 2)
            steps.append((first_match.brings, first_match.is_provisional))
        assert steps == [((12, 0), True), ((15, 0), True), ((19, 0), False)]

    def test_forfeits_count_in_no_mean(self) -> None:
        """R-209: only matches really played: two forfeits against 2 do not lift one another."""
        lost = {"forfeited_by": (Number("2"),)}
        table_ = score_event([match(1, 2, **lost), match(2, 3, **lost), won_by(1, 3, 10)])
        assert (only(table_, 1, 2).brings, only(table_, 3, 2).brings) == ((20, 0), (0, 12))
        share = only(table_, 1, 2).forfeit
        assert share is not None
        assert (share.own_matches, share.other_matches, share.opponents_mean) == (1, 0, None)
        standing = table_.of(Number("1"))
        assert standing is not None
        assert (standing.row.forfeits, standing.row.points_won) == (1, 10)

    def test_both_teams(self) -> None:
        """R-209: neither side appears: the least of the scale to both."""
        table_ = score_event([match(1, 2, forfeited_by=(Number("1"), Number("2")))])
        assert only(table_, 1, 2).brings == (0, 0)

    def test_board_a_match(self) -> None:
        """R-209: two boards and VP: a draw is 2 + 3, 1.2 times it 6; the loser has neither boards nor VP."""
        rules = rules_of(TeamMethod.BOARD_A_MATCH_VP, 2, "bam-vp")
        table_ = score_event([match(1, 2, forfeited_by=(Number("2"),))], rules)
        assert only(table_, 1, 2).brings == (6, 0)


class TestWithdrawals:
    """R-117: half of the matches missing or more: the others are removed too, in Swiss the opponents keep theirs."""

    def eight_rounds(self, played: int, **more: Any) -> Any:
        """Nine teams; 1 has played some of its eight matches, winning each by 2, and withdraws."""
        matches = [won_by(1, n, 2, round=n - 1) for n in range(2, 2 + played)]
        matches += [match(1, n, round=n - 1) for n in range(2 + played, 10)]
        matches += [won_by(2, 3, 0, round=9)]
        return score_event(matches, withdrawn=frozenset({Number("1")}), **more)

    def test_three_of_eight_in_a_round_robin(self) -> None:
        """R-117: five of eight missing: the three results of the opponents are removed."""
        table_ = self.eight_rounds(3)
        assert table_.removed == (Number("1"),)
        assert [one.state for one in table_.matches[:8]] == [TeamMatchState.REMOVED] * 8
        assert totals(table_) == {"2": 10, "3": 10, **{str(n): 0 for n in range(4, 10)}}
        assert table_.of(Number("1")) is None

    def test_three_of_eight_in_a_swiss(self) -> None:
        """R-117: the three opponents keep their 8."""
        matches = [won_by(1, n, 2, round=n - 1) for n in (2, 3, 4)]
        table_ = score_event(matches, withdrawn=frozenset({Number("1")}), rounds=8, is_swiss=True)
        assert totals(table_) == {"2": 8, "3": 8, "4": 8}
        assert table_.removed == (Number("1"),)

    def test_half_is_removed(self) -> None:
        """R-117: exactly half of all rounds is "half or more" (summary, line 75)."""
        assert self.eight_rounds(4).removed == (Number("1"),)

    def test_a_match_won_by_forfeit_was_held(self) -> None:
        """R-117: four played and one that the opponents forfeited: three of eight are missing."""
        matches = [won_by(1, n, 2, round=n) for n in (2, 3, 4, 5)]
        matches.append(match(1, 6, round=6, forfeited_by=(Number("6"),)))
        matches += [match(1, n, round=n) for n in (7, 8, 9)]
        table = score_event(matches, withdrawn=frozenset({Number("1")}))
        assert table.removed == ()
        assert totals(table)["1"] == 4 * 12 + 12

    def test_a_round_sat_out_is_not_missing(self) -> None:
        """R-117: three of six rounds played, one sat out: two are missing. Three would be half."""
        matches = [won_by(1, n, 2, round=n) for n in (2, 3, 4)]
        left = frozenset({Number("1")})
        for rested, removed in (({Number("1"): 1}, ()), ({Number("2"): 1}, ("1",))):
            table = score_event(matches, withdrawn=left, rounds=6, is_swiss=True, rested=rested)
            assert table.removed == removed

    def test_fewer_are_forfeited(self) -> None:
        """R-117, R-209: three of eight missing: five results stand, the others are forfeits."""
        table_ = self.eight_rounds(5)
        assert table_.removed == ()
        assert [one.state for one in table_.matches[5:8]] == [TeamMatchState.FORFEITED] * 3
        # Nobody met by 1 has more than 8; 1.2 x 10 is more.
        assert totals(table_)["9"] == 12
        assert totals(table_)["1"] == 60


class TestRulings:
    """R-183, R-184, R-201: artificial and weighted scores in matches."""

    def test_three_imps(self) -> None:
        """R-184: A+ and A- on one board of eight: +3 and -3; both sides A+: each has its own margin."""
        rules = imp_rules(load_scale("wbf-25"), 8)
        team_match = match(1, 2, *[0] * 7, ruled=(rule_board(8, PLUS, MINUS),))
        outcome = resulting(team_match, rules)
        assert (outcome.points, outcome.margins, outcome.brings) == ((3, 0), (3, -3), (16, 14))
        both = resulting(match(1, 2, *[0] * 7, ruled=(rule_board(8, PLUS, PLUS),)), rules)
        assert (both.points, both.margins, both.brings) == ((3, 3), (3, 3), (16, 16))
        none = resulting(match(1, 2, *[0] * 7, ruled=(rule_board(8, A, MINUS),)), rules)
        assert (none.margins, none.brings) == ((0, -3), (15, 14))

    def test_a_side_loses_by_its_own_ruling(self) -> None:
        """Average plus to both brings each three IMPs and costs neither any; average minus costs both three. A weighted
        score of +1 and -4 costs the second side 4."""
        rules = imp_rules(boards=2)
        other = Weighed(((-130, Fraction(1)),))
        for first, second, won, lost in (
            (PLUS, PLUS, (3, 3), (0, 0)),
            (MINUS, MINUS, (0, 0), (3, 3)),
            (Weighed(((20, Fraction(1)),)), other, (1, 0), (0, 4)),
        ):
            result = resulting(match(1, 2, 0, ruled=(rule_board(2, first, second),)), rules)
            assert (result.points, result.lost) == (won, lost)
        table = score_event([match(1, 2, 0, ruled=(rule_board(2, PLUS, PLUS),))], rules)
        assert {str(one.number): str(one.row.difference) for one in table.ranking} == {"1": "3", "2": "3"}

    def test_the_margin_of_a_ruled_board_of_board_a_match(self) -> None:
        """An average is level; average plus and minus, 1.5 and 0.5 points, are won and lost by one."""
        rules = rules_of(TeamMethod.BOARD_A_MATCH, 2)
        for first, second, margins, lost in (
            (A, A, (0, 0), (2, 2)),
            (PLUS, MINUS, (1, -1), (fr("1.5"), fr("2.5"))),
            (PLUS, PLUS, (1, 1), (fr("1.5"), fr("1.5"))),
        ):
            result = resulting(match(1, 2, 0, ruled=(rule_board(2, first, second),)), rules)
            assert (result.margins, result.lost) == (margins, lost)

    def test_three_average_plus_of_board_a_match(self) -> None:
        """R-183: 1.5, 1.5, 1.2, and +100 each; the other side 0.5 and -100."""
        rules = rules_of(TeamMethod.BOARD_A_MATCH_VP, 4, "bam-vp")
        boards = tuple(rule_board(n, PLUS, MINUS) for n in (2, 3, 4))
        outcome = resulting(match(1, 2, 0, ruled=boards), rules)
        assert [value for _, value in outcome.ruled] == [
            (fr("1.5"), fr("0.5")),
            (fr("1.5"), fr("0.5")),
            (fr("1.2"), fr("0.5")),
        ]
        assert (outcome.points, outcome.margins) == ((fr("5.2"), fr("2.5")), (300, -300))
        assert outcome.brings == (fr("9.2"), fr("4.5"))

    def test_the_third_is_the_own_mean_when_that_is_more(self) -> None:
        """R-183: two boards won: the team's mean is 2, more than 1.2 (summary, line 35)."""
        rules = rules_of(TeamMethod.BOARD_A_MATCH, 5)
        boards = tuple(rule_board(n, PLUS, A) for n in (3, 4, 5))
        outcome = resulting(match(1, 2, 50, 20, ruled=boards), rules)
        assert [first for _, (first, _) in outcome.ruled] == frs("1.5", "1.5", 2)
        assert outcome.points == (9, 3)

    def test_average_is_one_point(self) -> None:
        """R-183: the summary prints 0 for an average (line 31); between 0.5 and 1.5 stands 1, and net 0."""
        rules = rules_of(TeamMethod.BOARD_A_MATCH, 1)
        outcome = resulting(match(1, 2, ruled=(rule_board(1, A, A),)), rules)
        assert (outcome.points, outcome.brings) == ((1, 1), (1, 1))
        assert rules.bam.award_net(A) == 0

    def test_the_weighted_example_of_teams(self) -> None:
        """R-201: 0.4 x 13 + 0.3 x 0 - 0.2 x 1 - 0.1 x 13 = 3.7 IMPs are 4 (guidance, lines 25-36)."""
        rows = standard("weighted")["teams"]["rows"]
        parts = tuple((int(row["difference"]), Fraction(row["weight_pct"], 100)) for row in rows)
        turned = tuple((-net, weight) for net, weight in parts)
        team_match = match(1, 2, ruled=(rule_board(1, Weighed(parts), Weighed(turned)),))
        outcome = resulting(team_match, imp_rules())
        assert (outcome.margins, outcome.points) == ((4, -4), (4, 0))
        assert standard("weighted")["teams"]["recomputed_total"] == fr("3.7")

    def test_weighted_by_other_methods(self) -> None:
        """R-201: +100 or -100, half each: one board point, net 0; +300 or -100: 100 points."""
        even = Weighed(((100, fr("0.5")), (-100, fr("0.5"))))
        for method, first in ((TeamMethod.BOARD_A_MATCH, 1), (TeamMethod.TOTAL_POINTS, 0)):
            outcome = resulting(match(1, 2, ruled=(rule_board(1, even, even),)), rules_of(method, 1))
            assert outcome.points[0] == first
            assert outcome.margins == (0, 0)
        odd = Weighed(((300, fr("0.5")), (-100, fr("0.5"))))
        turned = Weighed(((-300, fr("0.5")), (100, fr("0.5"))))
        for method, scale in ((TeamMethod.PATTON, "bam-vp"), (TeamMethod.PACHABO, "wbf-continuous")):
            team_match = match(1, 2, 0, ruled=(rule_board(2, odd, turned),))
            outcome = resulting(team_match, rules_of(method, 2, scale))
            # 7 and -3 IMPs, half each: 2; the mean net score is 100.
            assert outcome.margins == ((100, -100) if method is TeamMethod.PATTON else (2, -2))
        points = resulting(match(1, 2, ruled=(rule_board(1, odd, PLUS),)), rules_of(TeamMethod.TOTAL_POINTS, 1))
        assert points.points == (100, 100)

    def test_pachabo_awards(self) -> None:
        """R-183, R-184: an award is a board point and a half, and three IMPs."""
        team_match = match(1, 2, 0, 0, ruled=(rule_board(3, PLUS, MINUS),))
        outcome = resulting(team_match, rules_of(TeamMethod.PACHABO, 3, "wbf-continuous"))
        assert (outcome.points, outcome.margins) == ((fr("3.5"), fr("2.5")), (3, -3))


class TestWrongSeats:
    """R-132, R-239: boards of wrong seats leave the comparison and stay with the pairs (manual, lines 2651-2652)."""

    LINES = (
        *traveller("11 22 420", "21 12 420", board=1),
        *traveller("11 22 110", "12 21 -50", board=2),
        *traveller("11 22 -100", board=3),
    )

    def test_the_board_is_left_out(self) -> None:
        """R-132: on board 2 team 1 sat North-South at both tables; board 3 waits for the other table."""
        compared = match_boards(self.LINES, lambda number: number.startswith("1"))
        assert compared.left_out == {2}
        assert compared.played == PlayedBoards((TwoTables(1, 420, -420), TwoTables(3, -100, None)))
        assert compared.ruled == ()

    def test_the_match_has_one_board_fewer(self) -> None:
        """R-239: three boards with one left out are complete with two, in the column of three."""
        team_match = match(1, 2, 0, 500, 430, left_out=frozenset({2}))
        outcome = resulting(team_match, imp_rules(load_scale("ebu-3-boards"), 3))
        assert (outcome.margins, outcome.is_complete, outcome.score.boards) == ((10, -10), True, 2)
        assert outcome.brings == (16, 4)

    def test_from_the_tables_to_the_match(self) -> None:
        """R-239: one swapped board of two: the match compares the other one, 420 - 420 = 0."""
        compared = match_boards(self.LINES[:4], lambda number: number.startswith("1"))
        team_match = match(1, 2, left_out=compared.left_out)
        team_match = replace(team_match, parts=(compared.played,), boards=2)
        outcome = resulting(team_match, imp_rules())
        assert (outcome.margins, outcome.score.boards, outcome.is_complete) == ((0, 0), 1, True)
        ruled_too = replace(team_match, ruled=(rule_board(1, PLUS, MINUS),))
        assert resulting(ruled_too, imp_rules()).margins == (3, -3)

    def test_tables_with_rulings(self) -> None:
        """R-184, R-201: artificial, split and weighted results make ruled boards."""
        lines = (
            *traveller("11 22 A+/A-", "21 12 420", board=1),
            *traveller("11 22 420", "21 12 A-/A", board=2),
            *traveller("11 22 40%1430,60%680", "21 12 680", board=3),
            *traveller("11 22 420/400", "21 12 100", board=4),
            *traveller("11 22 NP", "21 12 100", board=5),
        )
        compared = match_boards(lines, lambda number: number.startswith("1"))
        weighted = ((750, fr("0.4")), (0, fr("0.6")))
        assert compared.ruled == (
            rule_board(1, PLUS, MINUS),
            rule_board(2, A, MINUS),
            rule_board(3, Weighed(weighted), Weighed(tuple((-net, share) for net, share in weighted))),
            rule_board(4, Weighed(((320, fr(1)),)), Weighed(((-300, fr(1)),))),
        )
        assert compared.played == PlayedBoards((TwoTables(5, None, -100),))


class TestPenalties:
    """R-187, R-250: penalties in IMPs, VP and boards (summary, lines 47-59 and 258)."""

    def test_imps_lower_the_margin(self) -> None:
        """R-187, R-250: 3 IMPs off a match won by 5: 12-8 instead of 15-5, for both; 5 IMPs make a draw."""
        for amount, brings in ((3, (12, 8)), (5, (10, 10))):
            table_ = score_event([won_by(1, 2, 5, round=1)], penalties=(penalty(1, amount, PenaltyUnit.IMPS, 1),))
            assert only(table_, 1, 2).brings == brings
            assert totals(table_) == {"1": brings[0], "2": brings[1]}

    def test_of_the_second_team(self) -> None:
        """R-187: penalties of the second team lower its margin, in its own match only."""
        matches = [won_by(1, 2, 5, round=1), won_by(1, 2, 5, round=2)]
        table_ = score_event(matches, penalties=(penalty(2, 2, PenaltyUnit.IMPS, 2),))
        assert [one.brings for one in table_.matches] == [(15, 5), (17, 3)]

    def test_the_offenders_margin_alone(self) -> None:
        """R-397: rules may leave the opponents what they had: 15-8."""
        rules = with_teams(penalty_moves_margin=False)
        table_ = score_event(
            [won_by(1, 2, -5, round=1)], team_rules=rules, penalties=(penalty(1, 2, PenaltyUnit.IMPS, 1),)
        )
        assert only(table_, 1, 2).brings == (3, 15)
        other = score_event(
            [won_by(1, 2, -5, round=1)], team_rules=rules, penalties=(penalty(2, 2, PenaltyUnit.IMPS, 1),)
        )
        assert only(other, 1, 2).brings == (5, 13)

    def test_vp_are_shown_apart(self) -> None:
        """R-187: 1.5 VP off the total: 13.5, with its own column."""
        table_ = score_event([won_by(1, 2, 5)], penalties=(penalty(1, "1.5", PenaltyUnit.VP),))
        own = table_.of(Number("1"))
        assert own is not None
        assert (own.row.raw, own.row.penalty, own.row.total) == (15, fr("1.5"), fr("13.5"))

    @for_each(
        "rules, board",
        [
            (imp_rules(load_scale("wbf-25"), 8), "1.25"),
            (imp_rules(STAKE_10), 1),
            (rules_of(TeamMethod.BOARD_A_MATCH_VP, 2, "bam-vp"), "0.5"),
            (rules_of(TeamMethod.BOARD_A_MATCH, 4), "0.4"),
            (imp_rules(None), 5),
        ],
    )
    def test_one_board(self, rules: MatchRules, board: object) -> None:
        """R-186: 5 % of the most of a match: 25, 20, 10 and (plain B-a-M) 2 x 4; in a knockout match 5 IMPs."""
        team_event = event([], rules)
        assert penalty_of(penalty(1, 1, PenaltyUnit.BOARDS), team_event) == fr(board)

    def test_conduct_in_board_a_match(self) -> None:
        """R-193: one player, first time, two boards and VP: half of 0.5 (own vector: 0.25)."""
        (vector,) = [v for v in standard("penalties")["conduct"]["own_vectors"] if "bam+vp" in v["event"]]
        team_event = event([], rules_of(TeamMethod.BOARD_A_MATCH_VP, 2, "bam-vp"))
        half = penalty(1, JCBL.penalties.conduct_first, PenaltyUnit.BOARDS)
        assert penalty_of(half, team_event) == vector["penalty_points"]

    def test_imps_where_none_are_counted(self) -> None:
        """R-187: a penalty in IMPs of a board-a-match is refused."""
        three_imps = penalty(1, 3, PenaltyUnit.IMPS, 1)
        with pytest.raises(Refused, match=r"team\.penalty-unit"):
            score_event([match(1, 2, 0, round=1)], rules_of(TeamMethod.BOARD_A_MATCH, 1), penalties=(three_imps,))


class TestMistakes:
    @for_each(
        "team_event, code",
        [
            (TeamEvent((Number("1"),), (match(1, 2, 0),), imp_rules()), "team.unknown-team"),
            (TeamEvent((Number("1"),), (match(1, 1, 0),), imp_rules()), "team.itself"),
            (event([match(1, 2, forfeited_by=(Number("3"),))]), "team.forfeit-other"),
            (event([match(1, 2)], penalties=(penalty(9, 1, PenaltyUnit.VP),)), "team.unknown-penalty"),
            (event([match(1, 2)], withdrawn=frozenset({Number("9")})), "team.unknown-penalty"),
            (event([match(1, 2, 0, 0)]), "team.too-many-boards"),
            (event([match(1, 2)], MatchRules(TeamMethod.PATTON, 1)), "team.scale"),
        ],
    )
    def test_what_is_refused(self, team_event: TeamEvent, code: str) -> None:
        with pytest.raises(Refused) as caught:
            score_teams(team_event)
        assert code in {problem.code for problem in caught.value.problems}

    def test_a_match_of_totals_keeps_its_totals(self) -> None:
        """R-230: boards ruled out of totals cannot be taken out of them: the part stays as it was reported."""
        team_match = replace(match(1, 2), parts=(Totals(2, None, (fr(5), fr(3))),), boards=2)
        outcome = resulting(team_match, imp_rules())
        assert (outcome.margins, outcome.brings) == ((2, -2), (12, 8))

    def test_next_rank_follows(self) -> None:
        """R-212: 1, 2, 2, 4, or 1, 2, 2, 3 where the regulations count on without a gap."""
        matches = [won_by(1, 2, 0), won_by(3, 4, -2), won_by(1, 3, 0), won_by(2, 4, 0)]
        assert ranks(score_event(matches)) == [("4", 1), ("1", 2), ("2", 2), ("3", 4)]
        assert ranks(score_event(matches, ties=Ties.NEXT_FOLLOWS)) == [("4", 1), ("1", 2), ("2", 2), ("3", 3)]

    def test_nets_by_board(self) -> None:
        """R-231: a report form with net scores has the boards left out taken away too."""
        team_match = replace(match(1, 2, left_out=frozenset({1})), parts=(Nets(((1, 500), (2, 20))),), boards=2)
        assert resulting(team_match, imp_rules()).margins == (1, -1)
