"""The open connections of a server: at most this many, a share of them for one address, and some for the host computer.

A connection without a request in progress costs its sender nothing: when a share is full, the oldest of these is closed
for a new one. A connection that is used (a live page, an answer) is never closed for another. Addresses of one
IPv6 network count as one (`guessing.neighbourhood`). The limits are in docs/limits.md.
"""

from __future__ import annotations

import ipaddress
import logging
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from arrowswitch.web.guessing import neighbourhood

try:
    import resource
except ImportError:  # Windows has none
    resource = None  # type: ignore[assignment]  # a module where there is one

MOST_CONNECTIONS = 4_000
"""Connections that the server accepts at once, if the system allows this many files."""
KEPT_FOR_HOST = 32
"""Connections that only the host computer can use."""
KEPT_FILES = 64
"""Files that the program opens besides connections: databases, pages, fonts, processes."""
MOST_FILES = 8_192
"""Files that the program asks the system for, if this many are allowed."""
LOG_SECONDS = 60.0
_log = logging.getLogger("arrowswitch.door")


class Wait(StrEnum):
    """The part of a request that the server waits for on a connection."""

    HEAD = "head"
    BODY = "body"
    NOTHING = "nothing"


class Cut(StrEnum):
    """Why a connection was closed."""

    REFUSED = "refused"
    REPLACED = "replaced"
    LATE = "late"


class Connection(Protocol):
    """A connection as the table sees it."""

    def drop(self) -> None:
        """Closes it at once."""
        ...


@dataclass(slots=True)
class _Share:
    """The connections of an address, of the host computer, or of all other computers: how many, and those without a
    complete request, oldest first."""

    count: int = 0
    waiting: dict[Wait, dict[Connection, None]] = field(default_factory=lambda: {Wait.HEAD: {}, Wait.BODY: {}})

    def oldest_waiting(self) -> Connection | None:
        """Returns the connection that can be closed for a new one, or None."""
        return next((connection for waiting in self.waiting.values() for connection in waiting), None)


class Connections:
    """The table of open connections, used by the loop of the server alone.

    `most` is their number; `is_host` is True of an address of the host computer.
    """

    def __init__(
        self,
        most: int = MOST_CONNECTIONS,
        is_host: Callable[[str], bool] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most = most
        self._is_host = is_host or is_loopback
        self._now = now
        self._host, self._others = _Share(), _Share()
        self._addresses: dict[str, _Share] = {}
        self._places: dict[Connection, tuple[str, Wait]] = {}
        self._cuts: Counter[Cut] = Counter()
        self._logged_at: float | None = None

    def __len__(self) -> int:
        return len(self._places)

    @property
    def most_of_others(self) -> int:
        """Returns how many connections all computers but the host have together."""
        return max(1, self.most - KEPT_FOR_HOST)

    @property
    def most_of_address(self) -> int:
        """Returns how many connections one address has: half of those of all others. A club behind one address, or a
        proxy, still has room for its phones."""
        return max(1, self.most_of_others // 2)

    def admit(self, connection: Connection, address: str) -> bool:
        """Adds a connection that waits for its request. Returns False if there is no place for it, even after closing
        one that waits."""
        name = "" if self._is_host(address) else neighbourhood(address) or "?"
        if not self._has_place(name):
            self._note(Cut.REFUSED)
            return False
        for share in self._shares(name):
            share.count += 1
            share.waiting[Wait.HEAD][connection] = None
        self._places[connection] = (name, Wait.HEAD)
        return True

    def change(self, connection: Connection, wait: Wait) -> None:
        """Notes the part of a request that the server waits for now."""
        if connection not in self._places:
            return
        name, before = self._places[connection]
        self._places[connection] = (name, wait)
        for share in self._shares(name):
            if before in share.waiting:
                share.waiting[before].pop(connection, None)
            if wait in share.waiting:
                share.waiting[wait][connection] = None

    def remove(self, connection: Connection) -> None:
        """Removes a connection that is closed; one that was removed before changes nothing."""
        if connection not in self._places:
            return
        self.change(connection, Wait.NOTHING)
        name, _ = self._places.pop(connection)
        for share in self._shares(name):
            share.count -= 1
        if name and not self._addresses[name].count:
            del self._addresses[name]

    def close_late(self, connection: Connection) -> None:
        """Closes a connection whose request or answer takes too long."""
        self._note(Cut.LATE)
        self.remove(connection)
        connection.drop()

    def log(self) -> None:
        """Writes how many connections were closed since the last line, at most once a minute."""
        now = self._now()
        has_some = self._cuts[Cut.REFUSED] or self._cuts[Cut.REPLACED]
        if has_some and (self._logged_at is None or now - self._logged_at >= LOG_SECONDS):
            self._logged_at = now
            _log.warning("connections-cut open=%d %s", len(self), " ".join(f"{cut}={self._cuts[cut]}" for cut in Cut))
            self._cuts.clear()

    def _has_place(self, name: str) -> bool:
        if not name:
            return len(self) < self.most or self._replace_waiting(self._others) or self._replace_waiting(self._host)
        own = self._addresses.get(name)
        if own is not None and own.count >= self.most_of_address and not self._replace_waiting(own):
            return False
        return self._others.count < self.most_of_others or self._replace_waiting(self._others)

    def _replace_waiting(self, share: _Share) -> bool:
        """True if a connection of a share was closed for a new one."""
        connection = share.oldest_waiting()
        if connection is None:
            return False
        self._note(Cut.REPLACED)
        self.remove(connection)
        connection.drop()
        return True

    def _shares(self, name: str) -> tuple[_Share, ...]:
        return (self._host,) if not name else (self._others, self._addresses.setdefault(name, _Share()))

    def _note(self, cut: Cut) -> None:
        self._cuts[cut] += 1
        self.log()


def is_loopback(address: str) -> bool:
    """True if a connection from an address was made on the host computer itself, by a person or a proxy.

    >>> [is_loopback(address) for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "192.0.2.7", "")]
    [True, True, True, False, False]
    """
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return (mapped or ip).is_loopback


def raise_file_limit() -> int | None:
    """Raises the number of files that this process can open as far as it is allowed, and returns it; None if the system
    has no such limit."""
    if resource is None:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):
            return soft
        return wanted
    return None if soft == resource.RLIM_INFINITY else soft


def most_connections(files: int | None) -> int:
    """Returns how many connections a limit of files allows.

    >>> [most_connections(files) for files in (None, 8192, 1024, 256)]
    [4000, 4000, 960, 192]
    """
    return MOST_CONNECTIONS if files is None else max(2 * KEPT_FOR_HOST, min(MOST_CONNECTIONS, files - KEPT_FILES))
