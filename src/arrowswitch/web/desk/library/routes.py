"""The library: every sheet that can be played, and each with its pictures, before any is made or used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from arrowswitch import documents
from arrowswitch.core.errors import NotFound
from arrowswitch.core.movements.listed.registered import make_registered
from arrowswitch.tournament.sheets.workbench import SheetId
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import VisitDep
from arrowswitch.web.desk.library.lookup import entry_of
from arrowswitch.web.desk.library.page import PicturedMovement, filters_of, library_page, movement_page
from arrowswitch.web.desk.prints.routes import asked_of
from arrowswitch.web.desk.workbench.grid import drawable
from arrowswitch.web.desk.workbench.output import state_of_movement
from arrowswitch.web.desk.workbench.who_meets import row_text, who_meets
from arrowswitch.web.files import file_answer

router = APIRouter(prefix="/library", route_class=DirectorRoute)
_DRAWING: Mapping[str, Any] = {"row_text": row_text}
_PRINTS: Mapping[str, dict[str, str]] = {"master-sheet": {"by": "tables"}, "movement-picture": {}}
"""The sheets on paper with their options."""


@router.get("")
def show_library(visit: VisitDep) -> HTMLResponse:
    """Lists the movements for a number of contestants; the filters are in the address."""
    filters = filters_of(visit.request.query_params)
    return visit.render("desk/library/library.html", library_page(filters, visit.workbench.sheets()))


@router.get("/movement")
def show_movement(visit: VisitDep) -> HTMLResponse:
    """Shows a movement: its picture, the way of a contestant, its measures and its comparisons."""
    query = dict(visit.request.query_params)
    entry, movement = entry_of(query)
    opens = {"registered": entry.written} if entry.written else {"family": entry.family, **movement.options}
    page = movement_page(
        movement,
        who_meets(movement),
        query,
        title_code=make_registered(entry.written).sheet.name_code
        if entry.written
        else f"movement.family.{entry.family}",
        title=entry.written,
        opens={name: str(value) for name, value in opens.items()},
    )
    return _answer(visit, page)


@router.get("/own/{sheet_id}")
def show_own(visit: VisitDep, sheet_id: SheetId) -> HTMLResponse:
    """Shows an own sheet of the club in the same way."""
    sheet = visit.workbench.sheet(sheet_id)
    drawn = drawable(sheet.movement)
    page = movement_page(drawn, who_meets(drawn), dict(visit.request.query_params), title=sheet.name, sheet_id=sheet_id)
    return _answer(visit, page)


@router.get("/print/{sheet}.pdf")
def print_movement(visit: VisitDep, sheet: str) -> Response:
    """Returns the master sheet or the picture of a movement as PDF, in the language of the page."""
    if sheet not in _PRINTS:
        raise NotFound.of("desk.print.unknown", sheet=sheet[:40])
    query = dict(visit.request.query_params)
    entry, movement = entry_of(query)
    name = entry.written or f"{entry.family} {movement.tables} {movement.rounds}"
    locale, _ = asked_of(visit.request, visit.visitor)
    job = documents.PrintJob(
        state=state_of_movement(movement, name, visit.today),
        ledger=(),
        printed_at=visit.services.now(),
        options=_PRINTS[sheet],
        letterhead=visit.services.letterhead,
    )
    content = documents.render(sheet, job, locale)
    return file_answer(content, f"{name} {sheet}", "pdf", is_shown=True)


def _answer(visit: VisitDep, page: PicturedMovement) -> HTMLResponse:
    return visit.render("desk/library/movement.html", page, **_DRAWING)
