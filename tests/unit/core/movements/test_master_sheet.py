"""The master sheet as values and as text."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.master_sheet import Columns, column_phrase, master_sheet, master_sheet_text
from arrowswitch.i18n import Locale, translate
from tests.movements import sheet


def test_by_sets_the_heads_are_boards() -> None:
    master = master_sheet(make("mitchell", tables=7))
    assert master.heads == ("1-3", "4-6", "7-9", "10-12", "13-15", "16-18", "19-21")
    assert [entry.text for cell in master.rows[1] for entry in cell] == [
        "7-6",
        "1-7",
        "2-1",
        "3-2",
        "4-3",
        "5-4",
        "6-5",
    ]


def test_by_tables_the_heads_are_labels() -> None:
    """Figure 7 with A and B tables: the added pairs stand in brackets at tables 6A and 6B."""
    howell = replace(sheet("fig07_howell_14p_11r_ab"), table_labels={6: "6A", 7: "6B"})
    master = master_sheet(howell, Columns.TABLES)
    assert master.heads == ("1", "2", "3", "4", "5", "6A", "6B")
    assert [entry.text for cell in master.rows[0] for entry in cell] == [
        "12-1",
        "11-6",
        "9-5",
        "3-2",
        "8-10",
        "(7-13)",
        "(14-4)",
    ]
    assert [entry.boards for cell in master.rows[0] for entry in cell][-2:] == ["21-22", "21-22"]


def test_the_text_lines_up() -> None:
    assert master_sheet_text(make("relay-mitchell", tables=4, boards_per_round=2)).splitlines() == [
        "           1-2          3-4          5-6          7-8",
        "1  1:1-1/4:4-4        2:2-2            -        3:3-3",
        "2        3:3-2  1:1-4/4:4-3        2:2-1            -",
        "3            -        3:3-1  1:1-3/4:4-2        2:2-4",
        "4        2:2-3            -        3:3-4  1:1-2/4:4-1",
    ]
    assert master_sheet_text(make("mitchell", tables=3, boards_per_round=1), Columns.TABLES).splitlines() == [
        "       1      2      3",
        "1  1-1 1  2-2 2  3-3 3",
        "2  1-3 2  2-1 3  3-2 1",
        "3  1-2 3  2-3 1  3-1 2",
    ]


def test_players_stand_north_south_east_west() -> None:
    """Figure 20, round 1: 8-1-6-2 and 5-7-3-4 (manual, line 1592)."""
    master = master_sheet(sheet("fig20_individual_8"))
    assert [entry.text for entry in master.rows[0][0]] == ["8-1-6-2", "5-7-3-4"]


def test_the_corner_says_what_the_columns_are() -> None:
    phrases = [column_phrase(columns) for columns in Columns]
    assert [translate(p.code, p.params, Locale.EN) for p in phrases] == ["Round / boards", "Round / table"]
