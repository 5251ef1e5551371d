"""The memory of a desk that prints all paper of 45 tables, round after round, and the processor time of that."""

from __future__ import annotations

import http.client
import os
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from arrowswitch.store.sql import SqlStore
from benchmarks.evenings import session_of
from benchmarks.measure import Row
from benchmarks.serving import HOST, Served, desk

ROUNDS = 9
MOST_MEGABYTES = 350.0
LANGUAGES = ("ja", "en")


def rows() -> Iterator[Row]:
    """Yields the desk's memory before and after nine rounds in which both kits are printed in both languages. Linux
    only: elsewhere no rows."""
    if not Path("/proc/self/status").exists():
        return
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "club.db"
        with closing(SqlStore(f"sqlite:///{database}")) as store:
            event = session_of(tables=45, rounds=9, boards_per_round=3, store=store).event_id
        with desk(database) as served:
            _print_kits(served, event)
            first, started = memory_of(served.process), processor_of(served.process)
            for _ in range(ROUNDS):
                _print_kits(served, event)
            last, ended = memory_of(served.process), processor_of(served.process)
    bound = "the aim, in MB"
    yield Row("MB of memory of the desk after the kits of 45 tables", first, bound, MOST_MEGABYTES)
    yield Row(f"MB of memory of the desk after {ROUNDS} rounds of these kits", last, bound, MOST_MEGABYTES)
    each = (ended - started) * 1000 / ROUNDS
    yield Row("both kits in both languages, with the typesetter's processes", each, "the budget", 20_000)


def _print_kits(served: Served, event: str) -> None:
    for kit in ("start", "end"):
        for language in LANGUAGES:
            address = f"/events/{event}/print/kit/{kit}.pdf?lang={language}"
            with closing(http.client.HTTPConnection(HOST, served.port, timeout=120)) as connection:
                connection.request("GET", address)
                answer = connection.getresponse()
                answer.read()
            if answer.status != 200:
                raise SystemExit(f"{address} answers {answer.status}")


def memory_of(process: int) -> float:
    """Returns the resident memory of a process in MB."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def processor_of(process: int) -> float:
    """Returns the processor time of a process and of its children that have ended, in seconds."""
    times = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[11:15]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
