"""Files of earlier versions of the program open for ever, with the same results: event files, backups, databases.

The corpus, and how the next version adds to it, is described in `tests/data/upgrades/README.md`.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.editing.plain import EDITS
from arrowswitch.store.memory import MemoryStore
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.model.stored.upgrades import VERSION
from arrowswitch.tournament.service.archive import pack, restore
from arrowswitch.tournament.service.service import Tournament
from tests.builders import CountingChance, FixedClock
from tests.rotation import rotate
from tests.upgrade_corpus import STEPS, events, fact_kinds, make_house, resolve_schema, stored_schemas
from tests.upgrade_results import (
    ARCHIVE,
    COVERED,
    DATABASE,
    HOUSE,
    SCHEMAS,
    STANDINGS,
    event_files,
    list_changes,
    lost,
    results_of,
    services_of,
    versions,
)

VERSIONS = versions()
FILES = tuple(path for folder in VERSIONS for path in event_files(folder))
SIZES = {"v1": (41, 20)}
"""How many kinds of facts and forms of events each version had."""

CORRECTED: dict[str, tuple[str, ...]] = {
    "two-sessions-two-sections": (".master_points[",),
    "form-handicap-pairs": (".further[0][0]",),
    "teams-by-own-scale": (".sessions[0].boards[0].results[",),
    "double-knockout-left": (".sessions[0].matches[1].state", ".sessions[0].matches[3]."),
}
"""The values that the program of a file's time got wrong: masterpoints for each session of a weekly game of two, where
the tables are for a game (manual, line 3918); in the list with handicaps less than their percentage for a pair that sat
out; no IMPs of a board with a ruled score in a match; in a knockout removed matches of a team that left, where the rule
is for events of several matches of each team (regulations summary, line 75)."""


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    return path.name if path in VERSIONS else f"{path.parent.name}-{path.stem}"


def facts(folder: Path) -> Iterator[dict[str, Any]]:
    """Yields every fact of a version's event files as it was written, without the program's reader."""
    for path in event_files(folder):
        for entry in read(path)["ledger"]:
            yield from entry["facts"]


class TestEventFiles:
    @rotate("path", FILES, cells=len(FILES) // 3, ids=name_of)
    def test_the_results_are_those_of_its_time(self, path: Path) -> None:
        """R-377, R-407: standings, boards, matches, totals and all other values, to the last number."""
        stored = read(path.with_name(f"{path.stem}{STANDINGS}"))
        differences = lost(stored, results_of(path.read_text(encoding="utf-8")))
        assert [one for one in differences if not one.startswith(CORRECTED.get(path.stem, ()))] == []

    @rotate("path", FILES, cells=len(FILES) // 3, ids=name_of)
    def test_nothing_is_lost_when_it_is_written_again(self, path: Path) -> None:
        """R-407: the file of today holds the same ledger: the standings are the same. In a file of the present version
        every value that was there before is still there."""
        text = path.read_text(encoding="utf-8")
        ledger = event_file.load(text)
        again = event_file.dump(ledger)
        assert event_file.load(again) == ledger
        before, after = json.loads(text), json.loads(again)
        assert after["version"] == VERSION
        assert len(before["ledger"]) == len(after["ledger"])
        for entry, newer in zip(before["ledger"], after["ledger"], strict=True):
            assert (entry["seq"], entry["at"]) == (newer["seq"], newer["at"])
            assert entry["stamp"] == {name: newer["stamp"][name] for name in entry["stamp"]}
        if before["version"] == VERSION:
            assert lost(before["ledger"], after["ledger"]) == []


class TestHouses:
    @pytest.mark.parametrize("folder", VERSIONS, ids=name_of)
    def test_a_backup_is_restored(self, folder: Path) -> None:
        """R-377: events with their results, register, master sheets and own regulations are there again."""
        services = open_tournament(MemoryStore())
        restored = restore(services, (folder / ARCHIVE).read_bytes(), Stamp("restore", "director"))
        stored = read(folder / HOUSE)
        counts = (len(stored["events"]), len(stored["players"]), len(stored["sheets"]))
        assert (restored.events, restored.players, restored.sheets) == counts
        assert min(counts) > 0
        assert lost(stored, services_of(services)) == []

    @pytest.mark.parametrize("folder", VERSIONS, ids=name_of)
    def test_a_database_is_opened(self, folder: Path, tmp_path: Path) -> None:
        """R-377: a club installs the new program over the old one's database."""
        database = tmp_path / "house.db"
        database.write_bytes(gzip.decompress((folder / DATABASE).read_bytes()))
        store = SqlStore(f"sqlite:///{database}")
        try:
            assert lost(read(folder / HOUSE), services_of(open_tournament(store))) == []
        finally:
            store.close()

    @pytest.mark.parametrize("folder", VERSIONS, ids=name_of)
    def test_the_old_database_is_copied_before_the_upgrade(self, folder: Path, tmp_path: Path) -> None:
        """The older program can go on with the copy; the upgraded database it refuses in words."""
        database = tmp_path / "house.db"
        database.write_bytes(gzip.decompress((folder / DATABASE).read_bytes()))
        with closing(sqlite3.connect(database)) as before:
            dump = list(before.iterdump())
        for _ in range(2):  # The second start upgrades nothing and copies nothing.
            SqlStore(f"sqlite:///{database}").close()
        (copy,) = tmp_path.glob("house.before-upgrade-*.db")
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600 or sys.platform == "win32"
        with closing(sqlite3.connect(copy)) as saved:
            assert list(saved.iterdump()) == dump

    def test_an_older_program_refuses_a_newer_database_and_changes_nothing(self, tmp_path: Path) -> None:
        database = tmp_path / "house.db"
        SqlStore(f"sqlite:///{database}").close()
        with closing(sqlite3.connect(database)) as newer:
            newer.execute("UPDATE alembic_version SET version_num = '9999'")
            newer.commit()
            dump = list(newer.iterdump())
        with pytest.raises(Refused) as refused:
            SqlStore(f"sqlite:///{database}")
        assert [problem.code for problem in refused.value.problems] == ["store.newer"]
        with closing(sqlite3.connect(database)) as after:
            assert list(after.iterdump()) == dump
        assert [path.name for path in tmp_path.glob("*before*")] == []


