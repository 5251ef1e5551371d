"""Backups that make themselves in a folder that the director chose, and the way back by two clicks."""

from __future__ import annotations

import errno
import io
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.i18n import Locale
from arrowswitch.store.memory import MemoryStore
from arrowswitch.store.shelf import FolderShelf
from arrowswitch.tournament.model.club_values.club import BackupPlan, ClubSettings
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.service.keeping import RETRY, BackupKeeper
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.builders import CountingChance, Evening, FixedClock, mitchell_evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Desk, Page, foreign, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE


def keeper_of(evening: Evening, folder: Path, *, limit: int = 20, minutes: int = 10) -> BackupKeeper:
    """Returns the keeper that backs an evening up into a folder; it runs only when the test calls it."""
    plan = BackupPlan(str(folder), is_on=True, kept=limit, minutes=minutes)
    evening.tournament.club.change(ClubSettings(backups=plan), 0, Stamp("plan"))
    return BackupKeeper(evening.tournament, FolderShelf(), evening.clock.now)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def troubles(keeper: BackupKeeper) -> list[str]:
    """Returns the code of what does not work."""
    return [] if keeper.trouble is None else [keeper.trouble.code]


class TestKeeping:
    def test_something_that_changed_is_backed_up_when_the_time_is_up(self, tmp_path: Path) -> None:
        evening = mitchell_evening()
        keeper = keeper_of(evening, tmp_path)
        evening.enter(1, 1, 1, "140")
        keeper.tick()
        assert names(tmp_path) == []
        evening.clock.forward(10)
        keeper.tick()
        assert names(tmp_path) == ["arrowswitch-2026-11-21-101000.zip"]
        evening.clock.forward(60)
        keeper.tick()
        assert len(names(tmp_path)) == 1, "nothing changed since"

    def test_the_end_of_a_session_and_a_publication_are_backed_up_at_once(self, tmp_path: Path) -> None:
        evening = mitchell_evening()
        keeper = keeper_of(evening, tmp_path, minutes=600)
        evening.play_all()
        keeper.tick()
        assert len(names(tmp_path)) == 1
        evening.clock.forward(1)
        evening.do(Publish())
        keeper.tick()
        assert len(names(tmp_path)) == 2

    def test_what_is_there_when_the_program_begins_is_no_end(self, tmp_path: Path) -> None:
        evening = mitchell_evening()
        evening.play_all()
        keeper_of(evening, tmp_path).tick()
        assert names(tmp_path) == []

    def test_the_last_ones_are_kept_and_nothing_else_is_touched(self, tmp_path: Path) -> None:
        others = ["arrowswitch-2020-01-01-1000.zip", "holiday.zip", "arrowswitch-2020-01-01-100000.zip.txt"]
        for name in others:
            (tmp_path / name).write_text("mine")
        evening = mitchell_evening()
        keeper = keeper_of(evening, tmp_path, limit=2)
        for _ in range(4):
            evening.clock.forward(1)
            keeper.make()
        made = ["arrowswitch-2026-11-21-100300.zip", "arrowswitch-2026-11-21-100400.zip"]
        assert names(tmp_path) == sorted([*others, *made])
        assert [file.name for file in keeper.files()] == made[::-1]

    def test_the_end_of_the_program_backs_up_what_changed(self, tmp_path: Path) -> None:
        evening = mitchell_evening()
        keeper = keeper_of(evening, tmp_path)
        evening.enter(1, 1, 1, "140")
        keeper.stop()
        assert len(names(tmp_path)) == 1
        keeper.stop()
        assert len(names(tmp_path)) == 1

    def test_a_missing_stick_is_told_and_stops_nothing(self, tmp_path: Path) -> None:
        evening = mitchell_evening()
        stick = tmp_path / "stick"
        keeper = keeper_of(evening, stick)
        keeper.tick()
        assert troubles(keeper) == ["backup.no-folder"]
        assert not stick.exists(), "nothing is written where a stick is mounted"
        evening.enter(1, 1, 1, "140")
        stick.mkdir()
        evening.clock.forward(10)
        keeper.tick()
        assert troubles(keeper) == []
        assert len(names(stick)) == 1

    def test_a_full_stick_is_told_and_leaves_no_half_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        evening = mitchell_evening()
        keeper = keeper_of(evening, tmp_path)
        evening.play_all()

        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        keeper.tick()
        assert troubles(keeper) == ["backup.full"]
        assert names(tmp_path) == []
        monkeypatch.undo()
        keeper.tick()
        assert names(tmp_path) == [], "not tried again at once"
        evening.clock.time += RETRY
        keeper.tick()
        assert troubles(keeper) == []
        assert len(names(tmp_path)) == 1

    def test_nothing_is_made_while_it_is_off(self, tmp_path: Path) -> None:
        evening = mitchell_evening()
        keeper = keeper_of(evening, tmp_path)
        club = evening.tournament.club
        club.change(ClubSettings(backups=BackupPlan(str(tmp_path))), club.version, Stamp("off"))
        evening.play_all()
        keeper.tick()
        keeper.stop()
        assert names(tmp_path) == []

    @for_each("folder", ["relative/folder", "\0", "/nowhere/at/all"])
    def test_a_folder_that_does_not_serve_is_refused(self, folder: str) -> None:
        with pytest.raises(Refused, match=r"backup\."):
            FolderShelf().prepare(folder)

    def test_only_the_last_part_of_a_folder_is_made(self, tmp_path: Path) -> None:
        FolderShelf().prepare(str(tmp_path / "arrowswitch"))
        assert names(tmp_path / "arrowswitch") == []


@pytest.fixture
def at_folder(evening: Evening) -> Iterator[Desk]:
    """The evening's desk with folders to put backups in."""
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE, shelf=FolderShelf())) as desk:
        yield desk


