"""A damaged database: the rest works, nothing is lost, and the place of the damage is reported."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import webbrowser
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arrowswitch.bootstrap.programs import Programs, tournament_on
from arrowswitch.core.errors import Malformed, Mistake, NotFound, NotNow, Refused
from arrowswitch.i18n import Locale
from arrowswitch.store import engines
from arrowswitch.store.memory import MemoryStore
from arrowswitch.store.one_desk import ADDRESS, DeskRuns, only_desk
from arrowswitch.store.shelf import FolderShelf
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.history.wholeness import check_store
from arrowswitch.tournament.model.chain import link_of
from arrowswitch.tournament.model.club_values.club import BackupPlan, ClubRecord, ClubSettings
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.values.people import Player, PlayerId
from arrowswitch.tournament.service.archive import Known, events_in, pack, restore
from arrowswitch.tournament.service.keeping import BackupKeeper
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from arrowswitch.web.errors import status_of
from tests.builders import START, CountingChance, FixedClock, person
from tests.unit.cli.runner import cli
from tests.web.client import open_desk

STAMP = Stamp("s", "director")
PEOPLE = tuple((person(f"東{at}"), person(f"西{at}")) for at in range(1, 8))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two evenings of seven pairs in a database of their own, which is closed."""
    path = tmp_path / "club.db"
    store = SqlStore(f"sqlite:///{path}")
    services = Tournament(store, FixedClock(), CountingChance())
    for name in ("Moon", "Star"):
        event = services.create(Settings(name, "2026-11-21"), Stamp(name, "director"))
        for at, people in enumerate(PEOPLE):
            services.execute(event, AddEntry(people), Stamp(f"{name}{at}", "director"))
    store.save_players((Player(PlayerId("p1"), person("春川")), Player(PlayerId("p2"), person("秋山"))))
    store.save_club(ClubRecord(ClubSettings("Club"), 1, START), 0)
    store.close()
    return path


@pytest.fixture
def open_tournament(file: Path) -> Iterator[Callable[[], Tournament]]:
    stores = []

    def open_it() -> Tournament:
        stores.append(SqlStore(f"sqlite:///{file}"))
        return tournament_on(stores[-1])

    yield open_it
    for store in stores:
        store.close()


def harm(file: Path, statement: str) -> None:
    with sqlite3.connect(file) as connection:
        assert connection.execute(statement).rowcount == 1
    connection.close()


def by_name(services: Tournament) -> dict[str, EventId]:
    return {row.name: row.event_id for row in services.events()}


MOON = "event_id = (SELECT event_id FROM events WHERE name = 'Moon')"
HARMS = [
    (f"UPDATE ledger SET entry = substr(entry, 1, 20) WHERE {MOON} AND seq = 5", "store.entry-unread", 5),
    (f"UPDATE ledger SET entry = '[]' WHERE {MOON} AND seq = 1", "store.entry-unread", 1),
    (f"UPDATE ledger SET form = 99 WHERE {MOON} AND seq = 8", "store.entry-newer", 8),
    (f"DELETE FROM ledger WHERE {MOON} AND seq = 4", "store.entry-missing", 4),
]


