"""The copy of regulations that an event keeps, beside the present edition of the same name."""

from __future__ import annotations

from arrowswitch import regulations
from arrowswitch.core.errors import NotFound
from arrowswitch.regulations.comparing import Difference, differences, plain_of
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.rulebooks.house import Rulebooks


def departures_of(state: EventState, rulebooks: Rulebooks) -> tuple[Difference, ...] | None:
    """Returns what the event's copy has differently from the present edition (`before` is the copy's), None where
    there is no edition of the name any more. A value that came with a later program stands in the copy as its default.
    """
    try:
        present = rulebooks.load(state.settings.regulations)
    except NotFound:
        return None
    return differences(plain_of(regulations.from_plain(state.rules)), plain_of(present))
