"""Nudges: the pages that listen to each event, and the way of a commit's version from the thread that wrote it to them.

A nudge has no content, only "version N": a missed or doubled nudge does no harm. One call to their loop reaches all
pages that watch an event, and all get the same bytes. Several commits before that call are one nudge.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass, field

from arrowswitch.tournament.model.ids import EventId
from arrowswitch.web.serving.chunks import ChunkWriter, chunk

HEARTBEAT_SECONDS = 15.0
PAUSE_OF_ALL = 0.2
PAUSE_OF_A_PAGE = 0.00005
FREE_PAGES = 20
"""Seconds between two nudges, at most and for each page beyond the free ones: a nudge to 2,000 pages takes 0.03 s of a
processor, and results come faster than that."""
BEHIND_SECONDS = 0.2
"""Seconds after which a page that had not read its last nudge is looked at again."""
TOGETHER = 500
"""After this many pages of the slower way have been woken, other work of the loop comes first."""
RETRY_MILLISECONDS = 2000
RETRY = f"retry: {RETRY_MILLISECONDS}\n".encode()
"""The first line of a stream: how long a browser waits before it opens the stream again."""
STILL_HERE = b": still here\n\n"


EVERYTHING = EventId("/")
"""The id to which hall screens listen: each commit of any event, and each change of a screen. No event has this id."""


def nudge(version: int, *, is_urgent: bool = False) -> bytes:
    """Returns the server-sent event about a version. An urgent one has a second event, `now`, after which a page does
    not wait for its turn."""
    events = ("version", "now") if is_urgent else ("version",)
    return "".join(f"event: {name}\ndata: version {version}\n\n" for name in events).encode()


class LoopNudges:
    """The nudges for all pages of one loop that watch an event: the newest version, or that the server is still there.

    `pages` is the number of these pages, `count` the number of nudges so far. A page gets them written to its stream
    (`write_to`) or reads them (`nudges`); many that read wake one group after another. A pause between nudges leaves
    the processor to the results.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.pages = 0
        self._guard = threading.Lock()
        self._newest: int | None = None
        self._is_urgent = False
        self._nudge = b""
        self.count = 0
        self._beats = 0
        self._is_over = False
        self._ended = asyncio.Event()
        self._writers: dict[ChunkWriter, int] = {}
        self._is_looking_again = False
        self._groups: list[asyncio.Event] = []
        self._joined = 0
        self._free_at = 0.0
        self._heartbeat = loop.call_later(HEARTBEAT_SECONDS, self._beat)

    def tell(self, version: int | None, *, is_urgent: bool = False) -> None:
        """Passes a version to all pages, or None for the end. Any thread may call it."""
        with self._guard:
            self._is_urgent = self._is_urgent or is_urgent
            is_on_its_way = self._newest is not None
            self._is_over = self._is_over or version is None
            self._newest = version or self._newest or 0
        if not is_on_its_way:
            with contextlib.suppress(RuntimeError):  # the loop is closed: the pages are gone
                self.loop.call_soon_threadsafe(self._pass_on)

    @property
    def is_over(self) -> bool:
        """True once its pages have been released."""
        return self._is_over

    async def nudges(self, since: int) -> AsyncIterator[bytes]:
        """Yields the nudges of one page after the first `since`, until the server ends; a slow page misses old ones."""
        beats, group = self._beats, self._join()
        while not self._is_over:
            changed = self._groups[group]
            if since != self.count:
                since, beats = self.count, self._beats
                yield self._nudge
            elif beats != self._beats:
                beats = self._beats
                yield STILL_HERE
            else:
                await changed.wait()

    async def write_to(self, writer: ChunkWriter, since: int) -> None:
        """Writes the nudges of one page after the first `since` to its stream until the server ends; a slow page misses
        old ones."""
        self._writers[writer] = since
        try:
            self._write((writer,))
            await self._ended.wait()
        finally:
            del self._writers[writer]

    def close(self) -> None:
        """Ends the heartbeat: no page is left."""
        self._heartbeat.cancel()

    def _pass_on(self) -> None:
        """Passes the newest version on, at once or after the pause that follows the nudge before."""
        now = self.loop.time()
        if now < self._free_at and not self._is_over:
            self.loop.call_at(self._free_at, self._pass_on)
            return
        self._free_at = now + min(PAUSE_OF_ALL, max(0, self.pages - FREE_PAGES) * PAUSE_OF_A_PAGE)
        with self._guard:
            version, self._newest = self._newest, None
            is_urgent, self._is_urgent = self._is_urgent, False
        if version:
            self._nudge = nudge(version, is_urgent=is_urgent)
            self.count += 1
        self._wake()
        self._write(self._writers)

    def _beat(self) -> None:
        self._beats += 1
        self._heartbeat = self.loop.call_later(HEARTBEAT_SECONDS, self._beat)
        self._wake()
        for writer in self._writers:
            writer.write(chunk(STILL_HERE))

    def _write(self, writers: Iterable[ChunkWriter]) -> None:
        """Writes the newest nudge to streams that lack it, to all at once: 2,000 take 0.03 s."""
        if self._is_over:
            self._ended.set()
            return
        newest, are_behind = chunk(self._nudge), False
        for writer in writers:
            if self._writers.get(writer, self.count) == self.count:
                continue  # it has the nudge, or its page is gone
            if writer.write(newest):
                self._writers[writer] = self.count
            else:
                are_behind = True
        if are_behind and not self._is_looking_again:
            self._is_looking_again = True
            self.loop.call_later(BEHIND_SECONDS, self._look_again)

    def _look_again(self) -> None:
        self._is_looking_again = False
        self._write([writer for writer, count in self._writers.items() if count != self.count])

    def _join(self) -> int:
        """Returns the group of one more page."""
        group = self._joined // TOGETHER
        self._joined += 1
        if group == len(self._groups):
            self._groups.append(asyncio.Event())
        return group

    def _wake(self, group: int = 0) -> None:
        """Wakes the pages, one group after another; other work of the loop comes between."""
        if group < len(self._groups):
            changed, self._groups[group] = self._groups[group], asyncio.Event()
            changed.set()
            self.loop.call_soon(self._wake, group + 1)


