"""The solver runs in a separate process: the server never waits for it, and a crash of the solver does no harm."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress

from arrowswitch.analysis import TOGETHER
from arrowswitch.analysis.dds import has_solver
from arrowswitch.core.game.boards import BoardNumber

_BELOW_NORMAL = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)


class SolverProcess:
    """Asks a worker process, started when it is first needed and again when it has died."""

    together = TOGETHER

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._is_closed = False

    def solve(self, deals: Mapping[BoardNumber, str]) -> Mapping[BoardNumber, tuple[str, str]]:
        """Returns tricks and best leads (`DealAnalysis`) of some deals; waits for them.

        Raises OSError when the process cannot be started, or dies over them.
        """
        if not has_solver():
            raise OSError('the part endplay is not installed: pip install "arrowswitch[deals]"')
        process = self._running()
        if process.stdin is None or process.stdout is None:
            raise OSError("the solver cannot be spoken to")
        try:
            process.stdin.write(json.dumps(list(deals.items())) + "\n")
            process.stdin.flush()
        except OSError:
            self._end(process)
            raise
        line = process.stdout.readline()
        if not line.endswith("\n"):
            self._end(process)
            raise OSError("the solver has died")
        return {BoardNumber(board): (tricks, leads) for board, tricks, leads in json.loads(line)}

    def close(self) -> None:
        """Ends the process at once; what it was asked is given up."""
        with self._lock:
            self._is_closed = True
            process = self._process
        if process is not None:
            self._end(process)

    @property
    def process_id(self) -> int | None:
        """Returns the process id, or None while no process runs."""
        return None if self._process is None else self._process.pid

    def _running(self) -> subprocess.Popen[str]:
        with self._lock:
            if self._is_closed:
                raise OSError("the solver is closed")
            if self._process is not None and self._process.poll() is not None:
                _bury(self._process)
                self._process = None
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "arrowswitch.analysis.worker"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                    encoding="utf-8",
                    creationflags=_BELOW_NORMAL,
                )
            return self._process

    def _end(self, process: subprocess.Popen[str]) -> None:
        _bury(process)
        with self._lock:
            if self._process is process:
                self._process = None


def _bury(process: subprocess.Popen[str]) -> None:
    """Ends a process, or one that has died, and closes its pipes."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