@pytest.mark.parametrize(("statement", "code", "seq"), HARMS)
def test_one_event_that_cannot_be_read_stops_nobody_else(
    file: Path, open_tournament: Callable[[], Tournament], statement: str, code: str, seq: int
) -> None:
    before = pack(open_tournament())
    assert (before.events, before.unread) == (2, ())
    harm(file, statement)
    services = open_tournament()
    moon, star = by_name(services)["Moon"], by_name(services)["Star"]
    with pytest.raises(Malformed) as refused:
        services.state(moon)
    problem = refused.value.problems[0]
    assert (problem.code, problem.params["name"], problem.params["seq"]) == (code, "Moon", seq)
    assert len(services.state(star).entries) == 7
    backup = pack(services)
    assert (backup.events, [one.code for one in backup.unread]) == (1, [code])
    with zipfile.ZipFile(io.BytesIO(backup.content)) as archive:
        unread = archive.read(next(name for name in archive.namelist() if name.startswith("unread/"))).decode()
    with sqlite3.connect(file) as connection:
        rows = connection.execute(f"SELECT entry FROM ledger WHERE {MOON}").fetchall()
    connection.close()
    assert rows
    assert all(text in unread for (text,) in rows)
    assert restore(tournament_on(MemoryStore()), backup.content, STAMP).events == 1
    assert [event.relation for event in events_in(services, before.content) if event.name == "Moon"] == [Known.OTHER]
    restore(services, before.content, STAMP)
    assert sorted(row.name for row in services.events()) == ["Moon", "Moon", "Star"]
    fresh = next(row.event_id for row in services.events() if row.name == "Moon" and row.event_id != moon)
    assert len(services.state(fresh).entries) == 7
    with open_desk(create_app(services)) as desk:
        assert f'action="/events/{moon}/delete"' in desk.get("/backup/check").text
        other = desk.post(f"/events/{moon}/delete", {"typed_name": "Star"})
        assert (other.status_code, len(services.events())) == (409, 3)
        desk.post(f"/events/{moon}/delete", {"typed_name": "Moon"})
    assert sorted(row.name for row in services.events()) == ["Moon", "Star"]
    with pytest.raises(NotFound):
        services.delete(moon)


@pytest.mark.parametrize(
    ("statement", "numbers"),
    [
        (f"UPDATE ledger SET entry = replace(entry, '東3', '南3') WHERE {MOON} AND seq = 4", (4,)),
        (f"UPDATE ledger SET link = NULL WHERE {MOON} AND seq = 4", (5,)),
        (f"DELETE FROM ledger WHERE {MOON} AND seq = 8", (8,)),
    ],
)
def test_what_was_changed_outside_is_told_with_its_place(
    file: Path, open_tournament: Callable[[], Tournament], statement: str, numbers: tuple[int, ...]
) -> None:
    harm(file, statement)
    services = open_tournament()
    moon, star = by_name(services)["Moon"], by_name(services)["Star"]
    assert (services.strangers(moon), services.strangers(star)) == (numbers, ())
    assert [(one.code, one.params) for one in check_store(services.store).problems] == [
        ("store.entries-changed", {"name": "Moon", "numbers": str(numbers[0])})
    ]
    with open_desk(create_app(services)) as desk:
        for path in (f"/events/{moon}/entries", f"/events/{moon}/history"):
            assert "changed outside the program" in desk.page(path, Locale.EN).text
        assert "プログラムの外で" in desk.page("/backup/check", Locale.JA).text
        assert "changed outside" not in desk.page(f"/events/{star}/entries", Locale.EN).text
    services.execute(moon, AddEntry((person("北"), person("南"))), Stamp("more", "director"))
    assert services.strangers(moon) == numbers


def test_a_ledger_is_chained_row_by_row(file: Path) -> None:
    """The link of each row is reckoned from the event, the link before, and the row: by the documented formula."""
    with sqlite3.connect(file) as connection:
        rows = connection.execute(f"SELECT event_id, seq, form, entry, link FROM ledger WHERE {MOON} ORDER BY seq")
        before = None
        for event, seq, form, entry, link in rows.fetchall():
            assert link == link_of(event, before, seq, form, entry)
            before = link
    connection.close()
    assert before is not None


def test_rows_of_a_program_without_chains_are_no_strangers(
    file: Path, open_tournament: Callable[[], Tournament]
) -> None:
    harm(file, f"UPDATE ledger SET link = NULL WHERE {MOON} AND seq = 8")
    services = open_tournament()
    moon = by_name(services)["Moon"]
    services.execute(moon, AddEntry((person("北"), person("南"))), Stamp("more", "director"))
    assert open_tournament().strangers(moon) == ()


