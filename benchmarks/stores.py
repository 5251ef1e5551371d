"""One result entered (decided, stored, folded, told) on each store; memory is the bound."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import closing
from itertools import count, cycle
from pathlib import Path

from arrowswitch.store.memory import MemoryStore
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.service.service import Tournament
from benchmarks.evenings import full_evening
from benchmarks.measure import Row, compare
from tests.builders import CountingChance, Evening, FixedClock
from tests.postgres import new_database


def rows() -> tuple[Row, ...]:
    """Returns the measurements: SQLite's file, PostgreSQL, and PostgreSQL with two processes in turn."""
    evening = full_evening()
    bound = _enters(evening, [MemoryStore()])
    url = new_database()
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(SqlStore(f"sqlite:///{Path(folder) / 'club.db'}")) as file,
        closing(SqlStore(url)) as first,
        closing(SqlStore(url)) as second,
    ):
        stores: dict[str, list[Store]] = {
            "enter a result on SQLite": [file],
            "enter a result on PostgreSQL": [first],
            "the same, every other one by a second process": [first, second],
        }
        return tuple(compare(what, _enters(evening, used), "in memory", bound) for what, used in stores.items())


def _enters(evening: Evening, stores: list[Store]) -> Callable[[], object]:
    """Returns a function that corrects one result after another of an event, by one process for each of the stores in
    turn."""
    processes = [Tournament(store, FixedClock(), CountingChance(1)) for store in stores]
    event = processes[0].import_file(evening.tournament.export(evening.event_id), Stamp("import"))
    slots, texts, numbers = cycle(evening.state.results), cycle(("100", "110", "120")), count()
    turns = cycle(processes)

    def enter() -> object:
        command = EnterResult(next(slots), next(texts), is_confirmed=True, correction=CorrectionReason.TYPING_ERROR)
        return next(turns).execute(event, command, Stamp(f"{id(stores)}-{next(numbers)}", "director"))

    return enter
