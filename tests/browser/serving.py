"""A real server for the browser: the program's pages on a free port, in a thread of this process."""

from __future__ import annotations

import gc
import socket
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from arrowswitch.web.serving.connections import Connections
from arrowswitch.web.serving.protocol import protocol_of
from arrowswitch.web.serving.server import PagesServer


@contextmanager
def serving(app: ASGIApp) -> Iterator[str]:
    """Serves `app` and yields its address; the server is gone afterwards."""
    listener = socket.create_server(("127.0.0.1", 0))
    services = getattr(app.state, "services", None) if isinstance(app, FastAPI) else None
    let_go = services.nudges.end if services is not None else lambda: None
    protocol = protocol_of(Connections())
    server = PagesServer(
        uvicorn.Config(app, http=protocol, ws="none", log_config=None, timeout_graceful_shutdown=1), let_go
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        deadline = time.monotonic() + 20
        while not server.started:
            if time.monotonic() > deadline or not thread.is_alive():
                raise RuntimeError("the server did not start")
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(timeout=10)
        listener.close()
        if server.server_state.connections:
            _collect_connections(server)


def _collect_connections(server: PagesServer) -> None:
    """Collects connections that a browser held open beyond the server's end: their warnings belong to no later test."""
    server.server_state.connections.clear()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
