"""The newest screen of each device, and the version of the event in which it became what it is.

A result of another table leaves the screen of a device as it is: the device does not hear of it, and is answered that
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
        self._screens: dict[DeviceOwner, DeviceScreen] = {}

    def of(self, state: EventState, owner: DeviceOwner) -> DeviceScreen:
        """Returns the screen of a device; raises NotFound if its section is gone."""
        latest = self._screens.get(owner)
        if latest is not None and latest.version == state.seq:
            return latest
        screen = device_screen(state, owner)
        is_same = latest is not None and latest.version < state.seq and latest.screen == screen
        made = DeviceScreen(screen, latest.since if latest is not None and is_same else state.seq, state.seq)
        if latest is None or latest.version < state.seq:
            if len(self._screens) >= MOST_KNOWN:
                self._screens.clear()
            self._screens[owner] = made
        return made

    async def newest(self, event_id: EventId) -> EventState:
        """Returns the present state of an event; other requests continue while it is read."""
        state = self._tournament.known_state(event_id)
        return await run_in_threadpool(self._tournament.state, event_id) if state is None else state

    async def versions(self, owner: DeviceOwner) -> AsyncIterator[bytes]:
        """Yields the version of a device's screen as server-sent events: at once, then whenever the screen changes."""
        with self._nudges.listening(owner.event_id) as channel:
            count = channel.count
            sent = self.of(await self.newest(owner.event_id), owner).since
            yield RETRY + nudge(sent)
            async for event in channel.nudges(count):
                if event == STILL_HERE:
                    yield event
                    continue
                since = self.of(await self.newest(owner.event_id), owner).since
                if since > sent:
                    sent = since
                    yield nudge(sent)
