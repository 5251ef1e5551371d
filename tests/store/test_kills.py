"""What was acknowledged is there after the program died, once: a desk is killed while clients send results.

`ARROWSWITCH_KILLS` and `ARROWSWITCH_CLIENTS` say how often and under how many clients (20 and 8 unless they do), and
`ARROWSWITCH_KILLS_SEED` at which moments;
`tools/try-kills` kills a thousand times under fifty.

What a start costs is to import the program and to make its templates ready. So one process does both once, and each
desk is a fork of that: it opens the database and listens as any other, and is killed as any other. Where there is no
fork each is started whole.
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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.history.wholeness import check_store
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.slot_keys import slot_key
from tests.builders import mitchell_evening
from tests.web.client import open_desk

KILLS = int(os.environ.get("ARROWSWITCH_KILLS", "20"))
CLIENTS = int(os.environ.get("ARROWSWITCH_CLIENTS", "8"))
SEED = int(os.environ.get("ARROWSWITCH_KILLS_SEED", "14"))
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
FORKS = """
import os, sys
sys.path[:0] = {path!r}
from arrowswitch.bootstrap import main
import alembic.command, uvicorn
import arrowswitch.store.sql, arrowswitch.web.serving.server
from tests.store.test_kills import warm_up
warm_up()
for line in sys.stdin:
    port, database, said = line.rstrip("\\n").split("\\t")
    child = os.fork()
    if child == 0:
        output = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream, target in ((os.open(os.devnull, os.O_RDONLY), 0), (output, 1), (output, 2)):
            os.dup2(stream, target)
        sys.argv[1:] = ["serve", "--port", port, "--database", database]
        main()
        os._exit(0)
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Starts a desk for each line that it reads, and writes its number, and how it ended when it did."""
KILLS_OF_A_DATABASE = 25
"""After so many the next database begins: what is read after each kill grows with the ledger."""


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


def warm_up() -> None:
    """Stores results of an evening in memory, so that everything is loaded that a desk needs for it."""
    evening = mitchell_evening(tables=9)
    with open_desk(create_app(evening.tournament)) as desk:
        for at, slot in enumerate(missing_slots(evening.state, 1)[:4]):
            fields = {"key": slot_key(slot), "text": TEXTS[at], "is_confirmed": "true", "command_id": str(at)}
            head = {"Accept": "application/json"}
            for _ in range(2):
                answer = desk.post(f"/events/{evening.event_id}/scores/enter", fields, headers=head)
                assert answer.status_code == 200, answer.text


@dataclass
class Forked:
    """A desk that is a fork of a process that has the program already."""

    pid: int
    ended: threading.Event

    def poll(self) -> int | None:
        """Returns 1 if the process has ended, otherwise None."""
        return 1 if self.ended.is_set() else None

    def send_signal(self, number: int) -> None:
        """Sends it a signal."""
        os.kill(self.pid, number)

    def kill(self) -> None:
        """Kills it, where it has not ended."""
        if not self.ended.is_set():
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> None:
        """Waits until it has ended."""
        self.ended.wait()


Desk = Forked | subprocess.Popen[bytes]
Starter = Callable[[Path, int], Desk]


@contextmanager
def starter() -> Iterator[Starter]:
    """Yields what starts a desk on a database, at a port."""
    if not hasattr(os, "fork"):
        yield started
        return
    program = [sys.executable, "-c", FORKS.format(path=sys.path)]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdin is not None
        assert parent.stdout is not None
        told, wanted = parent.stdout, parent.stdin

        def start(database: Path, port: int) -> Desk:
            wanted.write(f"{port}\t{database}\t{said_by(database)}\n")
            wanted.flush()
            desk = Forked(int(told.readline()), threading.Event())

            def see_it_end() -> None:
                told.readline()
                desk.ended.set()

            threading.Thread(target=see_it_end, daemon=True).start()
            return desk

        yield start
        wanted.close()


def until(is_there: Callable[[], bool], desk: Desk, database: Path) -> None:
    """Waits for something that a desk does; says what the desk said, or where it hangs, when it never does."""
    latest = time.monotonic() + LONGEST_START
    while not is_there():
        if desk.poll() is not None or time.monotonic() > latest:
            if desk.poll() is None and hasattr(signal, "SIGUSR1"):
                desk.send_signal(signal.SIGUSR1)
                time.sleep(1)
            raise AssertionError(f"{desk.poll()}: {said_by(database).read_text(errors='replace')}")
        time.sleep(0.02)


def run_until_killed(
    start: Starter, database: Path, event: EventId, senders: list[Sender], rng: random.Random
) -> float:
    """Starts a desk, lets everybody send, and kills it shortly after the first answer; returns the seconds until that.

    Nobody sends before it listens: fifty who knock all the time take the processor from a desk that starts.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    began = time.monotonic()
    desk = start(database, port)
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


@dataclass
class Evidence:
    """A database with an evening, the devices that send to it, and what they were acknowledged."""

    database: Path
    event: EventId
    senders: list[Sender]

    @property
    def acknowledged(self) -> set[str]:
        """Returns the ids of everything that was answered."""
        return {one for sender in self.senders for one in sender.acknowledged}

    def check(self) -> int:
        """Holds the database to what was answered, and returns how many results it has."""
        store = SqlStore(f"sqlite:///{self.database}")
        stored = Counter(entry.stamp.command_id for entry in store.ledger(self.event))
        problems = check_store(store).problems
        store.close()
        assert self.acknowledged <= set(stored)
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


def test_nothing_acknowledged_is_lost_and_nothing_is_doubled(
    tmp_path: Path, record_property: Callable[[str, str], None]
) -> None:
    """R-377: a result that was answered is one entry of the ledger, which is whole; any other is at most one."""
    rng = random.Random(SEED)
    acknowledged = sent = 0
    here: Evidence | None = None
    with starter() as start:
        for kill in range(1, KILLS + 1):
            if here is None:
                here = evening_in(tmp_path / f"{kill}")
            took = run_until_killed(start, here.database, here.event, here.senders, rng)
            stored, answered = here.check(), len(here.acknowledged)
            sys.stdout.write(f"kill {kill}: {took:.1f} s, {acknowledged + answered} acknowledged, {stored} stored\n")
            sys.stdout.flush()
            if kill % KILLS_OF_A_DATABASE == 0 or kill == KILLS:
                acknowledged += answered
                sent += sum(sender.sent for sender in here.senders)
                here = None
    told = f"{KILLS} kills, {CLIENTS} clients, {acknowledged} acknowledged of {sent}: 0 lost, 0 doubled"
    sys.stdout.write(f"{told}\n")
    assert acknowledged >= KILLS
    record_property("kills", told)