def test_a_database_without_chains_is_chained_as_it_stands(
    file: Path, open_tournament: Callable[[], Tournament]
) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("DROP TABLE links")
        connection.execute("DROP TABLE forgotten")
        connection.execute("DROP TABLE papers")
        connection.execute("ALTER TABLE ledger DROP COLUMN link")
        connection.execute("ALTER TABLE events DROP COLUMN made_at")
        connection.execute("UPDATE alembic_version SET version_num = '0005'")
    connection.close()
    assert check_store(open_tournament().store).problems == ()
    harm(file, f"UPDATE ledger SET entry = replace(entry, '東3', '南3') WHERE {MOON} AND seq = 4")
    assert [one.code for one in check_store(open_tournament().store).problems] == ["store.entries-changed"]


@pytest.mark.parametrize("table", ["players", "club"])
def test_other_rows_are_left_out_and_kept(file: Path, open_tournament: Callable[[], Tournament], table: str) -> None:
    column, key = {"players": ("player", "player_id = 'p1'"), "club": ("record", "1")}[table]
    harm(file, f"UPDATE {table} SET {column} = '{{broken' WHERE {key}")
    services = open_tournament()
    assert [player.player_id for player in services.store.players()] == (["p2"] if table == "players" else ["p1", "p2"])
    assert services.club.settings.name == ("Club" if table == "players" else "")
    backup = pack(services)
    assert [one.code for one in backup.unread] == ["store.row-unread"]
    with zipfile.ZipFile(io.BytesIO(backup.content)) as archive:
        assert "{broken" in [archive.read(name).decode() for name in archive.namelist() if name.startswith("unread/")]
    if table == "club":
        services.club.change(ClubSettings("New"), services.club.version, STAMP)
        assert open_tournament().club.settings.name == "New"


def test_the_desk_says_that_a_backup_lacks_something(file: Path, open_tournament: Callable[[], Tournament]) -> None:
    services = open_tournament()
    plan = BackupPlan(str(file.parent), is_on=True)
    services.club.change(ClubSettings("Club", backups=plan), services.club.version, STAMP)
    harm(file, HARMS[0][0])
    keeper = BackupKeeper(open_tournament(), FolderShelf(), lambda: START)
    keeper.make()
    keeper.tick()
    assert keeper.trouble is not None
    assert keeper.trouble.code == "store.entry-unread"


def test_a_database_of_a_newer_program_is_left_alone(file: Path) -> None:
    harm(file, "UPDATE alembic_version SET version_num = '9999'")
    before = file.read_bytes()
    with pytest.raises(Refused, match=r"store\.newer"):
        SqlStore(f"sqlite:///{file}")
    assert file.read_bytes() == before


def test_half_a_file_is_called_damaged(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Mistake, match=r"store\.(damaged|cannot-open)"):
        SqlStore(f"sqlite:///{file}").events()


def test_a_held_database_is_told_and_nothing_is_half_stored(
    file: Path, open_tournament: Callable[[], Tournament], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "BUSY_MILLISECONDS", 50)
    services = open_tournament()
    moon = by_name(services)["Moon"]
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with open_desk(create_app(services)) as desk:
        refused = desk.post(f"/events/{moon}/entries/add", {"player1": "A", "player2": "B"})
        assert "別のプログラムがデータベース" in refused.text
        assert len(services.state(moon).entries) == 7
        other.execute("ROLLBACK")
        assert desk.post(f"/events/{moon}/entries/add", {"player1": "A", "player2": "B"}).status_code == 200
    other.close()
    assert len(services.state(moon).entries) == 8


