"""How the matches of an event are scored: by what, on which scale, with which penalties.

JCBL director's manual 3.3, lines 1688-1692 (IMPs, or total points), 1811-1872 (board-a-match), 2609-2615 (the scales).
The form of the event says what is counted; its settings name the scale. A team event without a scale is ranked by what
its matches bring by themselves.
"""

from __future__ import annotations

from functools import lru_cache

from arrowswitch import regulations
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.scales import Scale
from arrowswitch.core.scoring.team_match import MatchRules, TeamMethod
from arrowswitch.tournament.forms import EventForm
from arrowswitch.tournament.model import EventState, Settings
from arrowswitch.tournament.queries.event_rules import rules_of

_BY_FORM = {
    EventForm.BAM_TEAMS: TeamMethod.BOARD_A_MATCH,
    EventForm.BAM_VP_TEAMS: TeamMethod.BOARD_A_MATCH_VP,
}


def is_of_matches(state: EventState) -> bool:
    """Tells whether matches are ranked: those of teams, and those of Swiss pairs that bring victory points."""
    settings = state.settings
    form = settings.event_form
    return form.is_of_teams or (form is EventForm.SWISS_PAIRS and has_scale(state))


def has_scale(state: EventState) -> bool:
    """Tells whether the event has a scale of victory points."""
    return bool(state.settings.scale)


def team_method(settings: Settings) -> TeamMethod:
    """Returns what the boards of a match are counted in: as the form says; IMPs, or total points where chosen."""
    found = _BY_FORM.get(settings.event_form)
    if found is not None:
        return found
    is_total = settings.method is Method.TOTAL_POINTS and not settings.scale
    return TeamMethod.TOTAL_POINTS if is_total else TeamMethod.IMPS


def match_rules(state: EventState, boards: int) -> MatchRules:
    """Returns how a match of so many boards is scored."""
    settings = state.settings
    scale = scale_of(settings.scale) if settings.scale else None
    return MatchRules(team_method(settings), boards, scale, rules_of(state).board_a_match)


@lru_cache(maxsize=32)
def scale_of(name: str) -> Scale:
    """Returns the scale of that name."""
    return regulations.load_scale(name)


def match_penalty_units(state: EventState) -> tuple[PenaltyUnit, ...]:
    """Returns what penalties of teams may be given in, the usual first: points of the table, or IMPs of a match."""
    if not has_scale(state):
        own = PenaltyUnit.IMPS if team_method(state.settings) is TeamMethod.IMPS else PenaltyUnit.POINTS
        return (own, PenaltyUnit.BOARDS)
    is_imps = team_method(state.settings) is TeamMethod.IMPS
    return (PenaltyUnit.VP, PenaltyUnit.BOARDS, *((PenaltyUnit.IMPS,) if is_imps else ()))
