"""A kill while the schema of an older database is moved on: the next start finds all of it, in the old or the new form.

The databases are that of version 1 (`tests/data/upgrades`), whose schema is revision 0003, moved on to each later
revision, and its events alone in the two revisions before. A process of its own opens each and dies before one of its
statements, before the commit, or at a random moment.
"""

from __future__ import annotations

import gzip
import os
import random
import shutil
import sqlite3
import sys
import time
from pathlib import Path
from typing import TypeAlias

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

import arrowswitch.store.migrations
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.history.wholeness import check_store
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import LedgerEntry
from tests.cutting import KILLED, count_to_file
from tests.processes import start, stop
from tests.rotation import is_exhaustive, rotation_seed

HOUSE = Path(__file__).parents[1] / "data" / "upgrades" / "v1" / "house.db.gz"
REVISIONS = [f"{number:04}" for number in range(1, 10)]
OWN = "0003"
KILLS = int(os.environ.get("ARROWSWITCH_MIGRATION_KILLS", "2"))

Ledgers: TypeAlias = dict[EventId, tuple[LedgerEntry, ...]]


def house_of(revision: str, target: Path) -> Path:
    """Returns the database of version 1 in an older revision."""
    target.write_bytes(gzip.decompress(HOUSE.read_bytes()))
    if revision >= OWN:
        upgrade(target, revision)
        return target
    source, target = target, target.with_name("older.db")
    upgrade(target, revision)
    with sqlite3.connect(target) as connection:
        connection.execute("ATTACH ? AS source", (str(source),))
        for table in ("events", "ledger"):
            names = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
            connection.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM source.{table}")
    connection.close()
    return target


def upgrade(database: Path, revision: str) -> None:
    engine = create_engine(f"sqlite:///{database}")
    config = Config()
    config.set_main_option("script_location", str(Path(next(iter(arrowswitch.store.migrations.__path__)))))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def ledgers_in(database: Path) -> Ledgers:
    """Returns all ledgers as the next start of the program finds them, whole and chained."""
    store = SqlStore(f"sqlite:///{database}")
    try:
        assert check_store(store).problems == ()
        return {row.event_id: store.ledger(row.event_id) for row in store.events()}
    finally:
        store.close()


def copy_to(database: Path, folder: Path) -> Path:
    folder.mkdir()
    return Path(shutil.copy(database, folder / "club.db"))


def open_until(cut: str, database: Path) -> int:
    """Opens a database in a process that dies at a cut; returns the number of its statements if it did not."""
    counted = database.with_name("counted.txt")
    process = start(count_to_file, counted, str(database), "open", cut, "")
    process.join()
    assert process.exitcode == (0 if cut == "none" else KILLED), cut
    return int(counted.read_text()) if cut == "none" else 0


@pytest.mark.slow
@pytest.mark.parametrize("revision", REVISIONS if is_exhaustive() else [REVISIONS[rotation_seed() % len(REVISIONS)]])
def test_a_kill_before_any_statement_leaves_the_database_whole(tmp_path: Path, revision: str) -> None:
    old = house_of(revision, tmp_path / "house.db")
    before = ledgers_in(copy_to(old, tmp_path / "before"))
    assert len(before) == 6
    statements = open_until("none", copy_to(old, tmp_path / "none"))
    assert statements > 5
    cuts = list(range(1, statements + 1))
    if not is_exhaustive():
        cuts = sorted(random.Random(rotation_seed()).sample(cuts, 3))
    for cut in (*map(str, cuts), "commit"):
        there = copy_to(old, tmp_path / f"cut{cut}")
        open_until(cut, there)
        assert ledgers_in(there) == before, cut


@pytest.mark.slow
def test_a_kill_at_a_random_moment_leaves_the_database_whole(tmp_path: Path) -> None:
    """The moment is within the time that opening takes; a killed database is opened, and killed, again and again."""
    rng = random.Random(rotation_seed())
    houses = {revision: house_of(revision, tmp_path / f"{revision}.db") for revision in REVISIONS[-1:] + REVISIONS[2:3]}
    before = {revision: ledgers_in(copy_to(old, tmp_path / f"b{revision}")) for revision, old in houses.items()}
    ended = 0
    for kill in range(KILLS):
        revision = rng.choice(list(houses))
        there = copy_to(houses[revision], tmp_path / f"kill{kill}")
        for _ in range(rng.randint(1, 3)):
            process = start(count_to_file, there.with_name("counted.txt"), str(there), "open", "none", "")
            time.sleep(rng.uniform(0, 0.4))
            ended += not process.is_alive()
            stop(process)
        assert ledgers_in(there) == before[revision], kill
        shutil.rmtree(there.parent)
    sys.stdout.write(f"{KILLS} databases killed while they were opened, {ended} opened in time: all whole\n")
