"""The movement editor. JCBL director's manual 3.3, lines 4228-4231 and what they refer to."""

from __future__ import annotations

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults, is_sound
from arrowswitch.core.movements.editing import apply, compare, what_breaks
from arrowswitch.core.movements.editing.appendix import AddABTable, AddAppendix
from arrowswitch.core.movements.editing.base_row import Cycle
from arrowswitch.core.movements.editing.cells import SetCell
from arrowswitch.core.movements.editing.generate import from_base_row
from arrowswitch.core.movements.editing.layout import CutAfter, DropRounds, StartInRound
from arrowswitch.core.movements.editing.numbers import Renumber, SetPhantom, SwapNumbers
from arrowswitch.core.movements.families.ab_tables import with_ab_table
from arrowswitch.core.movements.families.registry import FAMILIES, Family, make
from arrowswitch.core.movements.model import Movement
from arrowswitch.formats.movement.movement_text import format_movement_text, parse_movement_text
from tests.movements import encounters, meetings_of, sheet, usual
from tests.tables import for_each


def fault_codes(movement: Movement) -> list[str]:
    return [fault.code for fault in faults(movement) if fault.severity is Severity.FAULT]


class TestBaseRows:
    """R-327, R-331: a cyclic sheet follows from its first round (lines 831-864, 988)."""

    FIGURE_7 = "12-1 1, 11-6 3, 9-5 7, 3-2 8, 8-10 9, 7-4 11"

    def test_the_base_row_of_figure_seven_makes_all_eleven_rounds(self) -> None:
        """R-327, R-331: in round r every moving number and every set is r - 1 higher, modulo 11; every encounter of
        the printed sheet comes out, and the checker finds no fault."""
        made = from_base_row(self.FIGURE_7, Cycle(rounds=11, length=11))
        assert meetings_of(made) == encounters("fig07_howell_12p_11r")
        assert (made.tables, made.rounds, made.stationary, made.rounds_free_to_cut) == (6, 11, ("12",), ())
        assert fault_codes(made) == []

    @for_each("tables", [5, 7, 9, 11, 13])
    def test_a_mitchell_from_its_base_row(self, tables: int) -> None:
        """R-331: North-South stay, East-West go up one table (numbers fall by one at a table), boards down one."""
        row = ", ".join(f"{tables + t}-{t} {t}" for t in range(1, tables + 1))
        made = from_base_row(row, Cycle(rounds=tables, length=tables, step=-1), boards_per_round=2, in_two_fields=True)
        expected = make("mitchell", tables=tables, rounds=tables, boards_per_round=2)
        assert made.meetings == expected.meetings
        assert (made.fields, made.contestants) == (expected.fields, expected.contestants)
        assert (made.stationary, made.rounds_free_to_cut) == (expected.stationary, expected.rounds_free_to_cut)

    def test_the_sides_of_two_fields(self) -> None:
        with pytest.raises(Refused, match=r"sheet\.base-row-sides"):
            from_base_row(self.FIGURE_7, Cycle(rounds=11, length=11), in_two_fields=True)


class TestVariants:
    """R-332: variants of a sheet are derived: appendix, cut rounds, start round, renumber (lines 1129-1133)."""

    def test_thirteen_tables_and_an_appendix_table_are_fourteen(self) -> None:
        """R-332: a 13-table base and one appendix table give the 14-table appendix sheet; the checker passes.

        13 rounds at 13 tables are 169 meetings; one table more makes 182, and the added table shares with its base.
        """
        base = make("mitchell", tables=13, rounds=13, boards_per_round=2)
        for table in (1, 7, 13):
            wider = apply(base, AddAppendix(table))
            assert (wider.tables, wider.rounds, len(wider.contestants)) == (14, 13, 28)
            assert fault_codes(wider) == []
            assert len(wider.meetings) == 182
            assert wider.sharing(1) == {wider.at(1, table).board_set: (table, 14)}  # type: ignore[union-attr]  # every table is filled
            assert wider.stationary == ("EW14", "NS14")

    @for_each("tables", [7, 9, 11, 13, 17, 19])
    def test_an_appendix_table_goes_to_every_straight_mitchell(self, tables: int) -> None:
        """R-332: for these sizes there are two orthogonal squares, so that everybody still plays every set once."""
        base = make("mitchell", tables=tables, rounds=tables)
        assert fault_codes(apply(base, AddAppendix(2))) == []

    def test_the_appendix_of_the_figure(self) -> None:
        """R-332, lines 900-914: table 5 of the sheet of figure 8 with table 6 split already gives the 16 pairs of the
        figure."""
        wide = apply(apply(make("howell", tables=6), AddAppendix(6)), AddAppendix(5))
        assert meetings_of(wide) == encounters("fig08_howell_16p_11r_ab_t5")
        assert fault_codes(wide) == []

    @for_each("tables", range(4, 13))
    def test_the_ab_table_is_that_of_the_howells(self, tables: int) -> None:
        base = make("howell", tables=tables)
        expected = with_ab_table(base)
        table = int(str(expected.options["split"]))
        made = apply(base, AddABTable(table))
        assert (made.meetings, made.table_labels, made.bye_stands) == (
            expected.meetings,
            expected.table_labels,
            expected.bye_stands,
        )
        assert (made.contestants, made.stationary, made.fields) == (
            expected.contestants,
            expected.stationary,
            expected.fields,
        )

    def test_a_table_where_a_pair_stays_takes_no_appendix(self) -> None:
        with pytest.raises(Refused, match=r"sheet\.appendix\.stays"):
            apply(make("howell", tables=6), AddAppendix(1))

    def test_a_cut_tells_what_it_breaks(self) -> None:
        """R-332: an odd Mitchell may end a round early and a Howell may not (lines 1289-1293): the Howell's eleven sets
        are then played 4 or 5 times."""
        mitchell, howell = make("mitchell", tables=7, rounds=7), make("howell", tables=6)
        assert what_breaks(mitchell, apply(mitchell, CutAfter(6))) == ()
        [fault] = what_breaks(howell, apply(howell, CutAfter(10)))
        assert (fault.code, fault.params["least"], fault.params["most"]) == ("movement.uneven-top", 5, 6)

    def test_starting_in_round_two_changes_no_encounter(self) -> None:
        howell = make("howell", tables=6)
        later = apply(howell, StartInRound(2))
        assert [m.contestants for m in later.in_round(1)] == [m.contestants for m in howell.in_round(2)]
        assert [m.contestants for m in later.in_round(11)] == [m.contestants for m in howell.in_round(1)]
        assert fault_codes(later) == []

    def test_renumbering(self) -> None:
        """R-332: the two fields of a Mitchell numbered through, as line 972 allows."""
        base = make("mitchell", tables=7, rounds=7)
        through = apply(base, Renumber({Number(f"EW{n}"): Number(str(n + 7)) for n in range(1, 8)}))
        through = apply(through, Renumber({Number(f"NS{n}"): Number(str(n)) for n in range(1, 8)}))
        expected = make("mitchell", tables=7, rounds=7, numbering="continuing")
        assert not compare(through, expected).cells
        assert through.fields == expected.fields

    def test_the_round_of_a_two_session_sheet_left_out(self) -> None:
        nine = make("mitchell", tables=9, rounds=9)
        shorter = apply(nine, DropRounds((9,)))
        assert shorter.rounds == 8
        assert what_breaks(nine, shorter) == ()


