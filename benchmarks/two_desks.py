"""One and two desks on one PostgreSQL, through the network: 50 devices on one event, and on two.

Each device waits for the answer to its result before it sends the next. All clients are in this process; desks and
server share the processors of the machine with them, so that a second desk helps only where processors are free.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import count

from arrowswitch.store.sql import SqlStore
from arrowswitch.web.desk.slot_keys import slot_key
from benchmarks.crowd import Crowd, send_results
from benchmarks.evenings import full_evening
from benchmarks.measure import Row
from benchmarks.posts import post_bodies
from benchmarks.seasons import copy_of
from benchmarks.serving import HOST, Served, desk
from tests.postgres import new_database

DEVICES = 50
SECONDS = 5.0
Way = tuple[Served, str]
"""A desk, and the address of an event there."""


def rows() -> Iterator[Row]:
    """Yields the time of a result with one desk, with two on one event, and with two on two events."""
    url = new_database()
    with closing(SqlStore(url)) as store:
        evening = full_evening(store=store)
        row, ledger = copy_of(evening.tournament.events()[0], evening.tournament.ledger(evening.event_id), 1)
        store.append(row, ledger, 0)
    bodies = post_bodies([slot_key(slot) for slot in evening.state.results], count())
    paths = [f"/events/{event_id}" for event_id in (evening.event_id, row.event_id)]
    with ExitStack() as stack:
        first, second = (stack.enter_context(desk(url)) for _ in range(2))
        alone = asyncio.run(_run([(first, paths[0])], bodies))
        together = asyncio.run(_run([(first, paths[0]), (second, paths[0])], bodies))
        apart = asyncio.run(_run([(first, paths[0]), (second, paths[1])], bodies))
    bound = f"one desk ({alone.rate_text()})"
    for what, crowd in (("one event", together), ("two events", apart)):
        name = f"a result by {DEVICES} devices, two desks, {what} ({crowd.rate_text()}), PostgreSQL"
        yield Row(name, crowd.milliseconds, bound, alone.milliseconds)


async def _run(ways: Sequence[Way], bodies: Iterator[bytes]) -> Crowd:
    """Returns the answers to devices that use the ways in turn; ends the program if a result is refused."""
    crowd = Crowd()
    used = [ways[at % len(ways)] for at in range(DEVICES)]
    lines = [await asyncio.open_connection(HOST, server.port) for server, _ in used]
    start = time.perf_counter()
    await asyncio.gather(
        *(
            send_results(server, f"{path}/scores/enter", bodies, crowd, start + SECONDS, *line)
            for (server, path), line in zip(used, lines, strict=True)
        )
    )
    crowd.seconds = time.perf_counter() - start
    for _, writer in lines:
        writer.close()
    return crowd
