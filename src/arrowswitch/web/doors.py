"""The door of the desk: the code that lets another device in, and the devices that are in.

On the desk's own computer nothing is asked. Another device types the code that the desk shows; every start of the
program has a new one, and so has a press on the desk. Codes and devices are kept in memory only.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

DIGITS = 8
LASTS = timedelta(hours=12)
"""A device that does nothing for so long has to type the code again."""
MOST_DEVICES = 200
PATIENCE = timedelta(minutes=10)
"""Wrong codes of a device are forgotten after so long."""
FREE_TRIES = 3
LONGEST_WAIT = 10.0


def new_code() -> str:
    """Returns a code of eight digits by chance."""
    return "".join(secrets.choice("0123456789") for _ in range(DIGITS))


@dataclass(slots=True)
class _Tries:
    """The wrong codes of a device, and when the last one came."""

    count: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Devices:
    """How another device comes to the desk: the address (empty where none can), the code in two halves, and how many
    are in."""

    address: str
    code: str
    count: int


@dataclass(slots=True)
class Doors:
    """Lets devices in. `now` is the club's clock.

    >>> from datetime import UTC
    >>> doors = Doors(lambda: datetime(2026, 1, 1, tzinfo=UTC))
    >>> token = doors.let_in(doors.code)
    >>> doors.is_in(token), doors.is_in("another"), doors.let_in("no code")
    (True, False, None)
    """

    now: Callable[[], datetime]
    code: str = field(default_factory=new_code)
    _devices: dict[str, datetime] = field(default_factory=dict)
    _tries: dict[str, _Tries] = field(default_factory=dict)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    @property
    def count(self) -> int:
        """Returns how many devices are in."""
        with self._guard:
            self._forget_old()
            return len(self._devices)

    def shown(self, address: str) -> Devices:
        """Returns what the desk shows of the door, for an address."""
        return Devices(address, f"{self.code[: DIGITS // 2]} {self.code[DIGITS // 2 :]}", self.count)

    def wait(self, device: str) -> float:
        """Returns the seconds that an answer to a device is kept back: each wrong code doubles them."""
        with self._guard:
            tries = self._tries.get(device)
            if tries is None or self.now() - tries.at > PATIENCE:
                return 0.0
            return min(LONGEST_WAIT, 0.5 * 2 ** (tries.count - FREE_TRIES)) if tries.count >= FREE_TRIES else 0.0

    def let_in(self, code: str, device: str = "") -> str | None:
        """Returns a secret for the cookie of a device that typed the code, None for a wrong code, which is counted."""
        typed = "".join(str(int(one)) for one in code if one.isdecimal())
        is_right = secrets.compare_digest(typed.encode(), self.code.encode())
        with self._guard:
            self._forget_old()
            if not is_right:
                known = self._tries.get(device)
                is_new = known is None or self.now() - known.at > PATIENCE
                self._tries[device] = _Tries(1 if known is None or is_new else known.count + 1, self.now())
                return None
            self._tries.pop(device, None)
            if len(self._devices) >= MOST_DEVICES:
                del self._devices[min(self._devices, key=self._devices.__getitem__)]
            token = secrets.token_urlsafe(32)
            self._devices[token] = self.now()
            return token

    def is_in(self, token: str) -> bool:
        """Tells whether a device is in, and notes that it is still used."""
        with self._guard:
            seen = self._devices.get(token)
            if seen is None or self.now() - seen > LASTS:
                self._devices.pop(token, None)
                return False
            self._devices[token] = self.now()
            return True

    def leave(self, token: str) -> None:
        """Lets a device go."""
        with self._guard:
            self._devices.pop(token, None)

    def close(self) -> None:
        """Lets every device go, and makes a new code."""
        with self._guard:
            self._devices.clear()
            self.code = new_code()

    def _forget_old(self) -> None:
        now = self.now()
        self._devices = {token: seen for token, seen in self._devices.items() if now - seen <= LASTS}
        self._tries = {device: tries for device, tries in self._tries.items() if now - tries.at <= PATIENCE}
