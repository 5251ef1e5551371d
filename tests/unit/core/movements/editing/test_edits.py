"""Single edits: what each does, and what each refuses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Malformed, Mistake
from arrowswitch.core.movements.checking.verify import faults, is_sound
from arrowswitch.core.movements.editing import apply, compare, edit_from_plain, edit_to_plain
from arrowswitch.core.movements.editing.appendix import AddABTable, AddAppendix
from arrowswitch.core.movements.editing.cells import ClearCell, SetCell, TurnArrow
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.editing.fill import FillCells
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
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.format import to_plain
from arrowswitch.core.movements.model import Meeting, Movement
from tests.tables import for_each


def n(*numbers: int | str) -> tuple[Number, ...]:
    return tuple(Number(str(number)) for number in numbers)


HOWELL = make("howell", tables=6, boards_per_round=2)
MITCHELL = make("mitchell", tables=7, rounds=7, boards_per_round=3)
TEAMS = make("awl", teams=9)
PLAYERS = make("individual", players=8)
TWINS = replace(MITCHELL, options={"copies": "1-4 5-7"})


class TestFillingManyCells:
    def test_a_whole_grid_is_filled_as_one_step(self) -> None:
        """Numbers that only sit elsewhere in between stay: the grid of another Howell becomes that Howell."""
        other = make("howell", tables=6, boards_per_round=2, start=4)
        texts = tuple(f"{m.round}-{m.table} {m.ns[0]}-{m.ew[0]} {m.board_set}" for m in other.meetings)
        filled = apply(HOWELL, FillCells(texts))
        assert set(filled.meetings) == set(other.meetings)
        assert filled.contestants == HOWELL.contestants
        assert edit_from_plain(edit_to_plain(FillCells(texts))) == FillCells(texts)

    def test_cells_are_emptied(self) -> None:
        emptied = apply(HOWELL, FillCells(("1-1", "1-2 ")))
        assert {m.table for m in emptied.meetings if m.round == 1} == {3, 4, 5, 6}

    def test_each_cell_that_cannot_be_read_is_named(self) -> None:
        with pytest.raises(Malformed) as caught:
            apply(HOWELL, FillCells(("1-1 1-2 1", "2-3 nobody", "3-4 1-2 99")))
        assert [(p.code, p.params["round"], p.params["table"]) for p in caught.value.problems] == [
            ("sheet.fill-cell", 2, 3),
            ("sheet.fill-cell", 3, 4),
        ]


class TestRefusals:
    @for_each(
        "movement, edit, code",
        [
            (HOWELL, SetCell(12, 1, (), (), 1), "sheet.no-round"),
            (HOWELL, SetCell(1, 7, (), (), 1), "sheet.no-table"),
            (HOWELL, SetCell(1, 1, (), (), 0), "sheet.set"),
            (HOWELL, SetCell(1, 1, (), (), 201), "sheet.set"),
            (HOWELL, SetCell(1, 1, n(1, 2, 3), (), 1), "sheet.side"),
            (HOWELL, SetCell(1, 1, n("1 2"), (), 1), "sheet.side"),
            (HOWELL, SetCell(1, 1, n("-"), (), 1), "sheet.side"),
            (HOWELL, ClearCell(0, 1), "sheet.no-round"),
            (HOWELL, FillCells(("12-1 1-2 1",)), "sheet.no-round"),
            (HOWELL, FillCells(("1-7",)), "sheet.no-table"),
            (HOWELL, FillCells(("first",)), "sheet.fill-place"),
            (HOWELL, ClearCell(1, 0), "sheet.no-table"),
            (HOWELL, TurnArrow(12), "sheet.no-round"),
            (HOWELL, TurnArrow(1, 9), "sheet.no-table"),
            (HOWELL, SwapNumbers(Number("1"), Number("13")), "sheet.no-number"),
            (HOWELL, SwapNumbers(Number("1"), Number("2"), (12,)), "sheet.no-round"),
            (HOWELL, Renumber({Number("13"): Number("1")}), "sheet.no-number"),
            (HOWELL, Renumber({Number("1"): Number("2")}), "sheet.numbers-clash"),
            (HOWELL, Renumber({Number("1"): Number("one two")}), "sheet.number"),
            (HOWELL, RotateNumbers(n(1, 2, 1), 1), "sheet.number-twice"),
            (HOWELL, RotateNumbers(n(1, 13), 1), "sheet.no-number"),
            (HOWELL, SetPhantom(Number("13")), "sheet.no-number"),
            (HOWELL, SetStationary(n(13)), "sheet.no-number"),
            (HOWELL, StartInRound(12), "sheet.no-round"),
            (HOWELL, SwapRounds(1, 12), "sheet.no-round"),
            (HOWELL, SwapTables(0, 1), "sheet.no-table"),
            (HOWELL, DropTable(7), "sheet.no-table"),
            (replace(HOWELL, tables=1), DropTable(1), "sheet.last-table"),
            (HOWELL, DropRounds((12,)), "sheet.no-round"),
            (HOWELL, DropRounds(tuple(range(1, 12))), "sheet.last-round"),
            (HOWELL, CutAfter(11), "movement.cut.round"),
            (HOWELL, CutAfter(0), "movement.cut.round"),
            (replace(HOWELL, rounds=200), AddRound(), "sheet.too-many-rounds"),
            (replace(HOWELL, tables=200), AddTable(), "sheet.too-many-tables"),
            (replace(HOWELL, tables=200), AddABTable(6), "sheet.too-many-tables"),
            (HOWELL, SetBoards(0), "sheet.boards"),
            (HOWELL, SetBoards(2, 0), "sheet.boards"),
            (HOWELL, SetBoards(99, 9_000), "sheet.boards"),
            (HOWELL, SetBoards(2, 1, -1), "sheet.boards"),
            (HOWELL, SetBoards(2, 1, 10), "sheet.sets-used"),
            (HOWELL, SetTableLabel(7, "A"), "sheet.no-table"),
            (HOWELL, SetTableLabel(6, "6 A"), "sheet.label"),
            (HOWELL, SetTableLabel(6, "A" * 13), "sheet.label"),
            (HOWELL, SetByeStand(7, 1), "sheet.no-table"),
            (HOWELL, SetByeStand(6, -1), "sheet.places"),
            (HOWELL, Declare("tables", "7"), "sheet.declaration"),
            (HOWELL, Declare("relays", "1 and 8"), "movement.declaration-unreadable"),
            (HOWELL, AddAppendix(7), "sheet.no-table"),
            (HOWELL, AddAppendix(1), "sheet.appendix.stays"),
            (HOWELL, AddABTable(1), "sheet.appendix.stays"),
            (make("appendix-howell", tables=7), AddABTable(6), "ab-table.split-already"),
            (TEAMS, AddAppendix(2), "sheet.appendix.pairs"),
            (PLAYERS, AddABTable(1), "sheet.appendix.pairs"),
            (make("skip-mitchell", tables=8), AddAppendix(2), "sheet.appendix.stays"),
            (make("mitchell", tables=15, rounds=15), AddAppendix(2), "sheet.appendix.stays"),
            (replace(MITCHELL, meetings=MITCHELL.meetings[:-1]), AddAppendix(2), "sheet.appendix.stays"),
            (TWINS, SwapTables(1, 5), "sheet.copies"),
            (TWINS, AddAppendix(1), "sheet.copies"),
        ],
        ids=lambda value: value if isinstance(value, str) else type(value).__name__,
    )
    def test_what_cannot_be_is_told(self, movement: Movement, edit: Edit, code: str) -> None:
        with pytest.raises(Mistake) as caught:
            apply(movement, edit)
        assert caught.value.problems[0].code == code

    def test_too_many_numbers(self) -> None:
        numbers = n(*range(1, 801))
        full = replace(HOWELL, contestants=numbers, fields=(numbers,))
        with pytest.raises(Mistake, match=r"sheet\.too-many-numbers"):
            apply(full, SetCell(1, 1, n(801), n(1), 1))


class TestCells:
    def test_a_new_number_joins_in_its_place_and_one_without_a_seat_leaves(self) -> None:
        once = apply(HOWELL, SetCell(1, 2, n(13), n(6), 3))
        assert once.contestants[-2:] == n(12, 13)
        assert once.fields == (once.contestants,)
        back = apply(once, SetCell(1, 2, n(11), n(6), 3))
        assert back.contestants == HOWELL.contestants

    def test_a_new_number_joins_the_field_of_its_side(self) -> None:
        wider = apply(MITCHELL, SetCell(1, 7, n("NS8"), n("EW8"), 7))
        assert [group[-1] for group in wider.fields] == ["NS8", "EW8"]

    def test_numbers_out_of_order_join_at_the_end(self) -> None:
        odd = replace(HOWELL, contestants=(*HOWELL.contestants[1:], Number("1")))
        assert apply(odd, SetCell(1, 2, n(13), n(6), 3)).contestants[-2:] == n(1, 13)

    def test_a_stationary_number_without_a_seat_stays(self) -> None:
        empty = HOWELL
        for round_number in range(1, 12):
            empty = apply(empty, ClearCell(round_number, 1))
        assert "12" in empty.contestants
        assert "movement.never-plays" in {fault.code for fault in faults(empty)}

    def test_a_set_above_the_last_is_numbered_on(self) -> None:
        wider = apply(HOWELL, SetCell(1, 2, n(11), n(6), 13))
        assert wider.board_sets[10:] == ((21, 22), (23, 24), (25, 26))

    def test_the_first_set_of_an_empty_grid(self) -> None:
        grid = replace(HOWELL, meetings=(), board_sets=(), fields=(), contestants=())
        begun = apply(grid, SetCell(1, 1, n(2), n(1), 1))
        assert begun.board_sets == ((1, 2),)
        assert begun.fields == (n(1, 2),)

    def test_two_meetings_in_one_cell_become_one(self) -> None:
        first = HOWELL.meetings[0]
        doubled = replace(HOWELL, meetings=(first, *HOWELL.meetings))
        filled = apply(doubled, SetCell(1, 1, first.ns, first.ew, first.board_set))
        assert filled.meetings == HOWELL.meetings

    def test_one_arrow_or_the_whole_round(self) -> None:
        turned = apply(HOWELL, TurnArrow(2, 3))
        [cell] = compare(HOWELL, turned).cells
        assert (cell.round, cell.table) == (2, 3)
        assert cell.first is not None
        assert cell.other is not None
        assert (cell.other.ns, cell.other.ew) == (cell.first.ew, cell.first.ns)
        assert turned.arrow_switched == ()
        whole = apply(HOWELL, TurnArrow(2))
        assert (len(compare(HOWELL, whole).cells), whole.arrow_switched) == (6, (2,))


class TestNumbers:
    def test_what_is_said_of_numbers_goes_with_them(self) -> None:
        movement = replace(
            HOWELL, phantom=Number("12"), options={"rematches": "3-12 odd", "team_mates": "12+3", "relays": "none"}
        )
        turned = apply(movement, SwapNumbers(Number("12"), Number("1")))
        assert (turned.phantom, turned.stationary) == ("1", n(1))
        assert turned.options["rematches"] == "3-1 odd"
        assert turned.options["team_mates"] == "1+3"
        assert turned.contestants == movement.contestants

    def test_a_row_of_numbers_goes_round(self) -> None:
        turned = apply(HOWELL, RotateNumbers(n(1, 2, 3), 1))
        meeting = HOWELL.at(1, 1)
        assert meeting is not None
        assert meeting.contestants == n(12, 1)
        assert next(m.contestants for m in turned.in_round(1)) == n(12, 2)

    def test_names_that_stand_twice_already_may_be_told_apart(self) -> None:
        """A faulty sheet that lists a number twice is mended by its own edits."""
        faulty = replace(HOWELL, contestants=(*HOWELL.contestants, Number("3")))
        assert "A3" in apply(faulty, Renumber({Number("3"): Number("A3")})).contestants

    def test_the_phantom_changes_where_play_may_stop(self) -> None:
        assert apply(MITCHELL, SetPhantom(Number("NS7"))).rounds_free_to_cut == ()
        assert apply(MITCHELL, SetPhantom(None)).rounds_free_to_cut == tuple(range(1, 7))


class TestLayout:
    def test_turned_arrows_go_with_their_rounds(self) -> None:
        scrambled = make("scrambled-mitchell", tables=8, base="sheet", arrow="2,4,6,8")
        assert apply(scrambled, RotateRounds(1)).arrow_switched == (1, 3, 5, 7)
        assert apply(scrambled, SwapRounds(1, 2)).arrow_switched == (1, 4, 6, 8)
        assert apply(scrambled, DropRounds((2, 3))).arrow_switched == (2, 4, 6)

    def test_labels_relays_and_stands_go_with_their_tables(self) -> None:
        movement = make("relay-mitchell", tables=8)
        named = apply(movement, SetTableLabel(1, "9"))
        turned = apply(named, RotateTables(1))
        assert turned.table_labels == {2: "9"}
        assert turned.bye_stands == {5: 1}
        assert turned.options["relays"] == "1+2"
        assert is_sound(apply(turned, SetTableLabel(2, "")))
        swapped = apply(named, SwapTables(1, 3))
        assert (swapped.table_labels, swapped.bye_stands, swapped.options["relays"]) == ({3: "9"}, {4: 1}, "3+8")

    def test_a_dropped_table_takes_its_pairs_and_its_relay_along(self) -> None:
        movement = make("relay-mitchell", tables=8)
        smaller = apply(movement, DropTable(8))
        assert (smaller.tables, smaller.options["relays"], smaller.bye_stands) == (7, "none", {4: 1})
        assert not {"NS8"} & {*smaller.contestants, *smaller.stationary}
        assert apply(movement.with_phantom(Number("NS8")), DropTable(8)).phantom is None
        assert apply(movement, DropTable(4)).bye_stands == {3: 1}
        assert apply(replace(movement, bye_stands={1: 1}), DropTable(1)).bye_stands == {7: 1}

    def test_words_that_cannot_be_read_are_left_as_they_are(self) -> None:
        odd = replace(HOWELL, options={"relays": "here 1+2", "copies": "none"})
        turned = apply(odd, RotateTables(1))
        assert turned.options["relays"] == "here 2+3"

    def test_copies_stay_in_a_row(self) -> None:
        assert apply(TWINS, DropTable(2)).options["copies"] == "1-3 4-6"
        single = replace(MITCHELL, options={"copies": "1-1 2-7"})
        assert apply(single, DropTable(1)).options["copies"] == "1-6"
        assert apply(TWINS, AddAppendix(5)).options["copies"] == "1-4 5-8"

    def test_rounds_left_out_take_their_sets_along(self) -> None:
        individual = make("individual", players=8)
        shorter = apply(individual, DropRounds((6, 7)))
        assert (shorter.rounds, len(shorter.board_sets)) == (5, 5)
        assert len(apply(individual, CutAfter(4)).board_sets) == 4

    def test_boards_are_numbered_anew(self) -> None:
        renumbered = apply(HOWELL, SetBoards(3, 10))
        assert renumbered.board_sets[:2] == ((10, 11, 12), (13, 14, 15))
        assert len(apply(HOWELL, SetBoards(1, 1, 12)).board_sets) == 12
        faulty = replace(HOWELL, meetings=(Meeting(1, 1, n(1), n(2), 99),))
        assert len(apply(faulty, SetBoards(2)).board_sets) == 11

    def test_stands_and_declarations_are_set_and_taken_back(self) -> None:
        stand = apply(HOWELL, SetByeStand(4, 2))
        assert stand.bye_stands[4] == 2
        assert 4 not in apply(stand, SetByeStand(4, 0)).bye_stands
        declared = apply(HOWELL, Declare("meetings", "2"))
        assert declared.options["meetings"] == 2
        assert "meetings" not in apply(declared, Declare("meetings", " ")).options
        assert apply(HOWELL, Declare("rematches", "3-11")).options["rematches"] == "3-11"

    def test_an_edited_sheet_says_from_which_family_it_is(self) -> None:
        once = apply(HOWELL, AddTable())
        twice = apply(once, AddTable())
        assert (twice.family, twice.options["base"]) == ("custom", "howell")

    def test_matches_of_teams_may_stop_where_none_is_half_played(self) -> None:
        assert apply(TEAMS, SetBoards(4)).rounds_free_to_cut == TEAMS.rounds_free_to_cut


class TestSayingAndAdding:
    def test_who_is_stationary_is_said_and_checked(self) -> None:
        declared = apply(HOWELL, SetStationary(n(12, 3, 12)))
        assert declared.stationary == n(12, 3)
        assert {fault.code for fault in faults(declared)} >= {"movement.not-stationary"}

    def test_an_added_round_is_empty(self) -> None:
        longer = apply(HOWELL, AddRound())
        assert (longer.rounds, longer.in_round(12)) == (12, ())
        assert apply(longer, RotateRounds(1)).in_round(1) == ()


class TestAppendixNumbers:
    def test_both_fields_numbered_through(self) -> None:
        wider = apply(make("mitchell", tables=7, rounds=7, numbering="continuing"), AddAppendix(1))
        assert wider.stationary == n(16, 15)
        assert wider.fields[0][-1] == "15"

    def test_numbers_that_are_no_numbers(self) -> None:
        odd = apply(HOWELL, Renumber({Number(str(k)): Number(f"p{'abcdefghijkl'[k - 1]}") for k in range(1, 13)}))
        assert apply(odd, AddAppendix(6)).stationary[-2:] == n(1, 2)

    def test_a_sheet_without_fields(self) -> None:
        assert apply(replace(HOWELL, fields=()), AddAppendix(6)).contestants[-2:] == n(13, 14)

    def test_a_relay_that_is_declared_already_grows(self) -> None:
        first = apply(HOWELL, AddAppendix(6))
        assert first.options["relays"] == "6+7"
        free = apply(replace(HOWELL, options={}), AddAppendix(6))
        assert "relays" not in free.options
        again = replace(HOWELL, options={"relays": "6+5 none"})
        assert apply(again, AddAppendix(6)).options["relays"] == "6+5+7"


class TestPlain:
    @for_each(
        "plain, edit",
        [
            ({"edit": "add-ab-table", "table": 6}, AddABTable(6)),
            ({"edit": "swap-numbers", "one": "3", "other": "7"}, SwapNumbers(Number("3"), Number("7"))),
            ({"edit": "set-boards", "boards_per_round": 3}, SetBoards(3)),
            ({"edit": "set-phantom", "number": None}, SetPhantom(None)),
            ({"edit": "renumber", "numbers": {"1": "2"}}, Renumber({Number("1"): Number("2")})),
            ({"edit": "drop-rounds", "rounds": [1, 2]}, DropRounds((1, 2))),
        ],
    )
    def test_edits_are_read(self, plain: Mapping[str, object], edit: Edit) -> None:
        assert edit_from_plain(plain) == edit
        assert edit_from_plain(edit_to_plain(edit)) == edit
        assert hash(edit_from_plain(plain)) == hash(edit)

    @for_each(
        "plain, problems",
        [
            ([], ["sheet.edit.not-object"]),
            ({}, ["sheet.edit.unknown"]),
            ({"edit": "burn"}, ["sheet.edit.unknown"]),
            ({"edit": "drop-table"}, ["sheet.edit.missing"]),
            ({"edit": "drop-table", "table": "6"}, ["sheet.edit.whole"]),
            ({"edit": "drop-table", "table": True}, ["sheet.edit.whole"]),
            ({"edit": "drop-table", "table": 10_000}, ["sheet.edit.whole"]),
            ({"edit": "drop-table", "table": 1, "round": 2}, ["sheet.edit.key"]),
            ({"edit": "add-table", "table": 1}, ["sheet.edit.key"]),
            ({"edit": "set-phantom", "number": 7}, ["sheet.edit.number"]),
            ({"edit": "set-table-label", "table": 1, "label": "a\nb"}, ["sheet.edit.text"]),
            ({"edit": "drop-rounds", "rounds": 3}, ["sheet.edit.rounds"]),
            ({"edit": "drop-rounds", "rounds": ["3"]}, ["sheet.edit.rounds"]),
            ({"edit": "renumber", "numbers": {"1": 2}}, ["sheet.edit.renumbering"]),
            (
                {"edit": "set-cell", "round": "1", "table": 1, "ns": "3", "ew": [], "x": 1},
                ["sheet.edit.whole", "sheet.edit.numbers", "sheet.edit.missing", "sheet.edit.key"],
            ),
        ],
    )
    def test_everything_wrong_is_told(self, plain: object, problems: list[str]) -> None:
        with pytest.raises(Malformed) as caught:
            edit_from_plain(plain)
        assert [problem.code for problem in caught.value.problems] == problems


class TestBrokenSheetsOfAFamily:
    def test_nothing_is_said_of_the_arrows_of_a_sheet_that_is_not_whole(self) -> None:
        """A file may name a family whose meetings it does not hold; its form and fairness can still be shown."""
        scrambled = make("scrambled-mitchell", tables=8)
        first, *others = scrambled.meetings
        for broken in (replace(first, ns=()), replace(first, ns=n("x"))):
            assert to_plain(replace(scrambled, meetings=(broken, *others)))["faults"]


class TestComparison:
    def test_two_sheets_side_by_side(self) -> None:
        side_by_side = compare(HOWELL, apply(HOWELL, AddAppendix(6)))
        assert side_by_side.cells
        before, after = side_by_side.first, side_by_side.other
        first, second = before.movement, after.movement
        assert (first.tables, second.tables, len(first.contestants), len(second.contestants)) == (6, 7, 12, 14)
        assert (before.relays, after.relays) == (0, 11)
        assert (first.rounds, first.boards_per_round, first.boards_total, before.fairness.sit_outs.most) == (
            11,
            2,
            22,
            0,
        )
        assert (before.fairness.opponents_missed.most, after.fairness.opponents_missed.most) == (0, 2)
        assert len(side_by_side.cells) == 22
        assert (before.faults, after.faults) == ((), ())
        assert {fault.code for fault in after.notices} >= {"movement.relay"}

    def test_a_kind_of_its_own(self) -> None:
        assert not compare(PLAYERS, PLAYERS).cells
        assert PLAYERS.kind is ContestantKind.PLAYER
