"""What every page about the advance entry of an event says at its head, at the desk and for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arrowswitch.core.errors import NotFound, Problem
from arrowswitch.tournament.advance.places import closed_problem, places_left
from arrowswitch.tournament.forms.contestants import Contestants
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.advance import AdvanceTerms


@dataclass(frozen=True, slots=True)
class AdvanceHead:
    """The head of every page about an event: the event, its conditions of entry, why nobody can enter now."""

    state: EventState
    terms: AdvanceTerms
    closed: Problem | None
    places_left: int | None

    @property
    def base(self) -> str:
        return f"/enter/{self.state.event_id}"

    @property
    def entrants(self) -> Contestants:
        """Returns the contestants that enter the event."""
        return form_of(self.state.settings).entrants(self.state.settings)

    @property
    def opponents(self) -> Contestants:
        """Returns the contestants that meet: the entrants, or the teams that are formed of them."""
        return form_of(self.state.settings).opponents(self.state.settings)

    @property
    def form_name(self) -> str:
        """Returns the message code of the name of the event's form."""
        return form_of(self.state.settings).name_code(self.state.settings)


def head_of(state: EventState, now: datetime) -> AdvanceHead:
    """Returns the head of the pages; raises NotFound (`advance.not-announced`) where an event has no advance entry."""
    if state.advance.terms is None:
        raise NotFound.of("advance.not-announced")
    return AdvanceHead(state, state.advance.terms, closed_problem(state, now), places_left(state))
