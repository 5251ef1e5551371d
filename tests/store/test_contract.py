"""One contract for every store: what ledgers, register and sheets promise, on memory, SQLite and PostgreSQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import event

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.editing.cells import SetCell, TurnArrow
from arrowswitch.core.movements.editing.numbers import Renumber
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.store.memory import MemoryStore
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.model.club_values.club import BackupPlan, ClubRecord, ClubSettings, FeeRule, Logo, LogoKind
from arrowswitch.tournament.model.club_values.links import LinkKind, SecretLink
from arrowswitch.tournament.model.club_values.register import Forgotten
from arrowswitch.tournament.model.club_values.rulebooks import RulebookRecord
from arrowswitch.tournament.model.club_values.sheets import SheetId, SheetRecord, SheetStep
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.ports import EventRow, Forgetting, Grown, LedgerEnd, PaperRow, RewrittenLedger, Store
from arrowswitch.tournament.model.slices.entries import EntryRemoved, EntrySet
from arrowswitch.tournament.model.values.people import Entry, Person, Player, PlayerId
from arrowswitch.tournament.sheets.workbench import row_of
from tests.postgres import new_database

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened: Store
    if request.param == "memory":
        opened = MemoryStore()
    else:
        opened = SqlStore(f"sqlite:///{tmp_path / 'club.db'}" if request.param == "sqlite" else new_database())
    yield opened
    opened.close()


RULES = RulebookRecord("our-club", "クラブ", "jcbl-2008", 'name = "our-club"', 1, NOW, "director", ("c1",))


def row(event: str = "e1", version: int = 1, date: str = "2026-11-21") -> EventRow:
    return EventRow(EventId(event), "水曜例会", date, "entries", 13, version)


def entry(seq: int) -> LedgerEntry:
    return LedgerEntry(seq, NOW, Stamp(f"c{seq}", "director"), (EntryRemoved(EntryId(f"p{seq}")),))


def player(name: str, kana: str) -> Player:
    return Player(PlayerId(name), Person(name, "1", kana, master_points=1234), "club")


class TestLinks:
    """Links with a secret: one of each kind for a subject, known by the hash alone."""

    def test_it_is_found_by_its_digest_and_its_subject(self, store: Store) -> None:
        link = SecretLink(LinkKind.CLUB, "c1", "d1", NOW)
        store.save_link(link)
        assert store.link("d1") == store.link_of(LinkKind.CLUB, "c1") == link
        assert store.link("d2") is None
        assert store.link_of(LinkKind.PERSON, "c1") is None

    def test_a_new_one_takes_its_place(self, store: Store) -> None:
        store.save_link(SecretLink(LinkKind.CLUB, "c1", "d1", NOW))
        store.save_link(SecretLink(LinkKind.ENTRY, "c1", "d3", NOW))
        store.save_link(SecretLink(LinkKind.CLUB, "c1", "d2", NOW, "shown"))
        assert store.link("d1") is None
        link = store.link("d2")
        assert link is not None
        assert link.secret == "shown"
        assert store.link("d3") is not None

    def test_it_ends_by_itself_and_with_its_subject(self, store: Store) -> None:
        store.save_players((player("春川一郎", "はるかわ"), player("夏野", "なつの")))
        store.append(row(), (entry(1),), 0)
        kinds = {"e1": LinkKind.EVENT, "春川一郎": LinkKind.PERSON, "夏野": LinkKind.PERSON, "c1": LinkKind.CLUB}
        for subject, kind in kinds.items():
            store.save_link(SecretLink(kind, subject, f"of {subject}", NOW))
        assert all(store.link(f"of {subject}") is not None for subject in kinds)
        assert store.linked_subjects(LinkKind.PERSON) == {"春川一郎", "夏野"}
        assert store.linked_subjects(LinkKind.ENTRY) == frozenset()
        store.delete_link(LinkKind.CLUB, "c1")
        store.delete(EventId("e1"))
        store.delete_player(PlayerId("春川一郎"))
        assert [store.link(f"of {subject}") is None for subject in kinds] == [True, True, False, True]
        assert store.linked_subjects(LinkKind.PERSON) == {"夏野"}
        assert store.linked_subjects(LinkKind.EVENT) == frozenset()
        store.forget(Forgetting(Forgotten("f1", NOW, "salt", ("mark",), "x", "x"), players=(PlayerId("夏野"),)))
        assert store.link("of 夏野") is None
        assert all(store.known_link(f"of {subject}") is None for subject in kinds)

    def test_it_is_known_until_a_link_changes(self, store: Store) -> None:
        link = SecretLink(LinkKind.TABLE, "e1/1A/1", "d1", NOW, "4K7QX2")
        store.save_link(link)
        assert store.link("d1") == link
        assert store.known_link("d1") in ((None,) if store.is_shared else (link,))
        store.save_link(replace(link, digest="d2"))
        assert store.known_link("d1") is None
        assert store.known_link("wrong") is None

    def test_one_that_was_not_stored_in_the_end_is_not_known(self, store: Store) -> None:
        link = SecretLink(LinkKind.CLUB, "c1", "d1", NOW)

        def fail() -> None:
            with store.at_once():
                store.save_link(link)
                assert store.link("d1") == link
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            fail()
        assert store.link("d1") is None
        assert store.known_link("d1") is None


class TestSince:
    """The entries after a known end, for a process that shares the store with others."""

    def test_all_of_it_from_the_beginning(self, store: Store) -> None:
        end = store.append(row(), (entry(1), entry(2)), 0)
        grown = store.since(EventId("e1"), LedgerEnd())
        assert grown == Grown(end, (entry(1), entry(2)))
        assert end.version == 2

    def test_nothing_where_nothing_was_added(self, store: Store) -> None:
        end = store.append(row(), (entry(1),), 0)
        assert store.since(EventId("e1"), end) == Grown(end, ())

    def test_what_was_added(self, store: Store) -> None:
        end = store.append(row(), (entry(1),), 0)
        later = store.append(row(version=3), (entry(2), entry(3)), 1)
        assert store.since(EventId("e1"), end) == Grown(later, (entry(2), entry(3)))

    def test_another_story_is_told(self, store: Store) -> None:
        end = store.append(row(), (entry(1), entry(2)), 0)
        rewritten = RewrittenLedger(row(version=2), (entry(1), replace(entry(2), at=NOW + timedelta(hours=1))), 2)
        store.forget(Forgetting(Forgotten("f1", NOW, "salt", ("mark",), "x", "x"), ledgers=(rewritten,)))
        assert store.since(EventId("e1"), end) is None

    def test_an_event_that_is_gone(self, store: Store) -> None:
        end = store.append(row(), (entry(1),), 0)
        store.delete(EventId("e1"))
        assert store.since(EventId("e1"), end) is None
        assert store.since(EventId("e1"), LedgerEnd()) == Grown(LedgerEnd(), ())

    def test_one_shorter_than_it_was(self, store: Store) -> None:
        end = store.append(row(), (entry(1), entry(2)), 0)
        store.delete(EventId("e1"))
        store.append(row(), (entry(1),), 0)
        assert store.since(EventId("e1"), end) is None


class TestPapers:
    """Papers are stored next to the events: each has a kind, an id and versions."""

    def test_what_was_stored_is_read_back_by_its_kind_and_id(self, store: Store) -> None:
        for kind, name in (("b", "1"), ("a", "2"), ("a", "1")):
            store.save_paper(PaperRow(kind, name, 1, 1, f'"{kind}{name}"'), 0)
        assert store.papers("a") == (PaperRow("a", "1", 1, 1, '"a1"'), PaperRow("a", "2", 1, 1, '"a2"'))
        assert store.paper("b", "1") == PaperRow("b", "1", 1, 1, '"b1"')
        assert store.paper("b", "2") is None
        assert store.papers("c") == ()
        store.save_paper(PaperRow("a", "1.7%", 1, 1, "1"), 0)
        store.save_paper(PaperRow("a", "1.7%", 2, 1, "1"), 1)
        assert store.paper_versions("a", "1") == {"1": 1, "1.7%": 2}
        assert store.paper_versions("a", "1.") == {"1.7%": 2}
        assert store.paper_versions("a", "1_") == {}

    def test_who_comes_second_is_refused_and_nothing_is_stored(self, store: Store) -> None:
        store.save_paper(PaperRow("a", "1", 1, 1, "1"), 0)
        for expected in (0, 2):
            with pytest.raises(Refused, match=r"store\.conflict"):
                store.save_paper(PaperRow("a", "1", 3, 1, "2"), expected)
        store.save_paper(PaperRow("a", "1", 2, 1, "3"), 1)
        assert store.papers("a") == (PaperRow("a", "1", 2, 1, "3"),)

    def test_one_of_them_is_removed(self, store: Store) -> None:
        for kind, name in (("a", "1"), ("a", "2"), ("b", "1")):
            store.save_paper(PaperRow(kind, name, 1, 1, "1"), 0)
        store.delete_paper("a", "1")
        assert [one.paper_id for one in store.papers("a")] == ["2"]
        assert store.paper("b", "1") is not None

    def test_a_forgetting_writes_them_anew(self, store: Store) -> None:
        store.save_paper(PaperRow("a", "1", 1, 1, '"Yamada"'), 0)
        rewritten = PaperRow("a", "1", 2, 1, '"somebody"')
        store.forget(Forgetting(Forgotten("f1", NOW, "salt", ("mark",), "x", "x"), papers=(rewritten,)))
        assert store.papers("a") == (rewritten,)


class TestLedger:
    def test_what_was_appended_is_read_back_in_order(self, store: Store) -> None:
        store.append(row(), (entry(1), entry(2)), 0)
        store.append(row(version=3), (entry(3),), 2)
        assert store.ledger(EventId("e1")) == (entry(1), entry(2), entry(3))
        assert store.ledger(EventId("e1"), after=2) == (entry(3),)
        assert store.events() == (row(version=3),)

    def test_a_second_writer_is_refused_and_nothing_is_stored(self, store: Store) -> None:
        store.append(row(), (entry(1),), 0)
        with pytest.raises(Refused, match=r"store\.conflict"):
            store.append(row(version=9), (entry(1), entry(2)), 0)
        assert store.ledger(EventId("e1")) == (entry(1),)
        assert store.events() == (row(),)

    def test_events_are_listed_newest_date_first(self, store: Store) -> None:
        for name, date in (("a", "2026-11-14"), ("b", "2026-11-21"), ("c", "2026-11-07")):
            store.append(row(name, date=date), (entry(1),), 0)
        assert [one.event_id for one in store.events()] == ["b", "a", "c"]

    def test_events_of_a_day_are_listed_by_the_time_at_which_they_were_made(self, store: Store) -> None:
        """The ids say nothing; what is added to an event later does not move it."""
        for name, minutes in (("m", 0), ("z", 1), ("a", 2)):
            made = replace(entry(1), at=NOW + timedelta(minutes=minutes))
            store.append(row(name), (made,), 0)
        store.append(row("m", version=2), (replace(entry(2), at=NOW + timedelta(hours=1)),), 1)
        assert [one.event_id for one in store.events()] == ["a", "z", "m"]

    def test_a_deleted_event_is_gone_with_its_ledger(self, store: Store) -> None:
        store.append(row(), (entry(1),), 0)
        store.delete(EventId("e1"))
        assert store.events() == ()
        assert store.ledger(EventId("e1")) == ()
        store.append(row(), (entry(1),), 0)
        assert len(store.events()) == 1

    def test_an_unknown_event_has_an_empty_ledger(self, store: Store) -> None:
        assert store.ledger(EventId("nobody")) == ()


def club(version: int, name: str = "ことりブリッジクラブ") -> ClubRecord:
    settings = ClubSettings(
        name=name,
        language="ja",
        regulations="jcbl-2008",
        zone="Asia/Tokyo",
        rooms=("第1会議室", "和室"),
        fees=(FeeRule("800 円"), FeeRule("3000 円", EventClass.SECTIONAL, EventForm.SWISS_TEAMS)),
        logo=Logo(LogoKind.PNG, "aGVsbG8="),
        backups=BackupPlan("/media/stick", is_on=True, kept=5, minutes=3),
    )
    return ClubRecord(settings, version, NOW, "director", (f"c{version}",))


class TestClub:
    def test_nothing_is_there_before_anybody_was_asked(self, store: Store) -> None:
        assert store.club() is None

    def test_what_was_saved_is_read_back_and_replaced(self, store: Store) -> None:
        store.save_club(club(1), 0)
        assert store.club() == club(1)
        store.save_club(club(2, "こぐまクラブ"), 1)
        assert store.club() == club(2, "こぐまクラブ")

    def test_a_second_writer_is_refused_and_nothing_is_stored(self, store: Store) -> None:
        store.save_club(club(1), 0)
        for expected in (0, 2):
            with pytest.raises(Refused, match=r"store\.conflict"):
                store.save_club(club(2, "other"), expected)
        assert store.club() == club(1)


class TestRegister:
    def test_players_are_listed_by_their_reading(self, store: Store) -> None:
        """R-090: the register holds number and names; R-394: sorted by reading."""
        store.save_players((player("夏山", "なつやま"), player("秋沢", "あきざわ")))
        assert [one.person.name for one in store.players()] == ["秋沢", "夏山"]

    def test_saving_again_replaces(self, store: Store) -> None:
        store.save_players((player("夏山", "なつやま"),))
        changed = replace(player("夏山", "なつやま"), club="other")
        store.save_players((changed,))
        assert store.players() == (changed,)
        assert store.player(PlayerId("夏山")) == changed

    def test_a_deleted_player_is_gone(self, store: Store) -> None:
        """R-393: a player can be deleted."""
        store.save_players((player("夏山", "なつやま"),))
        store.delete_player(PlayerId("夏山"))
        assert store.player(PlayerId("夏山")) is None
        assert store.players() == ()


def sheet(name: str, minutes: int = 0, version: int = 1) -> SheetRecord:
    """Returns a stored sheet with a step of every shape that a field of an edit has."""
    movement = make("appendix-howell", pairs=15)
    steps = (
        SheetStep(1, SetCell(1, 2, (Number("3"),), (), 4), NOW, "director"),
        SheetStep(2, Renumber({Number("3"): Number("99")}), NOW, "director"),
        SheetStep(3, TurnArrow(2), NOW, "director"),
    )
    changed = NOW + timedelta(minutes=minutes)
    return SheetRecord(SheetId(name), name, "メモ", movement, movement, steps, 2, version, changed, ("c1", "c2"))


class TestSheets:
    def test_what_was_saved_is_read_back(self, store: Store) -> None:
        """R-329: a sheet is registered with everything that belongs to it."""
        record = sheet("a")
        store.save_sheet(row_of(record), record, 0)
        assert store.sheet(SheetId("a")) == record
        assert store.sheets() == (row_of(record),)
        assert store.sheet(SheetId("b")) is None

    def test_the_one_changed_last_stands_first(self, store: Store) -> None:
        for name, minutes in (("a", 5), ("b", 9), ("c", 1)):
            record = sheet(name, minutes)
            store.save_sheet(row_of(record), record, 0)
        assert [row.sheet_id for row in store.sheets()] == ["b", "a", "c"]

    def test_a_second_writer_is_refused_and_nothing_is_stored(self, store: Store) -> None:
        first, second = sheet("a"), sheet("a", version=2)
        store.save_sheet(row_of(first), first, 0)
        store.save_sheet(row_of(second), second, 1)
        for expected in (0, 1, 3):
            late = replace(second, name="late")
            with pytest.raises(Refused, match=r"store\.conflict"):
                store.save_sheet(row_of(late), late, expected)
        assert store.sheet(SheetId("a")) == second

    def test_a_deleted_sheet_is_gone(self, store: Store) -> None:
        record = sheet("a")
        store.save_sheet(row_of(record), record, 0)
        store.delete_sheet(SheetId("a"))
        assert store.sheets() == ()
        assert store.sheet(SheetId("a")) is None


class TestRulebooks:
    def test_own_regulations_are_kept_by_name(self, store: Store) -> None:
        later = replace(RULES, name="a-club", version=1)
        store.save_rulebook(RULES, 0)
        store.save_rulebook(later, 0)
        assert store.rulebooks() == (later, RULES)
        store.save_rulebook(replace(RULES, text="changed", version=2), 1)
        assert [(one.name, one.version, one.text) for one in store.rulebooks()][1] == ("our-club", 2, "changed")
        store.delete_rulebook("a-club")
        assert [one.name for one in store.rulebooks()] == ["our-club"]

    def test_a_second_writer_is_refused(self, store: Store) -> None:
        store.save_rulebook(RULES, 0)
        with pytest.raises(Refused, match=r"store\.conflict"):
            store.save_rulebook(RULES, 0)
        assert store.rulebooks() == (RULES,)


class TestSqliteFile:
    def test_a_file_of_an_older_program_is_moved_on(self, tmp_path: Path) -> None:
        """A database without sheets and regulations gets their tables, and keeps what it holds."""
        url = f"sqlite:///{tmp_path / 'club.db'}"
        older = SqlStore(url)
        older.append(row(), (entry(1),), 0)
        older.append(row("d9"), (replace(entry(1), at=NOW + timedelta(hours=1)),), 0)
        older.close()
        connection = sqlite3.connect(tmp_path / "club.db")
        connection.execute("ALTER TABLE events DROP COLUMN made_at")
        connection.execute("DROP TABLE sheets")
        connection.execute("DROP TABLE rulebooks")
        connection.execute("DROP TABLE club")
        connection.execute("DROP TABLE links")
        connection.execute("DROP TABLE forgotten")
        connection.execute("DROP TABLE papers")
        connection.execute("ALTER TABLE ledger DROP COLUMN form")
        connection.execute("ALTER TABLE ledger DROP COLUMN link")
        connection.execute("ALTER TABLE players DROP COLUMN form")
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
        connection.commit()
        connection.close()
        newer = SqlStore(url)
        assert newer.sheets() == ()
        assert newer.rulebooks() == ()
        assert newer.club() is None
        assert newer.ledger(EventId("e1")) == (entry(1),)
        assert [one.event_id for one in newer.events()] == ["d9", "e1"]
        newer.close()

    def test_the_file_survives_closing_and_opening(self, tmp_path: Path) -> None:
        """R-377: what was stored is there after the program died; the log is written before the answer."""
        url = f"sqlite:///{tmp_path / 'club.db'}"
        first = SqlStore(url)
        first.append(row(), (entry(1),), 0)
        second = SqlStore(url)
        assert second.ledger(EventId("e1")) == (entry(1),)
        first.close()
        second.close()

    def test_the_log_is_written_ahead_and_in_full(self, tmp_path: Path) -> None:
        """R-377: write-ahead log with full synchronisation."""
        SqlStore(f"sqlite:///{tmp_path / 'club.db'}").close()
        connection = sqlite3.connect(tmp_path / "club.db")
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        connection.close()

    def test_a_file_that_is_no_database_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "letter.db").write_text("dear director, " * 100)
        with pytest.raises(Refused, match=r"store\.cannot-open"):
            SqlStore(f"sqlite:///{tmp_path / 'letter.db'}")


SPARROW = Person("すずめ 一郎", "90123", "すずめ いちろう", "Ichiro Sparrow")


def entry_of_person(seq: int, person: Person, note: str = "") -> LedgerEntry:
    added = EntrySet(Entry(EntryId(f"p{seq}"), (person, Person("ことり 花子", "5")), note=note))
    return LedgerEntry(seq, NOW, Stamp(f"c{seq}", "director"), (added,))


def forgetting(record: str, ledger: tuple[LedgerEntry, ...], expected: int) -> Forgetting:
    forgotten = Forgotten(record, NOW, "salt", ("mark",), "(氏名削除)", "(name removed)")
    return Forgetting(forgotten, (RewrittenLedger(row(version=len(ledger)), ledger, expected),), (PlayerId("p1"),))


class TestForgetting:
    def test_all_of_it_is_stored_in_place_of_what_was_there(self, store: Store) -> None:
        store.append(row(), (entry_of_person(1, SPARROW),), 0)
        store.save_players((Player(PlayerId("p1"), SPARROW),))
        without = (entry_of_person(1, Person("(氏名削除)")), entry(2))
        store.forget(forgetting("f1", without, 1))
        assert store.ledger(EventId("e1")) == without
        assert store.strangers(EventId("e1")) == ()
        assert store.players() == ()
        assert [one.forgotten_id for one in store.forgotten()] == ["f1"]
        assert store.is_swept()
        store.append(row(version=3), (entry(3),), 2)
        assert store.strangers(EventId("e1")) == ()

    def test_a_ledger_that_went_on_refuses_all_of_it(self, store: Store) -> None:
        store.append(row(), (entry_of_person(1, SPARROW), entry(2)), 0)
        store.save_players((Player(PlayerId("p1"), SPARROW),))
        with pytest.raises(Refused, match=r"store\.conflict"):
            store.forget(forgetting("f1", (entry_of_person(1, Person("x")),), 1))
        assert store.ledger(EventId("e1")) == (entry_of_person(1, SPARROW), entry(2))
        assert len(store.players()) == 1
        assert store.forgotten() == ()

    def test_what_another_store_knows_is_added_and_nothing_is_replaced(self, store: Store) -> None:
        first = Forgotten("f1", NOW, "salt", ("mark",), "(氏名削除)", "(name removed)")
        second = replace(first, forgotten_id="f2", at=NOW + timedelta(days=1))
        store.remember((first,))
        store.remember((second, replace(first, salt="other")))
        assert store.forgotten() == (first, second)


class TestSweeping:
    """SQLite keeps what was deleted in unused pages and in the log; nothing of the name may be left in either."""

    def files(self, folder: Path) -> bytes:
        return b"".join(path.read_bytes() for path in folder.iterdir())

    def test_the_bytes_are_gone_from_the_file_and_the_log(self, tmp_path: Path) -> None:
        store = SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
        many = tuple(entry_of_person(seq, SPARROW, "x" * 3000) for seq in range(1, 60))
        store.append(row(version=59), many, 0)
        store.save_players((Player(PlayerId("p1"), SPARROW),))
        assert "すずめ".encode() in self.files(tmp_path)
        store.forget(forgetting("f1", (entry(1),), 59))
        assert not [text for text in ("すずめ", "Sparrow", "90123") if text.encode() in self.files(tmp_path)]
        store.close()

    def test_while_somebody_reads_it_is_put_off_and_done_later(self, tmp_path: Path) -> None:
        store = SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
        store.append(row(), (entry_of_person(1, SPARROW),), 0)
        other = sqlite3.connect(tmp_path / "club.db", isolation_level=None)
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM ledger").fetchone()
        store.forget(forgetting("f1", (entry(1),), 1))
        assert not store.is_swept()
        assert store.ledger(EventId("e1")) == (entry(1),)
        other.execute("COMMIT")
        other.close()
        store.settle()
        assert store.is_swept()
        assert "すずめ".encode() not in self.files(tmp_path)
        store.close()

    def test_a_program_that_was_killed_before_sweeps_when_it_starts_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
        store.append(row(), (entry_of_person(1, SPARROW),), 0)
        with monkeypatch.context() as killed:
            killed.setattr(SqlStore, "_sweep", lambda self: None)
            store.forget(forgetting("f1", (entry(1),), 1))
        assert not store.is_swept()
        assert "すずめ".encode() in self.files(tmp_path)
        store.close()
        again = SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
        assert again.is_swept()
        assert "すずめ".encode() not in self.files(tmp_path)
        again.close()

    def test_a_row_that_somebody_changed_before_is_still_told(self, tmp_path: Path) -> None:
        store = SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
        store.append(row(), (entry_of_person(1, SPARROW), entry(2), entry(3)), 0)
        by_hand = sqlite3.connect(tmp_path / "club.db")
        by_hand.execute("UPDATE ledger SET entry = replace(entry, 'director', 'nobody') WHERE seq = 2")
        by_hand.commit()
        by_hand.close()
        assert store.strangers(EventId("e1")) == (2,)
        store.forget(forgetting("f1", (entry_of_person(1, Person("x")), entry(2), entry(3)), 3))
        assert store.strangers(EventId("e1")) == (2,)
        store.close()


@pytest.mark.parametrize("number", [2, 64, 65, 150])
def test_many_entries_are_added_at_once(store: Store, number: int) -> None:
    entries = [entry(seq) for seq in range(1, number + 1)]
    end = store.append(row(version=number), entries, 0)
    assert end.version == number
    assert store.ledger(EventId("e1")) == tuple(entries)
    assert store.strangers(EventId("e1")) == ()
    more = [entry(number + 1), entry(number)]
    with pytest.raises(Refused, match=r"store\.conflict"):
        store.append(row(version=number + 1), more, number - 1)
    assert store.since(EventId("e1"), end) == Grown(end, ())


def test_sqlite_gets_the_rows_of_a_group_in_one_statement(tmp_path: Path) -> None:
    """Its driver lets other threads run after each statement."""
    store, statements = SqlStore(f"sqlite:///{tmp_path / 'club.db'}"), list[str]()
    store.append(row(), [entry(1)], 0)
    note = event.listens_for(store._engine, "before_cursor_execute")
    note(lambda *given: statements.append(given[2]))
    store.append(row(version=51), [entry(seq) for seq in range(2, 52)], 1)
    assert sum("INTO ledger" in one for one in statements) == 1
    store.append(row(version=151), [entry(seq) for seq in range(52, 152)], 51)
    assert sum("INTO ledger" in one for one in statements) == 3
    assert [one.seq for one in store.ledger(EventId("e1"))] == list(range(1, 152))
    store.close()
