"""A power cut in the middle of forgetting and of restoring: all of it is done, or nothing.

A process of its own does it and is killed at several places (`tests.cutting`); then the database is read as the next
start of the program finds it.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.store.memory import MemoryStore
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.history.wholeness import check_store
from arrowswitch.tournament.model.club_values.club import ClubSettings
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.values.people import Player, PlayerId
from arrowswitch.tournament.service.archive import pack, restore
from arrowswitch.tournament.service.service import Tournament
from tests.builders import Evening, mitchell_evening, new_evening, person
from tests.cutting import KILLED, NAME, STAMP, count_to_file
from tests.processes import start

SHARES = (0.0, 0.2, 0.5, 0.8, 1.0)
"""Of the statements: before the first of them, on the way, before the last."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Everything that a store holds, as one value."""

    values: tuple[object, ...]

    @classmethod
    def of(cls, store: Store) -> Kept:
        """Returns the content of a store, which must be whole."""
        assert check_store(store).problems == ()
        events = store.events()
        ledgers = tuple(store.ledger(row.event_id) for row in events)
        return cls(
            (events, ledgers, store.players(), store.sheets(), store.rulebooks(), store.club(), store.forgotten())
        )

    @classmethod
    def in_file(cls, database: Path) -> Kept:
        """Returns the content that the next start of the program reads."""
        store = SqlStore(f"sqlite:///{database}")
        try:
            return cls.of(store)
        finally:
            store.close()


def club_in(store: Store) -> Evening:
    """Returns an evening under way in a store that has a second event, a register, regulations and settings too."""
    evening = new_evening(4, store)
    tournament = evening.tournament
    other = tournament.create(Settings("Moon", "2026-11-22"), Stamp("moon", "director"))
    tournament.execute(other, AddEntry((person(NAME), person("Robin Wren"))), Stamp("moon-1", "director"))
    store.save_players((Player(PlayerId("p1"), person(NAME, "90123")), Player(PlayerId("p2"), person("Amber Jade"))))
    tournament.rulebooks.copy("jcbl-2008", "our-club", "Our club", Stamp("rules", "director"))
    tournament.club.change(ClubSettings("Kotori"), 0, Stamp("club", "director"))
    return evening


def cut_at(cut: str, database: Path, act: str, file: str = "") -> str:
    """Does an act in a process that is killed at a cut, and returns how many statements it took; nothing if it died."""
    counted = database.with_name("counted.txt")
    process = start(count_to_file, counted, str(database), act, cut, file)
    process.join()
    assert process.exitcode == (0 if cut == "none" else KILLED), cut
    if cut != "none":
        return ""
    statements = counted.read_text()
    counted.unlink()
    return statements


def copy_database(database: Path, name: str) -> Path:
    """Returns a folder of its own with a copy of a database that nobody has open."""
    folder = database.parent / name
    folder.mkdir()
    return Path(shutil.copy(database, folder / database.name))


def bytes_beside(database: Path) -> bytes:
    return b"".join(path.read_bytes() for path in database.parent.iterdir() if path.is_file())


def places(statements: str) -> list[str]:
    """Returns the places to cut an act with this number of statements."""
    last = int(statements)
    assert last > len(SHARES)
    return [str(1 + round(share * (last - 1))) for share in SHARES]


@pytest.mark.slow
def test_a_forgetting_that_is_cut_is_done_whole_or_not_at_all(tmp_path: Path) -> None:
    database = tmp_path / "club.db"
    store = SqlStore(f"sqlite:///{database}")
    club_in(store)
    store.close()
    before = Kept.in_file(database)
    whole = copy_database(database, "whole")
    cuts = places(cut_at("none", whole, "forget"))
    after = Kept.in_file(whole)
    assert NAME in repr(before)
    assert NAME not in repr(after)
    contents = {}
    for cut in (*cuts, "commit", "vacuum"):
        there = copy_database(database, cut)
        cut_at(cut, there, "forget")
        contents[cut] = Kept.in_file(there)
        assert contents[cut] in (before, after), cut
        if contents[cut] == after:
            assert NAME.encode() not in bytes_beside(there), cut
    assert contents[cuts[0]] == contents["commit"] == before
    assert contents["vacuum"] == contents[cuts[-1]] == after


@pytest.mark.slow
def test_a_restoring_that_is_cut_is_done_whole_or_not_at_all(tmp_path: Path) -> None:
    database, file = tmp_path / "club.db", tmp_path / "backup.zip"
    source = club_in(MemoryStore())
    store = SqlStore(f"sqlite:///{database}")
    restore(Tournament(store, source.clock, source.tournament.chance), older_of(source), STAMP)
    store.close()
    file.write_bytes(pack(source.tournament).content)
    before = Kept.in_file(database)
    whole = copy_database(database, "whole")
    cuts = places(cut_at("none", whole, "restore", str(file)))
    after = Kept.in_file(whole)
    assert after != before
    for cut in (*cuts, "commit"):
        there = copy_database(database, cut)
        cut_at(cut, there, "restore", str(file))
        assert Kept.in_file(there) == before, cut


def older_of(evening: Evening) -> bytes:
    """Returns a backup of an evening and, after it, has the evening go on."""
    packed = pack(evening.tournament).content
    evening.do(AddEntry((person("Fennel Sage"), person("Basil Thyme"))))
    evening.tournament.create(Settings("Star", "2026-11-23"), Stamp("star", "director"))
    evening.tournament.store.save_players((Player(PlayerId("p3"), person("Opal Pearl")),))
    return packed


class Breaking(MemoryStore):
    """A store that has no room for regulations."""

    def save_rulebook(self, *_: object) -> None:
        raise Refused.of("store.full", database="x")


class TestRestoringThatFails:
    """A restore that is refused in the middle stores nothing, notifies nobody, and can be tried again."""

    @pytest.fixture(params=["memory", "sqlite"])
    def store(self, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
        if request.param == "memory":
            return Breaking()
        monkeypatch.setattr(SqlStore, "save_rulebook", Breaking.save_rulebook)
        return SqlStore(f"sqlite:///{tmp_path / 'club.db'}")

    def test_nothing_is_stored_and_nobody_is_told(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        evening = mitchell_evening(tables=3)
        there = Tournament(store, evening.clock, evening.tournament.chance)
        restore(there, pack(evening.tournament).content, STAMP)
        source = club_in(MemoryStore())
        evening.enter(1, 1, 1, "P")
        source.tournament.import_file(evening.tournament.export(evening.event_id), STAMP)
        before, heard = Kept.of(store), []
        there.subscribe(lambda event, version: heard.append((event, version)))
        state = there.state(evening.event_id)
        with pytest.raises(Refused, match=r"store\.full"):
            restore(there, pack(source.tournament).content, STAMP)
        assert (Kept.of(store), heard) == (before, [])
        assert there.state(evening.event_id) == state
        assert there.club.record is None
        monkeypatch.undo()
        if not isinstance(store, Breaking):
            restore(there, pack(source.tournament).content, STAMP)
            assert there.club.settings.name == "Kotori"
            assert len(heard) > 0
        store.close()
