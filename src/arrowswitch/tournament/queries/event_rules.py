"""The regulations of an event: those that it keeps its own copy of."""

from __future__ import annotations

from arrowswitch import regulations
from arrowswitch.core.regulations import Regulations
from arrowswitch.tournament.model import EventState


def rules_of(state: EventState) -> Regulations:
    """Returns the regulations the event keeps its own copy of."""
    return regulations.from_plain(state.rules)
