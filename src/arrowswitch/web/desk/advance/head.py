"""The head of every page about the advance entry of an event, at the desk and for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arrowswitch.core.errors import NotFound, Problem
from arrowswitch.tournament.advance.places import closed_problem, places_left
from arrowswitch.tournament.forms.event_contestants import EventContestants
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.advance import AdvanceTerms


@dataclass(frozen=True, slots=True)
class AdvanceHead(EventContestants):
    """The head of every page about an event: the event, its conditions of entry, why nobody can enter now."""

    state: EventState
    terms: AdvanceTerms
    closed: Problem | None
    places_left: int | None

    @property
    def base(self) -> str:
        return f"/enter/{self.state.event_id}"


def head_of(state: EventState, now: datetime) -> AdvanceHead:
    """Returns the head of the pages; raises NotFound (`advance.not-announced`) where an event has no advance entry."""
    if state.advance.terms is None:
        raise NotFound.of("advance.not-announced")
    return AdvanceHead(state, state.advance.terms, closed_problem(state, now), places_left(state))