class TestCorpus:
    def test_the_present_version_is_in_it(self) -> None:
        """A version of the event file is not raised without its files (`tools/make-upgrade-corpus`)."""
        assert VERSIONS[-1].name == f"v{VERSION}"
        assert set(SIZES) == {folder.name for folder in VERSIONS}

    @pytest.mark.parametrize("folder", VERSIONS, ids=name_of)
    def test_every_kind_of_fact_is_in_it(self, folder: Path) -> None:
        covered = read(folder / COVERED)
        assert {fact["kind"] for fact in facts(folder)} == set(covered["kinds"])
        assert (len(covered["kinds"]), len(covered["forms"])) == SIZES[folder.name]

    @pytest.mark.parametrize("folder", VERSIONS, ids=name_of)
    def test_every_form_is_in_it(self, folder: Path) -> None:
        forms = {
            fact["settings"]["form"]
            for fact in facts(folder)
            if fact["kind"] == "event-created" and fact["settings"]["form"] is not None
        }
        assert forms == set(read(folder / COVERED)["forms"])

    @pytest.mark.parametrize("folder", VERSIONS, ids=name_of)
    def test_every_file_is_compared(self, folder: Path) -> None:
        """No file without its results, no results without their file."""
        compared = {one for path in event_files(folder) for one in (path.name, f"{path.stem}{STANDINGS}")}
        assert {path.name for path in folder.iterdir()} == compared | {ARCHIVE, DATABASE, HOUSE, COVERED, SCHEMAS}


class TestStoredForm:
    def test_everything_is_spelled_as_the_present_version_says(self) -> None:
        """R-407: a new name in the program changes no file. Additions (a kind of fact, a field with a default, a word)
        are read in files that have none of them. A change of stored values raises the version and adds the step from
        the one before; these schemas stay as they are."""
        assert list_changes(read(VERSIONS[-1] / SCHEMAS), stored_schemas()) == []

    def test_the_published_schema_spells_it_the_same_way(self) -> None:
        published = read(Path(__file__).parents[2] / "docs" / "reference" / "event-file.schema.json")
        assert resolve_schema(published, published["$defs"]) == json.loads(json.dumps(stored_schemas()))["event-file"]

    def test_a_change_is_told_and_what_is_added_is_not(self) -> None:
        def fact(fields: dict[str, Any], *required: str) -> dict[str, Any]:
            return {"kind": {"set": {"fields": fields, "required": list(required)}}}

        before = fact({"a": {"enum": ["x", "y"]}, "b": {"default": 1}}, "a")
        added = fact({"a": {"enum": ["x", "w", "y"]}, "b": {"default": 1}, "c": {"default": ""}}, "a")
        assert list_changes(before, {"kind": {**added["kind"], "other": {}}}) == []
        assert list_changes(before, fact({"a": {"enum": ["x"]}, "b": {"default": 1}}, "a")) == [
            ".kind.set.fields.a.enum: y"
        ]
        assert list_changes(before, fact({"a": {"enum": ["x", "y"]}, "b": {"default": 2}}, "a")) == [
            ".kind.set.fields.b.default: 1 -> 2"
        ]
        assert list_changes(before, fact({"b": {"default": 1}}, "a")) == [".kind.set.fields.a"]
        assert list_changes(before, {"kind": {"set": {**before["kind"]["set"], "required": ["a", "b"]}}}) == [
            ".kind.set.required: a -> a, b"
        ]


class TestNextVersion:
    """The tool for the next folder matches the program (`tools/make-upgrade-corpus`)."""

    @pytest.mark.slow
    def test_its_events_hold_every_kind_of_fact_and_every_form(self) -> None:
        played = events()
        states = [evening.state for evening in played.values()]
        files = {name: evening.tournament.export(evening.event_id) for name, evening in played.items()}
        kinds = {fact["kind"] for text in files.values() for one in json.loads(text)["ledger"] for fact in one["facts"]}
        assert kinds == set(fact_kinds())
        assert {state.settings.event_form for state in states} == set(EventForm)
        services = make_house(MemoryStore(), files)
        again = open_tournament(MemoryStore())
        restore(again, pack(services).content, Stamp("restore", "director"))
        assert services_of(again) == services_of(services)

    def test_its_sheets_hold_every_kind_of_step(self) -> None:
        assert {type(step) for step in STEPS} == set(EDITS.values())


class TestComparison:
    def test_what_is_lost_is_told_with_its_place(self) -> None:
        before = {"a": [1, {"b": "x"}], "c": [1, 2]}
        assert lost(before, before | {"new": 1}) == []
        assert lost(before, {"a": [1, {}], "c": [1]}) == [".a[1].b", ".c: [1, 2] -> [1]"]
        assert lost(before, {"a": [2, {"b": "y"}], "c": [2, 1]}) == [
            *(".a[0]: 1 -> 2", ".a[1].b: x -> y"),
            *(".c[0]: 1 -> 2", ".c[1]: 2 -> 1"),
        ]


def open_tournament(store: Store) -> Tournament:
    return Tournament(store, FixedClock(), CountingChance(9000))
