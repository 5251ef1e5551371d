"""Every result that the device of a table called safe is there once after the server died, on one server and on two.

A device adds results to its queue whether the server is there or not, and sends them in order, each under its own id,
until it is answered. `ARROWSWITCH_TABLE_KILLS` is the number of kills (2 of one server and 1 of two, and
200 of each in `make exhaustive`); `ARROWSWITCH_KILLS_SEED` decides the moments.
"""

from __future__ import annotations

import http.client
import os
import random
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from urllib.parse import urlencode

import pytest

from arrowswitch.core.scoring.slips import format_entry
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.devices.codes import DeviceOwner, new_code
from arrowswitch.tournament.devices.decide import standing_report
from arrowswitch.tournament.history.wholeness import check_store
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.desk.slot_keys import slot_key
from tests.builders import CountingChance, FixedClock, mitchell_evening
from tests.postgres import new_database
from tests.processes import is_listening, start_desk, stop, until
from tests.rotation import is_exhaustive, rotation_seed
from tests.store.test_postgres import free_ports

KILLS = int(os.environ.get("ARROWSWITCH_TABLE_KILLS", "200" if is_exhaustive() else "2"))
KILLS_OF_TWO = int(os.environ.get("ARROWSWITCH_TABLE_KILLS", "200" if is_exhaustive() else "1"))
SEED = int(os.environ.get("ARROWSWITCH_KILLS_SEED", str(rotation_seed())))
TABLES = 7
LONGEST = 0.4
"""Seconds after the first answer within which a server is killed."""
QUEUE = 3
"""A device adds results until this many wait."""
KILLS_OF_A_DATABASE = 50
TEXTS = ("3NT= N", "4S+1 E", "2H-1 S", "PASS", "1C= W")


@dataclass(frozen=True)
class Result:
    """A result in the queue of a device."""

    slot: Slot
    text: str
    command_id: str


