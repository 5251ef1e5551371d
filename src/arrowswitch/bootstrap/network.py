"""Where the desk is served: on this computer alone, or in its network, at which address and by which names."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arrowswitch.web.serving.connections import is_loopback
from arrowswitch.web.serving.own_addresses import OwnAddress, OwnAddresses

if TYPE_CHECKING:
    from arrowswitch.web.background.local_name import LocalName, PublishedName
    from arrowswitch.web.serving.network_switch import NetworkSwitch

_EVERYWHERE = ("", "0.0.0.0", "::")


def read_addresses() -> tuple[OwnAddress, ...]:
    """Returns the IPv4 addresses of this computer in its networks, without loopback and self-assigned addresses."""
    import ifaddr

    return tuple(
        OwnAddress(str(one.ip), str(one.nice_name))
        for adapter in ifaddr.get_adapters()
        for one in adapter.ips
        if one.is_IPv4 and is_of_network(str(one.ip))
    )


def is_of_network(host: str) -> bool:
    """True if a text is an IPv4 address by which other computers can reach this one.

    >>> [is_of_network(host) for host in ("192.168.137.1", "127.0.0.1", "169.254.3.4", "0.0.0.0", "club.example")]
    [True, False, False, False, False]
    """
    try:
        address = ipaddress.IPv4Address(host)
    except ValueError:
        return False
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def routed_address() -> str:
    """Returns the address that packets to other networks would carry (none is sent), or nothing without a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that no computer has (RFC 5737)
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _own_addresses() -> OwnAddresses:
    return OwnAddresses(read_addresses, routed_address)


def _announce(host: str, port: int) -> PublishedName:
    """Announces this computer's address by multicast DNS."""
    from arrowswitch.web.serving.multicast import announce

    return announce(host, port)


@dataclass(frozen=True, slots=True)
class NetworkHost:
    """Where the program listens: the host and the port that it was started with (`web.services.Listening`).

    `names` are further names of this computer, such as the one that a proxy before it has; `switch` is what opens a
    desk to the network that was started for its own computer. `own` are the addresses of this computer; `local_name`
    announces its name in the network (None: nothing does).
    """

    host: str
    port: int
    names: tuple[str, ...] = ()
    switch: NetworkSwitch | None = None
    own: OwnAddresses = field(default_factory=_own_addresses)
    local_name: LocalName | None = None

    @property
    def is_open(self) -> bool:
        """True if other computers can connect."""
        return is_network(self.host) or self._switched_to != ""

    def address(self) -> str:
        """Returns the address in the network, looked for again each time, as a laptop may join one late; nothing
        without one."""
        if not self.is_open:
            return ""
        host = self._switched_to or (self.own.address() if self._is_everywhere else self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}" if host else ""

    def is_here(self, address: str) -> bool:
        """True if an address is this computer's own. Under a further name the program is reached through others, such
        as a proxy, whose requests come from here too: then no address is."""
        return not self.names and (is_loopback(address) or self.own.has(address))

    def is_called(self, name: str) -> bool:
        """True if a name is one that the program was started with, the computer's own name in its network, or the one
        that is announced there."""
        own = socket.gethostname().lower()
        announced = "" if self.local_name is None else self.local_name.name
        names = {self.host.lower(), own, f"{own}.local", *(one.lower() for one in self.names)}
        return name in names or (name != "" and name == announced)

    @property
    def can_choose(self) -> bool:
        """True if the director can choose another address: the program listens at all, or is opened by the switch."""
        return not self.names and (self.switch is not None or self._is_everywhere)

    @property
    def _is_everywhere(self) -> bool:
        return self.host in _EVERYWHERE

    @property
    def _switched_to(self) -> str:
        return "" if self.switch is None else self.switch.host


def is_network(host: str) -> bool:
    """True if other computers can reach a program that listens on this address.

    >>> own = ("127.0.0.1", "localhost", "::1", "::ffff:127.0.0.1")
    >>> [is_network(host) for host in (*own, "0.0.0.0", "192.168.1.5", "club.example")]
    [False, False, False, False, True, True, True]
    """
    return host in _EVERYWHERE or not (host == "localhost" or is_loopback(host))


def network_host(host: str, port: int, names: Sequence[str] = (), *, is_announced: bool = True) -> NetworkHost:
    """Returns where the program listens, with a switch to the network if it does not listen there and no proxy does so
    for it. Its name is announced (`is_announced`) unless a proxy has another one."""
    from arrowswitch.web.background.local_name import LocalName
    from arrowswitch.web.serving.network_switch import NetworkSwitch

    own = _own_addresses()
    switch = None if is_network(host) or names else NetworkSwitch(port, own.address)
    local_name = LocalName(_announce) if is_announced and not names else None
    return NetworkHost(host=host, port=port, names=tuple(names), switch=switch, own=own, local_name=local_name)
