"""Whether the conditions of a Swiss can be kept by those who have entered, told before the first draw."""

from __future__ import annotations

from arrowswitch.core.errors import Problem
from arrowswitch.core.pairing.swiss.conditions import unkeepable
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.event.model import EventState


def conditions_broken(state: EventState) -> tuple[Problem, ...]:
    """Returns which conditions those who have entered so far cannot keep; nothing once play has begun, or where several
    sections are drawn apart."""
    settings = state.settings
    if not settings.event_form.is_drawn or state.is_started or settings.sections > 1:
        return ()
    return tuple(unkeepable(settings.conditions, len(complete_entries(state))))
