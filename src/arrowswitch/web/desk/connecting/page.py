"""The message that no device has opened a table's page: since when one is expected, and what to check."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

from arrowswitch.tournament.devices.pace import play_times
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.web.background.local_name import announceable
from arrowswitch.web.desk.at import PlaceAt
from arrowswitch.web.devices.arrivals import SILENT_AFTER
from arrowswitch.web.phones import Reach, reach_of, room_address
from arrowswitch.web.services import has_choice


class DeskSystem(StrEnum):
    """The operating system of the desk's computer, which decides where its firewall is."""

    WINDOWS = "windows"
    MACOS = "macos"
    LINUX = "linux"

    @classmethod
    def of(cls, platform: str) -> DeskSystem:
        """Returns the system that Python calls `platform`.

        >>> [DeskSystem.of(platform).value for platform in ("win32", "darwin", "linux", "freebsd14")]
        ['windows', 'macos', 'linux', 'linux']
        """
        return {"win32": cls.WINDOWS, "darwin": cls.MACOS}.get(platform, cls.LINUX)


@dataclass(frozen=True, slots=True)
class NoDeviceHint:
    """The state of a session in which no device has come. `is_due` is True once a minute has passed since one was
    expected: until then the page only looks again. `address` is where a phone tries the network (empty if the desk is
    not reached by other computers, for the reason `reach`); `program` is the name that a firewall lists."""

    is_due: bool
    reach: Reach
    address: str
    port: int
    system: DeskSystem
    program: str
    has_choice: bool


def no_device_hint(at: PlaceAt) -> NoDeviceHint | None:
    """Returns the message of a session; None if no device is expected, or if one has come.

    Showing the codes, or the start of play, is what makes devices expected. Nothing is expected on a server with a name
    of its own: there is no firewall of a laptop, and no network of a club.
    """
    reach, base = reach_of(at.request), room_address(at.request)
    if not _is_expecting(at) or (reach is Reach.ROOM and not announceable(base)):
        return None
    arrivals = at.services.arrivals
    since = arrivals.expect(at.event_id, at.session, max(arrivals.began, _play_began(at) or at.now))
    return NoDeviceHint(
        is_due=at.now - since >= SILENT_AFTER,
        reach=reach,
        address=f"{base}/t" if base else "",
        port=urlsplit(base).port or 80,
        system=DeskSystem.of(sys.platform),
        program=Path(sys.executable).name,
        has_choice=has_choice(at.services),
    )


def _is_expecting(at: PlaceAt) -> bool:
    """True if devices are allowed, none has come, and it is not plain that the session does without them: it is after
    the first round, its first round is complete, results were reported, or it is played on Bridgemates."""
    devices = at.state.devices
    if devices.use is DeviceUse.OFF or at.services.arrivals.has_arrived(at.event_id, at.session, at.now):
        return False
    if any(slot.session == at.session for slot in devices.reports):
        return False
    if at.services.bridgemates.links.view(at.event_id, at.session) is not None:
        return False
    if not at.is_started:
        return True
    return current_round(at.state, at.session) <= 1 and any(
        slot.round <= 1 for slot in missing_slots(at.state, at.session)
    )


def _play_began(at: PlaceAt) -> datetime | None:
    return play_times(at.ledger, at.session).starts.get(1) if at.is_started else None
