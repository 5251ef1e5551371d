"""The scores that a board can have, and the results that give them."""

from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.game.boards import Vulnerability
from arrowswitch.core.game.contracts import PassedOut, RawScore, ns_score, ns_score_at
from arrowswitch.core.game.notation import format_result, parse_result
from arrowswitch.core.game.possible import is_possible, possible_scores, result_problems
from tests.tables import for_each


@for_each("vulnerable", list(Vulnerability))
def test_every_way_gives_its_score(vulnerable: Vulnerability) -> None:
    for score, ways in possible_scores(vulnerable).items():
        assert ways
        assert {ns_score_at(way, vulnerable) for way in ways} == {score}


def test_the_ways_to_a_score() -> None:
    of_none, of_ns, of_ew = map(possible_scores, (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW))
    assert [format_result(way) for way in of_none[430][:2]] == ["3NT+1 N", "4NT= N"]
    assert 430 not in of_ns
    assert of_ns[0] == (PassedOut(),)
    assert "4S= E" in [format_result(way) for way in of_ew[-620]]


@given(board=st.integers(1, 64), text=st.sampled_from(["4S= N", "2HX-3 E", "6NTXX+1 S", "P", "1D+3 W"]))
def test_the_score_of_a_contract_is_possible(board: int, text: str) -> None:
    result = parse_result(text)
    score = ns_score(result, board)
    assert is_possible(score, board)
    assert result_problems(result, board) == ()
    assert result_problems(result, board, score) == ()


def test_an_impossible_score() -> None:
    assert [problem.code for problem in result_problems(RawScore(10), 1)] == ["score.impossible"]