class TestValidator:
    """R-333: the checker's report goes with each saved sheet (lines 694-696)."""

    def test_one_swapped_pair_is_named_with_round_set_and_pairs(self) -> None:
        """R-333: in round 3 of the 6-table Howell pairs 4 and 9 change places: both play a set that they play in
        another round too, and both meet an opponent a second time. The report names round 3, the boards, the pairs."""
        howell = make("howell", tables=6, boards_per_round=2)
        wrong = apply(howell, SwapNumbers(Number("4"), Number("9"), (3,)))
        broken = what_breaks(howell, wrong)
        twice = [fault for fault in broken if fault.code == "movement.board-twice"]
        again = [fault for fault in broken if fault.code == "movement.met-twice"]
        assert {number for fault in twice for number in fault.contestants} == {"4", "9"}
        assert all(3 in fault.rounds for fault in (*twice, *again))
        sets = {m.board_set for m in wrong.in_round(3) if {"4", "9"} & set(m.contestants)}
        assert {fault.boards for fault in twice} == {wrong.board_sets[s - 1] for s in sets}
        opponents = {frozenset(m.contestants) for m in wrong.in_round(3) if {"4", "9"} & set(m.contestants)}
        assert {frozenset(fault.contestants) for fault in again} == opponents

    def test_a_half_filled_grid_is_edited_on(self) -> None:
        """R-327: a sheet is written cell by cell; the report lists the tables that are still empty."""
        howell = make("howell", tables=3)
        empty = apply(howell, SetCell(1, 1, (), (), 1))
        assert "movement.side-empty" in fault_codes(empty)
        first = howell.in_round(1)[0]
        mended = apply(empty, SetCell(1, 1, first.ns, first.ew, first.board_set))
        assert not compare(howell, mended).cells


class TestExchange:
    """R-329, R-330: sheets go out as files and come in unchanged (lines 1135, 3317-3319; 843-866, 918-940)."""

    @for_each(
        "name",
        [
            "fig08_howell_12p_11r_appendix",
            "fig08_howell_16p_11r_ab_t5",
            "fig11_skip_mitchell_8t",
            "fig13_rover_mitchell_7t",
        ],
    )
    def test_the_printed_sheets_are_unchanged(self, name: str) -> None:
        """R-330: figures 8, 11 and 13 with their A/B tables, relays and rover."""
        movement = sheet(name)
        assert parse_movement_text(format_movement_text(movement).encode()) == movement

    @for_each(
        "family, options",
        [
            ("appendix-howell", {"tables": 8, "rounds": 11, "split": "6 5"}),
            ("skip-mitchell", {"tables": 8}),
            ("rover-mitchell", {"pairs": 15}),
            ("relay-mitchell", {"tables": 8, "phantom": "ns"}),
            ("scrambled-mitchell", {"tables": 9}),
            ("one-and-a-half-appendix", {"tables": 8}),
        ],
    )
    def test_marks_arrows_rover_and_byes_survive(self, family: str, options: dict[str, int | str]) -> None:
        """R-330: A/B labels, relay declarations, turned arrows, the rover, bye stands and the phantom come back."""
        movement = make(family, **options)
        assert parse_movement_text(format_movement_text(movement).encode()) == movement

    @for_each("family", FAMILIES, ids=lambda family: family.name)
    def test_every_family_survives(self, family: Family) -> None:
        """R-329, R-330: for every family the movement that is read is the movement that was written."""
        for tables in family.tables[:12:3]:
            movement = usual(family, tables)
            assert parse_movement_text(format_movement_text(movement).encode()) == movement

    def test_an_edited_sheet_survives(self) -> None:
        howell = make("howell", tables=6)
        edited = apply(apply(howell, SetPhantom(Number("12"))), SetCell(2, 3, (Number("5"),), (), 4))
        assert parse_movement_text(format_movement_text(edited).encode()) == edited
        assert not is_sound(edited)
