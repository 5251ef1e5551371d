"""Requests that nobody's page makes: every route, by every role, with damaged addresses, queries and bodies.

The routes are those of the program itself, so that a new one is tried by itself. A request is wrong if it is answered
with 5xx or not at all, takes more than `SLOW` seconds of processor time, or is refused and has changed what is stored.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import random
import re
import sys
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from argon2 import PasswordHasher
from fastapi import APIRouter, FastAPI
from starlette.types import Message

from arrowswitch.core.movements.families.registry import make
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.club import password
from arrowswitch.tournament.devices.codes import DeviceOwner, new_code
from arrowswitch.tournament.federation.clubs import ReportingClubs
from arrowswitch.tournament.model.club_values.links import LinkKind, digest_of
from arrowswitch.tournament.model.club_values.simultaneous import SimultaneousField
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.advance import EnterInAdvance, SetAdvanceTerms
from arrowswitch.tournament.model.values.advance import AdvanceTerms
from arrowswitch.tournament.simultaneous.fields import Simultaneous
from arrowswitch.web.access import holders
from arrowswitch.web.access import routes as access_routes
from arrowswitch.web.access.roles import GuardedRoute, RouteRole, routes_in
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.guests import routes as guest_routes
from arrowswitch.web.guests import DOOR_COOKIE, Task
from tests.builders import mitchell_evening, new_evening, person
from tests.fuzzed import AWKWARD, damage
from tests.web.conftest import CLUB_ZONE, register_players

SLOW = 2.0
ROLES = (
    *("anonymous", "player's link", "table's device", "assistant", "director", "organiser", "host computer"),
    *("neighbour's desk", "reporting club"),
)
"""Where a request comes from."""
HOST, ELSEWHERE = "127.0.0.1", "192.0.2.7"
ADDRESS = "192.0.2.40"
OWN = "own-secret-of-a-pair"
_SERVER_FAULT, _REFUSED = 500, 400
_ENDLESS = ("/live",)
"""A stream is left out: it has no end. Its address is tried with an event that is none."""
NOTED_WHEN_REFUSED = ("simultaneous-upload",)
"""Kinds of papers that say that something was refused."""
_NAMES_IN_SOURCE = re.compile(r"""(?:\.get\(|form\[|text_of\(form, |\.pop\()"([a-z_]+)"|Form\(alias="([a-z_]+)""")
_FIELDS = ("command_id", "reason", "seen", "was", "stood_at", "form_token", "version", "n", "to", "lang", "text")


@dataclass(frozen=True, slots=True)
class Request:
    """A request to a route: its bytes as a browser or a program would send them."""

    route: str
    method: str
    path: str
    query: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    def __str__(self) -> str:
        kind = dict(self.headers).get(b"content-type", b"")
        return f"{self.method} {self.path[:200]!r} ?{self.query[:200]!r} {kind!r} {self.body[:600]!r}"


class Target:
    """A desk with an evening under way, a register, and a link of every kind; rebuilt when it was changed much."""

    def __init__(self, more: Sequence[APIRouter] = ()) -> None:
        evening = new_evening(4)
        register_players(evening)
        evening.do(SetAdvanceTerms(AdvanceTerms(most=4)))
        evening.do(EnterInAdvance(digest_of(OWN), (person("Alder"),)))
        evening.start(make("howell", pairs=4))
        for table, text in ((1, "4SN="), (2, "-50")):
            evening.enter(1, table, 1, text)
        self.evening, self.services = evening, evening.tournament
        self.store = self.services.store
        assert isinstance(self.store, MemoryStore)
        self.services.club.set_password("three green kettles", Stamp("organiser"), is_organiser=True)
        self.app = create_app(self.services, zone=CLUB_ZONE, routers=more)
        self.field = self._field()
        self.links = self._links()
        self.doors = dict[str, str]()

    def _field(self) -> str:
        fields = Simultaneous(self.services.store, self.services.clock, self.services.chance)
        paper = fields.make(SimultaneousField("Cup", "2026-11-21", 10, regulations="jcbl-2008"))
        fields.add_clubs(paper.paper_id, ("Club A", "Club B"))
        self.club = fields.new_link(paper.paper_id, 1)
        return paper.paper_id

    def _links(self) -> Mapping[str, str]:
        links, event = self.services.links, self.evening.event_id
        clubs = ReportingClubs(self.services.store, self.services.clock, self.services.chance)
        return {
            "player's link": OWN,
            "table's device": new_code(links, DeviceOwner(event, Place(1, "A"), 1)),
            "neighbour's desk": self.club,
            "reporting club": clubs.add("Club A")[1],
            "event": links.make(LinkKind.EVENT, event),
        }

    def let_in(self, role: str) -> None:
        """Gives a role that logs in a session that it has not ended."""
        guests = self.app.state.services.guest_list
        if role not in ("assistant", "director", "organiser") or guests.guest(self.doors.get(role, "")) is not None:
            return
        task = Task(1, self.evening.event_id, frozenset("A")) if role == "assistant" else None
        self.doors[role] = guests.let_in("Alder", ELSEWHERE, task, is_organiser=role == "organiser")

    def copy_store(self) -> tuple[object, ...]:
        """Returns the content of the store, to be compared: its values are never changed, only replaced."""
        content = {name: value for name, value in vars(self.store).items() if name != "_lock"}
        content["_papers"] = {key: row for key, row in content["_papers"].items() if key[0] not in NOTED_WHEN_REFUSED}
        return tuple(dict(value) if isinstance(value, dict) else value for value in content.values())


@cache
def tried_routes() -> tuple[GuardedRoute, ...]:
    """Returns every route of the program."""
    app = create_app(mitchell_evening().tournament, zone=CLUB_ZONE)
    return tuple(route for route in routes_in(app.router) if isinstance(route, GuardedRoute))


def fields_of(route: GuardedRoute) -> tuple[str, ...]:
    """Returns the names of the fields that a route reads: those it declares, and those its module asks a form for."""
    declared = [one.alias for one in (*route.dependant.body_params, *route.dependant.query_params)]
    return tuple(dict.fromkeys((*declared, *_names_in(route.endpoint.__module__), *_FIELDS)))


@cache
def _names_in(module: str) -> tuple[str, ...]:
    source = inspect.getsource(sys.modules[module])
    return tuple(first or second for first, second in _NAMES_IN_SOURCE.findall(source))


def request_to(route: GuardedRoute, role: str, target: Target, chance: random.Random) -> Request:
    """Returns a request to a route with anything in its parts."""
    method = chance.choice(sorted(route.methods or ()))
    path = re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: _part(found[1], role, target, chance), route.path)
    if route.path.startswith("/events/{event_id}/") and chance.random() < 1 / 4:
        event = target.evening.event_id
        path = path.replace(f"/events/{event}/", f"/events/{event}/{chance.choice(('1A', '1B', '2A', '99Z'))}/", 1)
    if route.path.endswith(_ENDLESS):
        path = path.replace(target.evening.event_id, "none").replace(target.links["table's device"], "none")
    names = fields_of(route)
    query = urlencode(_pairs(names, target, chance), errors="replace").encode() if chance.random() < 1 / 2 else b""
    if query and chance.random() < 1 / 10:
        query = bytes(chance.randrange(33, 127) for _ in range(20))
    headers = [(b"host", ADDRESS.encode()), (b"origin", f"http://{ADDRESS}".encode())]
    headers.append((b"accept", chance.choice((b"text/html", b"application/json", b"*/*"))))
    if role in target.doors:
        headers.append((b"cookie", f"{DOOR_COOKIE}={target.doors[role]}".encode()))
    body = b""
    if method != "GET":
        kind, body = _body(route, names, target, chance)
        headers += [(b"content-type", kind)] if kind else []
        headers.append((b"content-length", str(len(body)).encode()))
    if chance.random() < 1 / 10:
        headers.append((b"x-swap", b"1"))
    return Request(route.path, method, path, query, tuple(headers), body)


def _part(name: str, role: str, target: Target, chance: random.Random) -> str:
    """Returns a part of an address: mostly one that there is, else anything without a slash."""
    if name == "secret" and chance.random() < 9 / 10:
        every = tuple(target.links.values())
        return target.links[role] if role in target.links and chance.random() < 3 / 4 else chance.choice(every)
    state = target.evening.state
    there: Mapping[str, Sequence[object]] = {
        "event_id": (target.evening.event_id,),
        "field_id": (target.field,),
        "entry_id": tuple(state.entries),
        "player_id": ("p1", "p2"),
        "key": tuple(f"{s.place.format()}-{s.round}-{s.table}-{s.board}" for s in state.results)[:3] or ("1A-1-1-1",),
        "number": (1, 2, 99),
        "board": (1, 2, 99),
        "sheet": ("ranking", "travellers", "seating"),
        "name": ("jcbl-2008", "ranking", "index.html"),
        "seq": (1, 5, 9999),
        "place": (0, 1, 7),
    }
    chosen = there.get(name, ("1", "new", "x"))
    text = str(chance.choice(chosen)) if chance.random() < 4 / 5 else chance.choice(AWKWARD)[:300]
    return text.replace("/", "").encode(errors="replace").decode() or "0"


def _pairs(names: Sequence[str], target: Target, chance: random.Random) -> list[tuple[str, str]]:
    chosen = [name for name in names if chance.random() < 2 / 3] or list(names[:1])
    return [(name, _value(target, chance)) for name in chosen]


def _value(target: Target, chance: random.Random) -> str:
    usual = ("1", "2", "A", "1A", "yes", "true", "2026-11-21", "18:30", "4SN=", "N", "NS", "1-1-1", "Alder", "p1", "")
    match chance.randrange(4):
        case 0:
            return chance.choice(AWKWARD)
        case 1:
            return str(chance.choice((0, -1, 1, 7, 99, 1000, 10**9, 10**30, 1.5)))
        case 2:
            state = target.evening.state
            return chance.choice((*map(str, state.entries), target.evening.event_id, target.field))
        case _:
            return chance.choice(usual)


@cache
def samples() -> tuple[bytes, ...]:
    """Returns files of many kinds, to be damaged."""
    evening = mitchell_evening()
    event = evening.tournament.export(evening.event_id).encode()
    lists = ("name,mp\nOak,1\n", "name1,name2,number\nAlder,Oak,1\n", "1,420,3\n1,-50,2\n", "1,420\n2,-50\n")
    deal = b"N:AKQ2.JT9.876.543 JT98.AKQ.JT9.876 765.876.AKQ.JT92 43.5432.5432.AKQ"
    return (event, b"PK\x03\x04" + bytes(40), deal, b"\x89PNG\r\n\x1a\n" + bytes(30), *(one.encode() for one in lists))


def _body(route: GuardedRoute, names: Sequence[str], target: Target, chance: random.Random) -> tuple[bytes, bytes]:
    """Returns a content type and a body, which is not always of that type."""
    pairs = _pairs(names, target, chance)
    form = b"application/x-www-form-urlencoded"
    match chance.randrange(8):
        case 0 | 1 | 2:
            return form, urlencode(pairs, errors="replace").encode()
        case 3 | 4:
            return _multipart(route, pairs, chance)
        case 5:
            plain = json.dumps(dict(pairs)).encode()
            return b"application/json", chance.choice((plain, b"[" * 50_000, b"null", b'{"a":', b"\xff\xfe{}"))
        case 6:
            return b"application/octet-stream", damage(chance.choice(samples()), chance)
        case _:
            kinds = (form, b"multipart/form-data", b"multipart/form-data; boundary=", b"text/xml", b"\xff", b"")
            return chance.choice(kinds), damage(urlencode(pairs, errors="replace").encode() + b"=&", chance)


def _multipart(route: GuardedRoute, pairs: Sequence[tuple[str, str]], chance: random.Random) -> tuple[bytes, bytes]:
    files = {one.alias for one in route.dependant.body_params if "UploadFile" in str(one.field_info.annotation)}
    parts = []
    for name, value in pairs:
        is_file = name in files or (not files and chance.random() < 1 / 10)
        label = f'form-data; name="{name}"' + ('; filename="a.json"' if is_file else "")
        data = damage(chance.choice(samples()), chance) if is_file else value.encode(errors="replace")
        parts.append(b"--x\r\nContent-Disposition: " + label.encode() + b"\r\n\r\n" + data + b"\r\n")
    return b"multipart/form-data; boundary=x", b"".join(parts) + b"--x--\r\n"


async def answer(app: FastAPI, request: Request, client: str) -> tuple[int, str]:
    """Returns the status and the beginning of the answer."""
    status, text = [0], bytearray()
    parts = [request.body[at : at + 4000] for at in range(0, max(1, len(request.body)), 4000)]

    async def receive() -> Message:
        if not parts:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            status[0] = message["status"]
        elif len(text) < 2000:
            text.extend(message.get("body", b""))

    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": request.path,
        "raw_path": quote(request.path, errors="replace").encode(),
        "query_string": request.query,
        "root_path": "",
        "headers": list(request.headers),
        "client": (client, 1),
        "server": (ADDRESS, 80),
    }
    await app(scope, receive, send)
    return status[0], text.decode(errors="replace")


class LastDefect(logging.Handler):
    """Holds the newest exception that the program logged as a defect, with the last lines of its traceback."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Notes the traceback of a record."""
        lines = traceback.format_exception(record.exc_info[1]) if record.exc_info else [record.getMessage()]
        self.text = "".join(lines)[-600:]


class RouteTrial:
    """Sends requests of a role one after another, and collects what is wrong."""

    def __init__(self, role: str, seed: str, renewed: int = 200) -> None:
        self.role, self.chance, self.renewed = role, random.Random(f"{seed} {role}"), renewed
        self.more: tuple[APIRouter, ...] = ()
        self.faults: dict[str, str] = {}
        self.defect = LastDefect()
        self.statuses: dict[int, int] = {}

    def run(self, count: int, routes: Sequence[GuardedRoute] | None = None) -> None:
        """Sends the given number of requests, to all routes in turn."""
        log = logging.getLogger("arrowswitch.web")
        log.addHandler(self.defect)
        try:
            # A thread of its own: the browser tests of the same process have a loop that runs in this one.
            with ThreadPoolExecutor(1) as apart:
                apart.submit(asyncio.run, self._run(count, tuple(routes or tried_routes()))).result()
        finally:
            log.removeHandler(self.defect)

    async def _run(self, count: int, routes: Sequence[GuardedRoute]) -> None:
        target = Target(self.more)
        order = self._order(routes)
        for at in range(1, count + 1):
            if at % self.renewed == 0 or target.services.known_state(target.evening.event_id) is None:
                target = Target(self.more)
            target.let_in(self.role)
            await self._try(next(order), target)

    def _order(self, routes: Sequence[GuardedRoute]) -> Iterator[GuardedRoute]:
        is_let_in = self.role in ("director", "organiser", "host computer")
        open_ones = [route for route in routes if route.role not in (RouteRole.DIRECTOR, RouteRole.ORGANISER)]
        while True:
            yield from self.chance.sample(routes, len(routes))
            for _ in range(0 if is_let_in else 4):
                yield from self.chance.sample(open_ones, len(open_ones))

    async def _try(self, route: GuardedRoute, target: Target) -> None:
        request = request_to(route, self.role, target, self.chance)
        before, began = target.copy_store(), time.process_time()
        client = HOST if self.role == "host computer" else ELSEWHERE
        try:
            status, text = await asyncio.wait_for(answer(target.app, request, client), 60)
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            status, text = 0, repr(error)
        took = time.process_time() - began
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if status >= _SERVER_FAULT or not status:
            self.faults.setdefault(
                f"{request.method} {request.route}: {status}", f"{request}\n{self.defect.text or text}"
            )
        elif took > SLOW:
            self.faults.setdefault(f"{request.method} {request.route}: {took:.1f} s", str(request))
        elif status >= _REFUSED and target.copy_store() != before:
            self.faults.setdefault(
                f"{request.method} {request.route}: {status} and changed", f"{request}\n{text[:300]}"
            )


@contextmanager
def without_waiting() -> Iterator[None]:
    """Answers wrong guesses at once, and hashes passwords with the lowest parameters."""

    async def at_once(_seconds: float) -> None:
        return None

    with pytest.MonkeyPatch.context() as patch:
        for module in (holders, access_routes, guest_routes):
            patch.setattr(module, "sleep", at_once)
        patch.setattr(password, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield
