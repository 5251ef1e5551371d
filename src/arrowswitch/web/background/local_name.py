"""Announces the desk in its network by a name that can be typed, `arrowswitch.local`, while it can be reached there.

The address is looked for again every few seconds: a laptop joins another network, or the desk is opened to the network
or closed. A network that takes no announcement is logged once and never stops the desk.
"""

from __future__ import annotations

import ipaddress
import logging
import time
from collections.abc import Callable
from typing import Protocol
from urllib.parse import urlsplit

from arrowswitch.web.background.lookout import Lookout

RETRY_SECONDS = 60.0
log = logging.getLogger("arrowswitch.network")


class PublishedName(Protocol):
    """A name that is announced until `end`."""

    @property
    def name(self) -> str:
        """Returns the name, such as `arrowswitch.local`."""
        ...

    def end(self) -> None:
        """Withdraws the name."""
        ...


class LocalName:
    """The name of the desk in its network. `publish` announces an address and a port; it may raise anything."""

    def __init__(
        self, publish: Callable[[str, int], PublishedName], seconds: Callable[[], float] = time.monotonic
    ) -> None:
        self._publish = publish
        self._seconds = seconds
        self._lookout = Lookout("local-name", self.tick)
        self._find_address: Callable[[], str] = str
        self._address = ""
        self._announced: PublishedName | None = None
        self._failed_at: float | None = None

    @property
    def name(self) -> str:
        """Returns the announced name; empty while there is none."""
        announced = self._announced
        return "" if announced is None else announced.name

    def start(self, address: Callable[[], str]) -> None:
        """Begins to announce the address that the function returns (`http://192.168.1.5:8642`, or nothing)."""
        self._find_address = address
        self._lookout.start()
        self._lookout.hurry()

    def hurry(self) -> None:
        """Looks for a changed address at once."""
        self._lookout.hurry()

    def stop(self) -> None:
        """Withdraws the name."""
        self._lookout.stop()
        self._withdraw()

    def tick(self) -> None:
        """Announces the present address, if it is not announced yet, and withdraws an earlier one."""
        address = announceable(self._find_address())
        if address != self._address:
            self._withdraw()
            self._address, self._failed_at = address, None
        is_waiting = self._failed_at is not None and self._seconds() - self._failed_at < RETRY_SECONDS
        if not address or self._announced is not None or is_waiting:
            return
        parts = urlsplit(address)
        try:
            self._announced = self._publish(parts.hostname or "", parts.port or 0)
        except Exception as error:  # noqa: BLE001 - no fault of a network may stop the desk
            if self._failed_at is None:
                log.warning("no name was announced for %s: %s", address, error)
            self._failed_at = self._seconds()

    def address(self, numeric: str) -> str:
        """Returns the address by name of the same pages as a numeric address; nothing while it is not announced."""
        name = self.name
        if not name or numeric != self._address:
            return ""
        parts = urlsplit(numeric)
        return f"{parts.scheme}://{name}:{parts.port}"

    def _withdraw(self) -> None:
        announced, self._announced = self._announced, None
        if announced is None:
            return
        try:
            announced.end()
        except Exception as error:  # noqa: BLE001 - the network may be gone already
            log.warning("the name %s was not withdrawn: %s", announced.name, error)


def announceable(address: str) -> str:
    """Returns an address if it is in a private network, else nothing: a name is of no use on the internet.

    >>> [announceable(f"http://{host}:8642") for host in ("192.168.1.5", "203.0.114.5", "club.example", "[fd00::2]")]
    ['http://192.168.1.5:8642', '', '', '']
    >>> announceable("")
    ''
    """
    try:
        host = ipaddress.IPv4Address(urlsplit(address).hostname or "")
    except ValueError:
        return ""
    return address if host.is_private else ""
