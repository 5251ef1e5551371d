"""Acknowledged entries that are lost with the end of the write-ahead log, and no false alarm without a loss."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arrowswitch.bootstrap.programs import Programs
from arrowswitch.i18n import Locale
from arrowswitch.store.acknowledged import SUFFIX
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.history.wholeness import check_store
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.service.archive import pack, restore
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.builders import CountingChance, FixedClock, person
from tests.unit.cli.runner import cli
from tests.web.client import open_desk

pytestmark = pytest.mark.slow

WAL_HEADER, FRAME = 32, 24 + 4096
"""Sizes of SQLite's file format, chapter 4.1."""


class Desk:
    """A desk on a database file, and copies of its files as a process that is killed leaves them."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.store = SqlStore(f"sqlite:///{file}")
        self.store.acknowledge()
        self.tournament = Tournament(self.store, FixedClock(), CountingChance())
        self.count = 0

    def stamp(self) -> Stamp:
        self.count += 1
        return Stamp(f"{self.file.parent.name}-{self.count}", "director")

    def create(self, name: str) -> EventId:
        return self.tournament.create(Settings(name, "2026-11-21"), self.stamp())

    def enter(self, event: EventId, times: int = 1) -> None:
        for _ in range(times):
            self.tournament.execute(event, AddEntry((person(f"A{self.count}"), person(f"B{self.count}"))), self.stamp())

    def copy_files(self, folder: Path) -> Path:
        """Returns the database in a copy of the folder."""
        folder.mkdir()
        for path in self.file.parent.glob(f"{self.file.name}*"):
            shutil.copy(path, folder)
        return folder / self.file.name


@pytest.fixture
def open_it(tmp_path: Path) -> Iterator[Callable[[Path], Desk]]:
    desks = list[Desk]()

    def open_desk_on(file: Path) -> Desk:
        desks.append(Desk(file))
        return desks[-1]

    yield open_desk_on
    for desk in desks:
        desk.store.close()


@pytest.fixture
def desk(tmp_path: Path, open_it: Callable[[Path], Desk]) -> Desk:
    (tmp_path / "club").mkdir()
    return open_it(tmp_path / "club" / "club.db")


def codes(store: SqlStore) -> list[str]:
    return [problem.code for problem in check_store(store).problems]


def log_of(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def change_last_frame(file: Path) -> None:
    """Changes a byte of the last frame that has the salt of the log's head; frames after it are left from before."""
    content = bytearray(log_of(file).read_bytes())
    valid = [at for at in range(WAL_HEADER, len(content), FRAME) if content[at + 8 : at + 16] == content[16:24]]
    content[valid[-1] + FRAME // 2] ^= 1
    log_of(file).write_bytes(content)


class TestLogThatWasCut:
    def test_check_names_the_entries_in_both_languages(self, desk: Desk, tmp_path: Path) -> None:
        moon = desk.create("Moon")
        desk.enter(moon, 3)
        killed = desk.copy_files(tmp_path / "killed")
        change_last_frame(killed)
        for language, words in (
            ("en", "“Moon”: the database lost acknowledged entries (no. 4"),
            ("ja", "記録4番が失われて"),
        ):
            answer = cli("--lang", language, "check", "--database", str(killed), services=Programs())
            assert (answer.code, words in answer.err) == (1, True), answer.err

    def test_a_log_that_is_gone_is_a_lost_end(
        self, desk: Desk, tmp_path: Path, open_it: Callable[[Path], Desk]
    ) -> None:
        moon = desk.create("Moon")
        desk.store.settle()
        desk.enter(moon, 2)
        killed = desk.copy_files(tmp_path / "killed")
        log_of(killed).unlink()
        again = open_it(killed)
        [problem] = check_store(again.store).rows
        assert (problem.code, problem.params["numbers"]) == ("store.log-cut", "2–3")
        again.enter(moon, 4)
        again.store.settle()
        again.store.close()
        later = open_it(killed)
        assert "store.log-cut" in codes(later.store)
        assert later.tournament.strangers(moon) == (2, 3)
        with open_desk(create_app(later.tournament)) as page:
            assert "acknowledged entries (no. 2–3" in page.page("/backup/check", Locale.EN).text
        later.tournament.delete(moon)
        assert codes(later.store) == []

    def test_a_whole_event_that_is_lost_is_named_until_the_next_start(
        self, desk: Desk, tmp_path: Path, open_it: Callable[[Path], Desk]
    ) -> None:
        desk.enter(desk.create("Moon"))
        backup = pack(desk.tournament).content
        killed = desk.copy_files(tmp_path / "killed")
        log_of(killed).unlink()
        again = open_it(killed)
        assert codes(again.store) == ["store.event-cut"]
        restored = open_it(again.copy_files(tmp_path / "restored"))
        again.store.close()
        assert codes(open_it(killed).store) == []
        restore(restored.tournament, backup, restored.stamp())
        assert codes(restored.store) == []


class TestNoFalseAlarm:
    @pytest.fixture
    def moon(self, desk: Desk) -> EventId:
        moon = desk.create("Moon")
        desk.enter(moon, 2)
        return moon

    def test_a_desk_that_is_killed_and_opened_again(
        self, desk: Desk, moon: EventId, tmp_path: Path, open_it: Callable[[Path], Desk]
    ) -> None:
        killed = open_it(desk.copy_files(tmp_path / "killed"))
        killed.enter(moon)
        assert codes(killed.store) == []
        assert codes(open_it(killed.copy_files(tmp_path / "again")).store) == []

    def test_an_older_copy_that_is_put_in_place(
        self, desk: Desk, moon: EventId, tmp_path: Path, open_it: Callable[[Path], Desk]
    ) -> None:
        """Copied after the desk had closed, and while it ran."""
        desk.store.settle()
        running = Path(shutil.copy(desk.file, tmp_path / "running.db"))
        desk.enter(moon)
        desk.store.settle()
        desk.enter(moon)
        desk.store.close()
        closed = Path(shutil.copy(desk.file, tmp_path / "closed.db"))
        later = open_it(desk.file)
        later.enter(moon, 2)
        later.store.close()
        for older in (closed, running):
            shutil.copy(older, desk.file)
            again = open_it(desk.file)
            assert codes(again.store) == []
            again.enter(moon)
            again.store.close()

    def test_a_copy_of_the_database_alone(
        self, desk: Desk, moon: EventId, tmp_path: Path, open_it: Callable[[Path], Desk]
    ) -> None:
        desk.store.settle()
        desk.enter(moon)
        (tmp_path / "alone").mkdir()
        assert codes(open_it(Path(shutil.copy(desk.file, tmp_path / "alone" / "club.db"))).store) == []

    def test_a_deleted_event_and_one_restored_shorter(self, desk: Desk, moon: EventId) -> None:
        backup = pack(desk.tournament).content
        desk.enter(moon, 3)
        desk.tournament.delete(moon)
        assert codes(desk.store) == []
        restore(desk.tournament, backup, desk.stamp())
        assert codes(desk.store) == []
        assert desk.tournament.version(moon) == 3

    def test_commands_that_run_while_the_desk_does(self, desk: Desk, moon: EventId, tmp_path: Path) -> None:
        for command in (("check",), ("backup", str(tmp_path / "b.zip")), ("restore", str(tmp_path / "b.zip"))):
            assert cli(*command, "--database", str(desk.file), services=Programs()).code == 0
            desk.enter(moon)
        assert codes(desk.store) == []

    def test_what_is_stored_at_once_and_then_refused(self, desk: Desk, moon: EventId) -> None:
        def fail() -> None:
            with desk.store.at_once():
                desk.enter(moon)
                raise RuntimeError

        with pytest.raises(RuntimeError):
            fail()
        assert codes(desk.store) == []
        with desk.store.at_once():
            star = desk.create("Star")
        assert read_numbers(desk.file)[star] == 1

    def test_a_damaged_file_of_numbers(self, desk: Desk, moon: EventId, open_it: Callable[[Path], Desk]) -> None:
        numbers = desk.file.with_name(f"{desk.file.name}{SUFFIX}")
        for content in (b"", b"\xff\xfe", b"[1]\n[[]]\n", b"{}\n", numbers.read_bytes()[:-3]):
            numbers.write_bytes(content)
            assert codes(desk.store) == []


def read_numbers(file: Path) -> dict[str, int]:
    lines = file.with_name(f"{file.name}{SUFFIX}").read_text().splitlines()
    return dict(json.loads(line) for line in lines[1:])
