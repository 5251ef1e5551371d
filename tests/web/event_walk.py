"""Every page, sheet and file of one event, found by its links and forms: what a director can open must never fail."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import urldefrag, urlencode, urljoin, urlsplit

import httpx
from fastapi import FastAPI

from arrowswitch.web.access.roles import GuardedRoute, routes_in
from tests.browser.club import route_of
from tests.rotation import rotation_seed
from tests.web.client import Page
from tests.web.playing import Playing

_STARTS = ("scores", "ranking", "matches", "teams", "recovery", "rulings", "publish", "print", "travellers", "entries")
_ALL = ("/matches/", "/teams/", "/print/")
"""Parts of routes of which every path is opened: matches, captains' pages and sheets; of all others one is enough."""


@dataclass
class Opened:
    """The addresses that were opened, those that failed with their status, and the files by their route."""

    addresses: list[str] = field(default_factory=list)
    failed: list[tuple[str, int]] = field(default_factory=list)
    files: dict[str, httpx.Response] = field(default_factory=dict)

    @property
    def sheets(self) -> list[str]:
        """Returns the addresses of the sheets that were printed."""
        return [one for one in self.addresses if urlsplit(one).path.endswith(".pdf")]


def open_everything(app: FastAPI, playing: Playing, sheets: int | None = None) -> Opened:
    """Opens every page of each match and captain, one page of each other route of an event, every file, and every
    sheet that a link or a form of a page opens; `sheets` opens that many sheets only, by lot, and one page a route."""
    routes = tuple(route.path for route in routes_in(app.router) if isinstance(route, GuardedRoute))
    event_id = playing.evening.event_id
    waiting = deque([*(f"{playing.base}/{name}" for name in _STARTS), f"/hall/{event_id}", f"/play/{event_id}"])
    listed, counts, opened = set(waiting), Counter[str](), Opened()
    prints: list[str] = []
    while waiting:
        address = waiting.popleft()
        path = urlsplit(address).path
        route = _known_route(path, routes)
        is_of_many = sheets is None and any(part in (route or "") for part in _ALL)
        kind = path if is_of_many else route
        if kind is None or counts[kind]:
            continue
        counts[kind] += 1
        answer = _open(playing, address, opened)
        if not answer.headers.get("content-type", "").startswith("text/html"):
            opened.files.setdefault(kind, answer)
            continue
        for to in _leads(Page.read(answer.text), answer.url.path):
            if event_id in to and to not in listed:
                listed.add(to)
                (prints if urlsplit(to).path.endswith(".pdf") else waiting).append(to)
    once = list({urlsplit(one).path: one for one in prints}.values())
    for address in once if sheets is None else random.Random(rotation_seed()).sample(once, min(sheets, len(once))):
        answer = _open(playing, address, opened)
        if answer.status_code == 200 and not answer.content.startswith(b"%PDF"):
            opened.failed.append((address, 200))
    return opened


@cache
def _known_route(path: str, routes: tuple[str, ...]) -> str | None:
    return route_of(path, routes)


def _open(playing: Playing, address: str, opened: Opened) -> httpx.Response:
    answer = playing.desk.get(address)
    opened.addresses.append(address)
    if answer.status_code >= 500:
        opened.failed.append((address, answer.status_code))
    return answer


def _leads(page: Page, here: str) -> Iterator[str]:
    """Yields the addresses on this host that a page leads to: its links, and the forms that open a sheet."""
    for link in page.links:
        to = urldefrag(urljoin(here, link)).url
        if not urlsplit(to).netloc and "lang=" not in to:
            yield to
    for action, fields in page.forms.items():
        if action.endswith(".pdf"):
            yield f"{action}?{urlencode(fields)}"