class TestPage:
    @rotate("locale", Locale)
    def test_every_text_is_in_the_page_s_language(self, at_folder: Desk, tmp_path: Path, locale: Locale) -> None:
        at_folder.send("/backup", "/backup/folder", folder=str(tmp_path))
        (made,) = names(tmp_path)
        for path in ("/backup", f"/backup/folder/{made}"):
            page = at_folder.page(path, locale)
            assert list_codes_shown(page) == []
            assert foreign(page, locale, expected="水曜例会") == []

    def test_a_folder_that_is_chosen_gets_a_backup_at_once(self, at_folder: Desk, tmp_path: Path) -> None:
        answer = at_folder.send(
            "/backup", "/backup/folder", folder=str(tmp_path / "arrowswitch"), kept="3", minutes="５"
        )
        (made,) = names(tmp_path / "arrowswitch")
        assert made in Page.read(answer.text).text
        assert zipfile.is_zipfile(tmp_path / "arrowswitch" / made)

    @rotate("locale", Locale)
    @for_each(
        "field, typed",
        [("folder", "/nowhere/at/all"), ("folder", "relative"), ("folder", ""), ("kept", "0"), ("minutes", "soon")],
    )
    def test_a_wrong_field_says_so_beside_it_and_nothing_changes(
        self, at_folder: Desk, evening: Evening, tmp_path: Path, field: str, typed: str, locale: Locale
    ) -> None:
        form = {**at_folder.page("/backup", locale).form("/backup/folder"), "folder": str(tmp_path), field: typed}
        answer = at_folder.post("/backup/folder", form)
        assert answer.status_code == 422
        page = Page.read(answer.text)
        assert f"{field}-error" in page.ids
        assert list_codes_shown(page) == []
        assert evening.tournament.club.record is None

    @rotate("locale", Locale)
    def test_the_desk_tells_that_the_stick_is_gone(
        self, at_folder: Desk, evening: Evening, tmp_path: Path, locale: Locale
    ) -> None:
        stick = tmp_path / "stick"
        at_folder.send("/backup", "/backup/folder", folder=str(stick))
        for file in stick.iterdir():
            file.unlink()
        stick.rmdir()
        assert at_folder.post("/backup/now").status_code == 409
        for path in ("/", f"/events/{evening.event_id}/entries"):
            page = at_folder.page(path, locale)
            assert str(stick) in page.text
            assert list_codes_shown(page) == []

    def test_a_backup_comes_back_by_two_clicks_and_what_is_here_is_kept_before(
        self, at_folder: Desk, evening: Evening, tmp_path: Path
    ) -> None:
        at_folder.send("/backup", "/backup/folder", folder=str(tmp_path))
        (made,) = names(tmp_path)
        evening.clock.forward(1)
        evening.tournament.delete(evening.event_id)
        other = evening.tournament.create(Settings("木曜例会", "2026-11-19"), Stamp("other"))
        (link,) = [one for one in at_folder.page("/backup").links if "/backup/folder/" in one]
        answer = at_folder.send(link, link)
        assert {row.name for row in evening.tournament.events()} == {"水曜例会", "木曜例会"}
        before = next(name for name in names(tmp_path) if name != made)
        assert before in Page.read(answer.text).text
        with zipfile.ZipFile(io.BytesIO((tmp_path / before).read_bytes())) as held:
            assert f"events/{other}.json" in held.namelist()

    def test_the_page_says_what_becomes_of_each_event(self, at_folder: Desk, evening: Evening, tmp_path: Path) -> None:
        at_folder.send("/backup", "/backup/folder", folder=str(tmp_path))
        (made,) = names(tmp_path)
        assert "そのまま" in at_folder.page(f"/backup/folder/{made}").text
        evening.tournament.delete(evening.event_id)
        assert "加える" in at_folder.page(f"/backup/folder/{made}").text

    @for_each("name", ["..%2Fclub.db", "arrowswitch-2026-11-21-999999.zip", "holiday.zip"])
    def test_only_backups_of_the_folder_are_read(self, at_folder: Desk, tmp_path: Path, name: str) -> None:
        (tmp_path / "holiday.zip").write_bytes(b"mine")
        at_folder.send("/backup", "/backup/folder", folder=str(tmp_path))
        assert at_folder.get(f"/backup/folder/{name}").status_code == 404
        assert at_folder.post(f"/backup/folder/{name}").status_code == 404

    def test_a_damaged_backup_changes_nothing(self, at_folder: Desk, evening: Evening, tmp_path: Path) -> None:
        at_folder.send("/backup", "/backup/folder", folder=str(tmp_path))
        (made,) = names(tmp_path)
        (tmp_path / made).write_bytes(b"PK\x03\x04 broken")
        assert at_folder.get(f"/backup/folder/{made}").status_code == 422
        assert at_folder.post(f"/backup/folder/{made}").status_code == 422
        assert len(evening.tournament.events()) == 1

    def test_a_desk_without_folders_has_the_file_only(self, desk: Desk) -> None:
        assert "/backup/folder" not in desk.page("/backup").forms
        assert desk.post("/backup/now").status_code == 404


def test_a_program_that_ends_leaves_a_backup(tmp_path: Path) -> None:
    tournament = Tournament(MemoryStore(), FixedClock(), CountingChance())
    tournament.club.change(ClubSettings(backups=BackupPlan(str(tmp_path), is_on=True)), 0, Stamp("plan"))
    with open_desk(create_app(tournament, zone=CLUB_ZONE, shelf=FolderShelf())):
        tournament.create(Settings("水曜例会", "2026-11-21"), Stamp("create"))
    assert len(names(tmp_path)) == 1
