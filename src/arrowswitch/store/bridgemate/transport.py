"""The way to the Data Connector by HTTP.

A failure raises ConnectorUnreachable, which the client does not catch: it would try five times with pauses, and the
desk looks again after a few seconds anyway.
"""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request

from bridgemate_dataconnector import HttpTransport

TIMEOUT_SECONDS = 10.0
LARGEST_ANSWER = 20_000_000


class ConnectorUnreachable(Exception):
    """The Data Connector did not answer, or not with an answer of its own; the text says why."""


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: the licence key goes to the address of the account and nowhere else."""

    def redirect_request(self, *_: object) -> None:
        """Does nothing: a redirect is an error."""


class LanTransport(HttpTransport):
    """Requests in the club's network, without a proxy."""

    def __init__(self) -> None:
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), NoRedirects())

    def get(self, url: str) -> str:
        """Returns the answer to GET; raises ConnectorUnreachable."""
        return self._answer(urllib.request.Request(url))

    def post(self, url: str, json_body: str) -> str:
        """Returns the answer to JSON that is posted; raises ConnectorUnreachable."""
        headers = {"Content-Type": "application/json; charset=utf-8"}
        return self._answer(urllib.request.Request(url, data=json_body.encode(), headers=headers))

    def _answer(self, request: urllib.request.Request) -> str:
        try:
            with self._opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
                content: bytes = answer.read(LARGEST_ANSWER + 1)
        except urllib.error.HTTPError as error:
            raise ConnectorUnreachable(f"HTTP {error.code}") from error
        except urllib.error.URLError as error:
            raise ConnectorUnreachable(str(error.reason)) from error
        except (OSError, http.client.HTTPException) as error:
            raise ConnectorUnreachable(str(error) or type(error).__name__) from error
        if len(content) > LARGEST_ANSWER:
            raise ConnectorUnreachable("too long an answer")
        return content.decode("utf-8", errors="replace")
