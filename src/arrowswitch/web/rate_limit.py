"""The rate at which an address may send public forms: this many at once, then one every few seconds.

A club's players stand behind one address in its network and enter within minutes of an announcement; who makes up
entries by the hundred is stopped. A refusal contains the time until the next is accepted. On the desk's own computer
nothing is counted.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from arrowswitch.web.guessing import neighbourhood

AT_ONCE = 60
SECONDS_EACH = 20
_MOST_KNOWN = 5000


@dataclass(slots=True)
class RateLimit:
    """Counts the requests that addresses send. `now` is the club's clock.

    >>> from datetime import UTC
    >>> gate = RateLimit(lambda: datetime(2026, 1, 1, tzinfo=UTC), at_once=2)
    >>> [gate.wait("192.0.2.7") for _ in range(3)]
    [0, 0, 20]
    """

    now: Callable[[], datetime]
    at_once: int = AT_ONCE
    seconds_each: int = SECONDS_EACH
    _free_at: dict[str, datetime] = field(default_factory=dict)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def wait(self, address: str) -> int:
        """Counts a request of an address, or of the holder of a link, and returns 0. If there are too many, returns the
        seconds to wait and counts nothing."""
        name, each = neighbourhood(address), timedelta(seconds=self.seconds_each)
        with self._guard:
            now = self.now()
            if len(self._free_at) > _MOST_KNOWN:
                self._free_at = {one: at for one, at in self._free_at.items() if at > now}
            latest = now + self.at_once * each  # later than that only once the clock of the computer was set back
            free_at = self._free_at[name] = min(max(self._free_at.get(name, now), now), latest)
            over = free_at + each - now - self.at_once * each
            if over > timedelta(0):
                return max(1, -(-int(over.total_seconds() * 1000) // 1000))
            self._free_at[name] = free_at + each
            return 0
