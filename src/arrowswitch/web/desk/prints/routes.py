"""The print page: every sheet of the evening in the order it is needed, with what it can be asked for; the sheets as
PDF; and which of those that were printed would come out otherwise now."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch import documents
from arrowswitch.core.errors import Mistake, NotFound
from arrowswitch.i18n import Locale, find_locale
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.desk.prints.again import Again, again_of, job_of
from arrowswitch.web.files import file_answer
from arrowswitch.web.visitor import Visitor

router = APIRouter(prefix="/events/{event_id}/print", route_class=DirectorRoute)
_LONGEST_OPTION = 80
log = logging.getLogger("arrowswitch.prints")


@dataclass(frozen=True, slots=True)
class MomentSheets:
    """The sheets and kits of one moment of the event; each sheet with the reason if it cannot be printed yet."""

    moment: documents.PrintMoment
    sheets: tuple[documents.SheetOffer, ...]
    kits: tuple[documents.Kit, ...]


@dataclass(frozen=True, slots=True)
class PrintPage:
    """The sheets by moment: those of the present one first, with the kit that is printed with one click.

    `without_glyph` are characters of names that paper cannot show, `too_long` names that it cuts. `again` are prints
    that would come out otherwise now.
    """

    moments: tuple[MomentSheets, ...]
    without_glyph: tuple[documents.NoGlyph, ...]
    too_long: tuple[str, ...]
    again: Again = ()


@router.get("")
def show_prints(at: PlaceDep) -> HTMLResponse:
    """Lists the sheets that the event's form has; one that it has not yet cannot be pressed."""
    job = job_of(at, {})
    offers = documents.offers(job)
    page = PrintPage(
        moments=tuple(_by_moment(at, offers, documents.kits(job, offers))),
        without_glyph=documents.names_without_glyph(at.state),
        too_long=documents.names_too_long(at.state),
        again=again_of(at, job),
    )
    return at.show("desk/prints/prints.html", page, tab="print")


def _by_moment(
    at: PlaceAt, offers: Iterable[documents.SheetOffer], kits: Iterable[documents.Kit]
) -> Iterator[MomentSheets]:
    offered, made = tuple(offers), tuple(kits)
    for moment in documents.from_moment(documents.moment_now(at.state, at.desk.place.session)):
        sheets = tuple(offer for offer in offered if offer.info.moment is moment)
        if sheets:
            of_moment = tuple(kit for kit in made if kit.name.moment is moment)
            yield MomentSheets(moment, sheets, of_moment)


@router.get("/kit/{kit}.pdf")
def print_kit(at: PlaceDep, kit: str) -> Response:
    """Returns all sheets of a kit in one PDF: those before a session or a round, of all sessions, or of the end."""
    locale, _ = asked_of(at.request, at.visitor)
    job = job_of(at, {})
    prints = tuple(documents.prints_of_kit(kit, job))
    content = documents.render_all((sheet, fitting, locale) for sheet, fitting in prints)
    _note(at, prints, locale)
    return file_answer(content, f"{at.settings.date} {at.settings.name} {kit}", "pdf", is_shown=True)


@router.get("/again/{kind}.pdf")
def print_again(at: PlaceDep, kind: str) -> Response:
    """Returns the printed sheets that would be different now in one PDF: of each sheet the parts that changed."""
    job = job_of(at, {})
    wanted = [one for one in dict(again_of(at, job)).get(kind, ()) if not one.gone]
    if not wanted:
        raise NotFound.of("print.nothing-again")
    content = documents.render_again(wanted, job)
    for outdated in wanted:
        _note(at, ((outdated.printed.sheet, documents.job_now(outdated.printed, job)),), outdated.locale)
    return file_answer(content, f"{at.settings.date} {at.settings.name} again", "pdf", is_shown=True)


@router.post("/again/drop")
def drop(at: PlaceDep, mark: Annotated[str, Form(max_length=40)] = "") -> Response:
    """Forgets a print that nobody uses any more, so that it is not asked for again."""
    at.services.prints.drop(at.event_id, mark)
    return redirect(f"{at.base}/print", "desk.print.again-dropped")


@router.get("/{sheet}.pdf")
def print_sheet(at: PlaceDep, sheet: str) -> Response:
    """Returns a sheet as PDF, in the language of the page or in the one asked for by `lang`."""
    locale, options = asked_of(at.request, at.visitor)
    job = job_of(at, options)
    content = documents.render(sheet, job, locale)
    _note(at, ((sheet, job),), locale)
    name = f"{at.settings.name} {at.desk.name}" if at.desk.is_named else at.settings.name
    return file_answer(content, f"{at.settings.date} {name} {sheet}", "pdf", is_shown=True)


def _note(at: PlaceAt, printed: Iterable[tuple[str, documents.PrintJob]], locale: Locale) -> None:
    """Stores a record of the printed sheets; the paper is returned even if that fails."""
    try:
        at.services.prints.note(at.event_id, [documents.printed_sheet(sheet, job, locale) for sheet, job in printed])
    except Mistake:
        log.exception("what was printed of %s is not remembered", at.event_id)


def asked_of(request: Request, visitor: Visitor) -> tuple[Locale, dict[str, str]]:
    """Returns the language (`sheet_lang`, else the page's) and the options with which a sheet is asked for."""
    options = {
        name: value[:_LONGEST_OPTION]
        for name, value in request.query_params.items()
        if name not in ("lang", "sheet_lang")
    }
    return find_locale(request.query_params.get("sheet_lang")) or visitor.locale, options
