"""A large hall on one desk: 500 devices that send results while 2,000 pages watch the same event, through the network.

The desk runs in a process of its own on a file of SQLite, all clients in this one. Each device sends one result after
another for some seconds, waiting for each answer; each page holds its stream open as `live.js` does. An answer contains
the version made by the result, and a page has the result with the first nudge of that version or a later one: the time
between is counted for each answer and each page, as 0 if the nudge was first. Pages here do not fetch what changed.
"""

from __future__ import annotations

import asyncio
import json
import re
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np

from arrowswitch.store.sql import SqlStore
from arrowswitch.web.desk.slot_keys import slot_key
from benchmarks.evenings import full_evening
from benchmarks.measure import Row
from benchmarks.posts import post_bodies
from benchmarks.serving import HOST, Served, bare, desk

DEVICES, PAGES, TABLES = 500, 2000, 25
FEW_DEVICES = 50
SECONDS = 6.0
BUDGET = 500.0
_LAST_SECONDS = 10.0
_FILES_ASIDE = 200
_TOGETHER = 100
_VERSION = re.compile(rb"data: version (\d+)\n")


@dataclass(slots=True)
class Page(asyncio.Protocol):
    """A page that watches: the versions in its nudges, and their times."""

    request: bytes
    versions: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the stream."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        """Notes the newest version of what has come."""
        for version in _VERSION.findall(data)[-1:]:
            self.versions.append(int(version))
            self.times.append(time.perf_counter())


@dataclass(slots=True)
class Crowd:
    """The answers: the version made by each result, and its time."""

    versions: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def milliseconds(self) -> float:
        """Returns the milliseconds per post while all devices send."""
        return self.seconds * 1000 / len(self.times)

    def rate_text(self) -> str:
        """Returns the number of answers in a second, as text."""
        return f"{len(self.times) / self.seconds:.0f} a second"


def rows() -> Iterator[Row]:
    """Yields the time for a post without and with pages that watch, and the delay of the pages."""
    pages = pages_allowed()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        database = Path(folder) / "club.db"
        with closing(SqlStore(f"sqlite:///{database}")) as store:
            evening = full_evening(TABLES, store=store)
        path = f"/events/{evening.event_id}"
        bodies = post_bodies([slot_key(slot) for slot in evening.state.results], count())
        least = stack.enter_context(bare(Path(folder) / "bare.db"))
        bound, _ = asyncio.run(_run(least, path, bodies, 0))
        server = stack.enter_context(desk(database))
        alone, _ = asyncio.run(_run(server, path, bodies, 0))
        watched, watching = asyncio.run(_run(server, path, bodies, pages))
    what = f"a result posted by one of {DEVICES} devices"
    bound_text = f"a bare ASGI application, one commit a post ({bound.rate_text()})"
    yield Row(f"{what}, nobody watching ({alone.rate_text()})", alone.milliseconds, bound_text, bound.milliseconds)
    yield Row(
        f"{what}, {pages:,} pages watching ({watched.rate_text()})",
        watched.milliseconds,
        bound_text,
        bound.milliseconds,
    )
    late = lateness(watched, watching)
    for name, percent in (("half", 50), ("99 of 100", 99)):
        what = f"from the answer until {name} of {pages:,} pages are up to date"
        yield Row(what, float(np.percentile(late, percent)), "the budget", BUDGET)


def lateness(crowd: Crowd, pages: list[Page]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Returns the milliseconds from each answer to its nudge on each page."""
    wanted, answered = np.array(crowd.versions), np.array(crowd.times)
    delays = []
    for page in pages:
        places = np.searchsorted(np.array(page.versions), wanted)
        nudged = np.append(np.array(page.times), np.inf)[places]
        delays.append(np.maximum(nudged - answered, 0) * 1000)
    return np.concatenate(delays)


