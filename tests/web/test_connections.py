"""The connections of a real desk under a limit of files: floods, slow requests, and the live pages of many devices.

Addresses 127.0.0.2 and up stand for other computers here, 127.0.0.1 is the host computer.
"""

from __future__ import annotations

import http.client
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.web.serving import connections, protocol
from tests.builders import mitchell_evening
from tests.processes import is_listening, serve, start, stop, until
from tests.rotation import rotate

pytestmark = pytest.mark.slow

HOST, FLOOD, PHONE = "127.0.0.1", "127.0.0.2", "127.0.0.3"
FILES = 1024
FLOOD_SIZE = 1_100
DEVICES = 256
SHORT = 1.0
ANSWER_SECONDS = 10.0
REQUESTS = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    "no body": (
        b"POST /t HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nContent-Length: 1000\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    ),
}
"""The beginnings of requests, by what they contain."""


@dataclass(frozen=True)
class LimitedDesk:
    """A desk in a process of its own."""

    port: int
    event_id: EventId
    output: Path
    process: BaseProcess
    begun: float

    def connect(self, source: str) -> socket.socket:
        """Returns a connection from an address."""
        return socket.create_connection((HOST, self.port), timeout=ANSWER_SECONDS, source_address=(source, 0))

    def get(self, source: str, path: str = "/who") -> int:
        """Returns the status of a page that an address requests; 0 if it gets none."""
        line = http.client.HTTPConnection(HOST, self.port, timeout=ANSWER_SECONDS, source_address=(source, 0))
        try:
            line.request("GET", path)
            return line.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            line.close()


def serve_limited(database: str, port: int, output: str, soft: int, hard: int, seconds: float | None) -> None:
    """Runs a desk under a limit of files, with short time limits if `seconds` is given."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, min(hard or most, most)))
    connections.is_loopback = lambda address: address == HOST
    if seconds is not None:
        protocol.HEADER_SECONDS = protocol.BODY_SECONDS = seconds
    serve(database, port, output)


@contextmanager
def limited_desk(folder: Path, soft: int, hard: int, seconds: float | None = None) -> Iterator[LimitedDesk]:
    """Yields a desk under a limit of files; `hard` is 0 if the program can raise it."""
    database, output = folder / "desk.db", folder / "output.txt"
    store = SqlStore(f"sqlite:///{database}")
    evening = mitchell_evening(tables=5)
    store.append(evening.tournament.events()[0], evening.tournament.ledger(evening.event_id), 0)
    store.close()
    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]
    process = start(serve_limited, str(database), port, str(output), soft, hard, seconds)
    try:
        until(lambda: is_listening(port), process, output)
        yield LimitedDesk(port, evening.event_id, output, process, time.monotonic())
    finally:
        stop(process)


@pytest.fixture
def many_files() -> Iterator[None]:
    """Allows this process the connections of a flood."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2 * FLOOD_SIZE), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture(scope="module")
def busy_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LimitedDesk]:
    """A desk with the usual limit of files, which it cannot raise."""
    with limited_desk(tmp_path_factory.mktemp("busy"), FILES, FILES) as desk:
        yield desk


@rotate(source=(FLOOD, HOST), sent=tuple(REQUESTS))
def test_a_flood_shuts_out_nobody(busy_desk: LimitedDesk, many_files: None, source: str, sent: str) -> None:
    """The log has one line a minute of all floods."""
    desk = busy_desk
    with ExitStack() as opened:
        for _ in range(FLOOD_SIZE):
            line = opened.enter_context(closing(desk.connect(source)))
            line.settimeout(ANSWER_SECONDS)
            try:
                line.sendall(REQUESTS[sent])
            except OSError:
                continue  # the desk closed it
        assert [desk.get(address) for address in (HOST, PHONE, source)] == [200, 200, 200]
        log = desk.output.read_text(encoding="utf-8")
        minutes = 1 + (time.monotonic() - desk.begun) // 60
        assert 1 <= log.count("connections-cut") <= minutes
        assert len(log) < 2_000 * minutes, log[:4_000]


@rotate("sent", ("half a head", "no body"))
def test_a_request_that_takes_too_long_is_closed(tmp_path: Path, sent: str) -> None:
    with limited_desk(tmp_path, FILES, FILES, SHORT) as desk, closing(desk.connect(PHONE)) as line:
        line.sendall(REQUESTS[sent])
        latest = time.monotonic() + ANSWER_SECONDS
        line.settimeout(0.2)
        while time.monotonic() < latest:
            try:
                line.sendall(b"x")
                if not line.recv(100):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        assert time.monotonic() < latest
        assert desk.get(PHONE) == 200
        assert "defect" not in desk.output.read_text(encoding="utf-8")


def test_live_pages_of_many_devices_fit_under_the_limit_of_macos(tmp_path: Path) -> None:
    with limited_desk(tmp_path, DEVICES, 0) as desk, ExitStack() as opened:
        lines = [opened.enter_context(closing(desk.connect(PHONE))) for _ in range(DEVICES)]
        for line in lines:
            line.sendall(f"GET /events/{desk.event_id}/live HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        for line in lines:
            content = b""
            while b"event: version" not in content:
                more = line.recv(4_096)
                assert more, content
                content += more
        assert [desk.get(address) for address in (HOST, PHONE, FLOOD)] == [200, 200, 200]
