"""The events of one qualifying beside each other: the consolation of a final, and the final of a consolation."""

from __future__ import annotations

from arrowswitch.core.errors import NotFound
from arrowswitch.tournament.model.events import Events
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.finals import FinalPlan


def consolation_of(tournament: Events, final: EventState) -> EventState | None:
    """Returns the consolation that is played beside a final, from its first result on; None where there is none."""
    plan = _plan_of(tournament, final)
    if plan is None or plan.final != final.event_id or plan.consolation is None:
        return None
    found = _known(tournament, plan.consolation)
    return found if found is not None and found.results else None


def final_of(tournament: Events, consolation: EventState) -> EventState | None:
    """Returns the final that is played beside a consolation; None where there is none."""
    plan = _plan_of(tournament, consolation)
    if plan is None or plan.consolation != consolation.event_id or plan.final is None:
        return None
    return _known(tournament, plan.final)


def _plan_of(tournament: Events, state: EventState) -> FinalPlan | None:
    """Returns how the qualifying of a final or a consolation leads on."""
    source = None if state.finals.carry_over is None else state.finals.carry_over.source
    qualifying = None if source is None else _known(tournament, source)
    return None if qualifying is None else qualifying.finals.plan


def _known(tournament: Events, event_id: EventId) -> EventState | None:
    try:
        return tournament.state(event_id)
    except NotFound:
        return None
