"""Twenty devices that come at once to a server that has just been started: each waits for its first page."""

from __future__ import annotations

import http.client
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from arrowswitch.store.sql import SqlStore
from benchmarks.evenings import full_evening
from benchmarks.kits import processor_of
from benchmarks.measure import Row
from benchmarks.pages import PAGES
from benchmarks.serving import HOST, Served, desk

DEVICES = 20
STARTS = 3


def rows() -> Iterator[Row]:
    """Yields the longest wait of a device, and the time from the start to the first answer: the middle of three starts
    on an evening of 13 tables and 26 boards in SQLite. The bound is the same once all is read."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "club.db"
        with closing(SqlStore(f"sqlite:///{database}")) as store:
            event = full_evening(store=store).event_id
        starts = sorted(_start(database, event) for _ in range(STARTS))
        if Path("/proc/self/stat").exists():
            spent = min(_spent_on_first_page(Path(folder) / f"new-{at}.db") for at in range(STARTS))
            yield Row("processor time of `serve` until its first page, no events", spent, "the budget", 1500)
    longest, again, first = starts[STARTS // 2]
    yield Row(f"longest wait of {DEVICES} devices for their first page", longest, "the same once more", again)
    yield Row("from the start of the server to its first answer, these 20 asking", first, "the budget", 5000)


def _start(database: Path, event: str) -> tuple[float, float, float]:
    with desk(database) as served:
        came = time.perf_counter()
        answered = _come(served, event)
        again = time.perf_counter()
        later = _come(served, event)
    return (max(answered) - came) * 1000, (max(later) - again) * 1000, (min(answered) - served.began) * 1000


def _spent_on_first_page(database: Path) -> float:
    """Returns the milliseconds of a processor that a server takes from its start to its first page."""
    with desk(database) as served:
        with closing(http.client.HTTPConnection(HOST, served.port, timeout=30)) as connection:
            connection.request("GET", "/")
            connection.getresponse().read()
        return processor_of(served.process) * 1000


def _come(served: Served, event: str) -> tuple[float, ...]:
    """Returns when each device has its page, the pages of the desk in turn."""
    together = threading.Barrier(DEVICES)

    def page(device: int) -> float:
        together.wait()
        address = PAGES[device % len(PAGES)].format(event=event)
        with closing(http.client.HTTPConnection(HOST, served.port, timeout=30)) as connection:
            connection.request("GET", address)
            answer = connection.getresponse()
            answer.read()
        if answer.status != 200:
            raise SystemExit(f"{address} answers {answer.status}")
        return time.perf_counter()

    with ThreadPoolExecutor(DEVICES) as devices:
        return tuple(devices.map(page, range(DEVICES)))
