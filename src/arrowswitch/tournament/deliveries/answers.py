"""A link of another program as it is typed, and what that program answers.

Nothing is sent but to the address that was typed. It must be one of this program's links: what is behind any other
address is never asked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from arrowswitch.core.errors import Malformed, Problem, Refused
from arrowswitch.core.json_text import NotJson, plain_json
from arrowswitch.tournament.model.club_values.deliveries import DeliveryKind

LONGEST_LINK = 500
_PATH = re.compile(r"(?:/[\w.~-]+)*/with/[\w-]{1,100}/(simultaneous|reports)/?")
_TAKEN, _UNKNOWN = 200, 404
_MOST_TOLD, _LONGEST_TOLD = 50, 500
_LONGEST_RECEIPT = 200


class Unreachable(Exception):
    """Nobody who could take it answered: what the network or the server said."""


class Courier(Protocol):
    """Takes data to an address."""

    def post(self, link: LinkAddress, data: bytes, language: str) -> tuple[int, bytes]:
        """Posts data and returns the status and the beginning of the answer; raises Unreachable."""
        ...


@dataclass(frozen=True, slots=True)
class LinkAddress:
    """A link of another program in its parts; `path` is where it takes what it is for, `kind` what that is."""

    is_safe: bool
    host: str
    port: int | None
    path: str
    kind: DeliveryKind

    @property
    def origin(self) -> str:
        """Returns the address without a path, as a browser names it."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"http{'s' if self.is_safe else ''}://{name}{'' if self.port is None else f':{self.port}'}"


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a delivery: the number of results that count, or the receipt of a report."""

    results: int = 0
    receipt: str = ""


def parse_link(text: str) -> LinkAddress:
    """Returns the parts of a link.

    Raises Malformed (`deliveries.no-link`) for a text that is not a delivery link.

    >>> parse_link("https://bridge.example/with/abcdefgh/simultaneous").path
    '/with/abcdefgh/simultaneous/event'
    """
    try:
        where = urlsplit(text.strip()[:LONGEST_LINK])
        host, port = where.hostname or "", where.port
    except ValueError:
        raise Malformed.of("deliveries.no-link", "link") from None
    path = _PATH.fullmatch(where.path)
    is_plain = not (where.query or where.fragment or where.username or where.password)
    if where.scheme not in ("http", "https") or not host or path is None or not is_plain:
        raise Malformed.of("deliveries.no-link", "link")
    kind = DeliveryKind(path.group(1))
    return LinkAddress(
        is_safe=where.scheme == "https",
        host=host,
        port=port,
        path=f"{where.path.rstrip('/')}/{'event' if kind is DeliveryKind.EVENT else 'report'}",
        kind=kind,
    )


def answer_of(status: int, text: bytes) -> Answer:
    """Returns the parts of an answer.

    Raises Refused with the problems of the other program, or for an unknown link (`deliveries.link-unknown`), and
    Unreachable for an answer of any other kind.
    """
    if status == _UNKNOWN:
        raise Refused.of("deliveries.link-unknown")
    try:
        plain = plain_json(text.decode("utf-8", errors="replace"))
    except NotJson:
        plain = None
    if isinstance(plain, dict):
        results, receipt = plain.get("results"), plain.get("receipt")
        if status == _TAKEN and isinstance(results, int):
            return Answer(results=results)
        if status == _TAKEN and isinstance(receipt, str):
            return Answer(receipt=" ".join(receipt.split())[:_LONGEST_RECEIPT])
        messages = plain.get("problems")
        if isinstance(messages, list):
            Refused.check(
                Problem("deliveries.told", {"text": str(one)[:_LONGEST_TOLD]}) for one in messages[:_MOST_TOLD]
            )
    raise Unreachable(f"HTTP {status}")
