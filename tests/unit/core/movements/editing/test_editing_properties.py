"""Properties of all edits over all kinds of sheets: what they undo, what they refuse, what they may raise."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Mistake
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.editing import apply, compare, edit_from_plain, edit_to_plain, what_breaks
from arrowswitch.core.movements.editing.appendix import AddABTable, AddAppendix
from arrowswitch.core.movements.editing.apply import apply_all
from arrowswitch.core.movements.editing.cells import ClearCell, SetCell, TurnArrow
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.editing.layout import (
    AddRound,
    AddTable,
    CutAfter,
    Declare,
    DropRounds,
    DropTable,
    RotateRounds,
    RotateTables,
    SetBoards,
    SetByeStand,
    SetTableLabel,
    StartInRound,
    SwapRounds,
    SwapTables,
)
from arrowswitch.core.movements.editing.numbers import Renumber, RotateNumbers, SetPhantom, SetStationary, SwapNumbers
from arrowswitch.core.movements.editing.settle import settle_sheet
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.format import to_plain
from arrowswitch.core.movements.guide.master_sheet import master_sheet_text
from arrowswitch.core.movements.model import Meeting, Movement
from tests.movements import library
from tests.rotation import examples

SMALL = st.integers(-2, 16)
NUMBERS = st.sampled_from([Number(n) for n in ("1", "2", "3", "7", "9", "12", "NS1", "NS3", "EW1", "EW4", "99", "x")])
SIDES = st.lists(NUMBERS, max_size=3).map(tuple)
TEXTS = st.text("aA6+-1 2", max_size=6)


def drawn_edits() -> st.SearchStrategy[Edit]:
    """Draws any edit, most of them possible on a sheet of some size, many not."""
    return st.one_of(
        st.builds(SetCell, SMALL, SMALL, SIDES, SIDES, SMALL),
        st.builds(ClearCell, SMALL, SMALL),
        st.builds(SwapNumbers, NUMBERS, NUMBERS, st.lists(SMALL, max_size=3).map(tuple)),
        st.builds(Renumber, st.dictionaries(NUMBERS, NUMBERS, max_size=3)),
        st.builds(RotateNumbers, st.lists(NUMBERS, max_size=4).map(tuple), SMALL),
        st.builds(RotateRounds, SMALL),
        st.builds(StartInRound, SMALL),
        st.builds(RotateTables, SMALL),
        st.builds(SwapTables, SMALL, SMALL),
        st.builds(SwapRounds, SMALL, SMALL),
        st.builds(TurnArrow, SMALL, st.none() | SMALL),
        st.builds(SetPhantom, st.none() | NUMBERS),
        st.builds(SetStationary, st.lists(NUMBERS, max_size=3).map(tuple)),
        st.just(AddTable()),
        st.just(AddRound()),
        st.builds(DropTable, SMALL),
        st.builds(DropRounds, st.lists(SMALL, max_size=3).map(tuple)),
        st.builds(CutAfter, SMALL),
        st.builds(AddAppendix, SMALL),
        st.builds(AddABTable, SMALL),
        st.builds(SetBoards, SMALL, SMALL, st.none() | SMALL),
        st.builds(SetTableLabel, SMALL, TEXTS),
        st.builds(SetByeStand, SMALL, SMALL),
        st.builds(
            Declare,
            st.sampled_from(["relays", "rematches", "meetings", "plays", "rounds_drawn", "copies", "team_mates", "x"]),
            TEXTS,
        ),
    )


@st.composite
def damaged_movement(draw: st.DrawFn) -> Movement:
    """Draws a movement of the library with parts of it changed at random, so that it may have any fault."""
    movement = draw(library(9))
    meetings = list(movement.meetings)
    for _ in range(draw(st.integers(0, 4))):
        if draw(st.booleans()) and meetings:
            meetings.pop(draw(st.integers(0, len(meetings) - 1)))
        meetings.append(Meeting(draw(SMALL), draw(SMALL), draw(SIDES), draw(SIDES), draw(SMALL)))
    return replace(
        movement,
        meetings=tuple(meetings),
        phantom=draw(st.none() | NUMBERS),
        bye_stands={draw(SMALL): 1},
        arrow_switched=tuple(draw(st.lists(SMALL, max_size=2))),
        fields=draw(st.sampled_from([movement.fields, (), ((),)])),
    )


class TestEveryEdit:
    @given(st.lists(drawn_edits(), max_size=6), st.one_of(library(9), damaged_movement()))
    @settings(max_examples=examples(150))
    def test_raises_nothing_but_a_mistake_and_what_comes_of_it_can_be_shown(
        self, row: list[Edit], movement: Movement
    ) -> None:
        for edit in row:
            with contextlib.suppress(Mistake):
                movement = apply(movement, edit)
        faults(movement)
        fairness(movement)
        to_plain(movement)

    @given(drawn_edits())
    def test_survives_its_plain_form(self, edit: Edit) -> None:
        assert edit_from_plain(edit_to_plain(edit)) == edit

    @given(st.lists(drawn_edits(), max_size=4), library(7))
    @settings(max_examples=examples(50))
    def test_leaves_the_sheet_it_was_given_as_it_was(self, row: list[Edit], movement: Movement) -> None:
        before = to_plain(movement)
        for edit in row:
            with contextlib.suppress(Mistake):
                apply(movement, edit)
        assert to_plain(movement) == before


class TestManyAtOnce:
    @given(st.lists(drawn_edits(), max_size=8), library(9))
    @settings(max_examples=examples(100))
    def test_a_row_of_edits_is_the_same_one_by_one_or_at_once(self, row: list[Edit], movement: Movement) -> None:
        done: list[Edit] = []
        one_by_one = movement
        for edit in row:
            with contextlib.suppress(Mistake):
                one_by_one = apply(one_by_one, edit)
                done.append(edit)
        assert apply_all(movement, done) == one_by_one

    def test_an_edit_that_cannot_be_is_refused(self) -> None:
        howell = make("howell", tables=3)
        with pytest.raises(Mistake, match=r"sheet\.no-round"):
            apply_all(howell, [AddTable(), ClearCell(99, 1)])
        assert apply_all(howell, []) is howell
        assert apply_all(howell, [AddTable(), AddRound()]) == apply(apply(howell, AddTable()), AddRound())


@st.composite
def undoable(draw: st.DrawFn) -> tuple[Movement, Edit, Edit]:
    """Draws a movement, an edit that it allows and the edit that takes it back."""
    movement = settle_sheet(draw(library(9)))
    numbers = st.sampled_from(movement.contestants)
    rounds, tables = st.integers(1, movement.rounds), st.integers(1, movement.tables)
    first, other = draw(numbers), draw(numbers)
    shift = draw(st.integers(-9, 9))
    meeting = draw(st.sampled_from(movement.meetings))
    row = tuple(draw(st.permutations(movement.contestants))[:5])
    cell = meeting.round, meeting.table
    filled = SetCell(*cell, meeting.ns, meeting.ew, meeting.board_set)
    label = movement.table_labels.get(meeting.table, "")
    chosen = draw(rounds), draw(rounds)
    seats = draw(tables), draw(tables)
    fresh = {number: Number(f"Z{number}") for number in row}
    pairs: list[tuple[Edit, Edit]] = [
        (SwapNumbers(first, other), SwapNumbers(first, other)),
        (SwapNumbers(first, other, chosen[:1]), SwapNumbers(first, other, chosen[:1])),
        (Renumber(fresh), Renumber({new: old for old, new in fresh.items()})),
        (RotateNumbers(row, shift), RotateNumbers(row, -shift)),
        (RotateRounds(shift), RotateRounds(-shift)),
        (SwapRounds(*chosen), SwapRounds(*chosen)),
        (StartInRound(chosen[0]), RotateRounds(chosen[0] - 1)),
        (SwapTables(*seats), SwapTables(*seats)),
        (TurnArrow(chosen[0]), TurnArrow(chosen[0])),
        (TurnArrow(*cell), TurnArrow(*cell)),
        (SetPhantom(first), SetPhantom(movement.phantom)),
        (AddTable(), DropTable(movement.tables + 1)),
        (AddRound(), DropRounds((movement.rounds + 1,))),
        (SetTableLabel(meeting.table, "6A"), SetTableLabel(meeting.table, label)),
        (ClearCell(*cell), filled),
        (SetCell(*cell, meeting.ew, (first,), 1), filled),
        (SetStationary((first,)), SetStationary(movement.stationary)),
    ]
    if "copies" not in movement.options:
        pairs.append((RotateTables(shift), RotateTables(-shift)))
    if "copies" in movement.options:
        pairs = [two for two in pairs if not isinstance(two[0], SwapTables)]
    edit, back = draw(st.sampled_from(pairs))
    return movement, edit, back


class TestBackAgain:
    @given(undoable())
    @settings(max_examples=examples(150))
    def test_an_edit_and_its_inverse_leave_the_same_sheet(self, drawn: tuple[Movement, Edit, Edit]) -> None:
        movement, edit, back = drawn
        assert to_plain(apply(apply(movement, edit), back)) == to_plain(movement)

    @given(library(9), st.integers(-4, 4))
    @settings(max_examples=examples(40))
    def test_renumbering_changes_no_fault_and_no_balance(self, movement: Movement, by: int) -> None:
        """Numbers are names: the checker finds as many faults, and the balance is the same."""
        ring = movement.contestants
        turned = apply(movement, RotateNumbers(ring, by))
        codes = [f.code for f in faults(turned) if f.severity is Severity.FAULT]
        if len(movement.fields) == 1 and "team_mates" not in movement.options:
            assert codes == []
            assert fairness(turned).balance == fairness(movement).balance


@pytest.mark.parametrize("by", [1, 2])
def test_moving_rounds_breaks_nothing(by: int) -> None:
    howell = make("howell", tables=6)
    moved = apply(howell, RotateRounds(by))
    assert what_breaks(howell, moved) == ()
    assert compare(howell, moved).other.faults == ()
    assert master_sheet_text(moved)
