"""What the points on the pages are counted in: on a board, and in all."""

from __future__ import annotations

from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.scored.bracket import is_knockout
from arrowswitch.tournament.scored.match_rules import is_of_matches, scale_in_use, team_method

_OF_MATCHES = {TeamMethod.IMPS: Method.IMPS, TeamMethod.TOTAL_POINTS: Method.TOTAL_POINTS}


def board_points(state: EventState) -> str:
    """Returns the code of the word for the points of a board: those of a match of teams, or what the method counts."""
    return f"desk.points.{_method(state).value}"


def total_points(state: EventState) -> str:
    """Returns the code of the word for the totals: matches won, victory points, or the points of the boards."""
    if is_knockout(state):
        return "desk.points.wins"
    if is_of_matches(state) and scale_in_use(state) is not None:
        return "desk.points.vp"
    return board_points(state)


def _method(state: EventState) -> Method:
    if not state.settings.event_form.is_of_teams:
        return state.settings.method
    return _OF_MATCHES.get(team_method(state.settings), Method.BOARD_A_MATCH)
