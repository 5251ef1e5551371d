"""Reports of clubs: the imported files, the stored reports, and everybody's points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from fastapi import APIRouter, File, Query, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Mistake
from arrowswitch.formats.csv_text import csv_text
from arrowswitch.i18n import translate
from arrowswitch.tournament.club.papers import Paper
from arrowswitch.tournament.federation.clubs import LONGEST_CLUB, ReportingClubs
from arrowswitch.tournament.federation.federation import Earned, Federation, ReportOutcome
from arrowswitch.tournament.model.club_values.federation import HeldReport, ReportingClub
from arrowswitch.web.access.holders import link_address
from arrowswitch.web.access.roles import OrganiserRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.desk.federation.receiving import CLUB_PAGE, CameIn, take_reports
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import FormDep

router = APIRouter(prefix="/federation", route_class=OrganiserRoute)
COLUMNS = ("number", "name", "points", "events", "known")
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class FederationPage:
    """The reports that are held, what everybody earned, and of what came in just now that of which there is something
    to tell (`counts` of all by what became of it); the clubs that report by a link, and the `link` that was just made
    for the club `linked`."""

    reports: tuple[HeldReport, ...]
    earned: tuple[Earned, ...]
    since: str
    until: str
    most: int = _SHOWN
    came: tuple[CameIn, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)
    clubs: tuple[Paper[ReportingClub], ...] = ()
    link: str = ""
    linked: str = ""
    typed: str = ""
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@router.get("")
def show(
    visit: VisitDep, since: Annotated[str, Query(max_length=10)] = "", until: Annotated[str, Query(max_length=10)] = ""
) -> HTMLResponse:
    """Shows the reports that are held, and what everybody earned in the days asked for."""
    return visit.render("desk/federation/federation.html", _page(visit, since, until))


@router.post("")
def take(visit: VisitDep, files: Annotated[list[UploadFile], File()]) -> HTMLResponse:
    """Takes the reports of the files, one by one or in ZIPs, and shows what became of each."""
    came = take_reports(visit, [(one.filename or "?", one.file.read()) for one in files])
    counts = {name: sum(one.outcome == name for one in came) for name in (*ReportOutcome, "unread")}
    notable = tuple(one for one in came if one.problems or one.outcome != ReportOutcome.TAKEN)
    page = replace(_page(visit, "", ""), came=notable, counts=counts)
    return visit.render("desk/federation/federation.html", page)


@router.post("/remove")
def remove(visit: VisitDep, form: FormDep) -> Response:
    """Takes a report out, with the points that it brought."""
    _federation(visit).forget(form.get("event", ""))
    return redirect("/federation", "federation.removed")


@router.post("/clubs")
def add_club(visit: VisitDep, form: FormDep) -> HTMLResponse:
    """Adds a club that reports by a link, and shows the link, once."""
    name = form.get("club", "")
    try:
        club_id, secret = _clubs(visit).add(name)
    except Mistake as mistake:
        page = replace(_page(visit, "", ""), typed=name[:LONGEST_CLUB], errors=visit.errors(mistake))
        return visit.render("desk/federation/federation.html", page, status=422)
    return _with_link(visit, club_id, secret)


@router.post("/clubs/{club_id}/link")
def new_link(visit: VisitDep, club_id: str) -> HTMLResponse:
    """Gives a club another link and shows it, once."""
    return _with_link(visit, club_id, _clubs(visit).new_link(club_id))


@router.post("/clubs/{club_id}/remove")
def remove_club(visit: VisitDep, club_id: str) -> Response:
    """Ends a club's link; its reports stay."""
    _clubs(visit).remove(club_id)
    return redirect("/federation", "federation.club-removed")


@router.get("/points.csv")
def points_file(
    visit: VisitDep, since: Annotated[str, Query(max_length=10)] = "", until: Annotated[str, Query(max_length=10)] = ""
) -> Response:
    """Returns everybody's points as a table."""
    locale = visit.visitor.locale
    head = [translate(f"federation.head-{name}", {}, locale) for name in COLUMNS]
    unknown = translate("federation.not-in-register", {}, locale)
    rows = (
        (
            one.number,
            one.name,
            one.points_text,
            str(one.events),
            "" if one.is_known else unknown,
        )
        for one in _federation(visit).points(since, until)
    )
    return file_answer(csv_text(head, rows).encode("utf-8-sig"), "masterpoints", "csv")


def _federation(visit: Visit) -> Federation:
    return Federation(visit.tournament.store, visit.tournament.clock)


def _clubs(visit: Visit) -> ReportingClubs:
    return ReportingClubs(visit.tournament.store, visit.tournament.clock, visit.tournament.chance)


def _with_link(visit: Visit, club_id: str, secret: str) -> HTMLResponse:
    link = link_address(visit.request, secret, CLUB_PAGE)
    page = replace(_page(visit, "", ""), link=link, linked=_clubs(visit).get(club_id).value.name)
    return visit.render("desk/federation/federation.html", page)


def _page(visit: Visit, since: str, until: str) -> FederationPage:
    federation = _federation(visit)
    return FederationPage(
        reports=federation.reports(),
        earned=federation.points(since, until),
        since=since,
        until=until,
        clubs=_clubs(visit).all(),
    )
