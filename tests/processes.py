"""Processes for tests that kill the program: each is forked from one that has imported the program and its templates.

A start of the program costs two seconds of imports and compiled templates. One process per test worker pays them once
(`tests.warmed`), and the forks of it open their database and listen as any other desk. Where there is no fork, each
process imports the program itself.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path

from arrowswitch.bootstrap import main

LONGEST_START = 300.0
"""Seconds within which a desk must answer on a busy machine."""


def start(target: Callable[..., object], *args: object) -> BaseProcess:
    """Starts a function in a process of its own."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        process: BaseProcess = multiprocessing.get_context("spawn").Process(target=target, args=args)
    else:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tests.warmed"])
        process = context.Process(target=target, args=args)
    process.start()
    return process


def start_desk(database: Path | str, port: int, output: Path) -> BaseProcess:
    """Starts a desk on a database; its output is written to a file."""
    return start(serve, str(database), port, str(output))


def serve(database: str, port: int, output: str) -> None:
    """Runs a desk in this process, as the command line does."""
    written = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(written, stream)
    if hasattr(signal, "SIGUSR1"):
        faulthandler.register(signal.SIGUSR1)
    sys.argv[1:] = ["serve", "--port", str(port), "--database", database]
    main()


def stop(process: BaseProcess) -> None:
    """Kills a process and waits for its end."""
    process.kill()
    process.join()


def is_listening(port: int) -> bool:
    """True if a process of this computer accepts connections at a port."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def until(is_so: Callable[[], bool], desk: BaseProcess, output: Path) -> None:
    """Waits for something that a desk does. If it ends or hangs, raises AssertionError with its output."""
    latest = time.monotonic() + LONGEST_START
    while not is_so():
        if not desk.is_alive() or time.monotonic() > latest:
            if desk.is_alive() and desk.pid is not None and hasattr(signal, "SIGUSR1"):
                os.kill(desk.pid, signal.SIGUSR1)
                time.sleep(1)
            raise AssertionError(f"{desk.exitcode}: {output.read_text(errors='replace')}")
        time.sleep(0.02)
