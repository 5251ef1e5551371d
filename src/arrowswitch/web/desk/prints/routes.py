"""The print page: every sheet of the evening in the order it is needed, with what it can be asked for; and the sheets
as PDF.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch import documents
from arrowswitch.i18n import Locale
from arrowswitch.tournament.finals.beside import consolation_of
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.files import file_answer
from arrowswitch.web.phones import reachable_of
from arrowswitch.web.visitor import Visitor

router = APIRouter(prefix="/events/{event_id}/print", route_class=DirectorRoute)
_LONGEST_OPTION = 80


@dataclass(frozen=True, slots=True)
class PrintPage:
    """The sheets, with the reason where one cannot be printed yet, and what is printed together with one click.

    `without_glyph` are characters of names that paper cannot show, `too_long` names that it cuts.
    """

    sheets: tuple[documents.SheetOffer, ...]
    without_glyph: tuple[documents.NoGlyph, ...]
    too_long: tuple[str, ...]
    kits: tuple[documents.Kit, ...]


@router.get("")
def show_prints(at: PlaceDep) -> HTMLResponse:
    """Lists the sheets that the event's form has; one that it has not yet cannot be pressed."""
    job = _job(at, {})
    offers = documents.offers(job)
    page = PrintPage(
        offers, documents.names_without_glyph(at.state), documents.names_too_long(at.state), documents.kits(job, offers)
    )
    return at.show("desk/prints/prints.html", page, tab="print")


@router.get("/kit/{kit}.pdf")
def print_kit(at: PlaceDep, kit: str) -> Response:
    """Returns all sheets of a kit in one PDF: those before a session or a round, of all sessions, or of the end."""
    locale, _ = asked_of(at.request, at.visitor)
    content = documents.render_kit(kit, _job(at, {}), locale)
    return file_answer(content, f"{at.settings.date} {at.settings.name} {kit}", "pdf", is_shown=True)


@router.get("/{sheet}.pdf")
def print_sheet(at: PlaceDep, sheet: str) -> Response:
    """Returns a sheet as PDF, in the language of the page or in the one asked for by `lang`."""
    locale, options = asked_of(at.request, at.visitor)
    content = documents.render(sheet, _job(at, options), locale)
    name = f"{at.settings.name} {at.desk.name}" if at.desk.is_named else at.settings.name
    return file_answer(content, f"{at.settings.date} {name} {sheet}", "pdf", is_shown=True)


def _job(at: PlaceAt, options: Mapping[str, str]) -> documents.PrintJob:
    return documents.PrintJob(
        state=at.state,
        ledger=at.ledger,
        printed_at=at.house.now(),
        session=at.session,
        options=options,
        letterhead=at.house.letterhead,
        consolation=consolation_of(at.tournament, at.state),
        reachable=reachable_of(at.request, at.event_id),
    )


def asked_of(request: Request, visitor: Visitor) -> tuple[Locale, dict[str, str]]:
    """Returns the language (`sheet_lang`, else the page's) and the options with which a sheet is asked for."""
    options = {
        name: value[:_LONGEST_OPTION]
        for name, value in request.query_params.items()
        if name not in ("lang", "sheet_lang")
    }
    wanted = request.query_params.get("sheet_lang", "")
    return Locale(wanted) if wanted in set(Locale) else visitor.locale, options
