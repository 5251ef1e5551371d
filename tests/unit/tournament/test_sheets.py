"""The workbench: sheets are kept step by step, every step can be undone, nobody overwrites another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, NotFound, Refused
from arrowswitch.core.movements.editing import apply
from arrowswitch.core.movements.editing.cells import ClearCell, TurnArrow
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.editing.layout import AddTable
from arrowswitch.core.movements.editing.numbers import SwapNumbers
from arrowswitch.core.movements.families.registry import make
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model.club_values.sheets import SheetRecord, SheetStep
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.stored.forms import SHEET
from arrowswitch.tournament.model.stored.upgrades import VERSION
from arrowswitch.tournament.service.archive import pack, restore
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.sheets import workbench as sheets
from arrowswitch.tournament.sheets.workbench import SheetId, Workbench
from tests.builders import START, CountingChance, FixedClock
from tests.unit.tournament.test_archive import zip_files

HOWELL = make("howell", tables=6, boards_per_round=2)
SWAP = SwapNumbers(Number("4"), Number("9"), (3,))
TURN = TurnArrow(2)


def stamp(command: str) -> Stamp:
    return Stamp(command, "director", "desk")


@pytest.fixture
def bench() -> Workbench:
    return Workbench(MemoryStore(), FixedClock(), CountingChance())


@pytest.fixture
def howell(bench: Workbench) -> SheetId:
    return bench.create("ハウエル 6", HOWELL, stamp("new"))


class TestList:
    def test_a_new_sheet_is_listed_with_its_size_and_its_faults(self, bench: Workbench, howell: SheetId) -> None:
        """R-327: sheets are registered; R-333: the list shows the number of faults of each."""
        [row] = bench.sheets()
        assert (row.name, row.family, row.contestants, row.tables, row.rounds) == ("ハウエル 6", "howell", 12, 6, 11)
        assert (row.boards_per_round, row.faults, row.changed_at) == (2, 0, START)
        bench.apply(howell, SWAP, 1, stamp("c1"))
        [row] = bench.sheets()
        assert row.family == "custom"
        assert row.faults == 4

    def test_the_phantom_is_no_contestant(self, bench: Workbench) -> None:
        bench.create("11", HOWELL.with_phantom(Number("12")), stamp("new"))
        assert bench.sheets()[0].contestants == 11

    def test_the_same_command_makes_one_sheet(self, bench: Workbench, howell: SheetId) -> None:
        assert bench.create("ハウエル 6", HOWELL, stamp("new")) == howell
        assert len(bench.sheets()) == 1

    def test_a_copy_stands_by_itself(self, bench: Workbench, howell: SheetId) -> None:
        bench.apply(howell, TURN, 1, stamp("c1"))
        copied = bench.copy(howell, "  Howell   6b ", stamp("c2"))
        assert bench.sheet(copied).name == "Howell 6b"
        assert bench.sheet(copied).movement == apply(HOWELL, TURN)
        assert (bench.sheet(copied).standing, bench.sheet(copied).can_undo) == ((), False)
        bench.delete(howell)
        assert [row.sheet_id for row in bench.sheets()] == [copied]

    def test_a_name_is_needed(self, bench: Workbench, howell: SheetId) -> None:
        with pytest.raises(Refused, match=r"sheet\.name-empty"):
            bench.create("  ", HOWELL, stamp("x"))
        with pytest.raises(Refused, match=r"sheet\.name-long"):
            bench.rename(howell, "h" * 81, "", stamp("x"))
        with pytest.raises(Refused, match=r"sheet\.note-long"):
            bench.rename(howell, "h", "n" * 2001, stamp("x"))
        renamed = bench.rename(howell, "Wednesday", " for 12 pairs ", stamp("x"))
        assert (renamed.name, renamed.note, renamed.version) == ("Wednesday", "for 12 pairs", 2)

    @pytest.mark.parametrize("what", ["sheet", "delete", "undo", "copy"])
    def test_a_sheet_that_is_gone(self, bench: Workbench, what: str) -> None:
        more = {"undo": (stamp("x"),), "copy": ("b", stamp("x"))}.get(what, ())
        with pytest.raises(NotFound, match=r"sheet\.unknown"):
            getattr(bench, what)(SheetId("gone"), *more)


class TestSteps:
    def test_steps_are_undone_and_done_again(self, bench: Workbench, howell: SheetId) -> None:
        first = bench.apply(howell, SWAP, 1, stamp("c1"))
        second = bench.apply(howell, TURN, first.version, stamp("c2"))
        assert [(step.seq, step.edit, step.who) for step in second.standing] == [
            (1, SWAP, "director"),
            (2, TURN, "director"),
        ]
        back = bench.undo(howell, stamp("c3"))
        assert (back.movement, back.can_undo, back.can_redo) == (first.movement, True, True)
        start = bench.undo(howell, stamp("c4"))
        assert (start.movement, start.can_undo, start.can_redo) == (HOWELL, False, True)
        with pytest.raises(Refused, match=r"sheet\.nothing-to-undo"):
            bench.undo(howell, stamp("c5"))
        assert bench.redo(howell, stamp("c6")).movement == first.movement
        again = bench.redo(howell, stamp("c7"))
        assert (again.movement, again.can_redo, again.version) == (second.movement, False, 7)
        with pytest.raises(Refused, match=r"sheet\.nothing-to-redo"):
            bench.redo(howell, stamp("c8"))

    def test_a_new_step_ends_what_was_undone(self, bench: Workbench, howell: SheetId) -> None:
        bench.apply(howell, SWAP, 1, stamp("c1"))
        bench.undo(howell, stamp("c2"))
        turned = bench.apply(howell, TURN, 3, stamp("c3"))
        assert ([step.edit for step in turned.standing], turned.can_redo) == ([TURN], False)

    def test_two_desks_do_not_overwrite_each_other(self, bench: Workbench, howell: SheetId) -> None:
        bench.apply(howell, SWAP, 1, stamp("c1"))
        with pytest.raises(Refused, match=r"sheet\.changed-meanwhile"):
            bench.apply(howell, TURN, 1, stamp("c2"))
        assert len(bench.sheet(howell).standing) == 1

    def test_a_command_sent_twice_counts_once(self, bench: Workbench, howell: SheetId) -> None:
        once = bench.apply(howell, TURN, 1, stamp("c1"))
        assert bench.apply(howell, TURN, 1, stamp("c1")) == once

    def test_a_refused_edit_changes_nothing(self, bench: Workbench, howell: SheetId) -> None:
        with pytest.raises(Refused, match=r"sheet\.no-round"):
            bench.apply(howell, ClearCell(99, 1), 1, stamp("c1"))
        assert bench.sheet(howell).version == 1

    def test_very_old_steps_become_the_base(
        self, bench: Workbench, howell: SheetId, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sheets, "MOST_STEPS", 2)
        row: tuple[Edit, ...] = (SWAP, TURN, AddTable())
        for place, edit in enumerate(row, start=1):
            last = bench.apply(howell, edit, place, stamp(f"c{place}"))
        assert [step.seq for step in last.standing] == [2, 3]
        bench.undo(howell, stamp("u1"))
        assert bench.undo(howell, stamp("u2")).movement == apply(HOWELL, SWAP)


class TestExchange:
    def tournament(self, bench: Workbench) -> Tournament:
        return Tournament(bench.store, bench.clock, bench.chance)

    def test_a_backup_carries_the_sheets_to_another_installation(self, bench: Workbench, howell: SheetId) -> None:
        """R-329: what was made on one installation is there on another, with its steps."""
        bench.apply(howell, SWAP, 1, stamp("c1"))
        other = Workbench(MemoryStore(), FixedClock(), CountingChance())
        restored = restore(self.tournament(other), pack(self.tournament(bench)).content, stamp("r"))
        assert restored.sheets == 1
        assert other.sheet(howell) == bench.sheet(howell)
        assert other.undo(howell, stamp("u")).movement == HOWELL

    def test_a_backup_loses_nothing_that_is_there(self, bench: Workbench, howell: SheetId) -> None:
        early = pack(self.tournament(bench)).content
        mine = bench.apply(howell, SWAP, 1, stamp("c1"))
        late = pack(self.tournament(bench)).content
        restore(self.tournament(bench), early, stamp("r1"))
        assert bench.sheet(howell) == mine
        other = Workbench(MemoryStore(), FixedClock(), CountingChance())
        restore(self.tournament(other), early, stamp("r2"))
        restore(self.tournament(other), late, stamp("r3"))
        assert other.sheet(howell).movement == mine.movement
        assert len(other.sheets()) == 1

    def test_two_stories_of_one_sheet_are_kept_both(self, bench: Workbench, howell: SheetId) -> None:
        early = pack(self.tournament(bench)).content
        other = Workbench(MemoryStore(), FixedClock(), CountingChance(50))
        restore(self.tournament(other), early, stamp("r1"))
        bench.apply(howell, SWAP, 1, stamp("c1"))
        other.apply(howell, TURN, 1, stamp("c2"))
        restore(self.tournament(other), pack(self.tournament(bench)).content, stamp("r3"))
        assert {row.faults for row in other.sheets()} == {0, 4}

    def test_a_damaged_sheet_is_refused_before_anything_is_stored(self, bench: Workbench) -> None:
        with pytest.raises(Malformed, match=r"archive\.sheet") as caught:
            restore(self.tournament(bench), zip_files(players_json=b"[]", sheets__x_json=b'{"name": 3}'), stamp("r"))
        assert {problem.where for problem in caught.value.problems} == {"sheets/x.json"}

    def test_a_stored_edit_that_cannot_be_read_is_told(self) -> None:
        record = SheetRecord(SheetId("s"), "n", "", HOWELL, HOWELL, (SheetStep(1, TURN, START, "d"),), 1, 2, START)
        text = SHEET.dump(record)
        assert SHEET.load(text, VERSION) == record
        with pytest.raises(Malformed, match=r"sheet\.edit\.unknown"):
            SHEET.load(text.replace("turn-arrow", "burn-arrow"), VERSION)

    def test_a_step_without_an_edit_changes_nothing(self, bench: Workbench, howell: SheetId) -> None:
        """An older program's backup may contain a step of a kind that has no edit."""
        record = bench.store.sheet(howell)
        assert record is not None
        steps = (SheetStep(1, None, START, "d"), SheetStep(2, TURN, START, "d"))
        bench.store.save_sheet(bench.sheets()[0], replace(record, steps=steps, done=2, version=2), 1)
        assert bench.undo(howell, stamp("u")).movement == HOWELL
