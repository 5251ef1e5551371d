"""The addresses of this computer in its networks, and the one that the director chose for phones.

A laptop that makes a hotspot of its own has two: one in the network that it shares, one in the hotspot. Phones of the
hotspot need the second one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from arrowswitch.core.errors import NotFound

LASTS_SECONDS = 2.0
"""A list of addresses is read again after this time: reading it takes a millisecond."""


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """An address of this computer, with the name that the system has for its adapter."""

    host: str
    adapter: str


@dataclass(slots=True)
class OwnAddresses:
    """The addresses of this computer. `read` lists them, and `routed` returns the one that packets to other networks
    carry (empty without a route). `chosen` is the director's choice, empty without one; it ends with the program,
    and counts while the computer has that address."""

    read: Callable[[], tuple[OwnAddress, ...]]
    routed: Callable[[], str]
    chosen: str = ""
    _newest: tuple[OwnAddress, ...] = field(default=(), init=False)
    _read_at: float | None = field(default=None, init=False)

    @property
    def all(self) -> tuple[OwnAddress, ...]:
        """Returns every address, at most `LASTS_SECONDS` old."""
        now = time.monotonic()
        if self._read_at is None or now - self._read_at > LASTS_SECONDS:
            self._newest, self._read_at = self.read(), now
        return self._newest

    def address(self) -> str:
        """Returns the address for phones: the chosen one, else the one that packets to other networks carry, else the
        first one; nothing if this computer is in no network."""
        if self.chosen and any(one.host == self.chosen for one in self.all):
            return self.chosen
        return self.routed() or next((one.host for one in self.all), "")

    def has(self, address: str) -> bool:
        """True if an address is the one for phones, or the one that packets to other networks carry."""
        return address == self.address() or (self.chosen != "" and address == self.routed())

    def choose(self, host: str) -> None:
        """Chooses the address for phones; an empty one ends the choice. Raises NotFound (`network.no-address`)."""
        if host and all(one.host != host for one in self.all):
            raise NotFound.of("network.no-address", address=host)
        self.chosen = host
