"""Takes data to another program by HTTP, with the standard library (`tournament.deliveries.answers.Courier`).

The server's certificate is looked at, no redirect is followed, and of the answer only the beginning is read.
"""

from __future__ import annotations

import ssl
from http.client import HTTPConnection, HTTPException, HTTPSConnection

from arrowswitch.tournament.deliveries.answers import LinkAddress, Unreachable

_SECONDS = 30
_LONGEST_ANSWER = 100_000


class HttpCourier:
    """Posts to a link. `context` says which certificates count, None as on this computer."""

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self._context = context

    def post(self, link: LinkAddress, data: bytes, language: str) -> tuple[int, bytes]:
        """Posts data and returns the status and the beginning of the answer; raises Unreachable."""
        headers = {
            "Content-Type": "application/octet-stream",
            "Origin": link.origin,
            "Accept-Language": language,
        }
        connection = self._connection(link)
        try:
            connection.request("POST", link.path, data, headers)
            answer = connection.getresponse()
            return answer.status, answer.read(_LONGEST_ANSWER)
        except (OSError, HTTPException) as error:
            raise Unreachable(str(error) or type(error).__name__) from error
        finally:
            connection.close()

    def _connection(self, link: LinkAddress) -> HTTPConnection:
        if not link.is_safe:
            return HTTPConnection(link.host, link.port, timeout=_SECONDS)
        context = self._context or ssl.create_default_context()
        return HTTPSConnection(link.host, link.port, timeout=_SECONDS, context=context)
