"""Guessed codes and passwords are answered more slowly each time: for each address, and for all of them together.

Tries queue up: a sender of a hundred at once waits as long as a sender of one after another. A line that is too long
takes no more. On the desk's own computer nothing is asked, so a person who guesses there or elsewhere keeps nobody from
it.
"""

from __future__ import annotations

import ipaddress
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache

PATIENCE = timedelta(minutes=10)
"""Wrong tries are forgotten so long after the last one."""
LONGEST_WAIT = 10.0
LONGEST_LINE = 30.0
FREE_TRIES = 3
FREE_OF_ALL = 20
OF_ALL = 1.0
"""When this many were wrong from all addresses together, each further try takes a second of everybody's."""


@dataclass(slots=True)
class _Line:
    """The tries of an address: how many, when the last one came, and when the next one can be answered."""

    count: int
    at: datetime
    free_at: datetime


@dataclass(slots=True)
class Guessing:
    """Counts tries. `now` is the club's clock.

    >>> from datetime import UTC
    >>> guessing = Guessing(lambda: datetime(2026, 1, 1, tzinfo=UTC))
    >>> [guessing.begin("192.0.2.7") for _ in range(10)]
    [0.0, 0.0, 0.0, 0.5, 1.5, 3.5, 7.5, 15.5, 25.5, None]
    """

    now: Callable[[], datetime]
    _lines: dict[str, _Line] = field(default_factory=dict)
    _all: _Line | None = None
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, address: str) -> float | None:
        """Returns the seconds that the answer to a try is kept back, None where it is not to be looked at."""
        name = neighbourhood(address)
        with self._guard:
            now = self._forget_old()
            own = self._lines.get(name) or _Line(0, now, now)
            every = self._all or _Line(0, now, now)
            slowed = 0.0 if own.count < FREE_TRIES else min(LONGEST_WAIT, 0.5 * 2 ** (own.count - FREE_TRIES))
            slowed_all = 0.0 if every.count < FREE_OF_ALL else OF_ALL
            own_at = max(own.free_at, now) + timedelta(seconds=slowed)
            all_at = max(every.free_at, now) + timedelta(seconds=slowed_all)
            wait = (max(own_at, all_at) - now).total_seconds()
            if wait > LONGEST_LINE:
                return None
            self._lines[name] = _Line(own.count + 1, now, own_at)
            self._all = _Line(every.count + 1, now, all_at)
            return wait

    def was_right(self, address: str, *, only_last: bool = False) -> None:
        """Forgets the tries of an address: the last one was no guess. `only_last` keeps the tries before it, which may
        have been guesses of another secret."""
        with self._guard:
            name = neighbourhood(address)
            line = self._lines.pop(name, None)
            if line is None:
                return
            right = 1 if only_last else line.count
            if right < line.count:
                self._lines[name] = replace(line, count=line.count - right)
            if self._all is not None:
                self._all.count = max(0, self._all.count - right)

    def _forget_old(self) -> datetime:
        now = self.now()
        for line in (*self._lines.values(), *((self._all,) if self._all is not None else ())):
            # A time in the future, or a longer wait, is there only once the clock of the computer was set back.
            line.at, line.free_at = min(line.at, now), min(line.free_at, now + timedelta(seconds=LONGEST_LINE))
        self._lines = {name: line for name, line in self._lines.items() if now - line.at <= PATIENCE}
        if self._all is not None and now - self._all.at > PATIENCE:
            self._all = None
        return now


@lru_cache(maxsize=4096)
def neighbourhood(address: str) -> str:
    """Returns the part of its address that a computer cannot easily change: all of an old one, the first half of a new
    one.

    >>> neighbourhood("192.0.2.7"), neighbourhood("::ffff:192.0.2.7"), neighbourhood("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::')
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    if ip.version == 4:
        return str(ip)
    return str(ipaddress.IPv6Network((int(ip), 64), strict=False).network_address)
