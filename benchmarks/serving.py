"""Programs that serve in a process of their own, for what is measured through the network."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from benchmarks.posts import bare_app, bare_database

HOST = "127.0.0.1"
_PATIENCE_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Served:
    """A server that listens: its port, when it was started, and the id of its process."""

    port: int
    began: float
    process: int


@contextmanager
def desk(database: Path | str, processors: frozenset[int] = frozenset()) -> Iterator[Served]:
    """Runs the desk on a database (a file, or the address of one on a server) as `arrowswitch serve` does, until the
    block ends; on some processors only, if they are given."""
    port = free_port()
    words = ("-m", "arrowswitch", "serve", "--host", HOST, "--port", str(port), "--database", str(database))
    with _run_server(words, port, processors) as served:
        yield served


@contextmanager
def bare(database: Path) -> Iterator[Served]:
    """Runs the bare application that commits each post, until the block ends."""
    port = free_port()
    with _run_server(("-m", "benchmarks.serving", str(database), str(port)), port) as served:
        yield served


@contextmanager
def _run_server(words: tuple[str, ...], port: int, processors: frozenset[int] = frozenset()) -> Iterator[Served]:
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if processors and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(process.pid, processors)
    try:
        await_open(port, process)
        yield Served(port, began, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def await_open(port: int, process: subprocess.Popen[bytes]) -> None:
    """Waits until a process listens on a port."""
    end = time.perf_counter() + _PATIENCE_SECONDS
    while time.perf_counter() < end and process.poll() is None:
        with suppress(OSError), socket.create_connection((HOST, port), 1):
            return
        time.sleep(0.005)
    raise SystemExit(f"nobody listens on port {port}")


def free_port() -> int:
    """Returns a port on which nothing listens."""
    with socket.create_server((HOST, 0)) as probe:
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    uvicorn.run(
        bare_app(bare_database(Path(sys.argv[1]))), host=HOST, port=int(sys.argv[2]), lifespan="off", log_level="error"
    )
