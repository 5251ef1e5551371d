"""The way from the wall to a phone: the address of the players' pages that phones in the room can reach, and its code.

A screen that was itself opened over the network has found an address that works, and the code carries the same one.
Opened on the program's own computer, it carries that computer's address in the network, if the program listens there.
"""

from __future__ import annotations

import ipaddress
from enum import StrEnum
from io import BytesIO

import segno
from fastapi import Request
from markupsafe import Markup

from arrowswitch.documents.job import Reachable
from arrowswitch.tournament.model.club_values.links import LinkKind
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.web.services import services_of

_OWN_NAMES = ("localhost", "")
_LOCAL = ".local"


class Reach(StrEnum):
    """The reachability by phones: yes; no, because the program listens on its own computer only; no, because that
    computer is in no network."""

    ROOM = "room"
    HERE_ONLY = "here-only"
    NO_NETWORK = "no-network"


def reach_of(request: Request) -> Reach:
    """Returns how far the program can be reached by phones."""
    if room_address(request):
        return Reach.ROOM
    return Reach.NO_NETWORK if services_of(request).listening.is_open else Reach.HERE_ONLY


def players_address(request: Request, event_id: EventId) -> str:
    """Returns the whole address of an event's pages for players, its link where they are read by that only; empty when
    phones cannot reach the program."""
    return reachable_of(request, event_id).players


def reachable_of(request: Request, event_id: EventId) -> Reachable:
    """Returns where phones in the room read an event, for the codes on the wall and on paper."""
    base = room_address(request)
    if not base:
        return Reachable()
    link = services_of(request).tournament.links.of(LinkKind.EVENT, event_id)
    if link is None:
        return Reachable(f"{base}/play/{event_id}", f"{base}/results/{event_id}")
    return Reachable(f"{base}/with/{link.secret}", f"{base}/with/{link.secret}?to=results")


def room_address(request: Request) -> str:
    """Returns the beginning of addresses that phones can open, or nothing. The `Host` header decides only if it is an
    address of this computer or one of its names: a foreign one would lead players to another computer. A name of
    multicast DNS is not read by every phone: the address in numbers takes its place. So does the address that the
    director chose."""
    services, host = services_of(request), request.url.hostname or ""
    address = services.listening.address()
    is_chosen = services.own_addresses is not None and services.own_addresses.chosen != ""
    if address and (is_chosen or (host.endswith(_LOCAL) and services.local_name is not None)):
        return address
    if not is_own_name(host) and _leads_here(request, host):
        return str(request.base_url).rstrip("/")
    return address


def named_address(request: Request) -> str:
    """Returns the address by name (`http://arrowswitch.local:8642`) of the pages that `room_address` leads to; nothing
    if no name is announced, or if the pages are opened at another address."""
    services = services_of(request)
    return services.local_address if room_address(request) == services.listening.address() else ""


def own_address(request: Request) -> str:
    """Returns the beginning of addresses in mails: the one that phones can open, or that of this computer alone."""
    if address := room_address(request):
        return address
    if is_own_name(request.url.hostname or ""):
        return str(request.base_url).rstrip("/")
    _, port = request.scope.get("server") or ("", None)
    return f"{request.url.scheme}://localhost{f':{port}' if port else ''}"


def _leads_here(request: Request, host: str) -> bool:
    """True if a name or address in a `Host` header is this computer's: one of its names, an address of its network, or
    the address to which the request came."""
    listening = services_of(request).listening
    server, _ = request.scope.get("server") or ("", None)
    return host == server or listening.is_called(host) or listening.is_here(host)


def is_own_name(host: str) -> bool:
    """True if the name of a computer means the one that it is used on.

    >>> [is_own_name(host) for host in ("localhost", "127.0.0.1", "::1", "0.0.0.0", "192.168.1.5", "club.example")]
    [True, True, True, True, False, False]
    """
    if host in _OWN_NAMES:
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def code(text: str) -> Markup:
    """Returns a QR code as a picture for a page: dark on light in any colours of the page. The element around it names
    it."""
    out = BytesIO()
    made = segno.make(text, error="m", micro=False)
    made.save(out, kind="svg", xmldecl=False, svgns=True, omitsize=True, dark="#000", light="#fff", border=3)
    return Markup(out.getvalue().decode().strip().replace("<svg ", '<svg aria-hidden="true" ', 1))
