"""All pages that watch an event get its newest version by one call to their loop, none waiting for another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest

from arrowswitch.tournament.model.ids import EventId
from arrowswitch.web import nudges as told_by
from arrowswitch.web.nudges import STILL_HERE, Nudges, nudge
from arrowswitch.web.serving.chunks import chunk

EVENT, OTHER = EventId("7"), EventId("8")
PAGES = 50
Told = TypeVar("Told")


def alone(evening: Coroutine[Any, Any, Told]) -> Told:
    """Runs on a loop of its own, in a thread of its own: a browser's tests leave one in the first."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, evening).result()


async def watch(nudges: Nudges, event: EventId, hear: Callable[[bytes], None]) -> None:
    with nudges.listening(event) as channel:
        async for nudge in channel.nudges(channel.count):
            hear(nudge)


async def wait_until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0)


def test_an_urgent_version_stays_urgent_until_it_is_passed_on() -> None:
    async def evening() -> None:
        nudges, page = Nudges(), list[bytes]()
        watching = asyncio.create_task(watch(nudges, EVENT, page.append))
        await wait_until(lambda: nudges.pages(EVENT) == 1)
        nudges.tell(EVENT, 4, is_urgent=True)
        nudges.tell(EVENT, 5)
        await wait_until(lambda: len(page) == 1)
        nudges.tell(EVENT, 6)
        await wait_until(lambda: len(page) == 2)
        nudges.end()
        await watching
        assert page == [nudge(5) + b"event: now\ndata: version 5\n\n", nudge(6)]

    alone(evening())


def test_one_word_to_the_loop_tells_all_pages_of_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        loop, nudges, words = asyncio.get_running_loop(), Nudges(), list[Any]()
        pages: list[list[bytes]] = [[] for _ in range(PAGES)]
        other: list[bytes] = []
        watching = [asyncio.create_task(watch(nudges, EVENT, page.append)) for page in pages]
        watching.append(asyncio.create_task(watch(nudges, OTHER, other.append)))
        await wait_until(lambda: (nudges.pages(EVENT), nudges.pages(OTHER)) == (PAGES, 1))
        usual = loop.call_soon_threadsafe

        def note_call(*what: Any) -> None:
            words.append(what)
            usual(*what)

        monkeypatch.setattr(loop, "call_soon_threadsafe", note_call)
        nudges.tell(EVENT, 4)
        nudges.tell(EVENT, 5)  # before the first was passed on: one nudge
        await wait_until(lambda: all(pages))
        assert len(words) == 1
        watching[0].cancel()  # who leaves takes nobody along
        await wait_until(lambda: nudges.pages(EVENT) == PAGES - 1)
        nudges.tell(EVENT, 6)
        await wait_until(lambda: all(len(page) == 2 for page in pages[1:]))
        nudges.end()
        await asyncio.gather(*watching[1:])
        assert pages[0] == [nudge(5)]
        assert {tuple(page) for page in pages[1:]} == {(nudge(5), nudge(6))}
        assert (other, nudges.channels) == ([], {})

    alone(evening())


def test_a_slow_page_is_told_the_newest_and_nothing_is_lost_before_it_reads() -> None:
    async def evening() -> None:
        nudges = Nudges()
        with nudges.listening(EVENT) as channel:
            since = channel.count
            for version in (1, 2, 3):
                nudges.tell(EVENT, version)
                await asyncio.sleep(0)
            reading: AsyncIterator[bytes] = channel.nudges(since)
            assert await anext(reading) == nudge(3)
            nudges.tell(EVENT, 4)
            assert await anext(reading) == nudge(4)
            nudges.end()
            assert [one async for one in reading] == []
            with nudges.listening(EVENT) as fresh:
                assert not fresh.is_over

    alone(evening())


def test_who_hears_nothing_is_told_that_the_server_is_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told_by, "HEARTBEAT_SECONDS", 0.01)

    async def evening() -> list[bytes]:
        nudges: list[bytes] = []
        watching = asyncio.create_task(watch(Nudges(), EVENT, nudges.append))
        await wait_until(lambda: len(nudges) == 2)
        watching.cancel()
        return nudges

    assert alone(evening()) == [STILL_HERE, STILL_HERE]


def test_many_pages_are_told_in_groups_and_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest version reaches every page, however many versions come meanwhile."""
    monkeypatch.setattr(told_by, "TOGETHER", 4)
    monkeypatch.setattr(told_by, "PAUSE_OF_A_PAGE", 0.002)

    async def evening() -> None:
        nudges = Nudges()
        pages: list[list[bytes]] = [[] for _ in range(PAGES)]
        watching = [asyncio.create_task(watch(nudges, EVENT, page.append)) for page in pages]
        await wait_until(lambda: nudges.pages(EVENT) == PAGES)
        for version in range(1, 200):
            nudges.tell(EVENT, version)
            await asyncio.sleep(0.001)
        await wait_until(lambda: all(page and page[-1] == nudge(199) for page in pages))
        assert all(2 <= len(page) <= 60 for page in pages)
        for task in watching:
            task.cancel()

    alone(evening())


@dataclass
class Line:
    """A stream that notes its chunks; while it is slow, the client does not read."""

    is_slow: bool = False
    chunks: list[bytes] = field(default_factory=list)

    __hash__ = object.__hash__

    def write(self, data: bytes) -> bool:
        if not self.is_slow:
            self.chunks.append(data)
        return not self.is_slow


def test_streams_get_ready_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every stream gets the newest nudge once, a slow one as soon as its client reads again, and one that closed no
    more."""
    monkeypatch.setattr(told_by, "TOGETHER", 4)
    monkeypatch.setattr(told_by, "PAUSE_OF_ALL", 0.0)
    monkeypatch.setattr(told_by, "BEHIND_SECONDS", 0.001)

    async def evening() -> None:
        nudges, slow = Nudges(), Line(is_slow=True)
        streams = [*(Line() for _ in range(PAGES)), slow]

        async def stream(line: Line) -> None:
            with nudges.listening(EVENT) as channel:
                await channel.write_to(line, channel.count)

        tasks = [asyncio.create_task(stream(line)) for line in streams]
        await wait_until(lambda: nudges.pages(EVENT) == PAGES + 1)
        nudges.tell(EVENT, 4)
        await wait_until(lambda: all(line.chunks for line in streams[:-1]))
        tasks[0].cancel()
        await wait_until(lambda: nudges.pages(EVENT) == PAGES)
        nudges.tell(EVENT, 5)
        await wait_until(lambda: all(len(line.chunks) == 2 for line in streams[1:-1]))
        slow.is_slow = False
        await wait_until(lambda: bool(slow.chunks))
        nudges.end()
        await asyncio.gather(*tasks[1:])
        assert streams[0].chunks == [chunk(nudge(4))]
        assert {tuple(line.chunks) for line in streams[1:-1]} == {(chunk(nudge(4)), chunk(nudge(5)))}
        assert slow.chunks == [chunk(nudge(5))]

    alone(evening())


def test_a_stream_gets_what_it_missed_and_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told_by, "HEARTBEAT_SECONDS", 0.01)

    async def evening() -> list[bytes]:
        nudges, line = Nudges(), Line()
        with nudges.listening(EVENT) as channel:
            since = channel.count
            nudges.tell(EVENT, 4)
            await wait_until(lambda: channel.count > since)
            task = asyncio.create_task(channel.write_to(line, since))
            await wait_until(lambda: len(line.chunks) == 2)
            task.cancel()
        return line.chunks

    assert alone(evening()) == [chunk(nudge(4)), chunk(STILL_HERE)]
