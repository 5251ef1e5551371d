"""The scores that are possible on a board, and their contracts: the check of every entry (R-141).

A score that no contract gives at the board's vulnerability was misread or belongs to another board. A score that is
written next to a contract must be the score of this contract. Laws of Duplicate Bridge, Law 77; manual, lines 425-434
and 664-674.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.game.boards import BoardNumber, Vulnerability, vulnerability
from arrowswitch.core.game.contracts import (
    Contract,
    Denomination,
    Doubling,
    PassedOut,
    Played,
    TableResult,
    ns_score,
    ns_score_at,
)
from arrowswitch.core.game.notation import format_result
from arrowswitch.core.game.seats import Seat

Ways = tuple[Played | PassedOut, ...]
"""The results that give a score, undoubled ones first; North stands for either of North-South, East for East-West."""


@cache
def possible_scores(vulnerable: Vulnerability) -> Mapping[int, Ways]:
    """Returns every score for North-South that a board can bring at a vulnerability, with the results that give it."""
    ways: dict[int, list[Played | PassedOut]] = {0: [PassedOut()]}
    for played in _every_result():
        ways.setdefault(ns_score_at(played, vulnerable), []).append(played)
    return MappingProxyType({score: tuple(results) for score, results in sorted(ways.items())})


def is_possible(score: int, board: BoardNumber) -> bool:
    """True if any result gives `score` (points for North-South) on `board`."""
    return score in possible_scores(vulnerability(board))


def check_points(score: int) -> None:
    """Raises Refused (`score.never`) for points that no result gives at any vulnerability, such as 60 or 6040."""
    if not any(score in possible_scores(vulnerable) for vulnerable in Vulnerability):
        raise Refused.of("score.never", score=score)


def result_problems(result: TableResult, board: BoardNumber, stated: int | None = None) -> tuple[Problem, ...]:
    """Returns the problems of a result on a board, in points for North-South.

    The problems are `score.impossible`, and `score.differs` when the `stated` score is not the contract's.
    """
    score = ns_score(result, board)
    if not is_possible(score, board):
        return (Problem("score.impossible", {"score": score, "board": board}),)
    if stated is not None and stated != score:
        params: dict[str, ParamValue] = {
            "result": format_result(result),
            "board": board,
            "stated": stated,
            "score": score,
        }
        return (Problem("score.differs", params),)
    return ()


def _every_result() -> tuple[Played, ...]:
    return tuple(
        Played(Contract(level, denomination, doubling, seat), tricks)
        for doubling in Doubling
        for seat in (Seat.NORTH, Seat.EAST)
        for level in range(1, 8)
        for denomination in Denomination
        for tricks in range(14)
    )
