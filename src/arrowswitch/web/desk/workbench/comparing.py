"""Two sheets side by side: the cells that differ, and the figures of each with which is better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from arrowswitch.core.movements.editing.compare import compare
from arrowswitch.core.movements.guide.master_sheet import Columns
from arrowswitch.tournament.sheets.workbench import SheetId, SheetRecord, SheetRow, alike_sheets
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import VisitDep
from arrowswitch.web.desk.workbench.figures import FigureRow, figure_rows
from arrowswitch.web.desk.workbench.grid import FaultRow, Grid, cell_key, fault_rows, grid

router = APIRouter(prefix="/workbench/compare", route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class ComparedSheet:
    """One of the two sheets: its grid with the cells that differ marked, and its faults."""

    sheet: SheetRecord
    grid: Grid
    faults: tuple[FaultRow, ...]


@dataclass(frozen=True, slots=True)
class ComparePage:
    """Both sheets; without two of them only the choice."""

    rows: tuple[SheetRow, ...]
    left: ComparedSheet | None = None
    right: ComparedSheet | None = None
    figures: tuple[FigureRow, ...] = ()
    differing: int = 0

    @property
    def alike(self) -> frozenset[SheetId]:
        """Returns the sheets that share their name with another: they are shown with the time of their last change."""
        return alike_sheets(self.rows)

    @property
    def sides(self) -> tuple[ComparedSheet, ...]:
        return tuple(side for side in (self.left, self.right) if side is not None)

    @property
    def better(self) -> tuple[int, int]:
        """Returns the number of figures in which each sheet is the better one."""
        return tuple(sum(row.verdict == side for row in self.figures) for side in ("one", "other"))  # type: ignore[return-value]  # two of them


@router.get("")
def show_comparison(
    visit: VisitDep, left: Annotated[str, Query(alias="one")] = "", right: Annotated[str, Query(alias="other")] = ""
) -> HTMLResponse:
    """Shows two sheets side by side, or lets them be chosen."""
    rows = visit.workbench.sheets()
    if not left or not right:
        chosen = visit.workbench.sheet(SheetId(left)) if left else None
        side = None if chosen is None else ComparedSheet(chosen, grid(chosen.movement, Columns.TABLES, {}), ())
        return visit.render("desk/workbench/compare.html", ComparePage(rows, side))
    first, second = visit.workbench.sheet(SheetId(left)), visit.workbench.sheet(SheetId(right))
    comparison = compare(first.movement, second.movement)
    marked = {cell_key(cell.round, cell.table): "differs" for cell in comparison.cells}
    left_side, right_side = (
        ComparedSheet(sheet, grid(sheet.movement, Columns.TABLES, marked), tuple(fault_rows(sheet.movement, faults)))
        for sheet, faults in ((first, comparison.first.faults), (second, comparison.other.faults))
    )
    figures = tuple(figure_rows(comparison.first, comparison.other))
    page = ComparePage(rows=rows, left=left_side, right=right_side, figures=figures, differing=len(comparison.cells))
    return visit.render("desk/workbench/compare.html", page)
