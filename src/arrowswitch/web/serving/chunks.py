"""Chunks of a streamed answer written straight to its connection.

An ASGI server passes each part of an answer through a task of its own, its framing and its flow control: about 70
microseconds for the 46 bytes of a nudge. A stream whose head has been sent can have a ready chunk (RFC 9112, 7.1)
written to its connection in a tenth of that, if HTTP/1.1 frames the answer in chunks.
"""

from __future__ import annotations

import asyncio
import weakref
from typing import Any, Protocol

from starlette.types import Scope

_TRANSPORT = "arrowswitch.transport"
"""The key of a weak reference to a connection's transport in the state of its requests: a request that is kept does not
keep its connection."""


class ChunkWriter(Protocol):
    """A stream that takes ready chunks."""

    def write(self, chunk: bytes) -> bool:
        """Writes a chunk unless earlier ones still wait for the client; returns False if they do."""


class ConnectionChunks:
    """The chunks of the answer that a connection is streaming."""

    __slots__ = ("_transport",)

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def write(self, chunk: bytes) -> bool:
        """Writes a chunk unless earlier ones still wait for the client; a closed connection gets none."""
        if self._transport.get_write_buffer_size():
            return False
        if not self._transport.is_closing():
            self._transport.write(chunk)
        return True


def chunk(data: bytes) -> bytes:
    """Returns a part of an answer as a chunk of HTTP/1.1."""
    return b"%x\r\n%b\r\n" % (len(data), data)


def state_with(app_state: dict[str, Any], transport: asyncio.Transport) -> dict[str, Any]:
    """Returns the state of the requests of a connection."""
    return {**app_state, _TRANSPORT: weakref.ref(transport)}


def chunk_writer_of(scope: Scope) -> ChunkWriter | None:
    """Returns the writer for a streamed answer without a length; None if its server or its version of HTTP frames it
    otherwise."""
    reference = scope.get("state", {}).get(_TRANSPORT)
    transport = None if reference is None else reference()
    if transport is None or scope["http_version"] != "1.1" or scope["method"] != "GET":
        return None
    return ConnectionChunks(transport)
