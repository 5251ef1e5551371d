"""Conflicts between the slip of a match and its boards: both are shown, and the director decides which is right.

The slip counts until it is corrected or removed. Boards that are still missing may make up the difference to the slip;
IMPs and boards that were won are never lost again, so that more of them than on the slip are a contradiction already.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.teams.match import Both, TeamMethod
from arrowswitch.core.scoring.teams.results import MatchResult, TeamMatch, match_result
from arrowswitch.core.scoring.teams.triangles import half_rules
from arrowswitch.tournament.model.places import RoundPlace
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import MatchSlip, SlipUnit
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.match_results import keys_of
from arrowswitch.tournament.scored.match_rules import match_rules, team_method
from arrowswitch.tournament.scored.match_slips import boards_in_order, boards_on, slip_of, slip_points
from arrowswitch.tournament.scored.match_standings import match_by_boards
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches


@dataclass(frozen=True, slots=True)
class SlipConflict:
    """A match whose boards say something else than its slip, in what the slip is written in, the team at home first.

    `is_open` while boards are missing.
    """

    at: RoundPlace
    teams: tuple[Number, Number]
    slip: Both
    boards: Both
    unit: SlipUnit
    is_open: bool


@lru_cache(maxsize=16)
def slip_conflicts(state: EventState) -> tuple[SlipConflict, ...]:
    """Returns the matches whose boards contradict their slip, in the order of play."""
    return tuple(_conflicts(state)) if state.matches.slips else ()


def result_by_boards(state: EventState, match: PlannedMatch) -> MatchResult:
    """Returns a match by the results of its boards, without its slip."""
    return _score_match(state, match, match_by_boards(state, match, 0))


def _conflicts(state: EventState) -> Iterator[SlipConflict]:
    for match in planned_matches(state):
        slip = slip_of(state, match)
        by_boards = None if slip is None else _on_slip(state, match, slip)
        if slip is None or by_boards is None:
            continue
        points = slip_points(slip, match)
        score = by_boards.points if slip.unit is SlipUnit.POINTS else by_boards.vp
        is_other = score is not None and (score != points if by_boards.is_complete else _is_more(state, score, points))
        if score is not None and is_other:
            yield SlipConflict(
                at=slip.at,
                teams=match.teams,
                slip=points,
                boards=score,
                unit=slip.unit,
                is_open=not by_boards.is_complete,
            )


def _on_slip(state: EventState, match: PlannedMatch, slip: MatchSlip) -> MatchResult | None:
    """Returns the result of the boards on a slip, None if none of them is entered."""
    on_slip = boards_on(slip, match)
    others = frozenset(boards_in_order(match)) - on_slip
    by_boards = match_by_boards(state, match, 0, without=others)
    keys = len(on_slip) * len(keys_of(match, match.place.session, 0))
    result = _score_match(state, match, replace(by_boards, boards=keys))
    return result if result.score.compared or result.ruled else None


def _score_match(state: EventState, match: PlannedMatch, team_match: TeamMatch) -> MatchResult:
    rules = match_rules(state, match.length)
    if match.in_triangle:
        rules = half_rules(rules)
    return match_result(team_match, rules, rules_of(state).teams)


def _is_more(state: EventState, boards: Both, slip: Both) -> bool:
    """True if either team has won more on its boards than its slip has."""
    can_be_lost = team_method(state.settings) is TeamMethod.TOTAL_POINTS
    return not can_be_lost and (boards[0] > slip[0] or boards[1] > slip[1])


def standing_slip(slip: MatchSlip, who: str = "") -> Problem:
    """Returns the content of a slip that was entered meanwhile (`match-slip.meanwhile`)."""
    unit = " VP" if slip.unit is SlipUnit.VP else ""
    points = f"{plain_string(slip.home_points)} – {plain_string(slip.away_points)}{unit}"
    return Problem("match-slip.meanwhile", {"who": who, "home": slip.home, "away": slip.away, "points": points})
