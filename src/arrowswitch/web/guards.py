"""Checks before every route: the origin of a request, limits of its size, headers, and the last net for defects.

A page of another site that is open in the director's browser can send forms here, and can point its own name to
this computer (DNS rebinding). So a request must name this program by a name that is its own, and one that changes
something must prove that a page of the program sent it, as every browser does since 2020. The tokens of its forms
are described in `tokens`.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Malformed, Mistake, Refused
from arrowswitch.core.game.notation import quote_text
from arrowswitch.web import tokens
from arrowswitch.web.errors import defect_response, mistake_response
from arrowswitch.web.services import Listening
from arrowswitch.web.serving.indexed_requests import IndexedRequest
from arrowswitch.web.visitor import keep, keep_locale

LARGEST_BODY = 64 * 1024 * 1024
_MEGABYTE = 1024 * 1024
_READING = frozenset(("GET", "HEAD", "OPTIONS"))
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "object-src 'none'; frame-ancestors 'self'; base-uri 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_ALWAYS = tuple((name.lower().encode(), value.encode()) for name, value in _HEADERS.items())
_TLS_FOR_A_YEAR = (b"strict-transport-security", b"max-age=31536000")
_NOT_KEPT = (b"cache-control", b"no-store")
_STATIC = "/static/"


class Guards:
    """Wraps the program: checks each request before it is read, and answers what nobody else answered."""

    def __init__(self, app: ASGIApp, listening: Listening) -> None:
        self.app = app
        self._listening = listening

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or answers it itself."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        tokens.prepare(scope)
        request = IndexedRequest(scope, receive)
        has_begun = False

        async def sending(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                message["headers"] = [*message["headers"], *_extra(message, request)]
            await send(message)

        try:
            _check(request, self._listening)
            await self.app(scope, _limit_body(receive), sending)
        except ClientDisconnect:
            return  # nobody waits for an answer
        except Mistake as mistake:
            response = mistake_response(request, mistake)
        except Exception as error:
            response = defect_response(request, error)
            if has_begun:
                raise
        else:
            return
        await response(scope, receive, sending)


def is_own_host(host: str, listening: Listening) -> bool:
    """True if a `Host` header names this program: by an address, as `localhost`, or by a name that it has.

    Every address will do: a foreign page can make its own name stand for this computer, but never an address.

    >>> from arrowswitch.web.services import HereOnly
    >>> [is_own_host(host, HereOnly()) for host in ("localhost:8642", "192.168.1.5:8642", "[::1]:8642")]
    [True, True, True]
    >>> [is_own_host(host, HereOnly()) for host in ("foreign.example:8642", "1.2.3.4.foreign.example", "")]
    [False, False, False]
    """
    name, is_address = _named_host(host)
    return is_address or name == "localhost" or (name != "" and listening.is_called(name))


@lru_cache(maxsize=256)
def _named_host(host: str) -> tuple[str, bool]:
    """Returns the name in a `Host` header, empty if there is none, and whether it is an address."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return "", False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name, False
    return name, True


def is_from_own_page(headers: Headers) -> bool:
    """True if a request that changes something comes from a page of this program, or from a script that sets `Origin`.

    Browsers send `Sec-Fetch-Site` and `Origin`, and no page can change these; a script that is no browser sends
    `Origin: http://HOST`.

    >>> own, foreign = "http://localhost:8642", "http://foreign.example"
    >>> told = ({"origin": own}, {"origin": own, "sec-fetch-site": "cross-site"}, {"origin": foreign}, {})
    >>> [is_from_own_page(Headers({"host": "localhost:8642", **one})) for one in told]
    [True, False, False, False]
    """
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    return _named_origin(headers.get("origin", "")) == headers["host"]


@lru_cache(maxsize=256)
def _named_origin(origin: str) -> str | None:
    """Returns the host and port in an `Origin` header, None if it cannot be read."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _check(request: Request, listening: Listening) -> None:
    host = request.headers.get("host", "")
    if not is_own_host(host, listening):
        raise Refused.of("desk.error.unknown-name", name=quote_text(host))
    length = request.headers.get("content-length", "0")
    size = whole_of(length)
    if length.isdecimal() and (size is None or size > LARGEST_BODY):
        raise Malformed.of("desk.error.too-large", megabytes=LARGEST_BODY // _MEGABYTE)
    if request.method not in _READING and not is_from_own_page(request.headers):
        raise Refused.of("desk.error.other-site")


def _limit_body(receive: Receive) -> Receive:
    seen = 0

    async def receive_counting() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > LARGEST_BODY:
            raise Malformed.of("desk.error.too-large", megabytes=LARGEST_BODY // _MEGABYTE)
        return message

    return receive_counting


def _extra(message: Message, request: Request) -> list[tuple[bytes, bytes]]:
    """Security headers, and the cookies of the visitor (language chosen by `?lang=`, device, token of forms)."""
    present = {name.lower(): value for name, value in message["headers"]}
    headers = [header for header in _ALWAYS if header[0] not in present]
    content_type = present.get(b"content-type", b"").decode()
    if "application/pdf" in content_type:
        headers = [(name, value.replace(b"object-src 'none'; ", b"")) for name, value in headers]
    if b"cache-control" not in present and not request.scope["path"].startswith(_STATIC):
        headers.append(_NOT_KEPT)
    if request.scope["scheme"] == "https":
        headers.append(_TLS_FOR_A_YEAR)
    is_page = "text/html" in content_type
    if not is_page and not request.scope["query_string"]:
        return headers
    carrier = Response(headers={"content-type": content_type} if content_type else None)
    keep_locale(request, carrier)
    if is_page and (token := tokens.new_token(request)):
        keep(carrier, tokens.FORM_COOKIE, token)
    return headers + [(name, value) for name, value in carrier.raw_headers if name == b"set-cookie"]
