"""The switch by which a desk that was started for its own computer alone is opened to the network, and closed again.

Opening it starts a second listener at this computer's address in the network, with the same pages: those for players
and the wall are open there, and the desk needs the password or the code. It ends with the program.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import uvicorn
from starlette.types import ASGIApp

from arrowswitch.core.errors import Refused
from arrowswitch.web.serving.connections import Connections
from arrowswitch.web.serving.protocol import listen, protocol_of
from arrowswitch.web.serving.server import GRACE_SECONDS, PagesServer


class _SecondServer(PagesServer):
    """A server next to the one that listens to signals."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leaves signals to the first server, which closes this one."""
        yield


@dataclass(slots=True)
class NetworkSwitch:
    """The second listener: on the port of the first one, at the address that `own_address` returns. Both have one table
    of connections."""

    port: int
    own_address: Callable[[], str]
    connections: Connections = field(default_factory=Connections)
    _host: str = ""
    _server: _SecondServer | None = None
    _serving: asyncio.Task[None] | None = None
    _guard: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def host(self) -> str:
        """Returns the address that it listens on; empty while it is off, and once this computer has another address."""
        return self._host if self._host and self._host == self.own_address() else ""

    @property
    def is_on(self) -> bool:
        """True while the listener runs, even if this computer has another address meanwhile."""
        return self._server is not None

    async def open(self, app: ASGIApp, let_go: Callable[[], None]) -> None:
        """Starts the listener, whose streams `let_go` ends; raises Refused (`network.none`, `network.taken`) where that
        cannot be."""
        async with self._guard:
            await self._stop()
            host = await asyncio.to_thread(self.own_address)
            if not host:
                raise Refused.of("network.none")
            try:
                listeners = listen(host, self.port)
            except OSError as error:
                raise Refused.of("network.taken", address=f"{host}:{self.port}", detail=str(error.strerror)) from error
            config = uvicorn.Config(
                app,
                http=protocol_of(self.connections),
                ws="none",
                lifespan="off",
                log_config=None,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
            self._server = _SecondServer(config, let_go)
            self._serving = asyncio.create_task(self._server.serve(listeners))
            self._host = host

    async def close(self) -> None:
        """Ends the listener, if there is one."""
        async with self._guard:
            await self._stop()

    async def _stop(self) -> None:
        self._host = ""
        if self._server is not None and self._serving is not None:
            self._server.should_exit = True
            await self._serving
        self._server = self._serving = None
