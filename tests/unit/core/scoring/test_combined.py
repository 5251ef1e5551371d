"""Several sessions as one result: totals added, tops made equal, numbers known throughout (R-214, R-225, R-299)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from arrowswitch import regulations
from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import Line, TableScore
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.core.scoring.totals.combined import APART, PlayedSession, combine_sessions

JCBL = regulations.load("jcbl-2008")
SAME = {Number(str(n)): Number(str(n)) for n in range(1, 9)}


def play_session(scores: dict[int, tuple[int, ...]], method: Method = Method.MATCHPOINTS, **more: Any) -> Standings:
    """Returns a session of which each board lists North-South's scores; pair 1 meets 2, 3 meets 4, and so on."""
    lines = []
    for board, results in scores.items():
        for at, points in enumerate(results):
            ns, ew = Number(str(2 * at + 1)), Number(str(2 * at + 2))
            outcome = TableScore(points)
            lines.append(Line(board, (ns,), (ew,), outcome, outcome))
    numbers = tuple(Number(str(n)) for n in range(1, 2 * max(map(len, scores.values())) + 1))
    due = {number: len(scores) for number in numbers}
    session = ScoringInput(lines=tuple(lines), contestants=numbers, fields=(numbers,), boards_due=due)
    return score(replace(session, **more), JCBL, method)


def totals(standings: Standings) -> dict[str, tuple[str, str]]:
    return {row.number: (str(row.total), str(row.percent)) for row in standings.ranking}


class TestTotals:
    def test_numbers_of_both_sessions_are_one_contestant(self) -> None:
        """R-299: who was 1 and then 2 has what 1 won first and what 2 won then: 1 of 1, then 1 of 1."""
        first, two = play_session({1: (100, 50)}), play_session({1: (-100, 50)})
        swap = {Number(a): Number(b) for a, b in (("1", "2"), ("2", "1"), ("3", "4"), ("4", "3"))}
        whole = combine_sessions((PlayedSession(first, SAME), PlayedSession(two, swap)), JCBL.scoring)
        assert totals(whole) == {"1": ("2", "100"), "2": ("0", "0"), "3": ("0", "0"), "4": ("2", "100")}
        assert [row.rank for row in whole.ranking] == [1, 1, 3, 3]
        assert all((row.boards, row.boards_due) == (2, 2) for row in whole.ranking)

    def test_sessions_of_different_length(self) -> None:
        """R-225: 24 and 26 boards of top 1, won on 30 of 50: total 30, and 30 / 50 is 60 %."""
        first = play_session({n: (100, 0) if n <= 14 else (-100, 0) for n in range(1, 25)})
        second = play_session({n: (100, 0) if n <= 16 else (-100, 0) for n in range(1, 27)})
        whole = combine_sessions((PlayedSession(first, SAME), PlayedSession(second, SAME)), JCBL.scoring)
        assert totals(whole)["1"] == ("30", "60")
        assert sorted(whole.boards)[24:26] == [1 + APART, 2 + APART]

    def test_a_smaller_top_is_factored_up_to_the_larger_one(self) -> None:
        """R-214: top 2 and top 3: 1 of 2 becomes 1.5 of 3, and with 2 of 3 makes 3.5 of 6: 58.33 %."""
        first = play_session({1: (100, 200, 50)})
        second = play_session({1: (100, 50, 200, 25)})
        whole = combine_sessions((PlayedSession(first, SAME), PlayedSession(second, SAME)), JCBL.scoring)
        assert [first.boards[1].top, second.boards[1].top] == [Fraction(2), Fraction(3)]
        assert totals(whole)["1"] == ("7/2", "5833/100")
        assert totals(whole)["7"] == ("0", "0")

    def test_who_played_in_one_session_only(self) -> None:
        """R-225: three pairs more in the second session have no total of the first; a percentage is of all boards."""
        first, second = play_session({1: (100, 50)}), play_session({1: (100, 50, 0)})
        whole = combine_sessions((PlayedSession(first, SAME), PlayedSession(second, SAME)), JCBL.scoring)
        assert totals(whole)["5"] == ("0", "0")
        assert next(row.boards for row in whole.ranking if row.number == "6") == 1

    def test_penalties_are_added(self) -> None:
        first = play_session(
            {1: (100, 50)}, penalties=(Penalty(Number("1"), Fraction(1, 2), PenaltyUnit.BOARDS, "late"),)
        )
        whole = combine_sessions(
            (PlayedSession(first, SAME), PlayedSession(play_session({1: (100, 50)}), SAME)), JCBL.scoring
        )
        row = whole.of(Number("1"))
        assert row is not None
        assert (row.penalty, row.total) == (Fraction(1, 2), Fraction(3, 2))

    def test_a_session_under_way_counts_what_is_there(self) -> None:
        """R-228: while results are awaited the percentage is of the boards that were scored: 1 of 1 and 0 of 1."""
        first = play_session({1: (100, 50)})
        second = play_session({1: (-100, 50), 2: (100, 50)}, is_provisional=True)
        part = replace(second, ranking=tuple(replace(row, boards=1) for row in second.ranking))
        whole = combine_sessions((PlayedSession(first, SAME), PlayedSession(part, SAME)), JCBL.scoring)
        assert whole.is_provisional
        row = whole.of(Number("1"))
        assert row is not None
        assert row.percent == 100

    def test_without_a_top_there_is_no_percentage(self) -> None:
        """IMPs of both sessions are added."""
        first, second = (
            play_session({1: (400, 50)}, method=Method.IMPS),
            play_session({1: (90, 50)}, method=Method.IMPS),
        )
        whole = combine_sessions((PlayedSession(first, SAME), PlayedSession(second, SAME)), JCBL.scoring)
        sums = {
            row.number: row.total + next(other.total for other in second.ranking if other.number == row.number)
            for row in first.ranking
        }
        assert {row.number: row.total for row in whole.ranking} == sums
        assert {row.percent for row in whole.ranking} == {None}

    def test_nothing_was_scored(self) -> None:
        empty = replace(play_session({1: (100, 50)}), ranking=(), boards={})
        assert combine_sessions((PlayedSession(empty, {}),), JCBL.scoring).ranking == ()


class TestSides:
    def two_winners(self) -> Standings:
        session = play_session({1: (100, 50)})
        sides = {"1": Side.NS, "2": Side.EW, "3": Side.NS, "4": Side.EW}
        rows = tuple(
            replace(row, direction=sides[row.number], field=int(sides[row.number] is Side.EW))
            for row in session.ranking
        )
        return replace(session, ranking=rows)

    def test_who_stays_on_its_side_is_ranked_there(self) -> None:
        session = self.two_winners()
        whole = combine_sessions((PlayedSession(session, SAME), PlayedSession(session, SAME)), JCBL.scoring)
        assert {row.number: row.direction for row in whole.ranking} == {
            "1": Side.NS,
            "2": Side.EW,
            "3": Side.NS,
            "4": Side.EW,
        }
        assert sorted(row.rank for row in whole.ranking) == [1, 1, 2, 2]

    def test_who_changes_the_side_is_ranked_with_everybody(self) -> None:
        session = self.two_winners()
        swap = {Number(a): Number(b) for a, b in (("1", "2"), ("2", "1"), ("3", "4"), ("4", "3"))}
        whole = combine_sessions((PlayedSession(session, SAME), PlayedSession(session, swap)), JCBL.scoring)
        assert {row.direction for row in whole.ranking} == {None}
        assert len({row.rank for row in whole.ranking}) == 1
