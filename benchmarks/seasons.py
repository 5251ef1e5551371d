"""Pages over a season: the public results, the masterpoints of a period and a ladder, with 60 to 3,000 events.

The events are copies of one small published game in a database of SQLite. The first look of all reads every ledger and
stores a value of each event; the first look after a start reads these; the looks after it are what every visitor waits
for.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from arrowswitch.store.derived import program_digest
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.ladders.ladders import Ladders
from arrowswitch.tournament.model.club_values.ladders import LadderRules
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import EventCreated, LedgerEntry
from arrowswitch.tournament.model.ports import EventRow
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.points.points import Points
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from benchmarks.measure import Row, once
from tests.builders import CountingChance, FixedClock
from tests.spec.points.test_report import game
from tests.web.client import Desk, open_desk

EVENTS = (60, 66, 300, 3000)
RUNS = 7
YEAR = 2026
BUDGETS = {300: 50.0, 3000: 200.0}
"""The aims in milliseconds of a processor, by the number of events."""
ANSWERED = 200


def rows() -> Iterator[Row]:
    """Yields the processor time of each page by the number of events: first of all, after a start, and later."""
    for events in EVENTS:
        with (
            tempfile.TemporaryDirectory() as folder,
            closing(SqlStore(f"sqlite:///{Path(folder) / 'club.db'}")) as store,
        ):
            ladder = _season_in(store, events)
            for what, address in (
                ("`/results`", "/results"),
                ("`/points` of the year", f"/points?first={YEAR}-01-01&last={YEAR}-12-31"),
                ("a ladder", f"/results/ladders/{ladder}"),
            ):
                yield from _page(store, what, address, events)


def _page(store: SqlStore, what: str, address: str, events: int) -> Iterator[Row]:
    firsts = list[float]()
    for _ in ("first of all", "after a start"):
        program_digest.cache_clear()
        with open_desk(create_app(Tournament(store, FixedClock(), CountingChance()))) as client:
            firsts.append(once(lambda: _open(client, address), time.process_time))
            later = min(once(lambda: _open(client, address), time.process_time) for _ in range(RUNS))
    where = f"{what}, {events:,} events"
    yield Row(f"{where}, later looks", later, "the budget", BUDGETS.get(events, min(BUDGETS.values())))
    yield Row(f"{where}, first look after a start", firsts[1], "a later look", later)
    yield Row(f"{where}, first look of all", firsts[0], "the first after a start", firsts[1])


def _open(client: Desk, address: str) -> None:
    answer = client.get(address)
    if answer.status_code != ANSWERED:
        raise SystemExit(f"{address} answers {answer.status_code}")


def _season_in(store: SqlStore, events: int) -> str:
    """Stores copies of a published game, some on each day of a year, and returns the id of a ladder over all of
    them."""
    tournament = Tournament(store, FixedClock(), CountingChance())
    evening = game(tournament, f"{YEAR}-01-01")
    evening.do(Publish())
    row, ledger = tournament.events()[0], tournament.ledger(evening.event_id)
    with store.at_once():
        for number in range(1, events):
            store.append(*copy_of(row, ledger, number), 0)
    rules = LadderRules("Season", f"{YEAR}-01-01", f"{YEAR}-12-31")
    return Ladders(tournament, Points(tournament)).make(rules).paper_id


def copy_of(row: EventRow, ledger: tuple[LedgerEntry, ...], number: int) -> tuple[EventRow, tuple[LedgerEntry, ...]]:
    """Returns an event again, under another id and on a later day of the year."""
    first, *later = ledger
    created = first.facts[0]
    if not isinstance(created, EventCreated):
        raise SystemExit("a ledger does not begin with its event")
    event_id = EventId(f"{row.event_id}-{number}")
    day = (date(YEAR, 1, 1) + timedelta(days=number % 365)).isoformat()
    settings = replace(created.settings, date=day)
    copied = replace(first, facts=(replace(created, event_id=event_id, settings=settings), *first.facts[1:]))
    return replace(row, event_id=event_id, date=day), (copied, *later)
