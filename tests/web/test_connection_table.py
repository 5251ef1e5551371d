"""The table of connections: shares of addresses, connections that give their place to new ones, and its log."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

import pytest

from arrowswitch.web.logbook import OncePerMinute
from arrowswitch.web.serving.connections import KEPT_FOR_HOST, LOG_SECONDS, Connections, Wait
from tests.tables import for_each

MOST = KEPT_FOR_HOST + 20
HOST, PHONE, OTHER = "127.0.0.1", "192.0.2.7", "192.0.2.8"


@dataclass(eq=False)
class Line:
    """A connection that only notes whether it was closed."""

    is_closed: bool = False

    def drop(self) -> None:
        self.is_closed = True


@dataclass
class Opened:
    """A table and the connections that it admitted."""

    seconds: float = 0.0
    table: Connections = field(init=False)

    def __post_init__(self) -> None:
        self.table = Connections(MOST, now=lambda: self.seconds)

    def open(self, address: str, wait: Wait = Wait.HEAD) -> Line | None:
        """Returns a new connection, or None if it was refused."""
        line = Line()
        if not self.table.admit(line, address):
            return None
        self.table.change(line, wait)
        return line


def live(opened: Opened, address: str, count: int) -> list[Line | None]:
    """Opens as many live pages of an address."""
    return [opened.open(address, Wait.NOTHING) for _ in range(count)]


def test_an_address_has_half_of_the_places_and_the_host_its_own() -> None:
    opened = Opened()
    assert None not in live(opened, PHONE, 10)
    assert opened.open(PHONE) is None
    assert None not in live(opened, OTHER, 10)
    assert opened.open("192.0.2.9") is None
    assert None not in live(opened, HOST, KEPT_FOR_HOST)
    assert opened.open(HOST) is None
    assert len(opened.table) == MOST


def test_the_oldest_connection_without_a_request_gives_its_place() -> None:
    opened = Opened()
    upload, half, page = opened.open(PHONE, Wait.BODY), opened.open(PHONE), opened.open(PHONE, Wait.NOTHING)
    live(opened, PHONE, 7)
    assert opened.open(PHONE, Wait.NOTHING) is not None
    assert opened.open(PHONE, Wait.NOTHING) is not None
    assert opened.open(PHONE, Wait.NOTHING) is None
    assert [line is not None and line.is_closed for line in (upload, half, page)] == [True, True, False]


def test_connections_of_others_give_their_places_to_the_host() -> None:
    opened = Opened()
    half = [opened.open(f"192.0.2.{at}") for at in range(20)]
    live(opened, HOST, KEPT_FOR_HOST)
    assert opened.open(HOST) is not None
    assert [line is not None and line.is_closed for line in half] == [True, *[False] * 19]


@for_each("last", (Wait.HEAD, Wait.BODY, Wait.NOTHING), ids=str)
def test_a_closed_connection_leaves_no_trace(last: Wait) -> None:
    opened = Opened()
    for _ in range(3 * MOST):
        line = opened.open(PHONE, last)
        assert line is not None
        opened.table.remove(line)
        opened.table.remove(line)
    assert len(opened.table) == 0


def test_addresses_of_one_ipv6_network_are_one() -> None:
    opened = Opened()
    lines = [opened.open(f"2001:db8:1:2::{at:x}", Wait.NOTHING) for at in range(11)]
    assert lines[-1] is None
    assert None not in lines[:-1]
    assert opened.open("2001:db8:1:3::1") is not None


def test_the_log_has_one_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    opened = Opened()
    live(opened, PHONE, 10)
    with caplog.at_level(logging.WARNING):
        for second in range(90):
            opened.seconds = float(second)
            assert opened.open(PHONE) is None
    assert caplog.messages == [
        "connections-cut open=10 refused=1 replaced=0 late=0",
        f"connections-cut open=10 refused={LOG_SECONDS:.0f} replaced=0 late=0",
    ]


def test_a_message_of_the_server_is_written_once_a_minute() -> None:
    now = [0.0]
    seldom = OncePerMinute(lambda: now[0])

    def record(message: str) -> logging.LogRecord:
        return logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, message, (), None)

    assert [seldom.filter(record("Invalid")) for _ in range(5)] == [True, False, False, False, False]
    assert seldom.filter(record("Other"))
    now[0] = 60.0
    last = record("Invalid")
    assert seldom.filter(last)
    assert last.getMessage() == "Invalid left-out=4"
