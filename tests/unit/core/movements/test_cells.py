"""Cells as they are typed, base rows and empty grids."""

from __future__ import annotations

import pytest
from hypothesis import given

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Malformed
from arrowswitch.core.movements.cells import CellContent, format_cell, parse_cell
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults, is_sound
from arrowswitch.core.movements.editing.base_row import BaseMeeting, Cycle, develop_row, empty_grid, parse_base_row
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Meeting, Movement
from tests.movements import library
from tests.tables import for_each


def pair(ns: str, ew: str, board_set: int) -> CellContent:
    return CellContent((Number(ns),), (Number(ew),), board_set)


@pytest.fixture
def howell() -> Movement:
    return make("howell", tables=7)


def first(movement: Movement) -> Meeting:
    meeting = movement.at(1, 1)
    assert meeting is not None
    return meeting


class TestTyping:
    @for_each("typed", ["7-13 3", "7.13.3", "７－１３　３", "7/13:3", " 7 13 3 ", "7–13 @3", "7ー13、3"])
    def test_any_sign_may_stand_between_the_numbers(self, howell: Movement, typed: str) -> None:
        assert parse_cell(typed, howell, first(howell)) == pair("7", "13", 3)

    def test_numbers_alone_leave_the_set_and_the_set_alone_the_numbers(self, howell: Movement) -> None:
        now = first(howell)
        assert parse_cell("7-13", howell, now) == pair("7", "13", now.board_set)
        assert parse_cell("5", howell, now) == CellContent(now.ns, now.ew, 5)

    @for_each("typed", ["", "  ", "-", "−"])
    def test_nothing_empties_the_cell(self, howell: Movement, typed: str) -> None:
        assert parse_cell(typed, howell, first(howell)) is None

    def test_in_two_fields_the_side_need_not_be_typed(self) -> None:
        mitchell = make("mitchell", tables=7)
        assert parse_cell("7-3 1", mitchell) == pair("NS7", "EW3", 1)
        assert parse_cell("ns7-ew3 1", mitchell) == pair("NS7", "EW3", 1)
        assert format_cell(mitchell, first(mitchell)).split()[0] == "1-1"

    def test_single_players_are_typed_north_south_east_west(self) -> None:
        """R-285: `8-1-6-2` is N8 S1 E6 W2, so that 8 and 1 are partners."""
        eight = make("individual", tables=2)
        numbers = tuple(Number(n) for n in "8162")
        assert parse_cell("8-1-6-2 3", eight) == CellContent(numbers[:2], numbers[2:], 3)

    def test_a_number_that_nobody_has_stays_as_typed(self, howell: Movement) -> None:
        assert parse_cell("99-1 1", howell) == pair("99", "1", 1)

    @for_each(
        "typed, code",
        [
            ("7-13 99", "cell.set-unknown"),
            ("7-13 0", "cell.set-unknown"),
            ("7-13 A1", "cell.set-unknown"),
            ("7-13-4-5", "cell.malformed"),
            ("seven", "cell.malformed"),
            ("7-<b> 3", "cell.malformed"),
        ],
    )
    def test_what_cannot_be_read_is_refused(self, howell: Movement, typed: str, code: str) -> None:
        with pytest.raises(Malformed) as caught:
            parse_cell(typed, howell, first(howell))
        assert [problem.code for problem in caught.value.problems] == [code]

    @for_each("typed, code", [("7-13", "cell.set-missing"), ("3", "cell.empty-set")])
    def test_an_empty_cell_needs_numbers_and_set(self, howell: Movement, typed: str, code: str) -> None:
        with pytest.raises(Malformed) as caught:
            parse_cell(typed, howell)
        assert caught.value.problems[0].code == code

    @given(library(9))
    def test_what_is_written_is_read_again(self, movement: Movement) -> None:
        for meeting in movement.meetings[:40]:
            again = parse_cell(format_cell(movement, meeting), movement, meeting)
            assert again == CellContent(meeting.ns, meeting.ew, meeting.board_set)


class TestBaseRow:
    def test_the_manual_s_howell_is_developed_from_its_first_round(self) -> None:
        """R-062: figure 7's movement, six tables and eleven rounds, from its base row."""
        whole = make("howell", tables=6, rounds=11, cards="still")
        row = ", ".join(f"{m.ns[0]}-{m.ew[0]} {m.board_set}" for m in whole.in_round(1))
        made = develop_row(parse_base_row(row, ContestantKind.PAIR), Cycle(rounds=11, length=11))
        assert made.meetings == whole.meetings
        assert made.board_sets == whole.board_sets
        assert made.stationary == (Number("12"),)
        assert is_sound(made)

    def test_single_players_and_other_steps(self) -> None:
        row = parse_base_row("8-1-6-2 1", ContestantKind.PLAYER)
        assert row == (BaseMeeting((8, 1), (6, 2), 1),)
        cycle = Cycle(rounds=2, length=7, step=-1, board_step=2, sets=3)
        made = develop_row(row, cycle, ContestantKind.PLAYER, boards_per_round=3, first_board=10)
        assert made.meetings[1] == Meeting(2, 1, (Number("8"), Number("7")), (Number("5"), Number("1")), 3)
        assert made.board_sets == ((10, 11, 12), (13, 14, 15), (16, 17, 18))

    def test_teams_have_no_stationary_numbers(self) -> None:
        made = develop_row(parse_base_row("4-1 1", ContestantKind.TEAM), Cycle(3, 3), ContestantKind.TEAM)
        assert made.stationary == ()

    def test_every_table_that_cannot_be_read_is_told(self) -> None:
        with pytest.raises(Malformed) as caught:
            parse_base_row("14-1 1, 6-9, x-y 3; 0-1 2", ContestantKind.PAIR)
        assert [(p.code, p.params["table"]) for p in caught.value.problems] == [
            ("base-row.table", 2),
            ("base-row.table", 3),
            ("base-row.table", 4),
        ]
        with pytest.raises(Malformed) as caught:
            parse_base_row("8-1 1", ContestantKind.PLAYER)
        assert caught.value.problems[0].params["example"] == "8-1-6-2 1"

    def test_nothing_is_no_row(self) -> None:
        with pytest.raises(Malformed, match=r"base-row\.empty"):
            parse_base_row(" , ", ContestantKind.PAIR)

    def test_a_set_beyond_the_cycle_is_told(self) -> None:
        with pytest.raises(Malformed, match=r"base-row\.set"):
            develop_row(parse_base_row("4-1 5, 2-3 2", ContestantKind.PAIR), Cycle(3, 3))


class TestEmptyGrid:
    def test_every_table_is_empty_and_the_checker_says_so(self) -> None:
        made = empty_grid(ContestantKind.PAIR, 8, tables=4, rounds=7, boards_per_round=3)
        assert (made.tables, made.rounds, len(made.board_sets), made.boards_per_round) == (4, 7, 7, 3)
        codes = [fault.code for fault in faults(made) if fault.severity is Severity.FAULT]
        assert codes.count("movement.table-empty") == 7
        assert empty_grid(ContestantKind.PAIR, 8, 4, 7, sets=9).boards_total == 18
