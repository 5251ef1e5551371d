"""A long run: evening after evening is played on one desk until the given number of results is posted. For every ten
thousand it prints the time of a result, its processor time, and the memory of the process: `make soak`, `make soak
RESULTS=100000`.

Each evening is an event of 13 tables and 26 boards in one SQLite file. Its results come through the web program (here,
without the network), its ranking is asked for after every round, and two of its sheets are printed.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents import PrintJob, render
from arrowswitch.i18n import Locale
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.slot_keys import slot_key
from tests.builders import START, CountingChance, Evening, FixedClock
from tests.web.client import Desk, open_desk

DEFAULT = 10_000
EACH = 10_000
TABLES = 13
TEXTS = ("P", "100", "110", "120", "130", "140", "-100", "-110", "-120")
SHEETS = ("ranking", "private-scores")
STATM = Path("/proc/self/statm")


def main(results: int) -> None:
    """Plays until the given number of results is posted, and prints a line for every ten thousand and for the rest."""
    print("results | evenings | ms a result | of the processor | MB", flush=True)
    with tempfile.TemporaryDirectory() as folder, closing(SqlStore(f"sqlite:///{Path(folder) / 'club.db'}")) as store:
        tournament = Tournament(store, FixedClock(), CountingChance())
        with open_desk(create_app(tournament)) as client:
            posted, evenings, reported, spent, worked = 0, 0, 0, 0.0, 0.0
            while posted < results:
                evening = _start_evening(tournament, evenings)
                evenings += 1
                for slot in missing_slots(evening.state, 1)[: results - posted]:
                    start, work = time.perf_counter(), time.process_time()
                    _post(client, evening, slot_key(slot), posted)
                    spent, worked = spent + time.perf_counter() - start, worked + time.process_time() - work
                    posted += 1
                    if posted % (2 * TABLES) == 0:
                        _ranking(client, evening)
                    if posted % EACH == 0 or posted == results:
                        each, work = (1000 * seconds / (posted - reported) for seconds in (spent, worked))
                        print(f"{posted} | {evenings} | {each:.2f} | {work:.2f} | {_mebibytes():.0f}", flush=True)
                        reported, spent, worked = posted, 0.0, 0.0
                _print(evening)


def _start_evening(tournament: Tournament, number: int) -> Evening:
    clock = FixedClock()
    event = tournament.create(Settings(f"試 {number}", "2026-11-21"), Stamp(f"create-{number}", "director"))
    evening = Evening(tournament, event, clock)
    for pair in range(1, 2 * TABLES + 1):
        evening.do(AddEntry((Person(f"試{pair}甲"), Person(f"試{pair}乙"))))
    evening.start(make("mitchell", tables=TABLES, boards_per_round=2))
    return evening


def _post(client: Desk, evening: Evening, key: str, number: int) -> None:
    typed = {"key": key, "text": TEXTS[number * 7 % len(TEXTS)], "is_confirmed": "true", "command_id": f"r-{number}"}
    answer = client.post(f"/events/{evening.event_id}/scores/enter", data=typed)
    if answer.status_code != 200:
        raise SystemExit(f"a result is answered {answer.status_code}: {answer.text[:200]}")


def _ranking(client: Desk, evening: Evening) -> None:
    answer = client.get(f"/events/{evening.event_id}/ranking")
    if answer.status_code != 200:
        raise SystemExit(f"the ranking is answered {answer.status_code}")


def _print(evening: Evening) -> None:
    job = PrintJob(evening.state, evening.tournament.ledger(evening.event_id), START)
    for sheet in SHEETS:
        render(sheet, job, Locale.JA)


def _mebibytes() -> float:
    """Returns how much memory the process has now; where the system does not say so, the most that it had."""
    if STATM.exists():
        return int(STATM.read_text(encoding="ascii").split()[1]) * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT)
