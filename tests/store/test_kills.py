"""Every acknowledged result is in the ledger once after the program died: a desk is killed while clients send results.

`ARROWSWITCH_KILLS` and `ARROWSWITCH_CLIENTS` are the numbers of kills (4, and 20 in `make exhaustive`) and of clients
(8); `ARROWSWITCH_KILLS_SEED` decides the moments. `tools/try-kills` kills a thousand times under fifty clients.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import pytest

from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.history.wholeness import check_store
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.desk.slot_keys import slot_key
from tests.builders import mitchell_evening
from tests.processes import is_listening, start_desk, stop, until
from tests.rotation import is_exhaustive, rotation_seed

KILLS = int(os.environ.get("ARROWSWITCH_KILLS", "20" if is_exhaustive() else "4"))
CLIENTS = int(os.environ.get("ARROWSWITCH_CLIENTS", "8"))
SEED = int(os.environ.get("ARROWSWITCH_KILLS_SEED", str(rotation_seed())))
LONGEST = 0.25
"""Seconds after the first answer within which the desk is killed."""
TEXTS = ("P", "100", "110", "120", "130", "140", "-100", "-110", "-120")
KILLS_OF_A_DATABASE = 25
"""After this many kills the next database begins, because the check after each kill grows with the ledger."""


@dataclass
class Sender:
    """A device: sends one result after another, each under its own id, and the same again until it is answered."""

    name: str
    keys: list[str]
    acknowledged: list[str] = field(default_factory=list)
    sent: int = 0
    waiting: dict[str, str] | None = None

    def send(self, event: EventId, port: int) -> bool:
        """Sends the next result, or the one that was not answered. Returns True if it was acknowledged."""
        if self.waiting is None:
            self.sent += 1
            key = self.keys[self.sent % len(self.keys)]
            text = TEXTS[self.sent // len(self.keys) % len(TEXTS)]
            self.waiting = {"key": key, "text": text, "is_confirmed": "true", "command_id": f"{self.name}-{self.sent}"}
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            head = {
                "Origin": f"http://127.0.0.1:{port}",
                "Accept": "application/json",
                "Content-Type": "application/x-www-form-urlencoded",
            }
            line.request("POST", f"/events/{event}/scores/enter", urlencode(self.waiting), head)
            answer = line.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()
        assert answer.status == 200, body
        assert json.loads(body)
        self.acknowledged.append(self.waiting["command_id"])
        self.waiting = None
        return True


def output_of(database: Path) -> Path:
    """Returns the file with the output of the desk on a database."""
    return database.with_name("output.txt")


def run_until_killed(database: Path, event: EventId, senders: list[Sender], rng: random.Random) -> float:
    """Starts a desk, lets everybody send, and kills it shortly after the first answer; returns the seconds until that.

    Nobody sends before it listens: fifty who knock all the time take the processor from a desk that starts.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    began = time.monotonic()
    desk = start_desk(database, port, output_of(database))
    answered, over = threading.Event(), threading.Event()

    def go(sender: Sender) -> None:
        while not over.is_set():
            if sender.send(event, port):
                answered.set()
            else:
                time.sleep(0.02)

    threads = [threading.Thread(target=go, args=(sender,)) for sender in senders]
    try:
        until(lambda: is_listening(port), desk, output_of(database))
        for thread in threads:
            thread.start()
        until(answered.is_set, desk, output_of(database))
        took = time.monotonic() - began
        time.sleep(rng.uniform(0, LONGEST))
    finally:
        stop(desk)
        over.set()
        for thread in threads:
            if thread.ident is not None:
                thread.join()
    return took


@dataclass
class Evidence:
    """A database with an evening, the devices that send to it, and what they were acknowledged."""

    database: Path
    event: EventId
    senders: list[Sender]

    @property
    def answered_ids(self) -> set[str]:
        """Returns the ids of everything that was answered."""
        return {one for sender in self.senders for one in sender.acknowledged}

    def check(self) -> int:
        """Holds the database to what was answered, and returns how many results it has."""
        store = SqlStore(f"sqlite:///{self.database}")
        stored = Counter(entry.stamp.command_id for entry in store.ledger(self.event))
        problems = check_store(store).problems
        store.close()
        assert self.answered_ids <= set(stored)
        assert max(stored.values()) == 1
        assert problems == ()
        return sum(1 for one in stored if one.startswith("device"))


def evening_in(folder: Path) -> Evidence:
    """Returns an evening of nine tables in a database of its own."""
    evening = mitchell_evening(tables=9)
    folder.mkdir()
    database, event = folder / "club.db", evening.event_id
    store = SqlStore(f"sqlite:///{database}")
    store.append(evening.tournament.events()[0], evening.tournament.ledger(event), 0)
    store.close()
    slots = [slot_key(slot) for slot in missing_slots(evening.state, 1)]
    return Evidence(database, event, [Sender(f"device{at}", slots[at::CLIENTS]) for at in range(CLIENTS)])


@pytest.mark.slow
@pytest.mark.turns(of=1)
def test_nothing_acknowledged_is_lost_and_nothing_is_doubled(
    tmp_path: Path, record_property: Callable[[str, str], None]
) -> None:
    """R-377: a result that was answered is one entry of the ledger, which is whole; any other is at most one."""
    rng = random.Random(SEED)
    acknowledged = sent = 0
    here: Evidence | None = None
    for kill in range(1, KILLS + 1):
        if here is None:
            here = evening_in(tmp_path / f"{kill}")
        took = run_until_killed(here.database, here.event, here.senders, rng)
        stored, answered = here.check(), len(here.answered_ids)
        sys.stdout.write(f"kill {kill}: {took:.1f} s, {acknowledged + answered} acknowledged, {stored} stored\n")
        sys.stdout.flush()
        if kill % KILLS_OF_A_DATABASE == 0 or kill == KILLS:
            acknowledged += answered
            sent += sum(sender.sent for sender in here.senders)
            here = None
    summary = f"{KILLS} kills, {CLIENTS} clients, {acknowledged} acknowledged of {sent}: 0 lost, 0 doubled"
    sys.stdout.write(f"{summary}\n")
    assert acknowledged >= KILLS
    record_property("kills", summary)
