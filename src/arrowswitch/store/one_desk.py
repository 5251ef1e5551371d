"""One desk on one database file: a second desk gets the address of the first instead of writing to the same file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from arrowswitch.core.errors import Refused

LOCK = ".desk-lock"
ADDRESS = ".desk"
"""The endings after the name of the database: the file that is locked, and the one with the address of the desk."""


class DeskRuns(Refused):
    """Another desk runs on the file, at `address` (nothing where it has not said so yet)."""

    def __init__(self, database: Path, address: str) -> None:
        code = "store.desk-runs" if address else "store.desk-starts"
        super().__init__(*Refused.of(code, database=str(database), address=address).problems)
        self.address = address


@contextmanager
def only_desk(database: Path, address: str) -> Iterator[None]:
    """Holds a database file for the desk at an address while the context lasts; raises DeskRuns.

    The lock is the system's and ends with the process, however that ends. Where no lock can be had (some network
    drives), the desk runs without.
    """
    lock = FileLock(f"{database}{LOCK}")
    noted = Path(f"{database}{ADDRESS}")
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise DeskRuns(database, _text(noted)) from error
    except (OSError, NotImplementedError):
        yield
        return
    try:
        with suppress(OSError):
            noted.write_text(address, encoding="utf-8")
        yield
    finally:
        with suppress(OSError):
            noted.unlink(missing_ok=True)
        lock.release()


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()[:200]
    except (OSError, UnicodeDecodeError):
        return ""