@dataclass(slots=True)
class Nudges:
    """All open pages. `Urgency` calls `tell` after each commit."""

    channels: dict[EventId, tuple[LoopNudges, ...]] = field(default_factory=dict)
    screen_changes: int = 0

    def tell(self, event_id: EventId, version: int, *, is_urgent: bool = False) -> None:
        """Passes a version on to every open page of an event, and to the hall screens. If it is urgent, no page waits
        for its turn (`players.shared.pace_of`)."""
        for channel in (*self.channels.get(event_id, ()), *self.channels.get(EVERYTHING, ())):
            channel.tell(version, is_urgent=is_urgent)

    def tell_screens(self) -> None:
        """Passes on to the hall screens that one of them was changed."""
        self.screen_changes += 1
        for channel in self.channels.get(EVERYTHING, ()):
            channel.tell(self.screen_changes)

    def end(self) -> None:
        """Ends the streams of all open pages: their server ends. Pages reconnect to another one by themselves."""
        for channels in tuple(self.channels.values()):
            for channel in channels:
                channel.tell(None)

    def pages(self, event_id: EventId) -> int:
        """Returns the number of pages that watch an event."""
        return sum(channel.pages for channel in self.channels.get(event_id, ()))

    @contextlib.contextmanager
    def listening(self, event_id: EventId) -> Iterator[LoopNudges]:
        """Yields the nudges of a page while it is open. Call it on the loop that serves the page."""
        loop = asyncio.get_running_loop()
        channels = self.channels.get(event_id, ())
        channel = next((one for one in channels if one.loop is loop and not one.is_over), None)
        if channel is None:
            channel = LoopNudges(loop)
            self.channels[event_id] = (*channels, channel)
        channel.pages += 1
        try:
            yield channel
        finally:
            channel.pages -= 1
            if not channel.pages:
                channel.close()
                left = tuple(one for one in self.channels[event_id] if one is not channel)
                if left:
                    self.channels[event_id] = left
                else:
                    del self.channels[event_id]
