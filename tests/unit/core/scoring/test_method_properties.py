"""Properties of any session and any match by every method: sums, symmetry, scale, idempotence, order."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.method_rules import Factoring
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import Line, TableScore
from arrowswitch.core.scoring.rules import PointsPerWin
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.core.scoring.teams.match import MatchRules, PlayedBoards, TeamMethod, TwoTables
from arrowswitch.regulations import load_scale
from tests.fields import lines as unusual_lines
from tests.rotation import examples
from tests.team_events import match_score
from tests.travellers import JCBL, SESSION_METHODS, num, session, with_rules

CROSSES = [Method.IMPS, Method.TOTAL_POINTS]
DATUMS = [Method.BUTLER, Method.HOUSTON]
SAME_PAIRS = 8
UNROUNDED = with_rules(with_rules(JCBL, "butler", nearest=0), "houston", nearest=0)

scores = st.integers(-150, 150).map(lambda tens: 10 * tens)
nets = st.lists(st.tuples(st.integers(-3000, 3000), st.integers(-3000, 3000)), min_size=1, max_size=8)


@st.composite
def sessions(draw: st.DrawFn) -> ScoringInput:
    """Up to four boards at up to six tables, the pairs of the tables always the same."""
    tables = range(draw(st.integers(2, 6)))
    lines = [
        Line(board, num(2 * table + 1), num(2 * table + 2), outcome, outcome)
        for board in range(1, draw(st.integers(1, 4)) + 1)
        for table in tables
        for outcome in [TableScore(draw(scores))]
    ]
    return session(lines, round_boards=SAME_PAIRS)


def change_scores(given_session: ScoringInput, factor: int, plus: int) -> ScoringInput:
    """Returns the session with every score multiplied and increased."""
    return replace(given_session, lines=tuple(_change_line(line, factor, plus) for line in given_session.lines))


def _change_line(line: Line, factor: int, plus: int) -> Line:
    assert isinstance(line.ns_outcome, TableScore)
    outcome = TableScore(factor * line.ns_outcome.ns + plus)
    return replace(line, ns_outcome=outcome, ew_outcome=outcome)


def view(standings: Standings) -> list[tuple[Number, int, Fraction, Fraction | None]]:
    return sorted((row.number, row.rank, row.total, row.percent) for row in standings.ranking)


def play_boards(boards: list[tuple[int, int]]) -> PlayedBoards:
    return PlayedBoards(tuple(TwoTables(board, ns, ew) for board, (ns, ew) in enumerate(boards, 1)))


class TestSums:
    @given(sessions())
    def test_matchpoints_of_a_session(self, given_session: ScoringInput) -> None:
        """All totals together: as many points as there are on the boards, 2 x n (n - 1) / 2 on each."""
        unfactored = with_rules(JCBL, "totals", factoring=Factoring.NONE)
        standings = score(given_session, unfactored)
        counts = [len(board.rows) for board in standings.boards.values()]
        assert sum(row.raw for row in standings.ranking) == sum(n * (n - 1) for n in counts)

    @pytest.mark.parametrize("method", CROSSES)
    @given(given_session=sessions())
    def test_margins_of_a_session(self, method: Method, given_session: ScoringInput) -> None:
        assert sum(row.raw for row in score(given_session, JCBL, method).ranking) == 0

    @pytest.mark.parametrize("method", DATUMS)
    @given(given_session=sessions())
    def test_both_sides_of_a_table_against_a_datum(self, method: Method, given_session: ScoringInput) -> None:
        """One side wins as much as the other loses, with any datum."""
        standings = score(given_session, JCBL, method)
        rows = [row for board in standings.boards.values() for row in board.rows]
        assert all((row.ns.exact or 0) + (row.ew.exact or 0) == 0 for row in rows)

    @given(sessions())
    def test_the_victory_points_of_a_houston_trial(self, given_session: ScoringInput) -> None:
        """A round brings both pairs of a table 30 together, or 29 to 25 from 25-4 on."""
        totals = {row.number: row.total for row in score(given_session, JCBL, Method.HOUSTON).ranking}
        for ns, ew in {(line.ns[0], line.ew[0]) for line in given_session.lines}:
            assert 25 <= totals[ns] + totals[ew] <= 30
            assert totals[ns] + totals[ew] == 30 or max(totals[ns], totals[ew]) == 25


class TestSymmetry:
    @pytest.mark.parametrize("method", SESSION_METHODS)
    @settings(max_examples=examples(30))
    @given(given_session=sessions())
    def test_turning_every_table(self, method: Method, given_session: ScoringInput) -> None:
        """North-South and East-West exchanged, the scores turned over: nobody's total and rank change."""
        turned = [replace(_change_line(line, -1, 0), ns=line.ew, ew=line.ns) for line in given_session.lines]
        again = replace(given_session, lines=tuple(turned))
        assert view(score(again, JCBL, method)) == view(score(given_session, JCBL, method))

    @pytest.mark.parametrize("method", SESSION_METHODS)
    @settings(max_examples=examples(30))
    @given(given_session=sessions(), random=st.randoms(use_true_random=False))
    def test_the_order_of_the_lines(self, method: Method, given_session: ScoringInput, random: Any) -> None:
        lines = list(given_session.lines)
        random.shuffle(lines)
        again = replace(given_session, lines=tuple(lines))
        assert view(score(again, JCBL, method)) == view(score(given_session, JCBL, method))


