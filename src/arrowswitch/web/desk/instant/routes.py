"""Tables given beforehand, which instant matchpoints compare results with: read from a file, shown, taken away."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, File, Form, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.methods import Method
from arrowswitch.formats.results.frequencies import read_frequencies
from arrowswitch.tournament.instant.decide import boards_without_table
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.instant import GiveTables
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.instant import BoardTables
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.forms import StampDep
from arrowswitch.web.serving.reading_apart import read_apart

router = APIRouter(prefix="/events/{event_id}/tables", route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class TablesPage:
    """The tables of a session; `missing` are boards in play without one, `is_used` whether the method asks for them."""

    tables: BoardTables | None
    missing: tuple[BoardNumber, ...]
    is_used: bool
    problems: tuple[Problem, ...] = ()
    name: str = ""


@router.get("")
def show_tables(at: PlaceDep) -> HTMLResponse:
    """Shows the tables of the session."""
    return at.show("desk/instant/tables.html", _page(at.state, at.place), tab="settings")


@router.post("")
def give(
    at: PlaceDep,
    stamp: StampDep,
    file: Annotated[UploadFile, File()],
    name: Annotated[str, Form()] = "",
    approver: Annotated[str, Form()] = "",
) -> Response:
    """Reads the tables of a file; a malformed file is reported line by line and changes nothing."""
    try:
        tables = BoardTables(
            name.strip() or (file.filename or "")[:200], read_apart(read_frequencies, file.file.read())
        )
        command = GiveTables(at.session, tables, approver.strip()[:60])
        return at.carry_out(command, stamp, f"{at.base}/tables", "desk.tables.kept")
    except Mistake as mistake:
        page = replace(_page(at.state, at.place), problems=mistake.problems, name=name)
        return at.show("desk/instant/tables.html", page, tab="settings", status=422)


@router.post("/remove")
def take_away(at: PlaceDep, stamp: StampDep, approver: Annotated[str, Form()] = "") -> Response:
    """Takes the tables away."""
    command = GiveTables(at.session, None, approver.strip()[:60])
    return at.carry_out(command, stamp, f"{at.base}/tables", "desk.tables.gone")


def _page(state: EventState, place: Place) -> TablesPage:
    return TablesPage(
        tables=state.instant.tables.get(place.session),
        missing=boards_without_table(state, place.session),
        is_used=state.settings.scoring.method is Method.INSTANT,
    )
