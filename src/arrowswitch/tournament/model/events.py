"""The events of a club, as a capability of the tournament uses them; the service provides them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.ports import Chance
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState

Listener = Callable[[EventId, int], None]
"""Is called with an event and its new version after each change."""


class Events(Protocol):
    """Reads and changes events by their ids."""

    @property
    def chance(self) -> Chance:
        """Returns the source of ids and seeds."""
        ...

    def state(self, event_id: EventId) -> EventState:
        """Returns the present state of an event; raises NotFound (`event.unknown`)."""
        ...

    def execute(self, event_id: EventId, command: Command, stamp: Stamp, seen: int | None = None) -> EventState:
        """Carries out a command; returns the state after it, and raises a Mistake if the command is refused."""
        ...

    def copy(self, event_id: EventId, settings: Settings, stamp: Stamp) -> EventId:
        """Makes an event with the regulations of another; returns its id."""
        ...

    def all_or_nothing(self) -> AbstractContextManager[None]:
        """Stores everything within, of several events too, or nothing if the end is an error."""
        ...

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Calls the listener after each change; returns the function that ends this."""
        ...
