"""40 tables with four phones each on a desk that has one processor: both sides report every board, and all four phones
follow.

Each pair has two phones, which hold their streams open. One phone of North-South reports, one of East-West agrees, and
every phone that hears of a version fetches its screen. The time is counted from the answer to the agreement until all
four phones of the table have a screen with it.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

import numpy as np

from arrowswitch.core.game.seats import Side
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.devices.codes import DeviceOwner, new_code
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.scored.slots import meeting_at, missing_slots
from arrowswitch.web.desk.slot_keys import slot_key
from benchmarks.halls import TEXTS, hall_of
from benchmarks.kits import processor_of
from benchmarks.measure import Row
from benchmarks.serving import HOST, Served, desk

TABLES, ROUNDS, PHONES = 40, 2, 4
PACE = 5.0
"""Seconds between two results of a table: a hall sends one in some minutes."""
RESULTS_A_SECOND = 1.3
BUDGET = 500.0
_PATIENCE_SECONDS = 20.0
_VERSION = re.compile(rb"data: version (\d+)\n")
_LENGTH = re.compile(rb"content-length: (\d+)")


@dataclass(slots=True)
class Phone:
    """A phone of a pair: follows its stream and fetches its screen when it hears of a newer one."""

    server: Served
    code: str
    version: int = 0
    fetched: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    _ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def follow(self) -> None:
        """Reads the stream until the phone is put away."""
        reader, writer = await asyncio.open_connection(HOST, self.server.port)
        writer.write(self._head("GET", "live"))
        while line := await reader.readline():
            version = _VERSION.match(line)
            if version is not None and int(version[1]) > self.version:
                self._now(await self.ask("GET", f"state?since={self.version}"))
                self.fetched += 1

    async def ask(self, method: str, page: str, body: bytes = b"") -> int:
        """Returns the version of the screen that is answered; that of the phone where nothing changed."""
        reader, writer = await asyncio.open_connection(HOST, self.server.port)
        writer.write(self._head(method, page, body) + body)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        status = head.split(b" ", 2)[1]
        if status not in (b"200", b"204"):
            raise SystemExit(f"{method} {page} is answered {head.decode()}")
        length = _LENGTH.search(head)
        answer = await reader.readexactly(int(length[1])) if length is not None and status == b"200" else b""
        writer.close()
        return int(json.loads(answer)["screen"]["version"]) if answer else self.version

    async def report(self, slot: Slot, text: str, command_id: str) -> int:
        """Reports a result, and returns the version that it made."""
        body = urlencode({"slot": slot_key(slot), "text": text, "command_id": command_id}).encode()
        version = await self.ask("POST", "results", body)
        self._now(version)
        return version

    async def until(self, version: int) -> float:
        """Returns the time at which the phone has a screen of a version."""
        while self.version < version:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), _PATIENCE_SECONDS)
        return time.perf_counter()

    def _now(self, version: int) -> None:
        self.version = max(self.version, version)
        self.changed.set()

    def _head(self, method: str, page: str, body: bytes = b"") -> bytes:
        origin = f"{HOST}:{self.server.port}"
        form = "content-type: application/x-www-form-urlencoded\r\n" if body else ""
        lines = f"host: {origin}\r\norigin: http://{origin}\r\n{form}content-length: {len(body)}\r\n\r\n"
        return f"{method} /t/{self.code}/{page} HTTP/1.1\r\n{lines}".encode()


def rows() -> Iterator[Row]:
    """Yields the time until the phones of a table have its result, and the time of an answer."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "club.db"
        with closing(SqlStore(f"sqlite:///{database}")) as store:
            evening = hall_of(1, TABLES, ROUNDS, store, DeviceUse.OWN)
            state, links, place = evening.state, evening.tournament.links, Place(1, "A")
            codes = {
                number: new_code(links, DeviceOwner(evening.event_id, place, number=number))
                for number in state.section(place).numbers
            }
            plays = []
            for slot in missing_slots(state, 1):
                meeting = meeting_at(state.section(place), slot)
                assert meeting is not None
                plays.append((slot, codes[meeting.ns[0]], codes[meeting.ew[0]]))
        used = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        with desk(database, frozenset(used[:1])) as server:
            started = processor_of(server.process)
            late, answered, fetched = asyncio.run(_evening(server, list(codes.values()), plays))
            spent = processor_of(server.process) - started
    what = f"{TABLES} tables with {PHONES} phones, one processor"
    for name, percent in (("half", 50), ("99 of 100", 99)):
        row = f"{what}: from an agreement until {name} of the tables' phones show it"
        yield Row(row, _of(late, percent), "the budget", BUDGET)
    yield Row(f"{what}: 99 of 100 answers to a report", _of(answered, 99), "the budget", BUDGET)
    share = 100 * RESULTS_A_SECOND * spent / len(late)
    yield Row(f"percent of a processor, {what}, {RESULTS_A_SECOND} results a second", share, "the aim", 10)
    yield Row(f"{what}: screens fetched for a result ({fetched:.1f})", fetched, "the phones of a table", PHONES)


def _of(times: list[float], percent: int) -> float:
    return float(np.percentile(np.array(times), percent))


async def _evening(
    server: Served, codes: list[str], plays: list[tuple[Slot, str, str]]
) -> tuple[list[float], list[float], float]:
    """Plays all rounds; returns the milliseconds until the phones of a table have each result, those of each answer,
    and the number of screens fetched for a result."""
    phones = {code: [Phone(server, code) for _ in range(PHONES // len(Side))] for code in codes}
    every = [phone for several in phones.values() for phone in several]
    following = [asyncio.create_task(phone.follow()) for phone in every]
    while any(phone.version == 0 for phone in every):
        await asyncio.sleep(0.05)
    late, answered, numbers = list[float](), list[float](), count()
    before = sum(phone.fetched for phone in every)

    async def play(table: int) -> None:
        await asyncio.sleep(PACE * table / TABLES)
        for slot, ns, ew in (one for one in plays if one[0].table == table):
            began = time.perf_counter()
            for code in (ns, ew):
                start = time.perf_counter()
                text = TEXTS[slot.board % len(TEXTS)]
                version = await phones[code][0].report(slot, text, f"c-{next(numbers)}")
                answered.append((time.perf_counter() - start) * 1000)
            agreed = time.perf_counter()
            times = await asyncio.gather(*(phone.until(version) for phone in (*phones[ns], *phones[ew])))
            late.append((max(times) - agreed) * 1000)
            await asyncio.sleep(max(0.0, began + PACE - time.perf_counter()))

    await asyncio.gather(*(play(table) for table in range(1, TABLES + 1)))
    fetched = sum(phone.fetched for phone in every) - before
    for task in following:
        task.cancel()
    return late, answered, fetched / len(late)
