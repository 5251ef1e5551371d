"""The print page: every sheet of the evening in the order it is needed, with what it can be asked for; and the sheets
as PDF.
"""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch.i18n import Locale
from arrowswitch.tournament.event.forms import Arrangement, EventForm
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.scored.match_rules import is_of_matches, team_method
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.files import file_answer
from arrowswitch.web.ports import SheetInfo
from arrowswitch.web.visitor import Visitor

router = APIRouter(prefix="/events/{event_id}/print")
_LONGEST_OPTION = 80


@dataclass(frozen=True, slots=True)
class PrintPage:
    """The sheets."""

    sheets: tuple[SheetInfo, ...]


@router.get("")
def show_prints(at: PlaceDep) -> HTMLResponse:
    """Lists the sheets that the event's form has."""
    found = tuple(sheet for sheet in at.house.prints.sheets() if is_of_form(sheet.name, at.state))
    return at.show("desk/prints/prints.html", PrintPage(found), tab="print")


@router.get("/{sheet}.pdf")
def print_sheet(at: PlaceDep, sheet: str) -> Response:
    """Returns a sheet as PDF, in the language of the page or in the one asked for by `lang`."""
    locale, options = asked_of(at.request, at.visitor)
    content = at.house.prints.render(sheet, at.state, at.ledger, locale, options, at.session)
    name = f"{at.settings.name} {at.place.name}" if at.place.is_named else at.settings.name
    return file_answer(content, f"{at.settings.date} {name} {sheet}", "pdf", is_shown=True)


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
