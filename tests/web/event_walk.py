"""Every page and sheet of one event, found by its links: what a director can open must never fail."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from urllib.parse import urldefrag, urljoin, urlsplit

from fastapi import FastAPI

from arrowswitch.web.access.roles import GuardedRoute, routes_in
from tests.browser.club import route_of
from tests.web.client import Page
from tests.web.playing import Playing

_STARTS = ("scores", "ranking", "matches", "teams", "recovery", "rulings", "publish", "print", "travellers", "entries")
_ALL = ("/matches/", "/teams/", "/print/")
"""Parts of routes of which every path is opened: matches, captains' pages and sheets; of all others one is enough."""


@dataclass(frozen=True)
class Opened:
    """The addresses that were opened, and those that failed with their status."""

    addresses: tuple[str, ...]
    failed: tuple[tuple[str, int], ...]

    @property
    def sheets(self) -> tuple[str, ...]:
        return tuple(one for one in self.addresses if urlsplit(one).path.endswith(".pdf"))


def open_everything(app: FastAPI, playing: Playing) -> Opened:
    """Opens every page of each match and captain, every sheet, and one page of each other route of an event."""
    routes = [route.path for route in routes_in(app.router) if isinstance(route, GuardedRoute)]
    event_id = playing.evening.event_id
    waiting = deque([*(f"{playing.base}/{name}" for name in _STARTS), f"/hall/{event_id}", f"/play/{event_id}"])
    listed, counts = set(waiting), Counter[str]()
    opened: list[str] = []
    failed: list[tuple[str, int]] = []
    while waiting:
        address = waiting.popleft()
        route = route_of(urlsplit(address).path, routes)
        path = urlsplit(address).path
        kind = path if any(part in (route or "") for part in _ALL) else route
        if kind is None or counts[kind]:
            continue
        counts[kind] += 1
        answer = playing.desk.get(address)
        opened.append(address)
        if answer.status_code >= 500:
            failed.append((address, answer.status_code))
        elif answer.headers.get("content-type", "").startswith("text/html"):
            for link in Page.read(answer.text).links:
                to = urldefrag(urljoin(answer.url.path, link)).url
                if not urlsplit(to).netloc and event_id in to and "lang=" not in to and to not in listed:
                    listed.add(to)
                    waiting.append(to)
    return Opened(tuple(opened), tuple(failed))
