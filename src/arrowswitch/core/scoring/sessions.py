"""The one entry to scoring by all methods, in the form that suits a session's size: line by line, so that every page
can explain it, or on arrays.

Both forms follow the same regulations and give the same standings (a property test compares them). Arrays compute the
ranking; a board behind it is scored line by line when it is requested. The modules for arrays are loaded by the first
large session: commands that compute one score do not wait for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.boards.board_a_match import score_match_boards
from arrowswitch.core.scoring.boards.crosses import score_cross_boards
from arrowswitch.core.scoring.boards.datums import score_datum_boards
from arrowswitch.core.scoring.boards.instant import score_table_boards
from arrowswitch.core.scoring.boards.matchpoints import score_board
from arrowswitch.core.scoring.boards.measures import IMPS, POINTS
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.method_rules import Factoring
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rules import PenaltyUnit, RankBy
from arrowswitch.core.scoring.standings import ScoredBoard, ScoredLine, SidePoints, Standing, Standings
from arrowswitch.core.scoring.totals.accounts import Account, ScoringMemory, board_accounts, standings_of
from arrowswitch.core.scoring.totals.matchpoints import board_contexts, score_boards
from arrowswitch.core.scoring.totals.pair_matches import match_accounts
from arrowswitch.core.scoring.totals.ranking import tie_broken

if TYPE_CHECKING:
    from arrowswitch.core.scoring.bulk import BulkStandings

LARGE = 5000
"""A session that is scored once is scored on arrays from this many results, which takes half the time or less. A club's
evening with all its sections has fewer (six sections of 14 tables and 26 boards have 2,184); simultaneous events have
more."""

FOLLOWED = 60_000
"""A session that has a memory is scored on arrays only above this many results. Up to there it is scored line by line:
a result costs what it changes, and the first time costs less than a second."""


class LateBoards(Mapping[BoardNumber, ScoredBoard]):
    """The scored boards of a large field, scored when the first of them is asked for."""

    __slots__ = ("_score", "_scored_boards")

    def __init__(self, score_boards: Callable[[], Mapping[BoardNumber, ScoredBoard]]) -> None:
        self._score = score_boards
        self._scored_boards: Mapping[BoardNumber, ScoredBoard] | None = None

    def __getitem__(self, board: BoardNumber) -> ScoredBoard:
        return self._boards()[board]

    def __iter__(self) -> Iterator[BoardNumber]:
        return iter(self._boards())

    def __len__(self) -> int:
        return len(self._boards())

    def _boards(self) -> Mapping[BoardNumber, ScoredBoard]:
        if self._scored_boards is None:
            self._scored_boards = self._score()
        return self._scored_boards


_Boards = Mapping[BoardNumber, ScoredBoard]

BOARDS: Mapping[Method, Callable[[ScoringInput, ScoringRegulations], _Boards]] = {
    Method.MATCHPOINTS: lambda session, regulations: score_boards(session, regulations.scoring),
    Method.IMPS: lambda session, regulations: score_cross_boards(session, regulations.scoring, IMPS),
    Method.BUTLER: lambda session, regulations: score_datum_boards(session, regulations.scoring.butler),
    Method.HOUSTON: lambda session, regulations: score_datum_boards(session, regulations.scoring.houston),
    Method.TOTAL_POINTS: lambda session, regulations: score_cross_boards(session, regulations.scoring, POINTS),
    Method.BOARD_A_MATCH: lambda session, regulations: score_match_boards(session, regulations.board_a_match),
    Method.INSTANT: lambda session, regulations: score_table_boards(session, regulations.scoring),
}
"""The functions that score the boards of a session, by `Method.boards`."""


def score(
    session: ScoringInput,
    regulations: ScoringRegulations,
    method: Method = Method.MATCHPOINTS,
    memory: ScoringMemory | None = None,
) -> Standings:
    """Returns the standings of a session by a method: every board scored, and the ranking of each field.

    With the session's `memory` a result costs only what it changes; the standings are the same without one.

    A contestant without a score on any board is not ranked; without results the standings are empty. Tie-breaks of the
    regulations separate equal scores. Raises Refused with the problems of the input (`ScoringInput.check`), for a
    penalty in a unit of another method (`scoring.penalty-unit`), and for rounds that the scale of victory points has no
    column for (`scale.no-column`).
    """
    boards = score_boards_of(session, regulations, method)
    accounts: Mapping[Number, Account]
    if method.unit is PenaltyUnit.VP:
        accounts = match_accounts(session, regulations, boards, method)
    else:
        accounts = board_accounts(session, regulations, boards, method, memory)
    standings = standings_of(session, regulations, boards, accounts, method, memory)
    return tie_broken(standings, regulations.scoring.ranking)


def score_boards_of(
    session: ScoringInput, regulations: ScoringRegulations, method: Method
) -> Mapping[BoardNumber, ScoredBoard]:
    """Returns every board of a session scored line by line; raises Refused with the problems of the input."""
    session.check()
    return BOARDS[method.boards](session, regulations)


def score_board_of(
    session: ScoringInput, regulations: ScoringRegulations, method: Method, board: BoardNumber
) -> ScoredBoard | None:
    """Returns one board as `score_boards_of` scores it, None where nothing was entered on it; it alone is scored where
    the method lets it."""
    if method.boards is not Method.MATCHPOINTS:
        return score_boards_of(session, regulations, method).get(board)
    session.check()
    lines = session.by_board().get(board)
    if lines is None or (lines.has_averages and regulations.scoring.averages.uses_session_percent):
        return BOARDS[method.boards](session, regulations).get(board)
    return score_board(lines, board_contexts(session, regulations.scoring)[board])


def score_session(
    session: ScoringInput,
    regulations: ScoringRegulations,
    method: Method = Method.MATCHPOINTS,
    memory: ScoringMemory | None = None,
) -> Standings:
    """Returns the standings of a session of any size; raises Refused as `score`.

    The number of results decides between lines and arrays: `LARGE` for a session that is scored once, `FOLLOWED` for
    one with a `memory`, which is scored again after every result.
    """
    is_large = len(session.lines) >= LARGE if memory is None else len(session.lines) > FOLLOWED
    on_arrays = score_on_arrays(session, regulations, method) if is_large else None
    return score(session, regulations, method, memory) if on_arrays is None else on_arrays


def score_on_arrays(session: ScoringInput, regulations: ScoringRegulations, method: Method) -> Standings | None:
    """Returns the standings of a session scored on arrays; None for what these cannot hold (weighted scores, single
    players, other methods, regulations that separate equal scores or leave amounts unrounded)."""
    from arrowswitch.core.scoring.bulk import field_of, score_bulk, times_seated

    try:
        field, names = field_of(session)
        scored = score_bulk(field, regulations, method)
    except Refused as refused:
        if any(problem.code.startswith("bulk.") for problem in refused.problems):
            return None
        raise
    fields = {number: place for place, numbers in enumerate(session.fields) for number in numbers}
    seated = times_seated(field, len(names))

    def standing(place: int) -> Standing:
        number = names[place]
        return scored.standing(
            place,
            number,
            boards_due=session.boards_due.get(number, int(seated[place])),
            field=fields.get(number, 0),
            direction=session.directions.get(number),
        )

    is_matchpoints = method is Method.MATCHPOINTS
    return Standings(
        method=scored.method,
        regulations=scored.regulations,
        ranking=tuple(map(standing, scored.order.tolist())),
        boards=LateBoards(lambda: score(session, regulations, method).boards),
        is_provisional=session.is_provisional,
        is_informal=is_matchpoints and regulations.scoring.totals.factoring is Factoring.DOWN,
        ranked_by=None if is_matchpoints else RankBy.TOTAL,
        score_shown=lambda: _shown_boards(session, scored),
    )


def _shown_boards(session: ScoringInput, scored: BulkStandings) -> Iterator[ScoredBoard]:
    ns, ew, tops = scored.points_of(Side.NS), scored.points_of(Side.EW), scored.tops()
    places: dict[BoardNumber, list[int]] = {}
    for place, line in enumerate(session.lines):
        places.setdefault(line.board, []).append(place)
    for board in sorted(places):
        top = Fraction(max(tops[place] for place in places[board]))
        rows = (
            ScoredLine(session.lines[n], SidePoints(ns[n], None, top), SidePoints(ew[n], None, top))
            for n in places[board]
        )
        yield ScoredBoard(board=board, rows=tuple(rows), top=top)