class TestScale:
    @given(sessions(), st.integers(1, 50), st.integers(-500, 500))
    def test_only_the_order_counts_in_matchpoints(self, given_session: ScoringInput, factor: int, plus: int) -> None:
        again = change_scores(given_session, factor, plus)
        assert view(score(again, JCBL)) == view(score(given_session, JCBL))

    @given(sessions())
    def test_two_points_a_win_are_one_doubled(self, given_session: ScoringInput) -> None:
        halves, two = (
            score(given_session, with_rules(JCBL, "boards", points_per_win=unit)).ranking for unit in PointsPerWin
        )
        assert [(row.number, row.rank, row.raw * 2, row.percent) for row in halves] == [
            (row.number, row.rank, row.raw, row.percent) for row in two
        ]

    @pytest.mark.parametrize("method", CROSSES + DATUMS)
    @given(given_session=sessions(), plus=st.integers(-500, 500))
    def test_only_differences_count_in_margins(self, method: Method, given_session: ScoringInput, plus: int) -> None:
        """The same number of points on top of every score of a board changes nothing; a datum moves with them."""
        again = score(change_scores(given_session, 1, plus), UNROUNDED, method)
        standings = score(given_session, UNROUNDED, method)
        assert view(again) == view(standings)
        if method in DATUMS:
            moved = [(board.datum or 0) + plus for board in standings.boards.values()]
            assert [board.datum for board in again.boards.values()] == moved

    @given(sessions(), st.integers(1, 50))
    def test_total_points_grow_with_the_scores(self, given_session: ScoringInput, factor: int) -> None:
        plain, more = (
            score(some, JCBL, Method.TOTAL_POINTS).ranking
            for some in (given_session, change_scores(given_session, factor, 0))
        )
        assert [(row.number, row.rank, row.total * factor) for row in plain] == [
            (row.number, row.rank, row.total) for row in more
        ]

    @given(sessions())
    def test_a_session_played_twice(self, given_session: ScoringInput) -> None:
        """The same results on as many boards again: twice the matchpoints, the same percentages and ranks."""
        last = max(line.board for line in given_session.lines)
        copies = tuple(replace(line, board=line.board + last) for line in given_session.lines)
        single = score(given_session, JCBL).ranking
        two = score(replace(given_session, lines=given_session.lines + copies), JCBL).ranking
        assert [(row.number, row.rank, row.raw * 2, row.percent) for row in single] == [
            (row.number, row.rank, row.raw, row.percent) for row in two
        ]


class TestIdempotence:
    @pytest.mark.parametrize("method", SESSION_METHODS)
    @settings(max_examples=examples(30))
    @given(lines=unusual_lines())
    def test_the_lines_of_the_scored_boards_score_the_same(self, method: Method, lines: list[Line]) -> None:
        """With averages, split scores, neutral and fouled boards too."""
        once = score(session(lines, round_boards=SAME_PAIRS), JCBL, method)
        again = [row.line for board in once.boards.values() for row in board.rows]
        assert score(session(again, round_boards=SAME_PAIRS), JCBL, method) == once


class TestTeams:
    @pytest.mark.parametrize(
        ("method", "scale"),
        [
            (TeamMethod.IMPS, None),
            (TeamMethod.IMPS, "wbf-25"),
            (TeamMethod.IMPS, "wbf-continuous"),
            (TeamMethod.IMPS, "mccallan-40"),
            (TeamMethod.TOTAL_POINTS, None),
            (TeamMethod.BOARD_A_MATCH, None),
            (TeamMethod.BOARD_A_MATCH_VP, "bam-vp"),
        ],
    )
    @given(net_scores=nets)
    def test_the_other_team_has_the_opposite(
        self, method: TeamMethod, scale: str | None, net_scores: list[tuple[int, int]]
    ) -> None:
        """Manual, line 1668: everything is exchanged, the margin and the net score change their signs."""
        rules = MatchRules(method, 8, None if scale is None else load_scale(scale))
        full = [*net_scores, *[(0, 0)] * (8 - len(net_scores))]
        own, other = (
            match_score(
                [PlayedBoards(tuple(TwoTables(b, sign * ns, sign * ew) for b, (ns, ew) in enumerate(full, 1)))], rules
            )
            for sign in (1, -1)
        )
        assert own.points == other.points[::-1]
        assert (own.margin, own.net) == (-other.margin, -other.net)
        assert own.total is not None
        assert other.total is not None
        assert own.total == other.total[::-1]

    @given(nets)
    def test_sums_of_boards_won(self, net_scores: list[tuple[int, int]]) -> None:
        """Two points on every board."""
        points = match_score([play_boards(net_scores)], MatchRules(TeamMethod.BOARD_A_MATCH, 8)).points
        assert sum(points) == 2 * len(net_scores)

    @given(nets, st.integers(-500, 500))
    def test_the_same_points_at_both_tables_change_nothing(self, net_scores: list[tuple[int, int]], plus: int) -> None:
        """Points added to the North-South score of both tables: one team has them as North-South, and loses them as
        East-West."""
        moved = [(ns + plus, ew - plus) for ns, ew in net_scores]
        plain, other = (
            match_score([play_boards(boards)], MatchRules(TeamMethod.IMPS, 8)) for boards in (net_scores, moved)
        )
        assert plain == other
