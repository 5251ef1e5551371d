"""HTTP on one connection with time limits, and the socket that accepts connections a few at a time.

uvicorn limits neither the time of a request's head and body nor the number of connections, and asyncio accepts
everything that waits before the first connection is looked at, up to the end of the files.
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import sys
import time
from collections.abc import Iterable
from typing import Any, ClassVar

from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from arrowswitch.web.serving.chunks import state_with
from arrowswitch.web.serving.connections import Connections, Wait

HEADER_SECONDS = 20.0
"""Seconds from the connection, or from the first byte of a further request, to the end of the request's head."""
BODY_SECONDS = 30.0
"""Seconds for the body of a request, in addition to those that it needs at the slowest pace."""
SLOWEST_BODY = 8_192
"""Bytes of a body in a second, at the slowest pace."""
UNREAD_SECONDS = 60.0
"""Seconds in which a client reads nothing of an answer that waits for it."""
ACCEPTED_AT_ONCE = 32
"""Connections that are accepted before others of the loop have their turn."""
_NO_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

_NO_ADDRESS = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""A name such as `localhost` has an address of a kind that this computer does not use."""


class PagesProtocol(H11Protocol):
    """A connection of the server that is in the table of connections, and closed when it takes too long."""

    table: ClassVar[Connections]

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._wait = Wait.HEAD
        self._begun: float | None = None
        self._received = 0
        self._unread: tuple[float, int] | None = None
        self._closing_since: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Begins a connection, or closes it if there is no place for it."""
        super().connection_made(transport)
        self.app_state = state_with(self.app_state, transport)
        self._begun = time.monotonic()
        if not self.table.admit(self, self.client[0] if self.client else ""):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends a connection."""
        self.table.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Reads a part of a request."""
        super().data_received(data)
        self._follow(len(data))

    def on_response_complete(self) -> None:
        """Ends an answer; a further request of the connection has its own time."""
        self._wait, self._begun = Wait.NOTHING, None
        super().on_response_complete()
        self._follow(0)

    def drop(self) -> None:
        """Closes the connection at once, also if an answer was not sent."""
        self.transport.abort()

    def check(self, now: float) -> None:
        """Closes the connection if its request, or the client's reading of the answer, takes too long."""
        if self.transport.is_closing():
            self._closing_since = self._closing_since or now
            if now - self._closing_since > UNREAD_SECONDS:
                self.transport.abort()
        elif self._is_request_late(now) or self._is_unread(now):
            self.table.close_late(self)

    def _follow(self, received: int) -> None:
        """Notes the part of a request that is still awaited, after bytes were received or an answer has ended."""
        match repr(self.conn.their_state):  # the name of one of h11's states
            case "IDLE":
                self._enter(Wait.HEAD, None)
                if received and self._begun is None:
                    self._begun = time.monotonic()
            case "SEND_BODY":
                self._enter(Wait.BODY, time.monotonic())
                self._received += received
            case _:
                self._enter(Wait.NOTHING, None)

    def _enter(self, wait: Wait, begun: float | None) -> None:
        if wait is not self._wait:
            self._wait, self._begun, self._received = wait, begun, 0
            self.table.change(self, wait)

    def _is_request_late(self, now: float) -> bool:
        if self._begun is None:
            return False
        if self._wait is Wait.BODY:  # a pause that the program itself makes is not the client's
            return not self.flow.read_paused and now - self._begun > BODY_SECONDS + self._received / SLOWEST_BODY
        return self._wait is Wait.HEAD and now - self._begun > HEADER_SECONDS

    def _is_unread(self, now: float) -> bool:
        if not self.flow.write_paused:
            self._unread = None
            return False
        size = self.transport.get_write_buffer_size()
        if self._unread is None or size < self._unread[1]:
            self._unread = (now, size)
        return now - self._unread[0] > UNREAD_SECONDS


class Listener(socket.socket):
    """A socket that accepts at most `ACCEPTED_AT_ONCE` connections, then waits until the loop has begun them."""

    _left = ACCEPTED_AT_ONCE

    def accept(self) -> tuple[socket.socket, Any]:
        """Returns a connection and its address; raises BlockingIOError if enough were accepted for now."""
        if not self._left:
            raise BlockingIOError
        if self._left == ACCEPTED_AT_ONCE:
            asyncio.get_running_loop().call_soon(self._refill)
        self._left -= 1
        try:
            return super().accept()
        except OSError as error:
            if error.errno in _NO_FILES:  # the loop tries again after a second, and logs each try
                self._left = 0
            raise

    def _refill(self) -> None:
        self._left = ACCEPTED_AT_ONCE


def listen(host: str, port: int) -> list[socket.socket]:
    """Returns the sockets for a host and port, one for each address that this computer has; raises OSError if one is in
    use, or if there is none."""
    addresses = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    listeners: list[socket.socket] = []
    missing: OSError | None = None
    for family, kind, number, _, address in dict.fromkeys(addresses):
        try:
            listeners.append(_bound(family, kind, number, address))
        except OSError as error:
            missing = error
            if error.errno not in _NO_ADDRESS:
                break
    if missing is not None and (not listeners or missing.errno not in _NO_ADDRESS):
        for listener in listeners:
            listener.close()
        raise missing
    return listeners


def protocol_of(connections: Connections) -> type[PagesProtocol]:
    """Returns the protocol of a server whose connections are in a table, for `uvicorn.Config.http`."""

    class TableProtocol(PagesProtocol):
        """A connection in this table."""

        table = connections

    return TableProtocol


def check_all(protocols: Iterable[object]) -> None:
    """Closes the connections of a server that take too long."""
    now = time.monotonic()
    for protocol in protocols:
        if isinstance(protocol, PagesProtocol):
            protocol.check(now)


def _bound(family: int, kind: int, number: int, address: tuple[object, ...]) -> Listener:
    listener = Listener(family, kind, number)
    try:
        if os.name == "posix" and sys.platform != "cygwin":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(address)
    except OSError:
        listener.close()
        raise
    listener.setblocking(False)
    return listener
