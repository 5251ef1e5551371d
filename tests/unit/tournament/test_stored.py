"""Stored forms are separate from the values of the program, and older versions are upgraded step by step."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import pytest

from arrowswitch.core.errors import Impossible, Malformed
from arrowswitch.store import rows, sql
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.ports import EventRow
from arrowswitch.tournament.model.slices.lists import ItemTicked
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.stored.forms import ENTRY, EVENT_FILE, PLAYER, EventFile
from arrowswitch.tournament.model.stored.mapping import StoredWords, stored_form
from arrowswitch.tournament.model.stored.upgrades import Plain, in_ledger
from arrowswitch.tournament.model.values.people import Player, PlayerId
from arrowswitch.tournament.service.archive import NOTE, pack, restore
from tests.builders import mitchell_evening, new_evening, person
from tests.tables import for_each


class Compass(StrEnum):
    """Called `Seat` in the first version, with the words of that time."""

    NORTH = "n"
    SOUTH = "s"


@dataclass(frozen=True, slots=True)
class Sitting:
    """Called a placing in the first version: `seat`, `who` and `before` then."""

    compass: Compass
    name: str
    earlier: tuple[Compass, ...] = ()
    by_round: Mapping[int, Compass] | None = None


CompassWord = Annotated[Compass, StoredWords(Compass, "north south", {"north": "n", "south": "s"})]


@stored_form(Sitting, {"seat": "compass", "who": "name", "before": "earlier"})
class StoredSitting:
    seat: CompassWord
    who: str
    before: tuple[CompassWord, ...] = ()
    by_round: Mapping[int, CompassWord] | None = None


@dataclass(frozen=True, slots=True)
class Room:
    """Holds sittings."""

    sittings: tuple[Sitting, ...]
    host: Sitting | None = None


@stored_form(Room)
class StoredRoom:
    sittings: tuple[StoredSitting, ...]
    host: StoredSitting | None = None


ROOM: StoredForm[Room] = StoredForm(StoredRoom)
SITTING = Sitting(Compass.NORTH, "春川", (Compass.SOUTH,), {2: Compass.SOUTH})
SITTING_TEXT = '{"seat":"north","who":"春川","before":["south"],"by_round":{"2":"south"}}'


class TestRenaming:
    def test_a_renamed_class_field_or_word_changes_no_file(self) -> None:
        room = Room((SITTING,), SITTING)
        text = f'{{"sittings":[{SITTING_TEXT}],"host":{SITTING_TEXT}}}'
        assert ROOM.dump(room) == text
        assert ROOM.load(text, 1) == room

    def test_what_a_file_lacks_is_as_the_stored_form_says(self) -> None:
        assert ROOM.load('{"sittings": [{"seat": "south", "who": "夏山"}]}', 1) == Room(
            (Sitting(Compass.SOUTH, "夏山"),)
        )

    def test_a_field_of_the_domain_cannot_be_forgotten(self) -> None:
        class Short:
            seat: CompassWord
            who: str

        with pytest.raises(Impossible, match="Short and Sitting differ in"):
            stored_form(Sitting, {"seat": "compass", "who": "name"})(Short)

    def test_every_member_of_an_enum_has_a_word(self) -> None:
        with pytest.raises(Impossible, match="Compass"):
            StoredWords(Compass, "n")

    def test_another_word_is_refused_with_its_place(self) -> None:
        with pytest.raises(Malformed) as refusal:
            ROOM.load('{"sittings": [{"seat": "n", "who": "夏山"}]}', 1, "room.json")
        (problem,) = refusal.value.problems
        assert (problem.code, problem.where) == ("file.field", "room.json")
        assert problem.params == {"field": "sittings.0.seat", "detail": "Input should be 'north' or 'south'"}


def renamed_item(entry: Plain) -> Plain:
    """The step of a second version that calls the `task` of a tick its `item`."""
    facts = entry.get("facts")
    if not isinstance(facts, list):
        return entry
    return {**entry, "facts": [{("item" if key == "task" else key): fact[key] for key in fact} for fact in facts]}


def without_prefix(entry: Plain) -> Plain:
    """The step of a third version, in which authors have no prefix."""
    return {**entry, "stamp": {**entry["stamp"], "author": entry["stamp"]["author"].removeprefix("by ")}}


STEPS = {1: renamed_item, 2: without_prefix}
THIRD: StoredForm[LedgerEntry] = StoredForm(LedgerEntry, STEPS, version=3)
TICK = LedgerEntry(1, datetime(2026, 11, 21, 10, tzinfo=UTC), Stamp("c1", "夏山"), (ItemTicked(1, "boards", "夏山"),))


def as_first(text: str) -> str:
    """Returns the entry as the first version of `STEPS` spelled it."""
    return text.replace('"item"', '"task"').replace('"author":"', '"author":"by ')


class TestSteps:
    def test_every_step_from_the_version_of_the_text_is_taken(self) -> None:
        first = as_first(ENTRY.dump(TICK))
        second = json.dumps(renamed_item(json.loads(first)))
        assert [THIRD.load(text, version) for version, text in ((1, first), (2, second))] == [TICK, TICK]
        assert THIRD.load(THIRD.dump(TICK), 3) == TICK

    def test_an_event_file_is_brought_up_with_its_version(self) -> None:
        @stored_form(EventFile)
        class StoredThird:
            format: Literal["arrowswitch-event"]
            version: Literal[3]
            ledger: tuple[LedgerEntry, ...]
            links: tuple[str, ...] = ()

        form: StoredForm[EventFile] = StoredForm(StoredThird, in_ledger(STEPS, 3), version=3)
        first = f'{{"format": "arrowswitch-event", "version": 1, "ledger": [{as_first(ENTRY.dump(TICK))}]}}'
        assert form.load(first, 1).ledger == (TICK,)
        assert EVENT_FILE.load(first.replace('"task"', '"item"').replace("by ", ""), 1).ledger == (TICK,)

    def test_what_a_step_does_not_expect_is_told_with_its_place(self) -> None:
        broken = as_first(ENTRY.dump(TICK)).replace('"facts":[', '"facts":[4,')
        with pytest.raises(Malformed, match=r"facts\.0"):
            StoredForm(LedgerEntry, {1: lambda entry: entry}, version=2).load(broken, 1)

    def test_a_list_is_brought_up_value_by_value(self) -> None:
        step = {1: lambda player: {**player, "club": player["club"].upper()}}
        form: StoredForm[tuple[Player, ...]] = StoredForm(tuple[Player, ...], step, version=2)
        player = Player(PlayerId("p1"), person("春川"), "tokyo")
        assert form.load(f"[{PLAYER.dump(player)}]", 1) == (replace(player, club="TOKYO"),)

    def test_a_version_to_come_is_refused(self) -> None:
        with pytest.raises(Malformed, match=r"file\.newer"):
            ENTRY.load(ENTRY.dump(TICK), 2)

    @for_each("version", ["0", '"1"', "null"])
    def test_what_is_no_version_is_refused(self, version: str) -> None:
        evening = mitchell_evening()
        text = evening.tournament.export(evening.event_id)
        with pytest.raises(Malformed, match=r"file\.field.*version"):
            event_file.load(text.replace('"version": 1', f'"version": {version}', 1))


class TestStores:
    def test_a_row_is_read_in_the_version_it_was_written_in(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = sql.SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
        store.append(EventRow(EventId("e1"), "例会", "2026-11-21", "entries", 0, 1), (TICK,), 0)
        with sqlite3.connect(tmp_path / "club.db") as connection:
            connection.execute("UPDATE ledger SET entry = ?", (as_first(ENTRY.dump(TICK)),))
        connection.close()
        monkeypatch.setattr(rows, "ENTRY", THIRD)
        assert store.ledger(EventId("e1")) == (TICK,)
        store.close()

    def test_a_row_of_a_newer_program_is_left_out_and_told(self, tmp_path: Path) -> None:
        store = sql.SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
        store.save_players((Player(PlayerId("p1"), person("春川")), Player(PlayerId("p2"), person("秋山"))))
        with sqlite3.connect(tmp_path / "club.db") as connection:
            connection.execute("UPDATE players SET form = 2 WHERE player_id = 'p1'")
        connection.close()
        with pytest.raises(Malformed, match=r"store\.row-newer.*p1"):
            store.player(PlayerId("p1"))
        assert [player.player_id for player in store.players()] == ["p2"]
        assert [(row.problem.code, row.name) for row in store.unread()] == [("store.row-newer", "players/p1")]
        store.close()


class TestBackups:
    @for_each(
        "note, code",
        [
            ('{"format": "arrowswitch-backup", "version": 2}', r"file\.newer"),
            ('{"format": "other", "version": 1}', r"file\.field"),
            ("{", r"file\.field"),
        ],
    )
    def test_a_note_that_says_otherwise_is_refused(self, note: str, code: str) -> None:
        evening = mitchell_evening()
        evening.tournament.store.save_players((Player(PlayerId("p1"), person("春川", "1021")),))
        packed = io.BytesIO()
        with (
            zipfile.ZipFile(io.BytesIO(pack(evening.tournament).content)) as archive,
            zipfile.ZipFile(packed, "w") as other,
        ):
            for name in archive.namelist():
                other.writestr(name, note if name == NOTE else archive.read(name))
        elsewhere = new_evening().tournament
        before = elsewhere.events()
        with pytest.raises(Malformed, match=code):
            restore(elsewhere, packed.getvalue(), Stamp("restore", "director"))
        assert elsewhere.events() == before
