"""A club's file on its way to the organiser of a simultaneous event: tried again where the network fails."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from arrowswitch.core.errors import NotNow
from arrowswitch.i18n.locales import Locale
from arrowswitch.tournament.deliveries.answers import Courier, Unreachable, answer_of, parse_link

TRIES = 6


@dataclass(frozen=True, slots=True)
class Sending:
    """Where a club's link leads, who takes it there, and how often a sending is tried, with what waits between."""

    link: str
    locale: Locale
    courier: Courier
    wait: Callable[[float], None] = time.sleep

    def send(self, data: bytes) -> int:
        """Sends a file and returns how many results of it count.

        Raises Malformed (`deliveries.no-link`), Refused with the problems of the organiser's program or for an unknown
        link (`deliveries.link-unknown`), and NotNow (`deliveries.unreachable`) when all tries failed.
        """
        where = parse_link(self.link)
        detail = ""
        for attempt in range(TRIES):
            if attempt:
                self.wait(2.0**attempt)
            try:
                return answer_of(*self.courier.post(where, data, self.locale.value)).results
            except Unreachable as trouble:
                detail = str(trouble)
        raise NotNow.of("deliveries.unreachable", host=where.host, detail=detail[:200])