def pages_allowed(devices: int = DEVICES) -> int:
    """Returns how many pages this machine lets watch, with as many open files as it allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = devices + PAGES + _FILES_ASIDE
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(allowed, resource.getrlimit(resource.RLIMIT_NOFILE)[0]), most))
    return allowed - devices - _FILES_ASIDE


def few_rows() -> Iterator[Row]:
    """Yields the time for a post of 50 devices at 13 tables, whole requests through the network."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        database = Path(folder) / "club.db"
        with closing(SqlStore(f"sqlite:///{database}")) as store:
            evening = full_evening(store=store)
        path = f"/events/{evening.event_id}"
        bodies = post_bodies([slot_key(slot) for slot in evening.state.results], count())
        least = stack.enter_context(bare(Path(folder) / "bare.db"))
        bound, _ = asyncio.run(_run(least, path, bodies, 0, FEW_DEVICES))
        server = stack.enter_context(desk(database))
        crowd, _ = asyncio.run(_run(server, path, bodies, 0, FEW_DEVICES))
    what = f"a result posted through the network by one of {FEW_DEVICES} devices ({crowd.rate_text()})"
    yield Row(what, crowd.milliseconds, f"a bare ASGI application ({bound.rate_text()})", bound.milliseconds)


async def _run(
    server: Served, path: str, bodies: Iterator[bytes], pages: int, number: int = DEVICES
) -> tuple[Crowd, list[Page]]:
    watching = await open_pages(server, path, pages)
    crowd = Crowd()
    devices = [await asyncio.open_connection(HOST, server.port) for _ in range(number)]
    start = time.perf_counter()
    await asyncio.gather(
        *(send_results(server, f"{path}/scores/enter", bodies, crowd, start + SECONDS, *ends) for ends in devices)
    )
    crowd.seconds = time.perf_counter() - start
    for _, writer in devices:
        writer.close()
    await until_known(watching, max(crowd.versions))
    return crowd, watching


async def open_pages(server: Served, path: str, pages: int) -> list[Page]:
    """Opens this many pages, some at a time, and waits until each has received its first version twice."""
    loop = asyncio.get_running_loop()
    request = f"GET {path}/live HTTP/1.1\r\nhost: {HOST}:{server.port}\r\naccept: text/event-stream\r\n\r\n".encode()
    watching: list[Page] = []
    while len(watching) < pages:
        more: list[Page] = []
        for _ in range(min(_TOGETHER, pages - len(watching))):
            _transport, page = await loop.create_connection(partial(Page, request), HOST, server.port)
            more.append(page)
        watching += more
        await until_known(more, 1)
    return watching


async def until_known(pages: list[Page], version: int) -> None:
    """Waits until each page has received a version."""
    end = time.perf_counter() + _LAST_SECONDS
    while any(not page.versions or page.versions[-1] < version for page in pages):
        if time.perf_counter() > end:
            raise SystemExit(f"pages do not know of version {version}")
        await asyncio.sleep(0.01)


async def send_results(
    server: Served,
    path: str,
    bodies: Iterator[bytes],
    crowd: Crowd,
    end: float,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
) -> None:
    """Sends one result after another until a time, each after the answer to the one before."""
    origin = f"{HOST}:{server.port}"
    head = (
        f"POST {path} HTTP/1.1\r\nhost: {origin}\r\norigin: http://{origin}\r\naccept: application/json\r\n"
        "content-type: application/x-www-form-urlencoded\r\n"
    )
    while time.perf_counter() < end:
        body = next(bodies)
        writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        version = await version_of(reader)
        crowd.times.append(time.perf_counter())
        crowd.versions.append(version)


async def version_of(reader: asyncio.StreamReader) -> int:
    """Returns the version of the event in the next answer of a connection."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = re.search(rb"content-length: (\d+)", head)
    if b" 200 " not in head.partition(b"\r\n")[0] or length is None:
        raise SystemExit(f"a result is answered {head.decode()}")
    answer = json.loads(await reader.readexactly(int(length[1])))
    return int(answer.get("screen", answer).get("version", 0))
