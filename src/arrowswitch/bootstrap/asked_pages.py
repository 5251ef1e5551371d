"""The pages of one event, asked for by a program of its own over a store in memory: an event from outside that breaks
one of them is refused before it is stored (`tournament.files.contradictions`).

Every page, table and file is asked for whose address names only the event and the session with its section, and
nothing that streams or is printed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime

from fastapi import FastAPI
from starlette.types import Message

from arrowswitch.core.chance import SystemChance
from arrowswitch.core.errors import Impossible
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.files.contradictions import Ledger, score
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.access.roles import GuardedRoute, routes_in
from arrowswitch.web.app import create_app

_EVENT = "{event_id}"
_DESK = f"/events/{_EVENT}/"
_ROOTS = (_DESK, f"/hall/{_EVENT}", f"/play/{_EVENT}", f"/enter/{_EVENT}")
_NOT_ASKED = ("/live", "/package/archive.zip", "/league/search", "/recovery/plans")
"""A stream, a copy of the ledger, and searches that a person starts."""
_MOST_PLACES = 4
_DEFECT = 500


@dataclass(frozen=True, slots=True)
class _EndClock:
    """The time of the newest entry."""

    end: datetime

    def now(self) -> datetime:
        return self.end


class PageFailed(Impossible):
    """A page of an event fails."""


def ask_for_pages(ledger: Ledger) -> None:
    """Scores a ledger and asks for the pages of its event; raises PageFailed with the address of the first that
    fails."""
    score(ledger)
    # In a thread of its own: the caller's may have a loop that runs.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, _ask(ledger)).result()


def addresses(app: FastAPI, state: EventState) -> Iterator[str]:
    """Yields the addresses of the pages, those of the desk for each place of the event."""
    paths = [route.path for route in routes_in(app.router) if isinstance(route, GuardedRoute) and _is_asked(route)]
    places = [f"{number}{letter}" for number, one in state.sessions.items() for letter in one.sections]
    for path in paths:
        yield path.replace(_EVENT, state.event_id)
    for place in places[:_MOST_PLACES] if len(places) > 1 else ():
        yield from (path.replace(_EVENT, f"{state.event_id}/{place}") for path in paths if path.startswith(_DESK))


def _is_asked(route: GuardedRoute) -> bool:
    is_whole = route.path.replace(_EVENT, "", 1).count("{") == 0
    return (
        "GET" in (route.methods or ())
        and route.path.startswith(_ROOTS)
        and is_whole
        and not route.path.endswith(_NOT_ASKED)
    )


async def _ask(ledger: Ledger) -> None:
    tournament = Tournament(MemoryStore(), _EndClock(ledger[-1].at), SystemChance())
    event_id = tournament.take_in(ledger)
    app = create_app(tournament)
    for address in addresses(app, tournament.state(event_id)):
        status = await _status(app, address)
        if status >= _DEFECT:
            raise PageFailed(f"{address.replace(event_id, _EVENT)}: {status}")


async def _status(app: FastAPI, address: str) -> int:
    """Returns the status of the answer to a request of the host computer."""
    statuses: list[int] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": address,
        "raw_path": address.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"localhost"), (b"accept", b"text/html")],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
    }
    await app(scope, receive, send)
    return statuses[0]