def test_a_full_disk_is_told_and_nothing_is_half_stored(
    file: Path, open_tournament: Callable[[], Tournament], monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite answers as on a full drive where the file may not grow."""
    prepare = engines._prepare_sqlite

    def limit_pages(connection: sqlite3.Connection, record: object) -> None:
        prepare(connection, record)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")

    monkeypatch.setattr(engines, "_prepare_sqlite", limit_pages)
    services = open_tournament()
    moon = by_name(services)["Moon"]
    entered = 7

    def fill_up() -> None:
        nonlocal entered
        while True:
            command = AddEntry((person(f"北{entered}" * 12), person(f"南{entered}")))
            services.execute(moon, command, Stamp(f"full{entered}", "director"))
            entered += 1

    with pytest.raises(NotNow, match=r"store\.full") as refused:
        fill_up()
    assert status_of(refused.value) == 503
    assert len(services.state(moon).entries) == entered
    monkeypatch.undo()
    open_tournament().execute(moon, AddEntry((person("北"), person("南"))), Stamp("after", "director"))
    assert len(open_tournament().state(moon).entries) == entered + 1


class TestCommands:
    def test_check_and_backup_tell_the_place(self, file: Path, tmp_path: Path) -> None:
        whole = cli("check", "--database", str(file), services=Programs())
        assert (whole.code, whole.out) == (0, "2 events checked: everything is whole.\n")
        harm(file, HARMS[0][0])
        report = cli("check", "--database", str(file), services=Programs())
        assert (report.code, report.out) == (1, "")
        assert "“Moon”: entry 5" in report.err
        saved = cli("backup", str(tmp_path / "b.zip"), "--database", str(file), services=Programs())
        assert (saved.code, "1 event saved" in saved.out, "“Moon”: entry 5" in saved.err) == (1, True, True)
        answer = cli("--json", "check", "--database", str(file), services=Programs())
        assert json.loads(answer.out)["events"] == 2

    @pytest.mark.parametrize("command", ["backup", "check"])
    def test_a_database_that_is_not_there_is_not_made(self, tmp_path: Path, command: str) -> None:
        target = [str(tmp_path / "b.zip")] if command == "backup" else []
        missing = tmp_path / "none" / "club.db"
        refused = cli(command, *target, "--database", str(missing), services=Programs())
        assert refused.code == 1
        assert "club.db" in refused.err
        assert list(tmp_path.iterdir()) == []


def test_a_copy_of_the_file_without_its_log_is_whole_after_a_look(
    file: Path, open_tournament: Callable[[], Tournament], tmp_path: Path
) -> None:
    services = open_tournament()
    moon = by_name(services)["Moon"]
    services.execute(moon, AddEntry((person("北"), person("南"))), Stamp("more", "director"))
    assert copy_database(file, tmp_path / "early.db").version(moon) == 8
    BackupKeeper(services, FolderShelf(), lambda: START).tick()
    late = copy_database(file, tmp_path / "late.db")
    assert late.version(moon) == 9
    assert check_store(late.store).problems == ()


def copy_database(file: Path, target: Path) -> Tournament:
    shutil.copy(file, target)
    return tournament_on(SqlStore(f"sqlite:///{target}"))


class TestOneDesk:
    def test_a_second_desk_is_told_where_the_first_is(self, tmp_path: Path) -> None:
        path = tmp_path / "club.db"
        with only_desk(path, "http://localhost:8642"):
            with pytest.raises(DeskRuns) as refused, only_desk(path, "http://localhost:9000"):
                pass
            assert (refused.value.address, refused.value.problems[0].code) == (
                "http://localhost:8642",
                "store.desk-runs",
            )
            with only_desk(tmp_path / "other.db", "http://localhost:9000"):
                pass
        with only_desk(path, "http://localhost:9000"):
            assert (tmp_path / f"club.db{ADDRESS}").read_text() == "http://localhost:9000"

    def test_one_that_has_not_said_its_address_runs_too(self, tmp_path: Path) -> None:
        path = tmp_path / "club.db"
        with only_desk(path, "http://localhost:8642"):
            (tmp_path / f"club.db{ADDRESS}").write_bytes(b"\xff")
            with pytest.raises(Refused, match=r"store\.desk-starts"), only_desk(path, ""):
                pass

    def test_the_program_refuses_and_opens_the_one_that_runs(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        addresses: list[str] = []
        monkeypatch.setattr(webbrowser, "open", addresses.append)
        path = tmp_path / "club.db"
        with only_desk(path, "http://localhost:8642"):
            for opens in (False, True):
                with pytest.raises(DeskRuns):
                    Programs().serve("127.0.0.1", 0, str(path), opens_browser=opens)
        assert addresses == ["http://localhost:8642"]
        assert not path.exists()
