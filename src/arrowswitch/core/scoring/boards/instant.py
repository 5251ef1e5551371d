"""Instant matchpoints: each result is compared with a table that was given beforehand, and not with the other tables.

The table of a board holds the scores of another field and how often each occurred. A result gets one (or two) points
for each of them that is worse and half of it for each that is equal, as if it had been among them (manual, line 1179);
there are as many comparisons as the table has results. Tables of different sizes are brought to the largest one's top
by proportion (manual, lines 1328-1330). Artificial scores are those of matchpoints. No document prints the method.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.boards.comparisons import HALF, Comparison, side_result
from arrowswitch.core.scoring.boards.contexts import field_context, session_percents
from arrowswitch.core.scoring.boards.matchpoints import BoardContext, award_percent
from arrowswitch.core.scoring.inputs import Frequencies, ScoringInput
from arrowswitch.core.scoring.outcomes import Line
from arrowswitch.core.scoring.rules import ScoringRules
from arrowswitch.core.scoring.standings import ScoredBoard, ScoredLine

_NOTHING = Fraction(0)


def table_comparison(score: int, table: Frequencies, side: Side) -> Comparison:
    """Returns how a score of one side fares against the North-South scores of a table.

    >>> table_comparison(420, ((170, 3), (420, 4), (450, 1)), Side.NS).points
    Fraction(5, 1)
    """
    sign = 1 if side is Side.NS else -1
    own = [(sign * other, count) for other, count in table]
    return Comparison(
        better=sum(count for other, count in own if other < score),
        equal=sum(count for other, count in own if other == score),
        worse=sum(count for other, count in own if other > score),
    )


def score_table_boards(session: ScoringInput, rules: ScoringRules) -> dict[BoardNumber, ScoredBoard]:
    """Returns every board of a session scored by instant matchpoints.

    Raises Refused with a problem for each board that has no table (`instant.no-table`).
    """
    Refused.check(_problems(session))
    boards = _boards(session, award_context(session, rules))
    return _boards(session, award_context(session, rules, boards.values()))


def award_context(session: ScoringInput, rules: ScoringRules, boards: Iterable[ScoredBoard] = ()) -> BoardContext:
    """Returns the context of the session's artificial scores, including the percentages on its scored boards."""
    return field_context(session, rules, session_percents(boards) if rules.averages.uses_session_percent else {})


def _problems(session: ScoringInput) -> Iterator[Problem]:
    for board in session.by_board():
        if not session.frequencies.get(board):
            yield Problem("instant.no-table", {"board": board})


def _boards(session: ScoringInput, context: BoardContext) -> dict[BoardNumber, ScoredBoard]:
    top = Fraction(session.largest_table * context.rules.boards.points_per_win)
    return {
        board: _score_board(lines, session.frequencies[board], top, context)
        for board, lines in session.by_board().items()
    }


def _score_board(lines: Sequence[Line], table: Frequencies, top: Fraction, context: BoardContext) -> ScoredBoard:
    rounding = context.rules.boards.rounding
    rows = tuple(
        ScoredLine.of(line, [_points(line, side, table, top, context) for side in Side], rounding, top)
        for line in lines
    )
    # A field that is compared with another one may win more or less than half of the points: no sum is expected.
    return ScoredBoard(board=lines[0].board, rows=rows, top=top, expected_sum=len(lines) * top * HALF, is_adjusted=True)


def _points(line: Line, side: Side, table: Frequencies, top: Fraction, context: BoardContext) -> Fraction | None:
    numbers, outcome = line.side(side)
    percent = award_percent(outcome, numbers, context)
    if percent is not None:
        return top * percent / 100
    result = side_result(line, side)
    if result is None or not context.is_in_field(line):
        return None
    comparisons = [(table_comparison(score, table, side), weight) for score, weight in result.parts]
    return sum((weight * against.points * top / against.others for against, weight in comparisons), _NOTHING)
