"""An act on a database in a process that is killed on the way.

The cut is the number of the SQL statement before which the process dies, `commit` for just before the first COMMIT,
`vacuum` for the middle of rewriting the file, or `none`; then the number of statements is written to a file.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, Engine, event

from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.values.people import PlayerId
from arrowswitch.tournament.register.forgetting import ForgetWish
from arrowswitch.tournament.service.archive import restore
from arrowswitch.tournament.service.service import Tournament
from tests.builders import PAIRS, CountingChance, FixedClock, person

KILLED = -signal.SIGKILL if hasattr(signal, "SIGKILL") else 9
"""The exit code of a process that died."""
NAME = PAIRS[0][0]
STAMP = Stamp("act", "director")
WISH = ForgetWish(person(NAME, "90123"), PlayerId("p1"), "(氏名削除)", "(name removed)")


def die() -> int:
    """Ends the process as a power cut does: nothing is closed, nothing is written."""
    if hasattr(signal, "SIGKILL"):
        os.kill(os.getpid(), signal.SIGKILL)
    os._exit(9)


class Cut:
    """Counts statements, and dies at the given one."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.seen = 0
        event.listen(Engine, "before_cursor_execute", self.statement)
        event.listen(Engine, "commit", self.commit)

    def statement(self, connection: Connection, _cursor: object, statement: str, *_more: object) -> None:
        self.seen += 1
        if self.place == str(self.seen):
            die()
        if self.place == "vacuum" and statement == "VACUUM":
            raw = connection.connection.dbapi_connection
            if raw is not None:
                raw.set_progress_handler(die, 10)  # steps of the machine of SQLite

    def commit(self, _connection: Connection) -> None:
        if self.place == "commit":
            die()


def act_on(database: Path, act: Callable[[Tournament], object], cut: str = "none") -> int:
    """Does an act on a database, and returns how many statements it took; dies at the cut."""
    store = SqlStore(f"sqlite:///{database}")
    tournament = Tournament(store, FixedClock(), CountingChance(1000))
    counted = Cut(cut)
    act(tournament)
    store.close()
    return counted.seen


def open_database(database: Path, cut: str = "none") -> int:
    """Opens a database, which moves its schema to the newest form, and returns the number of statements; dies at the
    cut."""
    counted = Cut(cut)
    SqlStore(f"sqlite:///{database}").close()
    return counted.seen


def count_to_file(counted: Path, database: str, act: str, cut: str, file: str) -> None:
    """Does an act and writes how many statements it took; `file` is the backup to restore."""
    if act == "open":
        counted.write_text(str(open_database(Path(database), cut)))
        return
    acts: dict[str, Callable[[Tournament], object]] = {
        "forget": lambda tournament: tournament.forget(WISH, STAMP),
        "restore": lambda tournament: restore(tournament, Path(file).read_bytes(), STAMP),
    }
    counted.write_text(str(act_on(Path(database), acts[act], cut)))
