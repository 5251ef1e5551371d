"""Pages that follow an event of 40 tables: what a script fetches again after a result, without the network.

160 phones show the ranking, each with the row of its own pair marked; together they fetch as often as the program lets
them (`web/players/shared`), and results come as in a hall.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice

import httpx

from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.app import create_app
from arrowswitch.web.players.shared import pace_of
from benchmarks.halls import TEXTS, hall_of
from benchmarks.measure import Row, once
from benchmarks.table_phones import RESULTS_A_SECOND
from tests.web.client import Desk, open_desk

TABLES, ROUNDS, PHONES = 40, 9, 160
PLAYED, RESULTS = 400, 20
_KILOBYTE = 1000


def rows() -> Iterator[Row]:
    """Yields the share of a processor that phones with the ranking take, and the size of the matrix."""
    evening = hall_of(1, TABLES, ROUNDS, MemoryStore(), DeviceUse.TABLE)
    slots = iter(tuple(missing_slots(evening.state, 1)))
    texts = cycle(TEXTS)

    def play() -> None:
        evening.do(EnterResult(next(slots), next(texts)))

    for _ in range(PLAYED):
        play()
    with open_desk(create_app(evening.tournament)) as client:
        client.post(f"/events/{evening.event_id}/hall", {"shows": "live"})
        ranking, owners = f"/play/{evening.event_id}/ranking", cycle(evening.state.entries)
        opened = min(once(lambda: _fetch(client, ranking), time.process_time) for _ in range(RESULTS))
        fetches = round(PHONES / (pace_of(PHONES) / 1000) / RESULTS_A_SECOND)
        spent = 0.0
        for _ in range(RESULTS):
            play()
            for owner in islice(owners, fetches):
                headers = {"x-live": "1", "cookie": f"own={owner}"}
                spent += once(partial(_fetch, client, ranking, headers), time.process_time)
        mean = spent / RESULTS / fetches
        share = 100 * RESULTS_A_SECOND * fetches * mean / 1000
        what = f"{PHONES} phones follow the ranking of {TABLES} tables"
        yield Row(f"percent of a processor, {what}, {RESULTS_A_SECOND} results a second", share, "the aim", 10)
        yield Row(f"{what}: one fetch", mean, "the page opened", opened)
        matrix = _fetch(client, f"/events/{evening.event_id}/matrix")
        sent = int(_answer(client, f"/events/{evening.event_id}/matrix", {"x-live": "1"}).headers["content-length"])
        kilobytes = f"KB of the matrix of {TABLES} tables for a script that follows"
        yield Row(kilobytes, sent / _KILOBYTE, "KB as it is opened", len(matrix) / _KILOBYTE)


def _fetch(client: Desk, address: str, headers: dict[str, str] | None = None) -> bytes:
    return _answer(client, address, headers or {}).content


def _answer(client: Desk, address: str, headers: dict[str, str]) -> httpx.Response:
    answer = client.get(address, headers=headers)
    if answer.status_code != 200:
        raise SystemExit(f"{address} answers {answer.status_code}")
    return answer
