"""What stands before every route: limits of what may be sent, headers, and the last net for defects."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arrowswitch.core.errors import Malformed, Mistake, Refused
from arrowswitch.web.errors import defect_response, mistake_response
from arrowswitch.web.visitor import keep_locale

LARGEST_BODY = 64 * 1024 * 1024
_MEGABYTE = 1024 * 1024
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "frame-ancestors 'self'; base-uri 'self'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


class Guards:
    """Wraps the program: checks each request before it is read, and answers what nobody else answered."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or answers it itself."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        has_begun = False

        async def sending(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                message["headers"] = [*message["headers"], *_extra(message, request)]
            await send(message)

        try:
            _check(request)
            await self.app(scope, _limited(receive), sending)
        except Mistake as mistake:
            response = mistake_response(request, mistake)
        except Exception as error:
            response = defect_response(request, error)
            if has_begun:
                raise
        else:
            return
        await response(scope, receive, sending)


def _check(request: Request) -> None:
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length) > LARGEST_BODY:
        raise Malformed.of("desk.error.too-large", megabytes=LARGEST_BODY // _MEGABYTE)
    origin = request.headers.get("origin", "null")
    is_foreign = origin != "null" and urlsplit(origin).netloc != request.headers.get("host")
    if request.method == "POST" and is_foreign:
        raise Refused.of("desk.error.other-site")


def _limited(receive: Receive) -> Receive:
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > LARGEST_BODY:
            raise Malformed.of("desk.error.too-large", megabytes=LARGEST_BODY // _MEGABYTE)
        return message

    return counted


def _extra(message: Message, request: Request) -> list[tuple[bytes, bytes]]:
    """Security headers, and the cookies of the visitor (language chosen by `?lang=`, device)."""
    present = {name.lower() for name, _ in message["headers"]}
    found = [(k.lower().encode(), v.encode()) for k, v in _HEADERS.items() if k.lower().encode() not in present]
    content_type = dict(message["headers"]).get(b"content-type", b"").decode()
    carrier = Response(headers={"content-type": content_type} if content_type else None)
    keep_locale(request, carrier)
    return found + [(name, value) for name, value in carrier.raw_headers if name == b"set-cookie"]
