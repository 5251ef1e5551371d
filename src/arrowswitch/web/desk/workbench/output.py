"""The output of the workbench: printed sheets, files, and the sheet that an event plays."""

from __future__ import annotations

import json
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Form, Response

from arrowswitch import documents
from arrowswitch.core.errors import Malformed, NotFound, Refused
from arrowswitch.core.movements.format import to_plain
from arrowswitch.core.movements.model import Movement
from arrowswitch.formats.movement.ebuscore import format_ebuscore
from arrowswitch.formats.movement.movement_text import format_movement_text
from arrowswitch.tournament.forms.of_movements import is_of_other_kind
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.movement import ChangeMovement, ChooseMovement
from arrowswitch.tournament.model.state import EventState, Section, Session
from arrowswitch.tournament.sheets.workbench import SheetId, SheetRecord
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import VisitDep
from arrowswitch.web.desk.place import place_named
from arrowswitch.web.desk.prints.routes import asked_of
from arrowswitch.web.desk.workbench.grid import drawable
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import StampDep
from arrowswitch.web.json_api.answers import JsonAnswer, declare

router = APIRouter(prefix="/workbench/{sheet_id}", route_class=DirectorRoute)
PRINTS = ("master-sheet", "guide-cards", "guide-slips", "rover-slips", "movement-picture")
"""The sheets that need no event, in the order of the page."""
SESSION, SECTION = 1, "A"
_NO_EVENT = EventId("library")


@router.get("/print/{sheet}.pdf")
def print_sheet(visit: VisitDep, sheet_id: SheetId, sheet: str) -> Response:
    """Returns a printed sheet of the movement as PDF, in the language of the page or the one asked for."""
    own = visit.workbench.sheet(sheet_id)
    if sheet not in PRINTS:
        raise NotFound.of("desk.print.unknown", sheet=sheet[:40])
    locale, options = asked_of(visit.request, visit.visitor)
    job = documents.PrintJob(
        state=state_for(own, visit.today),
        ledger=(),
        printed_at=visit.services.now(),
        options=options,
        letterhead=visit.services.letterhead,
    )
    content = documents.render(sheet, job, locale)
    return file_answer(content, f"{own.name} {sheet}", "pdf", is_shown=True)


@router.get("/export.csv")
def export_text(visit: VisitDep, sheet_id: SheetId) -> Response:
    """Returns the sheet in the open text format."""
    sheet = visit.workbench.sheet(sheet_id)
    return file_answer(format_movement_text(sheet.movement), sheet.name, "csv")


@router.get("/export.txt")
def export_ebuscore(visit: VisitDep, sheet_id: SheetId) -> Response:
    """Returns the sheet as a file of EBUScore; raises Refused (`movement-export.*`) for what EBUScore does not have."""
    sheet = visit.workbench.sheet(sheet_id)
    return file_answer(format_ebuscore(sheet.movement, sheet.name), sheet.name, "txt")


@router.get("/export.json", openapi_extra=declare(JsonAnswer.MOVEMENT))
def export_json(visit: VisitDep, sheet_id: SheetId) -> Response:
    """Returns the sheet as JSON, with its faults and fairness."""
    sheet = visit.workbench.sheet(sheet_id)
    text = json.dumps(to_plain(sheet.movement), ensure_ascii=False, indent=1) + "\n"
    return file_answer(text, sheet.name, "json")


@router.post("/use")
def use(
    visit: VisitDep,
    sheet_id: SheetId,
    stamp: StampDep,
    event_id: Annotated[str, Form()] = "",
    keeps: Annotated[str, Form()] = "",
    place: Annotated[str, Form()] = "",
) -> Response:
    """Lets an event play the sheet at a place (`2B`; none named: the one being played): before play as its movement,
    during play instead of it, with the reason (R-328).

    Raises Refused (`desk.workbench.other-form`) for a sheet of teams in an event of pairs, and the like.
    """
    if not event_id:
        raise Malformed.of("desk.workbench.no-event")
    sheet = visit.workbench.sheet(sheet_id)
    movement = sheet.movement
    state = visit.tournament.state(EventId(event_id))
    if is_of_other_kind(state.settings.event_form, movement):
        raise Refused.of("desk.workbench.other-form", name=sheet.name)
    desk = place_named(state, place.strip().upper())
    is_running = state.session(desk.place.session).is_started
    command: Command = ChooseMovement(desk.place, movement)
    if is_running:
        command = ChangeMovement(desk.place, movement, keeps_results=keeps == "yes")
    visit.tournament.execute(EventId(event_id), command, stamp)
    return redirect(f"{desk.base}/movement", "desk.workbench.used" if is_running else "desk.movement.chosen")


def state_for(sheet: SheetRecord, today: date) -> EventState:
    """Returns the sheet as an event that nobody has entered, for the printer.

    Raises Refused (`desk.workbench.nothing-to-print`) where no meeting is whole.
    """
    movement = printable(sheet.movement)
    return state_of_movement(movement, sheet.name, today, EventId(sheet.sheet_id), sheet.version)


def state_of_movement(
    movement: Movement, name: str, today: date, event_id: EventId = _NO_EVENT, version: int = 1
) -> EventState:
    """Returns a movement as an event that nobody has entered, for the printer."""
    session = Session(SESSION, {SECTION: Section(SECTION, movement)})
    return EventState(
        event_id=event_id,
        settings=Settings(name, today.isoformat()),
        rules={},
        entries={},
        sessions={SESSION: session},
        seq=version,
    )


def printable(movement: Movement) -> Movement:
    """Returns the printable movement of a sheet; raises Refused (`desk.workbench.nothing-to-print`)."""
    drawn = drawable(movement)
    if not drawn.meetings:
        raise Refused.of("desk.workbench.nothing-to-print")
    return drawn
