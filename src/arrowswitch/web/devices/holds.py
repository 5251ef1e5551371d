"""The device that sends for a code: which devices of this process were heard of, and when one of them is silent."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256

from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.devices.decide_seating import hold_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.seating import DeviceKey

SILENT_AFTER = timedelta(seconds=60)
"""A device reports every ten seconds that it is there; after this time another one takes over without a question."""
_FORGOTTEN_AFTER = timedelta(hours=12)


@dataclass(slots=True)
class Presence:
    """When each device was last heard of. A device of which this process has not heard, as after a restart, counts from
    the first question about it."""

    _seen: dict[tuple[EventId, DeviceKey, str], datetime] = field(default_factory=dict)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def see(self, event_id: EventId, key: DeviceKey, device: str, now: datetime) -> None:
        """Notes that a device is there."""
        with self._guard:
            self._seen[event_id, key, device] = now

    def is_silent(self, event_id: EventId, key: DeviceKey, device: str, now: datetime) -> bool:
        """True if a device has not been heard of for `SILENT_AFTER`."""
        with self._guard:
            self._seen = {one: at for one, at in self._seen.items() if now - at < _FORGOTTEN_AFTER}
            return now - self._seen.setdefault((event_id, key, device), now) >= SILENT_AFTER


def mark_of(device: str) -> str:
    """Returns the mark by which a device knows itself as the one that sends, without showing its name to others."""
    return sha256(device.encode()).hexdigest()[:12] if device else ""


def is_other(state: EventState, owner: DeviceOwner, device: str) -> bool:
    """True if another device than this one sends for a code, and partners do not share it. A device without a name is
    taken for the one."""
    hold = hold_of(state, owner.key)
    return bool(device) and hold is not None and hold.device not in ("", device)
