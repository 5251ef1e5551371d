"""The print page: every sheet of the evening in the order it is needed, with what it can be asked for; and the sheets
as PDF.
"""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch.i18n import Locale
from arrowswitch.tournament.event.forms import Arrangement, EventForm
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.scored.match_rules import is_of_matches, team_method
from arrowswitch.web.desk.frame import render_event
from arrowswitch.web.desk.place import PlaceDep
from arrowswitch.web.files import file_answer
from arrowswitch.web.house import HouseDep
from arrowswitch.web.ports import SheetInfo
from arrowswitch.web.visitor import Visitor, VisitorDep

router = APIRouter(prefix="/events/{event_id}/print")
_LONGEST_OPTION = 80


@dataclass(frozen=True, slots=True)
class PrintPage:
    """The sheets."""

    sheets: tuple[SheetInfo, ...]


@router.get("")
def show_prints(request: Request, event_id: EventId, place: PlaceDep, house: HouseDep) -> HTMLResponse:
    """Lists the sheets that the event's form has."""
    state = house.tournament.state(event_id)
    found = tuple(sheet for sheet in house.prints.sheets() if is_of_form(sheet.name, state))
    return render_event(request, state, "desk/prints/prints.html", PrintPage(found), tab="print")


@router.get("/{sheet}.pdf")
def print_sheet(
    request: Request, event_id: EventId, place: PlaceDep, sheet: str, house: HouseDep, visitor: VisitorDep
) -> Response:
    """Returns a sheet as PDF, in the language of the page or in the one asked for by `lang`."""
    state = house.tournament.state(event_id)
    locale, options = asked_of(request, visitor)
    content = house.prints.render(sheet, state, house.tournament.ledger(event_id), locale, options, place.session)
    name = f"{state.settings.name} {place.name}" if place.is_named else state.settings.name
    return file_answer(content, f"{state.settings.date} {name} {sheet}", "pdf", is_shown=True)


def asked_of(request: Request, visitor: Visitor) -> tuple[Locale, dict[str, str]]:
    """Returns the language (`sheet_lang`, else the page's) and the options with which a sheet is asked for."""
    options = {
        name: value[:_LONGEST_OPTION]
        for name, value in request.query_params.items()
        if name not in ("lang", "sheet_lang")
    }
    wanted = request.query_params.get("sheet_lang", "")
    return Locale(wanted) if wanted in set(Locale) else visitor.locale, options


def is_of_form(sheet: str, state: EventState) -> bool:
    """Tells whether events of this form have the sheet: those about draws and matches are only for theirs."""
    settings = state.settings
    form = settings.event_form
    match sheet:
        case "total":
            return len(state.sessions) > 1
        case "draw-sheet":
            return form.is_drawn
        case "bracket":
            return form.arrangement is Arrangement.BRACKET
        case "lineup-slips":
            return form.is_of_teams
        case "team-score-sheet" | "team-result" | "cross-table":
            return is_of_matches(state)
        case "qualifiers":
            return state.final_plan is not None
        case "league":
            return form is EventForm.LEAGUE
        case "bam-report":
            return is_of_matches(state) and team_method(settings).is_board_a_match
        case "pair-team-guide":
            return form is EventForm.TEAM_OF_PAIRS
    return True
