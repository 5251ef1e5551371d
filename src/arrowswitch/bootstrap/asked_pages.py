"""The pages of one event, or of papers, asked for by a program of its own over a store in memory: what comes from
outside and breaks one of them is refused before it is stored (`tournament.files.contradictions`, `club.attempts`).

Every page, table and file is asked for whose address names only the event and the session with its section, or only the
papers, and nothing that streams or is printed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from urllib.parse import quote

from fastapi import FastAPI
from starlette.types import Message

from arrowswitch.core.chance import SystemChance
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.club.attempts import PageFailed
from arrowswitch.tournament.files.contradictions import Ledger, score
from arrowswitch.tournament.model.club_values.simultaneous import SimultaneousField
from arrowswitch.tournament.model.ports import PaperRow
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.stored.kinds import KINDS, SIMULTANEOUS
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.access.roles import GuardedRoute, routes_in
from arrowswitch.web.app import create_app

_EVENT = "{event_id}"
_DESK = f"/events/{_EVENT}/"
_ROOTS = (_DESK, f"/hall/{_EVENT}", f"/play/{_EVENT}", f"/enter/{_EVENT}")
_NOT_ASKED = ("/live", "/package/archive.zip", "/league/search", "/recovery/plans")
"""A stream, a copy of the ledger, and searches that a person starts."""
_MOST_PLACES = 4
_DEFECT, _UNREADABLE = 500, 422
_NEEDING_NOTHING = ("/entries", "/ranking", "/scores")
"""Pages of every event: that they cannot be read says so of the event. Others also need a value of a form."""
_LADDER, _HALL_SCREEN = "ladder", "hall-screen"
_PAGES_OF = {
    "equipment": ("/club/equipment",),
    "expelled-player": ("/points",),
    "federation-report": ("/federation", "/points"),
    _HALL_SCREEN: ("/s/",),
    _LADDER: ("/ladders",),
    "merged-player": ("/points",),
    "other-award": ("/points",),
    "reporting-club": ("/federation",),
    SIMULTANEOUS: ("/simultaneous", "/points"),
}
"""The beginnings of the addresses that show a kind of papers. Uploads are shown with their field, prints with their
event."""
_PART_WITH_ID = {_HALL_SCREEN: "{number}", _LADDER: "{ladder_id}"}
"""The part of an address that has the id of a paper."""


@dataclass(frozen=True, slots=True)
class _FixedClock:
    """One time: that of the newest entry."""

    time: datetime

    def now(self) -> datetime:
        return self.time


def ask_for_pages(ledger: Ledger) -> None:
    """Scores a ledger and asks for the pages of its event; raises PageFailed with the address of the first that
    fails."""
    score(ledger)
    _run(_ask(ledger))


def ask_for_papers(rows: Sequence[PaperRow]) -> None:
    """Asks for the pages of papers that belong together; raises PageFailed with the address of the first that fails,
    and Malformed if a paper cannot be read."""
    for row in rows:
        KINDS[row.kind].load(row.text, row.form, row.paper_id)
    _run(_ask_of_papers(rows))


def _run(asking: Coroutine[None, None, None]) -> None:
    """Runs questions in a thread of their own: the caller's may have a loop that runs."""
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, asking).result()


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
    tournament = Tournament(MemoryStore(), _FixedClock(ledger[-1].at), SystemChance())
    event_id = tournament.take_in(ledger)
    app = create_app(tournament)
    for address in addresses(app, tournament.state(event_id)):
        status = await _status(app, address)
        if status >= _DEFECT or (status == _UNREADABLE and address.endswith(_NEEDING_NOTHING)):
            raise PageFailed(address.replace(event_id, _EVENT), status)


async def _ask_of_papers(rows: Sequence[PaperRow]) -> None:
    store = MemoryStore()
    for row in rows:
        store.save_paper(replace(row, version=1), 0)
    app = create_app(Tournament(store, _FixedClock(datetime.now(UTC)), SystemChance()))
    for address in dict.fromkeys(paper_addresses(app, rows)):
        status = await _status(app, address)
        if status >= _DEFECT or status == _UNREADABLE:
            raise PageFailed(address, status)


def paper_addresses(app: FastAPI, rows: Sequence[PaperRow]) -> Iterator[str]:
    """Yields the addresses of the pages that show papers."""
    for route in routes_in(app.router):
        if not isinstance(route, GuardedRoute) or "GET" not in (route.methods or ()):
            continue
        if route.path.endswith((*_NOT_ASKED, ".pdf")):
            continue
        for row in rows:
            if route.path.startswith(_PAGES_OF.get(row.kind, ())):
                yield from _addresses_of(route.path, row)


def _addresses_of(path: str, row: PaperRow) -> Iterator[str]:
    """Yields the addresses of a route for one paper: with its id, and the numbers that it has."""
    if "{" not in path:
        yield path
    elif row.kind == SIMULTANEOUS:
        field: SimultaneousField = KINDS[row.kind].load(row.text, row.form)
        own = path.replace("{field_id}", row.paper_id)
        numbers = [club.number for club in field.clubs] if "{number}" in path else range(1, field.boards + 1)
        every = (own.replace("{number}", str(n)).replace("{board}", str(n)) for n in numbers)
        yield from (one for one in (every if "{" in own else (own,)) if "{" not in one)
    elif row.kind in _PART_WITH_ID:
        address = path.replace(_PART_WITH_ID[row.kind], quote(row.paper_id))
        yield from () if "{" in address else (address,)


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
