"""The newest screen of each device, and the version of the event in which it became what it is.

A result of another table leaves the screen of a device as it is: the device is not told of it, and is answered that
nothing changed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import NamedTuple

from fastapi.concurrency import run_in_threadpool

from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.devices.table import TableScreen, device_screen
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.nudges import RETRY, STILL_HERE, Nudges, nudge

MOST_KNOWN = 5000
"""When this many screens are known, all are forgotten and made again."""


class DeviceScreen(NamedTuple):
    """The screen of a device. `since` is the version from which it has been so, `version` the newest one that it was
    made from."""

    screen: TableScreen
    since: int
    version: int


class Screens:
    """The screens of all devices of a tournament, as they were last made."""

    def __init__(self, tournament: Tournament, nudges: Nudges) -> None:
        self._tournament = tournament
        self._nudges = nudges
        self._known: dict[DeviceOwner, DeviceScreen] = {}

    def of(self, state: EventState, owner: DeviceOwner) -> DeviceScreen:
        """Returns the screen of a device; raises NotFound if its section is gone."""
        known = self._known.get(owner)
        if known is not None and known.version == state.seq:
            return known
        screen = device_screen(state, owner)
        is_same = known is not None and known.version < state.seq and known.screen == screen
        found = DeviceScreen(screen, known.since if known is not None and is_same else state.seq, state.seq)
        if known is None or known.version < state.seq:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[owner] = found
        return found

    async def newest(self, event_id: EventId) -> EventState:
        """Returns the present state of an event; other requests continue while it is read."""
        known = self._tournament.known_state(event_id)
        return await run_in_threadpool(self._tournament.state, event_id) if known is None else known

    async def versions(self, owner: DeviceOwner) -> AsyncIterator[bytes]:
        """Yields the version of a device's screen as server-sent events: at once, then whenever the screen changes."""
        with self._nudges.listening(owner.event_id) as channel:
            count = channel.count
            told = self.of(await self.newest(owner.event_id), owner).since
            yield RETRY + nudge(told)
            async for event in channel.nudges(count):
                if event == STILL_HERE:
                    yield event
                    continue
                since = self.of(await self.newest(owner.event_id), owner).since
                if since > told:
                    told = since
                    yield nudge(told)
