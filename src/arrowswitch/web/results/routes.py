"""The addresses of results for everybody: the list with its search, and the pages of each event as they were published.

Only what was published is shown, and none of it is kept by the browser longer than it stands.
"""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from markupsafe import escape

from arrowswitch.core.errors import NotFound
from arrowswitch.documents.publication.package import FIRST_PAGE, FONT_SHEET
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.web.access.event_pages import EventPagesRoute
from arrowswitch.web.access.roles import PublicRoute
from arrowswitch.web.context import render
from arrowswitch.web.files import page_answer
from arrowswitch.web.fonts import sheet_address
from arrowswitch.web.phones import own_address
from arrowswitch.web.results.page import LONGEST_SEARCH, PublicResults
from arrowswitch.web.services import ServicesDep, WebServices, kept_in_program
from arrowswitch.web.visitor import VisitorDep

router = APIRouter(prefix="/results", route_class=PublicRoute)
of_events = APIRouter(prefix="/results", route_class=EventPagesRoute)
_PICTURE = b'<meta property="og:image" content="'
_FOR_AN_HOUR = {"Cache-Control": "private, max-age=3600"}


@router.get("")
def show_all(
    request: Request, services: ServicesDep, q: Annotated[str, Query(max_length=LONGEST_SEARCH)] = ""
) -> HTMLResponse:
    """Shows the published events, or those of a player who is searched for (`q`)."""
    return render(request, "results/events.html", _public_results(request, services).events(q.strip()))


@router.get("/ladders/{ladder_id}")
def show_ladder(request: Request, services: ServicesDep, ladder_id: str, line: str = "") -> HTMLResponse:
    """Shows a ladder; a long one with the results of one line."""
    return render(request, "results/ladder.html", _public_results(request, services).ladder(ladder_id, line))


@router.get("/people/{code}")
def show_person(request: Request, services: ServicesDep, code: str) -> HTMLResponse:
    """Shows a player's own page."""
    return render(request, "results/person.html", _public_results(request, services).person(code))


@of_events.get("/{event_id}")
def show_event(event_id: EventId, visitor: VisitorDep) -> Response:
    """Leads to the first page of an event, in the language of the visitor."""
    return RedirectResponse(f"/results/{event_id}/{visitor.locale.value}/{FIRST_PAGE}", status_code=303)


@of_events.get("/{event_id}/{folder}/{name}")
def show_page(request: Request, services: ServicesDep, event_id: EventId, folder: str, name: str) -> Response:
    """Returns a page of what an event published."""
    return _file(request, services, event_id, f"{folder}/{name}")


@of_events.get("/{event_id}/{name}")
def show_part(request: Request, services: ServicesDep, event_id: EventId, name: str) -> Response:
    """Returns a shared part of all pages of an event: style, script, the club's logo; leads to the font of all
    pages."""
    if name == FONT_SHEET:
        return RedirectResponse(sheet_address(), status_code=307, headers=_FOR_AN_HOUR)
    return _file(request, services, event_id, name)


def _file(request: Request, services: WebServices, event_id: EventId, name: str) -> Response:
    content = _public_results(request, services).package(event_id).files.get(name)
    if content is None:
        raise NotFound.of("published.no-page", name=name)
    return page_answer(request, _with_whole_address(request, content) if name.endswith(".html") else content, name)


def _with_whole_address(request: Request, content: bytes) -> bytes:
    """Returns a page whose picture for links has its whole address: sites that show links follow no relative one."""
    folder = escape(f"{own_address(request)}{quote(request.url.path.rpartition('/')[0])}")
    return content.replace(_PICTURE, _PICTURE + f"{folder}/".encode())


def _public_results(request: Request, services: WebServices) -> PublicResults:
    """Returns the public results, one object for each program."""
    return kept_in_program(request, "published", lambda: PublicResults(services))
