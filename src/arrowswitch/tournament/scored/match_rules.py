"""How the matches of an event are scored: by what, on which scale, with which penalties.

JCBL director's manual 3.3, lines 1688-1692 (IMPs, or total points), 1811-1872 (board-a-match), 2609-2615 (the scales).
The form of the event determines the usual method; its settings may name another method, and name a scale or contain
their own table. A team event without a scale is ranked by the plain scores of its matches; Patton and Pachabo use the
scale of the regulations if the event chose none.
"""

from __future__ import annotations

from fractions import Fraction

from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.methods import Method, penalty_units
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.scales import Scale
from arrowswitch.core.scoring.team_rules import HybridRules
from arrowswitch.core.scoring.teams.match import MatchRules, TeamMethod
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import EightScoring, TeamScoring
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.rulebooks.scale_choice import ranks_matches, scale_chosen

_CROSS_SHARE = Fraction(1, 2)
CROSS_COMPARISONS = 4
"""The number of comparisons of a board at four tables; a match of teams of eight counts as two of teams of four."""


def scoring_of_form(form: EventForm) -> TeamScoring | None:
    """Returns how the matches of a form are scored if its name says so. None if the settings choose it."""
    return None if form.match_scoring is None else TeamScoring(form.match_scoring)


def team_scoring(settings: Settings) -> TeamScoring:
    """Returns how the matches of teams are scored: as the settings say, or as is usual for the form."""
    if settings.matches.scoring is not None:
        return settings.matches.scoring
    usual = scoring_of_form(settings.event_form)
    if usual is not None:
        return usual
    if settings.scoring.scale:
        return TeamScoring.IMPS_VP
    return TeamScoring.TOTAL_POINTS if settings.scoring.method is Method.TOTAL_POINTS else TeamScoring.IMPS


def team_method(settings: Settings) -> TeamMethod:
    """Returns the method by which the boards of a match are scored."""
    return team_scoring(settings).method


def method_at_two_tables(settings: Settings) -> TeamMethod | None:
    """Returns the method that compares the two tables of a match, or None if no match is played at two tables."""
    return team_method(settings) if settings.event_form.compares_tables else None


def scale_in_use(state: EventState) -> Scale | None:
    """Returns the scale of victory points that the matches of an event are read by, None where they bring none."""
    settings = state.settings
    if not settings.event_form.compares_tables:
        return scale_chosen(settings)
    scoring = team_scoring(settings)
    if scoring.unit is None:
        return None
    hybrid = _hybrid(scoring, rules_of(state))
    if hybrid is not None and not settings.scoring.scale:
        return rules_of(state).scale(hybrid.scale)
    return scale_chosen(settings)


def match_rules(state: EventState, boards: int) -> MatchRules:
    """Returns the scoring rules of a match with this many boards."""
    scoring, rules = team_scoring(state.settings), rules_of(state)
    hybrid = _hybrid(scoring, rules)
    each = comparisons_each(state)
    return MatchRules(
        method=scoring.method,
        boards=boards * each,
        scale=scale_in_use(state),
        bam=rules.board_a_match,
        hybrid=hybrid,
        share=_CROSS_SHARE if each > 1 else Fraction(1),
    )


def comparisons_each(state: EventState) -> int:
    """Returns how often a board of a match is compared: four times where four tables are compared each with each."""
    return CROSS_COMPARISONS if state.settings.matches.eight is EightScoring.CROSS else 1


def _hybrid(scoring: TeamScoring, rules: Regulations) -> HybridRules | None:
    return {TeamScoring.PATTON: rules.patton, TeamScoring.PACHABO: rules.pachabo}.get(scoring)


def vp_places(state: EventState) -> int:
    """Returns how many decimals the victory points of an event have."""
    scale = scale_in_use(state)
    return 0 if scale is None else scale.places


def penalty_units_of(state: EventState) -> tuple[PenaltyUnit, ...]:
    """Returns the units of penalties of an event, the usual first: those of its matches, or of its method."""
    return match_penalty_units(state) if ranks_matches(state.settings) else penalty_units(state.settings.scoring.method)


def match_penalty_units(state: EventState) -> tuple[PenaltyUnit, ...]:
    """Returns the units of penalties of teams, the usual first: points of the table, or IMPs of a match."""
    scoring = team_scoring(state.settings)
    counts_imps = scoring.method in (TeamMethod.IMPS, TeamMethod.PACHABO)
    if scale_in_use(state) is None:
        return (PenaltyUnit.IMPS if counts_imps else PenaltyUnit.POINTS, PenaltyUnit.BOARDS)
    return (PenaltyUnit.VP, PenaltyUnit.BOARDS, *((PenaltyUnit.IMPS,) if counts_imps else ()))
