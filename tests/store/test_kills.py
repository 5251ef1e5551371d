"""What was acknowledged is there after the program died, once: a desk is killed while clients send results.

`ARROWSWITCH_KILLS` and `ARROWSWITCH_CLIENTS` say how often and under how many clients (20 and 8 unless they do);
`tools/try-kills` kills a thousand times under fifty.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.wholeness import check_store
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.desk.results.page import slot_key
from tests.builders import mitchell_evening

KILLS = int(os.environ.get("ARROWSWITCH_KILLS", "20"))
CLIENTS = int(os.environ.get("ARROWSWITCH_CLIENTS", "8"))
LONGEST = 0.25
"""Seconds after the first answer within which the desk is killed."""
TEXTS = ("P", "100", "110", "120", "130", "140", "-100", "-110", "-120")
LONGEST_START = 300.0
"""Seconds within which a desk answers, however busy the machine is: one that ended, or hangs, is told with why."""
SERVE = """
import faulthandler, signal, sys
if hasattr(signal, "SIGUSR1"):
    faulthandler.register(signal.SIGUSR1)
sys.path[:0] = {path!r}
from arrowswitch.bootstrap import main
main()
"""


@dataclass
class Sender:
    """A device: sends one result after another, each under its own id, and the same again until it is answered."""

    name: str
    keys: list[str]
    acknowledged: list[str] = field(default_factory=list)
    sent: int = 0
    waiting: dict[str, str] | None = None

    def send(self, event: EventId, port: int) -> bool:
        """Sends the next result, or the one that was not answered; tells whether it was acknowledged."""
        if self.waiting is None:
            self.sent += 1
            key = self.keys[self.sent % len(self.keys)]
            text = TEXTS[self.sent % len(TEXTS)]
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


def started(database: Path | str, port: int, said: Path | None = None) -> subprocess.Popen[bytes]:
    """Returns a desk of its own process on a database; what it says is written beside that, or where it is told."""
    program = [sys.executable, "-c", SERVE.format(path=sys.path)]
    with (said or said_by(Path(database))).open("wb") as output:
        return subprocess.Popen(
            [*program, "serve", "--port", str(port), "--database", str(database)], stdout=output, stderr=output
        )


def said_by(database: Path) -> Path:
    return database.with_name("said.txt")


def is_listening(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def until(is_there: Callable[[], bool], desk: subprocess.Popen[bytes], database: Path) -> None:
    """Waits for something that a desk does; says what the desk said, or where it hangs, when it never does."""
    latest = time.monotonic() + LONGEST_START
    while not is_there():
        if desk.poll() is not None or time.monotonic() > latest:
            if desk.returncode is None and hasattr(signal, "SIGUSR1"):
                desk.send_signal(signal.SIGUSR1)
                time.sleep(1)
            raise AssertionError(f"{desk.returncode}: {said_by(database).read_text(errors='replace')}")
        time.sleep(0.02)


def run_until_killed(database: Path, event: EventId, senders: list[Sender], rng: random.Random) -> float:
    """Starts a desk, lets everybody send, and kills it shortly after the first answer; returns the seconds until that.

    Nobody sends before it listens: fifty who knock all the time take the processor from a desk that starts.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    began = time.monotonic()
    desk = started(database, port)
    answered, over = threading.Event(), threading.Event()

    def go(sender: Sender) -> None:
        while not over.is_set():
            if sender.send(event, port):
                answered.set()
            else:
                time.sleep(0.02)

    threads = [threading.Thread(target=go, args=(sender,)) for sender in senders]
    try:
        until(lambda: is_listening(port), desk, database)
        for thread in threads:
            thread.start()
        until(answered.is_set, desk, database)
        took = time.monotonic() - began
        time.sleep(rng.uniform(0, LONGEST))
    finally:
        desk.kill()
        desk.wait()
        over.set()
        for thread in threads:
            if thread.ident is not None:
                thread.join()
    return took


def test_nothing_acknowledged_is_lost_and_nothing_is_doubled(
    tmp_path: Path, record_property: Callable[[str, str], None]
) -> None:
    """R-377: a result that was answered is one entry of the ledger, which is whole; any other is at most one."""
    evening = mitchell_evening(tables=9)
    database, event = tmp_path / "club.db", evening.event_id
    store = SqlStore(f"sqlite:///{database}")
    store.append(evening.tournament.events()[0], evening.tournament.ledger(event), 0)
    store.close()
    slots = [slot_key(slot) for slot in missing_slots(evening.state, 1)]
    senders = [Sender(f"device{at}", slots[at::CLIENTS]) for at in range(CLIENTS)]
    rng = random.Random(14)
    took = []
    for kill in range(1, KILLS + 1):
        took.append(run_until_killed(database, event, senders, rng))
        store = SqlStore(f"sqlite:///{database}")
        stored = Counter(entry.stamp.command_id for entry in store.ledger(event))
        problems = check_store(store).problems
        store.close()
        acknowledged = {one for sender in senders for one in sender.acknowledged}
        told = f"{len(acknowledged)} acknowledged, {sum(stored.values())} stored"
        sys.stdout.write(f"kill {kill}: {took[-1]:.1f} s, {told}\n")
        sys.stdout.flush()
        assert acknowledged <= set(stored)
        assert max(stored.values()) == 1
        assert problems == ()
    sent = sum(sender.sent for sender in senders)
    told = f"{KILLS} kills, {CLIENTS} clients, {len(acknowledged)} acknowledged of {sent}: 0 lost, 0 doubled"
    assert len(acknowledged) >= KILLS
    record_property("kills", told)
