"""Files of the program are closed to other users of the computer."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from arrowswitch.bootstrap.programs import Programs, database_url, open_store
from arrowswitch.cli.crash_log import write_crash
from arrowswitch.store.shelf import FolderShelf
from arrowswitch.tournament.model.ids import EventId
from tests.store.test_contract import entry, row


@pytest.fixture(autouse=True)
def usual_rights() -> Iterator[None]:
    """New files are readable by everybody unless a program sets other rights, as on most computers."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_database_and_what_lies_beside_it(tmp_path: Path) -> None:
    database = tmp_path / "new" / "club.db"
    with closing(open_store(str(database))) as store:
        store.append(row(), (entry(1),), 0)
        assert store.ledger(EventId("e1"))
        beside = {path.name: rights(path) for path in database.parent.iterdir()}
    assert beside.keys() >= {"club.db", "club.db-wal"}
    assert set(beside.values()) == {0o600}
    assert rights(database.parent) == 0o700


def test_a_database_that_is_there_keeps_its_rights(tmp_path: Path) -> None:
    """The owner may have opened it to others on purpose."""
    database = tmp_path / "club.db"
    open_store(str(database)).close()
    database.chmod(0o640)
    open_store(str(database)).close()
    assert (rights(database), rights(tmp_path) & 0o777) == (0o640, rights(tmp_path))


def test_the_program_s_own_folder_is_closed_even_when_it_was_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "arrowswitch").mkdir(mode=0o755)
    database_url(None)
    assert rights(tmp_path / "arrowswitch") == 0o700


def test_backups(tmp_path: Path) -> None:
    open_store(str(tmp_path / "club.db")).close()
    Programs().backup(tmp_path / "backup.zip", str(tmp_path / "club.db"))
    shelf = FolderShelf()
    shelf.prepare(str(tmp_path / "backups"))
    shelf.save(str(tmp_path / "backups"), "one.zip", b"x")
    modes = [rights(tmp_path / name) for name in ("backup.zip", "backups", "backups/one.zip")]
    assert modes == [0o600, 0o700, 0o600]


def test_the_log_of_defects_of_an_earlier_version_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    log = write_crash(RuntimeError("one"), [])
    assert log is not None
    assert (rights(log), rights(log.parent)) == (0o600, 0o700)
    log.chmod(0o644)
    write_crash(RuntimeError("two"), [])
    assert rights(log) == 0o600
    assert "two" in log.read_text(encoding="utf-8")


def test_where_the_user_has_no_folder_nothing_is_written_where_all_can_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert write_crash(RuntimeError("one"), []) is None
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
