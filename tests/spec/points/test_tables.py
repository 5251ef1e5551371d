"""The masterpoint tables as the manual prints them, cell by cell, and by the formula (R-030)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from arrowswitch.core.awards.masterpoints import CLASSES
from arrowswitch.core.awards.tables import TableBy, TableOf, masterpoint_table
from arrowswitch.core.errors import Refused
from tests.tables import for_each

DATA = json.loads(
    (Path(__file__).parents[2] / "data" / "standards" / "scoring" / "masterpoints.json").read_text("utf-8")
)["data"]
TABLES = [
    (table["class"], TableOf.TEAMS if table["kind"] == "team" else TableOf.PAIRS, table) for table in DATA["tables"]
]


@for_each("game_class, of, standard", TABLES, ids=lambda one: str(one)[:6])
@for_each("by, key", [(TableBy.PRINTED, "printed"), (TableBy.FORMULA, "recomputed")])
def test_every_cell(game_class: int, of: TableOf, standard: dict[str, Any], by: TableBy, key: str) -> None:
    """R-030: all lines and all cells, none more and none less."""
    table = masterpoint_table(game_class, of, by)
    amounts = {row.competitors: [cell.amount for cell in row.cells] for row in table.rows}
    assert amounts == {row["C"]: [Fraction(str(cell)) for cell in row[key]] for row in standard["rows"]}
    assert table.factor == Fraction(str(standard["coefficient"]))


@pytest.mark.parametrize("by", TableBy)
def test_thirteen_cells_are_marked(by: TableBy) -> None:
    """R-030: nine of pairs and four of teams; each has the other amount next to it."""
    tables = [masterpoint_table(game_class, of, by) for game_class in CLASSES for of in TableOf]
    marked = [
        f"mp-c{table.game_class}-{'team' if table.of is TableOf.TEAMS else 'pair'}-{row.competitors}-{place}"
        for table in tables
        for row in table.rows
        for place, cell in enumerate(row.cells, start=1)
        if cell.other is not None and cell.other != cell.amount
    ]
    assert sorted(marked) == sorted(DATA["cells_disagreeing"])
    assert sum(table.differing for table in tables) == 13
    assert sum(len(row.cells) for table in tables for row in table.rows) == DATA["cells_printed"]


def test_there_is_no_sixth_class() -> None:
    with pytest.raises(Refused, match=r"masterpoints\.class"):
        masterpoint_table(6, TableOf.PAIRS)
