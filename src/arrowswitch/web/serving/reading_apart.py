"""A large file is read by a process of its own: the desk goes on, and what takes too much ends that process alone.

A small one is read at once: a process takes a second to start. The limits of size are in `docs/limits.md`.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from arrowswitch.core.errors import Malformed, Mistake
from arrowswitch.core.untrusted import reading, unreadable

try:
    import resource
except ImportError:  # Windows has none
    resource = None  # type: ignore[assignment]  # a module where there is one

_Found = TypeVar("_Found")
LARGE = 1_000_000
"""Bytes from which on a file is read apart."""
MOST_MEMORY = 3_000_000_000
"""Bytes of addresses that the process may have, where the system lets that be said."""
LONGEST = 180.0
"""Seconds that it may take."""
_BELOW_NORMAL = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
_one_at_a_time = threading.Lock()


def read_apart(read: Callable[..., _Found], content: bytes, *more: object) -> _Found:
    """Returns the result of `read` for a file, read by another process if the file is large; one file at a time.

    Every uploaded file is read here. Raises the mistakes that `read` raises, and Malformed: `desk.file.too-much` for a
    file beyond the limits of a process, `format.unreadable` for a file at which `read` fails, which is logged.

    >>> read_apart(len, b"12"), read_apart(len, b"1" * LARGE)
    (2, 1000000)
    """
    if len(content) < LARGE:
        with reading():
            return read(content, *more)
    with _one_at_a_time, suppress(subprocess.TimeoutExpired):
        done = subprocess.run(
            [sys.executable, "-m", "arrowswitch.web.serving.reading_apart"],
            input=pickle.dumps((read, content, more)),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=LONGEST,
            check=False,
            creationflags=_BELOW_NORMAL,
        )
        if done.returncode == 0:
            parsed, mistake, defect = pickle.loads(done.stdout)
            if mistake is not None:
                raise mistake
            if defect:
                raise unreadable("", detail=defect)
            answer: _Found = parsed
            return answer
    raise Malformed.of("desk.file.too-much")


def _work() -> None:
    """Reads the file of the input, and writes the result, the mistake in the file, or the defect of the program."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
        os.nice(5)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    read, content, more = pickle.load(sys.stdin.buffer)
    parsed, mistake, defect = None, None, ""
    try:
        parsed = read(content, *more)
    except Mistake as wrong:
        mistake = wrong
    except MemoryError:
        sys.exit(1)
    except Exception:  # noqa: BLE001 - the program that asked logs it
        defect = traceback.format_exc()
    answers.write(pickle.dumps((parsed, mistake, defect)))
    answers.flush()


if __name__ == "__main__":
    _work()
