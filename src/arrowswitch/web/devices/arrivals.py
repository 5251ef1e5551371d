"""The sessions in which a device of the tables has reached this desk, and since when one is expected.

It is in memory only: after a restart, devices that are on their pages report within ten seconds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.model.club_values.links import SecretLink
from arrowswitch.tournament.model.ids import EventId

SILENT_AFTER = timedelta(minutes=1)
"""When no device has come so long after the first one was expected, the director is asked to look at the network."""
_PROVED_FOR = timedelta(hours=12)
"""A phone that opened the form for a code has shown that the network works for so long: an evening."""


@dataclass(slots=True)
class Arrivals:
    """The sessions in which a device is expected, and those in which one has come, since the program `began`."""

    began: datetime
    _expected: dict[tuple[EventId, SessionNumber], datetime] = field(default_factory=dict)
    _arrived: set[tuple[EventId, SessionNumber]] = field(default_factory=set)
    _subjects: set[str] = field(default_factory=set)
    _proved_at: datetime | None = None

    def expect(self, event_id: EventId, session: SessionNumber, since: datetime) -> datetime:
        """Notes that a device is expected from a time on, and returns the earliest such time."""
        earliest = min(self._expected.get((event_id, session), since), since)
        self._expected[event_id, session] = earliest
        return earliest

    def is_new(self, link: SecretLink) -> bool:
        """True if no device with this link has come yet."""
        return link.subject not in self._subjects

    def arrive(self, link: SecretLink) -> None:
        """Notes that a device with the link of a table, pair or player has come."""
        owner = DeviceOwner.of(link)
        self._subjects.add(link.subject)
        self._arrived.add((owner.event_id, owner.place.session))

    def prove_network(self, now: datetime) -> None:
        """Notes that another device has opened the form for a code: the network works for every event."""
        self._proved_at = now

    def has_arrived(self, event_id: EventId, session: SessionNumber, now: datetime) -> bool:
        """True if a device has come in a session, or has opened the form for a code lately."""
        is_proved = self._proved_at is not None and now - self._proved_at < _PROVED_FOR
        return is_proved or (event_id, session) in self._arrived