@dataclass
class Device:
    """The device of a table: `safe` are the results that it was answered, in order."""

    code: str
    slots: list[Slot]
    queue: deque[Result] = field(default_factory=deque)
    safe: list[Result] = field(default_factory=list)
    typed: int = 0

    def type_results(self) -> None:
        """Adds results until enough wait: board after board, then all of them again with other texts."""
        while len(self.queue) < QUEUE:
            slot = self.slots[self.typed % len(self.slots)]
            text = TEXTS[(self.typed + self.typed // len(self.slots)) % len(TEXTS)]
            self.typed += 1
            self.queue.append(Result(slot, text, f"{self.code}-{self.typed}"))

    def send(self, port: int) -> bool:
        """Sends the first result that waits. Returns True if it was answered that it is stored."""
        first = self.queue[0]
        fields = {"slot": slot_key(first.slot), "text": first.text, "agreed": "1", "command_id": first.command_id}
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            head = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/x-www-form-urlencoded"}
            line.request("POST", f"/t/{self.code}/results", urlencode(fields), head)
            answer = line.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()
        if answer.status == 503:  # the database or the server is away for a moment: the result waits
            return False
        assert answer.status == 200, body
        self.safe.append(self.queue.popleft())
        return True


@dataclass
class Hall:
    """Devices that report to the servers of one database."""

    url: str
    event: EventId
    devices: list[Device]

    def check(self) -> int:
        """Compares the database with the results that the devices called safe, and returns their number."""
        store = SqlStore(self.url)
        try:
            ledger = store.ledger(self.event)
            times = Counter(entry.stamp.command_id for entry in ledger)
            safe = [one for device in self.devices for one in device.safe]
            assert [one for one in safe if times[one.command_id] != 1] == []
            assert max(times.values()) == 1
            assert check_store(store).problems == ()
            state = state_of(ledger)
            for device in self.devices:
                stands = {one.slot: [one.text] for one in device.safe}
                for first in list(device.queue)[:1]:  # it may be stored although nobody was answered
                    stands.setdefault(first.slot, []).append(first.text)
                for slot, texts in stands.items():
                    report = standing_report(state, slot)
                    if report is not None or slot in {one.slot for one in device.safe}:
                        assert report is not None
                        assert format_entry(report.entry) in texts, (slot, texts)
            return len(safe)
        finally:
            store.close()


def hall_in(url: str) -> Hall:
    """Returns an evening in a database of its own, with a device at each table."""
    evening = mitchell_evening(tables=TABLES)
    evening.do(AllowDevices(DeviceUse.TABLE))
    store = SqlStore(url)
    store.append(evening.tournament.events()[0], evening.tournament.ledger(evening.event_id), 0)
    there = Tournament(store, FixedClock(), CountingChance(1))
    devices = []
    for table in range(1, TABLES + 1):
        code = new_code(there.links, DeviceOwner(evening.event_id, Place(1, "A"), table))
        slots = [slot for slot in missing_slots(evening.state, 1) if (slot.table, slot.round) == (table, 1)]
        devices.append(Device(code, slots))
    store.close()
    return Hall(url, evening.event_id, devices)


@contextmanager
def reporting(hall: Hall, ports: list[int]) -> Iterator[Callable[[], int]]:
    """Lets all devices report to servers at the ports, each to its own while that answers; yields a function that
    counts the results that are safe."""
    over = threading.Event()

    def go(number: int, device: Device) -> None:
        turn = number
        while not over.is_set():
            device.type_results()
            if not device.send(ports[turn % len(ports)]):
                turn += 1
                time.sleep(0.02)

    threads = [threading.Thread(target=go, args=one) for one in enumerate(hall.devices)]
    for thread in threads:
        thread.start()
    try:
        yield lambda: sum(len(device.safe) for device in hall.devices)
    finally:
        over.set()
        for thread in threads:
            thread.join()


def kill_under_load(hall: Hall, folder: Path, servers: int, kills: int, rng: random.Random) -> None:
    """Runs servers on the database of a hall, and kills one of them at a time while devices report to all."""
    ports, desks = free_ports(servers), dict[int, BaseProcess]()
    output = {port: folder / f"output-{port}.txt" for port in ports}

    def start(port: int) -> None:
        desks[port] = start_desk(hall.url if servers > 1 else hall.url.removeprefix("sqlite:///"), port, output[port])
        until(lambda: is_listening(port), desks[port], output[port])

    def stop_all() -> None:
        for desk in desks.values():
            stop(desk)

    def await_answers(port: int) -> None:
        before = count_safe()
        until(lambda: count_safe() > before, desks[port], output[port])

    with ExitStack() as stack:
        stack.callback(stop_all)
        for port in ports:
            start(port)
        with reporting(hall, ports) as count_safe:
            for kill in range(kills):
                port = ports[kill % servers]
                await_answers(port)
                time.sleep(rng.uniform(0, LONGEST))
                stop(desks[port])
                if kill + 1 < kills or servers == 1:
                    start(port)
                    await_answers(port)


def kill_and_check(hall_of: Callable[[int], Hall], folder: Path, servers: int, wanted: int) -> str:
    """Kills servers, with a new database now and then, and returns the counts in words."""
    rng, safe, done = random.Random(SEED), 0, 0
    while done < wanted:
        hall, kills = hall_of(done), min(KILLS_OF_A_DATABASE, wanted - done)
        kill_under_load(hall, folder, servers, kills, rng)
        safe += hall.check()
        done += kills
        sys.stdout.write(f"{done} kills, {safe} safe\n")
        sys.stdout.flush()
    assert safe >= wanted
    return f"{wanted} kills, {TABLES} devices, {servers} servers, {safe} results called safe: 0 lost, 0 doubled"


@pytest.mark.slow
def test_what_a_device_called_safe_is_there_once(tmp_path: Path, record_property: Callable[[str, str], None]) -> None:
    """R-377: one server on SQLite is killed and started again while devices report and queue."""
    counts = kill_and_check(lambda number: hall_in(f"sqlite:///{tmp_path / f'{number}.db'}"), tmp_path, 1, KILLS)
    record_property("table kills", counts)


@pytest.mark.slow
def test_what_a_device_called_safe_is_there_once_on_two_servers(
    tmp_path: Path, record_property: Callable[[str, str], None]
) -> None:
    """R-377: two servers on one PostgreSQL are killed in turn; devices send what waits to the other."""
    counts = kill_and_check(lambda _: hall_in(new_database()), tmp_path, 2, KILLS_OF_TWO)
    record_property("table kills on two servers", counts)
