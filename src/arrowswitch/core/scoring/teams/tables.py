"""From the results of two tables to the boards of a match of two teams.

Each board needs two results in which the teams sat the other way round. Where a team sat the same way at both tables
the board cannot be compared: it is left out of the match and stays a result of the pairs (manual, lines 2607 and
2651-2652). A board with an artificial or weighted score is a ruled one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.boards.comparisons import Result, side_result
from arrowswitch.core.scoring.outcomes import AverageKind, Line, award_kind
from arrowswitch.core.scoring.teams.match import PlayedBoards, TwoTables
from arrowswitch.core.scoring.teams.results import RuledBoard, RuledValue, Weighed


@dataclass(frozen=True, slots=True)
class MatchBoards:
    """The boards of a match: those compared (or waiting for the other table), ruled, and left out for wrong seats."""

    played: PlayedBoards
    ruled: tuple[RuledBoard, ...]
    left_out: frozenset[BoardNumber]


def match_boards(lines: Iterable[Line], is_first: Callable[[Number], bool]) -> MatchBoards:
    """Returns the boards of a match from the results at its tables; `is_first` tells whose number is the first team's.

    Boards come in ascending order. A third result of a board is not looked at.
    """
    by_board: dict[BoardNumber, list[Line]] = {}
    for line in lines:
        by_board.setdefault(line.board, []).append(line)
    played: list[TwoTables] = []
    ruled: list[RuledBoard] = []
    left_out = []
    for board in sorted(by_board):
        sides = [(Side.NS if is_first(line.ns[0]) else Side.EW, line) for line in by_board[board]]
        tables: dict[Side, Line] = {}
        for side, line in sides:
            tables.setdefault(side, line)
        if len(sides) > 1 and len(tables) == 1:
            left_out.append(board)
            continue
        ruling = _ruling(board, tables)
        if ruling is not None:
            ruled.append(ruling)
        else:
            played.append(TwoTables(board, _own(tables, Side.NS), _own(tables, Side.EW)))
    return MatchBoards(PlayedBoards(tuple(played)), tuple(ruled), frozenset(left_out))


def _own(tables: dict[Side, Line], side: Side) -> int | None:
    """Returns the first team's score at the table where it sat on `side`, from its own view."""
    line = tables.get(side)
    result = None if line is None else side_result(line, side)
    return None if result is None else result.parts[0][0]


def _ruling(board: BoardNumber, tables: dict[Side, Line]) -> RuledBoard | None:
    """Returns the ruling of a board, None where both results are plain ones or missing.

    An artificial score at either table is that of the board.
    """
    for side, line in tables.items():
        kinds = award_kind(line.side(side)[1]), award_kind(line.side(side.opponents)[1])
        if any(kind is not None for kind in kinds):
            first, second = (AverageKind.AVERAGE if kind is None else kind for kind in kinds)
            return RuledBoard(board, first, second)
    both = [(side_result(line, side), _turned_result(side, line)) for side, line in tables.items()]
    own, others = (
        [first for first, _ in both if first is not None],
        [second for _, second in both if second is not None],
    )
    if len(own) < 2 or len(others) < 2 or (own == others and all(result.is_plain for result in own)):
        return None
    return RuledBoard(board, _value(own), _value(others, -1))


def _turned_result(side: Side, line: Line) -> Result | None:
    """Returns the result of a table as the second team got it, from the first team's side."""
    other = side_result(line, side.opponents)
    return None if other is None else Result(tuple((-score, weight) for score, weight in other.parts))


def _value(results: list[Result], sign: int = 1) -> RuledValue:
    """Returns the weighted net scores of a board from both tables' results."""
    parts: list[tuple[int, Fraction]] = [(0, Fraction(1))]
    for result in results:
        parts = [(net + score, share * weight) for net, share in parts for score, weight in result.parts]
    return Weighed(tuple((sign * net, share) for net, share in parts))
