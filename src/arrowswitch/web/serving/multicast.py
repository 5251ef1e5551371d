"""The name of the desk in its network by multicast DNS (RFC 6762), and its page among the network's services (RFC 6763,
`_http._tcp`), with the maintained part zeroconf."""

from __future__ import annotations

import socket
from dataclasses import dataclass

from zeroconf import (  # type: ignore[attr-defined]  # AddressResolverIPv4 is not listed in zeroconf.__all__
    AddressResolverIPv4,
    IPVersion,
    ServiceInfo,
    Zeroconf,
)

from arrowswitch.core.errors import Refused

LABEL = "arrowswitch"
MOST_NAMES = 9
ANSWER_MILLISECONDS = 750
"""How long another computer has to say that a name is its own: probing takes 750 ms (RFC 6762, 8.1)."""
_KIND = "_http._tcp.local."
_PATH = "/t"


@dataclass(frozen=True, slots=True)
class MulticastName:
    """A name that is announced until `end`."""

    name: str
    _network: Zeroconf
    _service: ServiceInfo

    def end(self) -> None:
        """Withdraws the name."""
        try:
            self._network.unregister_service(self._service)
        finally:
            self._network.close()


def announce(host: str, port: int) -> MulticastName:
    """Announces this computer's address `host` as `arrowswitch.local`, or with a number if another computer has that
    name. Raises OSError, or an error of zeroconf, if the network takes no announcement, and Refused
    (`network.names-taken`) if all names are taken."""
    network = Zeroconf(interfaces=[host], ip_version=IPVersion.V4Only)
    try:
        label = _free_label(network, host)
        service = ServiceInfo(
            _KIND,
            f"{label}.{_KIND}",
            addresses=[socket.inet_aton(host)],
            port=port,
            server=f"{label}.local.",
            properties={"path": _PATH},
        )
        network.register_service(service, allow_name_change=True)
    except BaseException:
        network.close()
        raise
    return MulticastName(f"{label}.local", network, service)


def _free_label(network: Zeroconf, host: str) -> str:
    """Returns the first label that no other computer has. Another desk on this computer may share one."""
    for number in range(1, MOST_NAMES + 1):
        label = LABEL if number == 1 else f"{LABEL}-{number}"
        resolver = AddressResolverIPv4(f"{label}.local.")
        resolver.request(network, ANSWER_MILLISECONDS)
        if not set(resolver.parsed_addresses()) - {host}:
            return label
    raise Refused.of("network.names-taken", name=f"{LABEL}.local")
