"""The contestants of an event and the name of its form, for pages and sheets that have the state of an event."""

from __future__ import annotations

from typing import Protocol

from arrowswitch.tournament.forms.contestants import Contestants
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.state import EventState


class HasState(Protocol):
    """A value with the state of an event."""

    @property
    def state(self) -> EventState:
        """Returns the state of the event."""


class EventContestants:
    """Answers that the head of a page and a job of printing pass on from the form of their event."""

    __slots__ = ()

    @property
    def entrants(self: HasState) -> Contestants:
        """Returns the contestants that enter the event."""
        return form_of(self.state.settings).entrants(self.state.settings)

    @property
    def opponents(self: HasState) -> Contestants:
        """Returns the contestants that meet: the entrants, or the teams that are formed of them."""
        return form_of(self.state.settings).opponents(self.state.settings)

    @property
    def form_name(self: HasState) -> str:
        """Returns the message code of the name of the event's form."""
        return form_of(self.state.settings).name_code(self.state.settings)
