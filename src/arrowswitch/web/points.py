"""The unit of the points on the pages: on a board, and in all."""

from __future__ import annotations

from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.match_rules import method_at_two_tables, scale_in_use

_OF_MATCHES = {TeamMethod.IMPS: Method.IMPS, TeamMethod.TOTAL_POINTS: Method.TOTAL_POINTS}
_WITH_TOP = frozenset({Method.MATCHPOINTS, Method.INSTANT, Method.BOARD_A_MATCH})


def board_points(state: EventState) -> str:
    """Returns the code of the word for the points of a board: those of a match of teams, or what the method counts."""
    boards = _method(state).boards
    return f"desk.points.{(Method.IMPS if boards is Method.HOUSTON else boards).value}"


def has_board_percent(state: EventState) -> bool:
    """True if the points of a board are a percentage of its top; IMPs, total points and the boards of team matches have
    none."""
    has_top = form_of(state.settings).opponents(state.settings).has_top
    return has_top and state.settings.scoring.method.boards in _WITH_TOP


def is_compared(state: EventState, standing: Standing) -> bool:
    """True once a total has a number. In a game of tops it has none while each board of a contestant has one result."""
    is_of_tops = has_board_percent(state) and not form_of(state.settings).ranks_matches(state)
    return not is_of_tops or standing.percent is not None or standing.total != 0


def counts_wins(state: EventState) -> bool:
    """True if the total is the number of matches won, as in a knockout: the places are the whole result."""
    return form_of(state.settings).counts_wins


def total_points(state: EventState) -> str:
    """Returns the code of the word for the totals: matches won, victory points, or the points of the boards."""
    form = form_of(state.settings)
    if form.counts_wins:
        return "desk.points.wins"
    if form.ranks_matches(state) and scale_in_use(state) is not None:
        return "desk.points.vp"
    return f"desk.points.{_method(state).value}"


def _method(state: EventState) -> Method:
    method = method_at_two_tables(state.settings)
    return state.settings.scoring.method if method is None else _OF_MATCHES.get(method, Method.BOARD_A_MATCH)
