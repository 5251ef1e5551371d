"""Sheets have tags for readers of the screen: forms for the pen too, and header cells where a table prints heads."""

from __future__ import annotations

from functools import cache

from arrowswitch.documents import PrintJob, prints_of_kit, render
from arrowswitch.i18n import Locale
from tests.builders import mitchell_evening
from tests.paper import job_of
from tests.tables import for_each
from tests.tagged_paper import TaggedPaper

KITS = ("start", "end")
WITHOUT_HEADS = "prize-list"
"""A sheet with a table whose columns have no heads in print either."""


@cache
def job() -> PrintJob:
    """Returns a print of an evening that is over."""
    evening = mitchell_evening()
    evening.play_all()
    return job_of(evening)


@cache
def sheets_of(kit: str) -> tuple[tuple[str, TaggedPaper], ...]:
    """Returns the sheets of a kit by name, each printed alone."""
    return tuple(
        (sheet, TaggedPaper(render(sheet, fitting, Locale.JA))) for sheet, fitting in prints_of_kit(kit, job())
    )


@for_each("kit", KITS)
def test_each_page_has_tags(kit: str) -> None:
    for sheet, paper in sheets_of(kit):
        pages = {page for page, _ in paper.document.marks()}
        assert pages == set(range(len(paper.reader.pages))), sheet


@for_each("kit", KITS)
def test_each_table_begins_with_cells_that_head_its_columns(kit: str) -> None:
    for sheet, paper in sheets_of(kit):
        tables = [one for one in paper.document.every() if one.kind == "/Table"]
        first_rows = [next(one for one in table.every() if one.kind == "/TR") for table in tables]
        kinds = {cell.kind for row in first_rows for cell in row.every() if cell.kind in ("/TH", "/TD")}
        assert kinds <= {"/TH"} or sheet == WITHOUT_HEADS, sheet
