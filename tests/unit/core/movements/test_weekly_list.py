"""The list of weekly games as data."""

from __future__ import annotations

from arrowswitch.core.movements.listed.weekly_list import row_of, weekly_list
from tests.movements import rows_for


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
    """Of six tables: up to fourteen pairs, the last two at the A/B table."""
    row = row_of("howell", 6, 11, 2)
    assert row is not None
    assert (row.least_pairs, row.most_pairs) == (11, 14)


def test_nobody_else_is_served() -> None:
    assert rows_for(5) == ()
    assert rows_for(25) == ()
