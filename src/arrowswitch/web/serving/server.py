"""The server of the pages: it ends at once on a signal, with any number of open pages.

A page that watches its event holds a stream open. A server that waits for the stream
to end would wait until its time of grace is over, and then log an error although nothing is wrong.
"""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from arrowswitch.web.serving.protocol import check_all

GRACE_SECONDS = 2
"""How long an answer that is being made may take when the program ends."""
_TICKS_OF_A_SECOND = 10


class PagesServer(uvicorn.Server):
    """A server of live pages. `let_go` ends their streams: `Nudges.end`. `begun` is called once it listens."""

    def __init__(
        self, config: uvicorn.Config, let_go: Callable[[], None], begun: Callable[[], None] | None = None
    ) -> None:
        super().__init__(config)
        self.let_go = let_go
        self.begun = begun

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listens, then begins what may wait until then."""
        await super().startup(sockets)
        if self.started and self.begun is not None:
            self.begun()

    async def on_tick(self, counter: int) -> bool:
        """Closes the connections that take too long, once a second; True if the server ends."""
        if counter % _TICKS_OF_A_SECOND == 0:
            check_all(tuple(self.server_state.connections))
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the streams of the pages, then the server."""
        self.let_go()
        await super().shutdown(sockets)
