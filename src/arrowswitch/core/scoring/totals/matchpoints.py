"""The boards of a matchpoint session, scored: how many results each is brought to, and the check of its sums."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.boards.contexts import field_context, session_percents
from arrowswitch.core.scoring.boards.matchpoints import BoardContext, score_board
from arrowswitch.core.scoring.hashed import Hashed
from arrowswitch.core.scoring.inputs import BoardLines, ScoringInput
from arrowswitch.core.scoring.rules import ScoringRules
from arrowswitch.core.scoring.standings import ScoredBoard
from arrowswitch.core.scoring.totals.accounts import planned_results


def score_boards(session: ScoringInput, rules: ScoringRules) -> dict[BoardNumber, ScoredBoard]:
    """Returns every board of the session scored, boards in ascending order."""
    by_board = session.by_board()
    contexts = board_contexts(session, rules)
    hashed = {place: Hashed(context) for place, context in {id(one): one for one in contexts.values()}.items()}
    scored = {board: _score_board(lines, hashed[id(contexts[board])]) for board, lines in by_board.items()}
    again = [board for board, lines in by_board.items() if lines.has_averages]
    if again and rules.averages.uses_session_percent:
        percents = session_percents(scored.values())
        scored |= {b: score_board(by_board[b], replace(contexts[b], session_percents=percents)) for b in again}
    return scored


@lru_cache(maxsize=1024)
def _score_board(lines: BoardLines, context: Hashed[BoardContext]) -> ScoredBoard:
    """Returns a scored board. It is cached: a new result changes one board only."""
    return score_board(lines, context.value)


def board_contexts(
    session: ScoringInput, rules: ScoringRules, percents: Mapping[Number, Fraction] | None = None
) -> dict[BoardNumber, BoardContext]:
    """Returns the context of each board: the facts in addition to its lines. It includes the number of results that the
    board is scored to, None (its own number) while it is not complete."""
    context, planned = field_context(session, rules, percents), planned_results(session)
    most = max(planned.values(), default=0)
    by_results: dict[int, BoardContext] = {}

    def of(board: BoardNumber, lines: BoardLines) -> BoardContext:
        if session.is_provisional and not session.is_complete(board, lines):
            return context
        full = most if rules.boards.has_common_top else planned[board]
        if full not in by_results:
            by_results[full] = replace(context, full_results=full)
        return by_results[full]

    return {board: of(board, lines) for board, lines in session.by_board().items()}


def sum_problems(board: ScoredBoard) -> tuple[Problem, ...]:
    """Returns the problems of the sums of a board (manual, lines 1196-1197). An adjusted board need not balance, nor
    one that was compared with a datum.

    Code `scoring.sum` with the side, the sum and the expected sum.
    """
    if board.is_adjusted or board.datum is not None:
        return ()
    sums = {side: sum((row.side(side).exact or Fraction(0) for row in board.rows), Fraction(0)) for side in Side}
    return tuple(
        Problem(
            "scoring.sum",
            {
                "board": board.board,
                "side": side.value,
                "sum": plain_string(total),
                "expected": plain_string(board.expected_sum),
            },
        )
        for side, total in sums.items()
        if total != board.expected_sum
    )
