"""The headers and cookies of a request, read once for the guards and for the reports of devices.

Each check of a request asks for a few headers, and starlette searches all of them each time. The index is made at the
first question and is shared by all objects for one request.
"""

from __future__ import annotations

from typing import Any

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.types import Scope

_HEADERS = "arrowswitch.headers"
_COOKIES = "arrowswitch.cookies"


class IndexedHeaders(Headers):
    """The headers of a request by their names; of several with one name the first counts, as in `Headers`.

    >>> headers = IndexedHeaders({"headers": [(b"host", b"a"), (b"host", b"b")]})
    >>> headers["Host"], headers.get("origin", ""), "host" in headers
    ('a', '', True)
    """

    def __init__(self, scope: Scope) -> None:
        super().__init__(raw=list(scope["headers"]))
        self._index = {name: value.decode("latin-1") for name, value in reversed(self._list)}

    def __getitem__(self, key: str) -> str:
        """Returns the first header with a name; raises KeyError."""
        return self._index[key.lower().encode("latin-1")]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key.lower().encode("latin-1") in self._index

    def get(self, key: str, default: Any = None) -> Any:  # noqa: ANN401 - as the method of Mapping
        """Returns the first header with a name, or the default."""
        return self._index.get(key.lower().encode("latin-1"), default)


class IndexedRequest(Request):
    """A request with such headers."""

    @property
    def headers(self) -> Headers:
        """Returns the headers of the request."""
        headers = self.scope.get(_HEADERS)
        if headers is None:
            headers = self.scope[_HEADERS] = IndexedHeaders(self.scope)
        indexed: IndexedHeaders = headers
        return indexed

    @property
    def cookies(self) -> dict[str, str]:
        """Returns the cookies of the request."""
        cookies: dict[str, str] | None = self.scope.get(_COOKIES)
        if cookies is None:
            has_some = "cookie" in self.headers
            cookies = self.scope[_COOKIES] = super().cookies if has_some else {}
        return cookies

    async def body(self) -> bytes:
        """Returns the body, which most often is one message; raises ClientDisconnect."""
        if not hasattr(self, "_body"):
            message = await self.receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            parts = [message.get("body", b"")]
            while message.get("more_body", False):
                message = await self.receive()
                if message["type"] == "http.disconnect":
                    raise ClientDisconnect
                parts.append(message.get("body", b""))
            self._body = b"".join(parts)
        return self._body
