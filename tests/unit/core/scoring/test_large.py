"""Large sessions are scored on arrays, with the same standings as line by line."""

from __future__ import annotations

from collections.abc import Mapping
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring import sessions as scored_sessions
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.method_rules import Factoring
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import Line
from arrowswitch.core.scoring.sessions import LARGE, LateBoards, score, score_on_arrays, score_session
from arrowswitch.core.scoring.standings import ScoredBoard, Standings
from arrowswitch.tournament.scored.session import board_standings
from tests.builders import mitchell_evening
from tests.fields import regulations, sessions
from tests.rotation import examples
from tests.tables import for_each
from tests.travellers import JCBL, session, traveller, with_rules

ON_ARRAYS = (Method.MATCHPOINTS, Method.IMPS, Method.TOTAL_POINTS)


def simultaneous(tables: int, boards: int) -> ScoringInput:
    """Returns a field where every table plays the same boards, with scores that repeat."""
    return session(
        [
            Line.of_score(
                board,
                Number(str(table + 1)),
                Number(str(tables + 1 + (table + 7 * board) % tables)),
                10 * ((table * 31 + board * 17) % 61 - 30),
            )
            for board in range(1, boards + 1)
            for table in range(tables)
        ]
    )


@pytest.mark.parametrize("method", ON_ARRAYS)
@settings(max_examples=examples(40), deadline=None)
@given(data=st.data(), rules=regulations())
def test_the_same_standings(method: Method, data: st.DataObject, rules: Regulations) -> None:
    """Every column of every row, penalties and boards due included, the figures of the whole ranking, and the points
    of every board that are shown without scoring it line by line."""
    field = data.draw(sessions(method))
    on_arrays, plain = score_on_arrays(field, rules, method), score(field, rules, method)
    assert on_arrays == plain
    assert on_arrays is not None
    assert _list_shown(on_arrays) == _list_shown(plain)


def _list_shown(standings: Standings) -> list[tuple[object, ...]]:
    return [
        (board.board, board.top, row.line, row.ns.points, row.ew.points)
        for board in standings.shown_boards()
        for row in board.rows
    ]


def test_a_field_above_the_limit_is_scored_on_arrays() -> None:
    field = simultaneous(tables=250, boards=LARGE // 250)
    standings = score_session(field, JCBL)
    assert isinstance(standings.boards, LateBoards)
    plain = score(field, JCBL)
    assert standings.ranking == plain.ranking
    assert standings.boards[7] == plain.boards[7]
    assert (len(standings.boards), list(standings.boards)) == (20, list(range(1, 21)))


def test_a_field_below_the_limit_is_scored_line_by_line() -> None:
    field = simultaneous(tables=9, boards=3)
    assert not isinstance(score_session(field, JCBL).boards, LateBoards)


def test_the_boards_of_a_large_field_are_scored_once_and_only_when_asked_for() -> None:
    calls: list[int] = []

    def score_once() -> Mapping[BoardNumber, ScoredBoard]:
        calls.append(1)
        return score(simultaneous(3, 2), JCBL).boards

    boards = LateBoards(score_once)
    assert calls == []
    assert (len(boards), len(list(boards.values())), calls) == (2, 2, [1])


@for_each("method", [method for method in Method if method not in ON_ARRAYS])
def test_other_methods_are_scored_line_by_line(method: Method) -> None:
    assert score_on_arrays(simultaneous(4, 2), JCBL, method) is None


def test_margins_that_are_factored_are_scored_line_by_line() -> None:
    rules = with_rules(JCBL, "imps", factoring=Factoring.UP)
    assert score_on_arrays(simultaneous(4, 2), rules, Method.IMPS) is None


def test_what_is_wrong_in_a_session_is_said_for_either_form() -> None:
    """A penalty for an unknown contestant is refused, not scored in the other form."""
    wrong = session(traveller("1 11 420", "2 12 420"), contestants=(Number("1"), Number("2")))
    with pytest.raises(Refused, match="scoring"):
        score_on_arrays(wrong, JCBL, Method.MATCHPOINTS)


def test_the_desk_scores_a_large_session_on_arrays() -> None:
    evening = mitchell_evening()
    evening.play_all()
    plain = board_standings(evening.state, 1)
    board_standings.cache_clear()
    with patch.object(scored_sessions, "FOLLOWED", 10):
        standings = board_standings(evening.state, 1)
    board_standings.cache_clear()
    assert isinstance(standings.boards, LateBoards)
    assert standings == plain
