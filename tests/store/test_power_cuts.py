"""A power cut at any write: blocks that were not synchronised are dropped, in part or all, and nothing acknowledged is
lost.

A process that stores entries runs with a recorder (`tests/data/power/recorder.c`) of its writes and synchronisations.
The test builds the folder as a drive may have it at a moment: everything that was synchronised, and of the later writes
some whole, some cut at a sector of 512 bytes, some not at all. The recorder needs Linux and a C compiler.
"""

from __future__ import annotations

import os
import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.history.wholeness import check_store
from tests.rotation import rotation_seed

SOURCE = Path(__file__).parents[1] / "data" / "power" / "recorder.c"
COMPILER = shutil.which("gcc") or shutil.which("cc")
SECTOR = 512
ENTRIES = 30
PROGRAM = """
import os, sys
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.service.service import Tournament
from tests.builders import CountingChance, FixedClock, person

folder, entries = sys.argv[1], int(sys.argv[2])
store = SqlStore(f"sqlite:///{folder}/club.db")
store.acknowledge()
tournament = Tournament(store, FixedClock(), CountingChance())
answers = os.open(f"{folder}/answers", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
event = tournament.create(Settings("Moon", "2026-11-21"), Stamp("moon", "director"))
os.write(answers, b"+")
for at in range(2, entries + 1):
    tournament.execute(event, AddEntry((person(f"A{at}"), person(f"B{at}"))), Stamp(f"{at}", "director"))
    os.write(answers, b"+")
    if at % 7 == 0:
        store.settle()
os._exit(0)
"""

pytestmark = pytest.mark.exhaustive


@dataclass(frozen=True, slots=True)
class Write:
    """A record of the recorder: w(rite), s(ynchronise), t(runcate), u(nlink) or r(ename)."""

    kind: str
    path: Path
    offset: int
    data: bytes


@dataclass(slots=True)
class Drive:
    """The files as they are synchronised, and the writes after that."""

    safe: dict[Path, bytearray] = field(default_factory=dict)
    later: dict[Path, list[Write]] = field(default_factory=dict)

    def do(self, write: Write) -> None:
        if write.kind == "s":
            for waiting in self.later.pop(write.path, []):
                change(self.safe.setdefault(write.path, bytearray()), waiting)
        elif write.kind == "u":
            self.safe.pop(write.path, None)
            self.later.pop(write.path, None)
        elif write.kind == "r":
            target = Path(write.data.decode())
            self.safe[target] = self.safe.pop(write.path, bytearray())
            self.later[target] = self.later.pop(write.path, [])
        else:
            self.later.setdefault(write.path, []).append(write)

    def after_a_cut(self, chance: random.Random) -> dict[Path, bytearray]:
        """Returns the files with some of the later writes."""
        files = {path: bytearray(content) for path, content in self.safe.items()}
        share = chance.choice((0.0, 0.5, 1.0))
        for path, writes in self.later.items():
            content = files.setdefault(path, bytearray())
            for write in writes:
                if chance.random() < share:
                    change(content, write)
                elif write.kind == "w" and chance.random() < 0.3:
                    sectors = chance.randrange(len(write.data) // SECTOR + 1)
                    change(content, Write("w", path, write.offset, write.data[: sectors * SECTOR]))
        return files


def change(content: bytearray, write: Write) -> None:
    if write.kind == "t":
        del content[write.offset :]
        content.extend(bytes(write.offset - len(content)))
    else:
        content.extend(bytes(max(0, write.offset - len(content))))
        content[write.offset : write.offset + len(write.data)] = write.data


def records_in(journal: Path) -> Iterator[Write]:
    content, at = journal.read_bytes(), 0
    while at < len(content):
        kind, named, offset, length = struct.unpack_from("=cIqI", content, at)
        at += struct.calcsize("=cIqI")
        path, data = content[at : at + named], content[at + named : at + named + length]
        at += named + length
        yield Write(kind.decode(), Path(path.decode()), offset, data)


@pytest.fixture(scope="module")
def writes(tmp_path_factory: pytest.TempPathFactory) -> list[Write]:
    """All writes of a process that stores entries, with its answers among them."""
    folder = tmp_path_factory.mktemp("power")
    recorder, journal, root = folder / "recorder.so", folder / "journal", folder / "club"
    root.mkdir()
    assert COMPILER is not None, "a C compiler is needed"
    subprocess.run([COMPILER, "-shared", "-fPIC", "-o", str(recorder), str(SOURCE), "-ldl"], check=True)
    environment = {
        **os.environ,
        "LD_PRELOAD": str(recorder),
        "POWER_ROOT": str(root),
        "POWER_JOURNAL": str(journal),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    subprocess.run([sys.executable, "-c", PROGRAM, str(root), str(ENTRIES)], check=True, env=environment)
    return list(records_in(journal))


def test_nothing_acknowledged_is_lost_at_any_write(writes: list[Write], tmp_path: Path) -> None:
    answers = [at for at, write in enumerate(writes) if write.path.name == "answers"]
    assert len(answers) == ENTRIES
    assert {write.kind for write in writes} >= {"w", "s"}
    chance = random.Random(rotation_seed())
    cuts = range(answers[0], len(writes))
    drive, built = Drive(), 0
    for cut in cuts:
        for write in writes[built : cut + 1]:
            drive.do(write)
        built = cut + 1
        folder = tmp_path / f"{cut}"
        folder.mkdir()
        for path, content in drive.after_a_cut(chance).items():
            if path.name != "answers" and not path.name.endswith("-shm"):
                (folder / path.name).write_bytes(content)
        store = SqlStore(f"sqlite:///{folder / 'club.db'}")
        [row] = store.events()
        stored = len(store.ledger(row.event_id))
        problems = check_store(store).problems
        store.close()
        acknowledged = sum(1 for at in answers if at <= cut)
        assert acknowledged <= stored <= acknowledged + 1, cut
        assert problems == (), cut
        shutil.rmtree(folder)


def test_a_drive_that_lies_loses_entries_and_is_found_out(writes: list[Write], tmp_path: Path) -> None:
    """Without the last synchronisation of the log an acknowledged entry is gone: the recorder sees what counts."""
    last = max(at for at, write in enumerate(writes) if write.kind == "s" and write.path.name.endswith("-wal"))
    drive = Drive()
    for at, write in enumerate(writes):
        if at != last:
            drive.do(write)
    for path, content in drive.safe.items():
        if not path.name.endswith("-shm"):
            (tmp_path / path.name).write_bytes(content)
    store = SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
    [row] = store.events()
    assert len(store.ledger(row.event_id)) == ENTRIES - 1
    store.close()
