"""Nudges: who listens to which event, and how a commit's version reaches them from the thread that wrote it.

A nudge carries no content, only "version N": a missed or doubled one does no harm.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from arrowswitch.tournament.event.ids import EventId


@dataclass(slots=True)
class Listener:
    """One open page: the loop that serves it, and the newest version it has not been told yet."""

    loop: asyncio.AbstractEventLoop
    waiting: asyncio.Queue[int | None]
    is_over: bool = False

    def nudge(self, version: int | None) -> None:
        """Leaves a version, or None for the end; called from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop is closed: the page is gone
            self.loop.call_soon_threadsafe(self._leave, version)

    async def next(self, seconds: float) -> int | None:
        """Returns the next version, or None when nothing happened for so long or the server ends (`is_over`)."""
        try:
            return await asyncio.wait_for(self.waiting.get(), seconds)
        except TimeoutError:
            return None

    def _leave(self, version: int | None) -> None:
        self.is_over = self.is_over or version is None
        while not self.waiting.empty():
            self.waiting.get_nowait()
        self.waiting.put_nowait(version)


@dataclass(slots=True)
class Nudges:
    """All open pages. `tell` is what `Tournament.subscribe` is given."""

    listeners: dict[EventId, tuple[Listener, ...]] = field(default_factory=dict)

    def tell(self, event_id: EventId, version: int) -> None:
        """Passes a version on to every open page of an event."""
        for listener in self.listeners.get(event_id, ()):
            listener.nudge(version)

    def end(self) -> None:
        """Lets go of every open page: its server ends. One that another server answers comes back by itself."""
        for listeners in tuple(self.listeners.values()):
            for listener in listeners:
                listener.nudge(None)

    @contextlib.contextmanager
    def listening(self, event_id: EventId) -> Iterator[Listener]:
        """Gives a listener for as long as a page is open; called on the loop that serves the page."""
        listener = Listener(asyncio.get_running_loop(), asyncio.Queue())
        self.listeners[event_id] = (*self.listeners.get(event_id, ()), listener)
        try:
            yield listener
        finally:
            left = tuple(other for other in self.listeners[event_id] if other is not listener)
            if left:
                self.listeners[event_id] = left
            else:
                del self.listeners[event_id]
