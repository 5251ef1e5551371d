"""The list of weekly games as data."""

from __future__ import annotations

from arrowswitch.core.movements.listed.weekly_list import row_of, rows_for, weekly_list


def test_a_row_knows_its_boards() -> None:
    assert {row.boards_total for row in weekly_list() if row.kind == "howell" and row.tables == 7} == {
        18,
        20,
        22,
        24,
        26,
        27,
    }


def test_a_row_that_is_not_there() -> None:
    assert row_of("howell", 7, 13, 2) is not None
    assert row_of("howell", 7, 13, 3) is None


def test_the_ab_table_of_a_howell() -> None:
    row = row_of("howell", 6, 11, 2)
    assert row is not None
    assert [row.needs_ab_table(pairs) for pairs in (11, 12, 13, 14, 15)] == [False, False, True, True, False]


def test_a_mitchell_has_none() -> None:
    row = row_of("mitchell", 7, 7, 3)
    assert row is not None
    assert not row.needs_ab_table(15)


def test_nobody_else_is_served() -> None:
    assert rows_for(5) == ()
    assert rows_for(25) == ()
