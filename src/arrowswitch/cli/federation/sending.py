"""A club's file on its way to the organiser of a simultaneous event: tried again where the network fails.

Nothing is sent but what the command names, and to no address but the one that it names.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import SplitResult, urlsplit

from arrowswitch.core.errors import Malformed, NotNow, Problem, Refused
from arrowswitch.i18n.locales import Locale

TRIES = 6
_SECONDS = 30
_LONGEST_ANSWER = 100_000
_TAKEN, _UNKNOWN = 200, 404


@dataclass(frozen=True, slots=True)
class Sending:
    """Where a club's link leads, and how often a sending is tried, with what waits between."""

    link: str
    locale: Locale
    wait: Callable[[float], None] = time.sleep

    def send(self, data: bytes) -> int:
        """Sends a file and returns how many results of it count.

        Raises Malformed (`simultaneous.no-link`), Refused with what the organiser's program says or for a link that is
        none (`simultaneous.link-unknown`), and NotNow (`simultaneous.unreachable`) when all tries failed.
        """
        where = urlsplit(self.link.strip())
        if where.scheme not in ("http", "https") or not where.hostname or "/with/" not in where.path:
            raise Malformed.of("simultaneous.no-link")
        detail = ""
        for attempt in range(TRIES):
            if attempt:
                self.wait(2.0**attempt)
            try:
                return self._answer(*self._sent(where, data))
            except (OSError, HTTPException) as error:
                detail = str(error) or type(error).__name__
        raise NotNow.of("simultaneous.unreachable", host=where.hostname, detail=detail[:200])

    def _sent(self, where: SplitResult, data: bytes) -> tuple[int, bytes]:
        kind = HTTPSConnection if where.scheme == "https" else HTTPConnection
        connection = kind(where.hostname or "", where.port, timeout=_SECONDS)
        headers = {
            "Content-Type": "application/octet-stream",
            "Origin": f"{where.scheme}://{where.netloc}",
            "Accept-Language": self.locale.value,
        }
        try:
            connection.request("POST", f"{where.path.rstrip('/')}/event", data, headers)
            answer = connection.getresponse()
            return answer.status, answer.read(_LONGEST_ANSWER)
        finally:
            connection.close()

    def _answer(self, status: int, text: bytes) -> int:
        if status == _UNKNOWN:
            raise Refused.of("simultaneous.link-unknown")
        try:
            plain = json.loads(text)
        except ValueError:
            plain = {}
        if status == _TAKEN and isinstance(plain, dict) and isinstance(plain.get("results"), int):
            return int(plain["results"])
        told = plain.get("problems") if isinstance(plain, dict) else None
        Refused.check(Problem("simultaneous.told", {"text": str(one)[:500]}) for one in (told or ())[:50])
        raise HTTPException(f"HTTP {status}")
