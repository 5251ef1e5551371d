"""What clubs reported: files taken in, the reports that are held, and everybody's points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, File, Query, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Problem
from arrowswitch.formats.csv_text import csv_text
from arrowswitch.formats.federation.taking import read_reports
from arrowswitch.i18n import translate
from arrowswitch.tournament.federation.federation import Earned, Federation, ReportOutcome
from arrowswitch.tournament.federation.values import HeldReport
from arrowswitch.web.access.roles import OrganiserRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import VisitDep
from arrowswitch.web.desk.settings.form import FormDep
from arrowswitch.web.files import file_answer

router = APIRouter(prefix="/federation", route_class=OrganiserRoute)
COLUMNS = ("number", "name", "points", "events", "known")
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class CameIn:
    """A file that came in: its name, the event, what became of it (`unread`: no report), and what is told of it."""

    name: str
    event: str
    outcome: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class FederationPage:
    """The reports that are held, what everybody earned, and what came in just now (`counts` by what became of it)."""

    reports: tuple[HeldReport, ...]
    earned: tuple[Earned, ...]
    since: str
    until: str
    most: int = _SHOWN
    came: tuple[CameIn, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)


@router.get("")
def show(
    visit: VisitDep, since: Annotated[str, Query(max_length=10)] = "", until: Annotated[str, Query(max_length=10)] = ""
) -> HTMLResponse:
    """Shows the reports that are held, and what everybody earned in the days asked for."""
    return visit.render("desk/federation/federation.html", _page(visit, since, until))


@router.post("")
def take(visit: VisitDep, files: Annotated[list[UploadFile], File()]) -> HTMLResponse:
    """Takes the reports of the files, one by one or in ZIPs, and shows what became of each."""
    read = list(read_reports((one.filename or "?", one.file.read()) for one in files))
    found = [one for one in read if one.report is not None]
    taken = _federation(visit).take((one.report, one.digest) for one in found if one.report is not None)
    came = [CameIn(one.name, end.event, end.outcome.value, end.problems) for one, end in zip(found, taken, strict=True)]
    came += [CameIn(one.name, "", "unread", one.problems) for one in read if one.report is None]
    counts = {name: sum(one.outcome == name for one in came) for name in (*ReportOutcome, "unread")}
    page = _page(visit, "", "", tuple(came), counts)
    return visit.render("desk/federation/federation.html", page)


@router.post("/remove")
def remove(visit: VisitDep, form: FormDep) -> Response:
    """Takes a report out, with the points that it brought."""
    _federation(visit).forget(form.get("event", ""))
    return redirect("/federation", "federation.removed")


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
            one.written,
            str(one.events),
            "" if one.is_known else unknown,
        )
        for one in _federation(visit).points(since, until)
    )
    return file_answer(csv_text(head, rows).encode("utf-8-sig"), "masterpoints", "csv")


def _federation(visit: VisitDep) -> Federation:
    return Federation(visit.tournament.store, visit.tournament.clock)


def _page(
    visit: VisitDep,
    since: str,
    until: str,
    came: tuple[CameIn, ...] = (),
    counts: dict[str, int] | None = None,
) -> FederationPage:
    federation = _federation(visit)
    return FederationPage(
        reports=federation.reports(),
        earned=federation.points(since, until),
        since=since,
        until=until,
        came=came,
        counts=counts or {},
    )
