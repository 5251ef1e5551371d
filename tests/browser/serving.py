"""A real server for the browser: the program's pages on a free port, in a thread of this process."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from arrowswitch.web.serving.server import PagesServer


@contextmanager
def serving(app: ASGIApp) -> Iterator[str]:
    """Serves `app` and yields its address; the server is gone afterwards."""
    listener = socket.create_server(("127.0.0.1", 0))
    house = getattr(app.state, "house", None) if isinstance(app, FastAPI) else None
    let_go = house.nudges.end if house is not None else lambda: None
    server = PagesServer(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=1), let_go)
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
