"""500 tables report results to one desk through the network, next to a bare ASGI application under the same server that
commits each post; and what one report costs, layer by layer.

`python -m benchmarks.table_posts 600` reports for ten minutes, every table a result each four seconds, and prints how
long the answers took.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

import numpy as np

from arrowswitch.store import sql
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.links.links import Links
from arrowswitch.tournament.service import service
from arrowswitch.web import guards
from arrowswitch.web.app import create_app
from arrowswitch.web.devices.screens import Screens
from arrowswitch.web.tables import reporting
from benchmarks.crowd import Crowd, Page, lateness, open_pages, pages_allowed, version_of
from benchmarks.halls import Hall, Post, hall_of, with_codes
from benchmarks.measure import Row
from benchmarks.posts import App, post
from benchmarks.serving import HOST, Served, bare, desk

SECTIONS, TABLES, ROUNDS = 10, 50, 9
DEVICES = SECTIONS * TABLES
SECONDS = 6.0
BUDGET = 500.0
LAYER_POSTS = 400
BEFORE = {
    "the server's framework and its threads": 1151,
    "the commit": 931,
    "the screen made": 399,
    "the decision": 347,
    "the screen written": 179,
    "the entry as JSON": 176,
    "the fold": 142,
}
"""Microseconds of each layer on a machine without other work, before reports had a direct way (decision 80)."""
PACE = 4.0
"""Seconds between two results of a table in the long run; the server closes connections that are idle for five."""


def rows() -> Iterator[Row]:
    """Yields the time of a report while 500 tables report, without and with pages that watch, and its layers."""
    pages = pages_allowed(DEVICES)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        hall = _hall_in(folder)
        least = stack.enter_context(bare(Path(folder) / "bare.db"))
        server = stack.enter_context(desk(Path(folder) / "club.db"))
        bound, _ = asyncio.run(_run(least, hall, 0))
        hall.at.clear()
        alone, _ = asyncio.run(_run(server, hall, 0))
        watched, watching = asyncio.run(_run(server, hall, pages))
    what, bound_name = f"a result reported by one of {DEVICES} tables", f"a bare ASGI application ({bound.rate_text()})"
    yield Row(f"{what}, nobody watching ({alone.rate_text()})", alone.milliseconds, bound_name, bound.milliseconds)
    yield Row(
        f"{what}, {pages:,} pages watching ({watched.rate_text()})",
        watched.milliseconds,
        bound_name,
        bound.milliseconds,
    )
    late = lateness(watched, watching)
    for name, percent in (("half", 50), ("99 of 100", 99)):
        what = f"from a table's answer until {name} of {pages:,} pages have the version"
        yield Row(what, float(np.percentile(late, percent)), "the budget", BUDGET)
    yield from layers()


def layers() -> Iterator[Row]:
    """Yields the time of each layer of a report that waits for no other, in this process."""
    with tempfile.TemporaryDirectory() as folder, closing(SqlStore(f"sqlite:///{Path(folder) / 'club.db'}")) as store:
        hall = with_codes(hall_of(1, 25, 9, store))
        app, spent = create_app(hall.evening.tournament), Spent()
        with ExitStack() as stack:
            for patched in spent.patches():
                stack.enter_context(patched)
            asyncio.run(_one_after_another(app, hall.posts(0, 1), LAYER_POSTS // 4))
            spent.seconds.clear()
            start = time.perf_counter()
            asyncio.run(_one_after_another(app, hall.posts(0, 1), LAYER_POSTS))
            whole = (time.perf_counter() - start) * 1000 / LAYER_POSTS
    each = {name: seconds * 1000 / LAYER_POSTS for name, seconds in spent.seconds.items()}
    each["the commit"] -= each["the entry as JSON"]
    each["the server's framework and its threads"] = whole - sum(each.values())
    for name, milliseconds in each.items():
        before = f", {BEFORE[name]} before decision 80" if name in BEFORE else ""
        yield Row(f"of a report {milliseconds * 1000:.0f} µs{before}: {name}", milliseconds, "the whole report", whole)


@dataclass(slots=True)
class Spent:
    """The seconds that were spent in each layer."""

    seconds: dict[str, float] = field(default_factory=dict)

    def patches(self) -> Iterator[AbstractContextManager[object]]:
        """Yields patches that measure the functions of each layer."""
        yield self._patch(guards, "_check", "the rights: host, origin, size")
        yield self._patch(Links, "find_known", "the code looked up")
        yield self._patch_async(reporting, "fields_of", "the form parsed")
        yield self._patch(service, "decide", "the decision")
        yield self._patch(service, "advance", "the fold")
        yield self._patch(sql, "entry_rows", "the entry as JSON")
        yield self._patch(SqlStore, "append", "the commit")
        yield self._patch(Screens, "of", "the screen made")
        yield self._patch(reporting, "screen_answer", "the screen written")

    def _add(self, name: str, start: float) -> None:
        self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - start

    def _patch(self, owner: object, attribute: str, name: str) -> AbstractContextManager[object]:
        original: Callable[..., object] = getattr(owner, attribute)

        def measure_call(*args: object, **named: object) -> object:
            start = time.perf_counter()
            try:
                return original(*args, **named)
            finally:
                self._add(name, start)

        return patch.object(owner, attribute, measure_call)

    def _patch_async(self, owner: object, attribute: str, name: str) -> AbstractContextManager[object]:
        original: Callable[..., Awaitable[object]] = getattr(owner, attribute)

        async def measure_call(*args: object, **named: object) -> object:
            start = time.perf_counter()
            try:
                return await original(*args, **named)
            finally:
                self._add(name, start)

        return patch.object(owner, attribute, measure_call)


async def _one_after_another(app: App, posts: Iterator[Post], number: int) -> None:
    for _ in range(number):
        await post(app, *next(posts))


def _hall_in(folder: str) -> Hall:
    with closing(SqlStore(f"sqlite:///{Path(folder) / 'club.db'}")) as store:
        return with_codes(hall_of(SECTIONS, TABLES, ROUNDS, store))


async def _run(
    server: Served, hall: Hall, pages: int, seconds: float = SECONDS, pace: float = 0.0, took: list[float] | None = None
) -> tuple[Crowd, list[Page]]:
    watching = await open_pages(server, f"/events/{hall.evening.event_id}", pages)
    crowd = Crowd()
    lines = [await asyncio.open_connection(HOST, server.port) for _ in range(DEVICES)]
    start = time.perf_counter()
    senders = (
        _report(server, hall.posts(at, DEVICES), crowd, start, seconds, pace, at, [] if took is None else took, *line)
        for at, line in enumerate(lines)
    )
    await asyncio.gather(*senders)
    crowd.seconds = time.perf_counter() - start
    for _, writer in lines:
        writer.close()
    await asyncio.sleep(BUDGET / 1000)
    return crowd, watching


async def _report(
    server: Served,
    posts: Iterator[Post],
    crowd: Crowd,
    start: float,
    seconds: float,
    pace: float,
    at: int,
    took: list[float],
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
) -> None:
    origin = f"{HOST}:{server.port}"
    if pace:
        await asyncio.sleep(pace * at / DEVICES)
    while (began := time.perf_counter()) < start + seconds:
        path, body = next(posts)
        head = (
            f"POST {path} HTTP/1.1\r\nhost: {origin}\r\norigin: http://{origin}\r\naccept: application/json\r\n"
            f"content-type: application/x-www-form-urlencoded\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        version = await version_of(reader)
        ended = time.perf_counter()
        crowd.times.append(ended)
        crowd.versions.append(version)
        took.append((ended - began) * 1000)
        if pace:
            await asyncio.sleep(max(0.0, began + pace - ended))


def long_run(seconds: float) -> None:
    """Reports for a long time at the pace of a busy hall, and prints the times of the answers."""
    took: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        hall = _hall_in(folder)
        with desk(Path(folder) / "club.db") as server:
            crowd, _ = asyncio.run(_run(server, hall, 0, seconds, PACE, took))
    late = np.percentile(np.array(took), (50, 99, 100))
    print(f"{DEVICES} tables for {crowd.seconds:.0f} s: {len(took)} results, {crowd.rate_text()};", end=" ")
    print(f"answers took {late[0]:.1f} ms (half), {late[1]:.1f} ms (99 of 100), {late[2]:.0f} ms at most")


if __name__ == "__main__":
    long_run(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
