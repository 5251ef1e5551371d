"""How an event gives masterpoints: the rates of its date, which lists, what tied ranks earn (R-318, R-319, R-322).

JCBL director's manual 3.3, lines 1311-1313: level scores share the rank, and in a Mitchell each direction is a group of
its own. Neither sentence says what becomes of the masterpoints, so that both are choices of the event. Usual are a list
for each direction, with its own number of competitors, and the mean of the places that a shared rank spans.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from arrowswitch.core.awards.masterpoints import AwardRules, AwardsBy, awards_behind
from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.core.scoring.totals.ranking import percentage_game
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.session import session_places
from arrowswitch.tournament.standings.session import standings


def award_rules(state: EventState) -> AwardRules:
    """Returns the numbers of the formula that count for an event, and what tied ranks earn there."""
    return AwardRules(rules_of(state).rates_on(state.settings.date), state.settings.awards.tied)


def awards_for(state: EventState, ranking: Sequence[Standing]) -> tuple[Fraction, ...]:
    """Returns the masterpoints of everybody in a list; nothing where the event has no class."""
    settings = state.settings
    if settings.awards.master_point_class is None:
        return (Fraction(0),) * len(ranking)
    ranks = [row.rank for row in ranking]
    return awards_behind(settings.awards.places_before, settings.awards.master_point_class, ranks, award_rules(state))


def over_both(state: EventState, session: SessionNumber) -> tuple[Standing, ...]:
    """Returns the list of a session over both directions, by percentage, where there are two and everybody has one;
    else nothing."""
    scored = standings(state, session)
    is_two = len({row.field for row in scored.ranking}) > 1 and not form_of(state.settings).ranks_matches(state)
    if not is_two or any(row.percent is None for row in scored.ranking):
        return ()
    return session_places(state, percentage_game((scored,), rules_of(state).scoring.ranking))


def awarded_overall(state: EventState, session: SessionNumber) -> tuple[Standing, ...]:
    """Returns the list over both directions where masterpoints of a session go by it; nothing where each direction
    earns by its own."""
    return over_both(state, session) if state.settings.awards.by is AwardsBy.OVERALL else ()


def overall_awards(state: EventState, session: SessionNumber) -> Mapping[Number, Fraction]:
    """Returns the masterpoints of everybody by the list over both directions. Returns nothing if they do not follow
    that list."""
    ranking = awarded_overall(state, session)
    return dict(zip((row.number for row in ranking), awards_for(state, ranking), strict=True))
