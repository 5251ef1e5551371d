"""Results sent by many devices at once, each acknowledged after it is stored, next to the least that a server can do: a
bare ASGI application that commits each post to a database of the same kind.

Both answer in this process, without the network: 50 clients send one result after another, each waiting for its answer.
The time for a post counts while all of them send.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import closing
from itertools import count, cycle
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode

from arrowswitch.store.sql import SqlStore
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.slot_keys import slot_key
from benchmarks.evenings import full_evening
from benchmarks.measure import Row

CLIENTS = 50
TABLES = (13, 25)
POSTS = 400
ROUNDS = 3
TEXTS = ("P", "100", "110", "120", "130", "140", "-100", "-110", "-120")

Message = MutableMapping[str, Any]
App = Callable[[Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]]


def rows() -> tuple[Row, ...]:
    """Returns the time for a post of 50 clients at two sizes of evenings, next to that of the bare server."""
    return tuple(_row(tables) for tables in TABLES)


def _row(tables: int) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        store = SqlStore(f"sqlite:///{Path(folder) / 'club.db'}")
        evening = full_evening(tables=tables, store=store)
        path = f"/events/{evening.event_id}/scores/enter"
        keys = [slot_key(slot) for slot in evening.state.results]
        with closing(store), closing(bare_database(Path(folder) / "bare.db")) as bare:
            desk, least = create_app(evening.tournament), bare_app(bare)
            numbers = count()
            times: list[float] = []
            bound_times: list[float] = []
            for _ in range(ROUNDS):
                times.append(asyncio.run(_time(desk, path, post_bodies(keys, numbers))))
                bound_times.append(asyncio.run(_time(least, path, post_bodies(keys, numbers))))
    what = f"a result posted by one of {CLIENTS} clients, {tables} tables"
    return Row(what, min(times), "a bare ASGI application, one commit a post", min(bound_times))


def post_bodies(keys: list[str], numbers: Iterator[int]) -> Iterator[bytes]:
    """Yields the bodies of the posts: one result after another, in all slots."""
    texts, slots = cycle(TEXTS), cycle(keys)
    for number in numbers:
        form = {"key": next(slots), "text": next(texts), "is_confirmed": "true", "command_id": f"c-{number}"}
        yield urlencode(form).encode()


async def _time(app: App, path: str, bodies: Iterator[bytes]) -> float:
    """Returns the milliseconds for a post when all clients send."""
    left = count()

    async def client() -> None:
        while next(left) < POSTS:
            await post(app, path, next(bodies))

    await post(app, path, next(bodies))
    start = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(CLIENTS)))
    return (time.perf_counter() - start) * 1000 / POSTS


async def post(app: App, path: str, body: bytes) -> None:
    """Sends a form to an application, and ends the program unless it is answered 200."""
    scope: Message = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [
            (b"host", b"127.0.0.1:8642"),
            (b"origin", b"http://127.0.0.1:8642"),
            (b"accept", b"application/json"),
            (b"content-type", b"application/x-www-form-urlencoded"),
        ],
        "client": ("127.0.0.1", 5555),
        "server": ("127.0.0.1", 8642),
        "state": {},
    }
    messages: Iterator[Message] = iter([{"type": "http.request", "body": body, "more_body": False}])
    answered = asyncio.Event()
    status = 0

    async def receive() -> Message:
        message = next(messages, None)
        if message is None:
            await answered.wait()
            return {"type": "http.disconnect"}
        return message

    async def send(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
        elif not message.get("more_body"):
            answered.set()

    await app(scope, receive, send)
    if status != 200:
        raise SystemExit(f"{path} answers {status}")


def bare_database(path: Path) -> sqlite3.Connection:
    """Makes the database of the least server, as careful as the desk's."""
    bare = sqlite3.connect(path, check_same_thread=False)
    bare.execute("pragma journal_mode=wal")
    bare.execute("pragma synchronous=full")
    bare.execute("create table ledger (id text primary key, entry text)")
    return bare


def bare_app(database: sqlite3.Connection) -> App:
    """Returns the least server: it reads the form, commits it and says so."""

    async def answer_post(
        scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        body = (await receive())["body"]
        form = {name: values[0] for name, values in parse_qs(body.decode()).items()}
        with database:
            database.execute("insert into ledger values (?, ?)", (form["command_id"], json.dumps(form)))
        answer = json.dumps({"stored": True}).encode()
        headers = [(b"content-length", str(len(answer)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    return answer_post
