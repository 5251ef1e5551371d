"""The counterparts of an event after one qualifying: the consolation of a final, and the final of a consolation."""

from __future__ import annotations

from arrowswitch.core.errors import NotFound
from arrowswitch.tournament.model.events import Events
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.finals import FinalPlan


def consolation_of(tournament: Events, final: EventState) -> EventState | None:
    """Returns the consolation that is played alongside a final, from its first result on. Returns None if there is
    none."""
    plan = _plan_of(tournament, final)
    if plan is None or plan.final != final.event_id or plan.consolation is None:
        return None
    consolation = _find_event(tournament, plan.consolation)
    return consolation if consolation is not None and consolation.results else None


def final_of(tournament: Events, consolation: EventState) -> EventState | None:
    """Returns the final that is played alongside a consolation. Returns None if there is none."""
    plan = _plan_of(tournament, consolation)
    if plan is None or plan.consolation != consolation.event_id or plan.final is None:
        return None
    return _find_event(tournament, plan.final)


def _plan_of(tournament: Events, state: EventState) -> FinalPlan | None:
    """Returns how the qualifying of a final or a consolation leads on."""
    source = None if state.finals.carry_over is None else state.finals.carry_over.source
    qualifying = None if source is None else _find_event(tournament, source)
    return None if qualifying is None else qualifying.finals.plan


def _find_event(tournament: Events, event_id: EventId) -> EventState | None:
    try:
        return tournament.state(event_id)
    except NotFound:
        return None
