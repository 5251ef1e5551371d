"""Where a club's reports come in over the network: its page behind its link, and the address that its desk sends to."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, File, Request, Response, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse

from arrowswitch.core.errors import Mistake, Problem, Refused
from arrowswitch.formats.federation.taking import ReadReport, reports_of
from arrowswitch.tournament.federation.clubs import ReportingClubs
from arrowswitch.tournament.federation.federation import Federation, ReportOutcome
from arrowswitch.tournament.model.club_values.federation import HeldReport
from arrowswitch.tournament.model.club_values.links import LinkKind
from arrowswitch.web.access.holders import HolderDep, HolderRoute
from arrowswitch.web.access.roles import HOLDERS
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.desk.other_desks import TOO_LARGE, refusal, sent_data, texts_of
from arrowswitch.web.serving.reading_apart import read_apart

CLUB_PAGE = "/reports"
_SHOWN = 200
_RECEIPT_DIGITS = 12


class ReportsLinkRoute(HolderRoute):
    """A route for the holder of the link by which a club reports."""

    kinds = frozenset((LinkKind.REPORTS,))


router = APIRouter(prefix=f"{HOLDERS}{CLUB_PAGE}", route_class=ReportsLinkRoute)


@dataclass(frozen=True, slots=True)
class CameIn:
    """A received file: its name, the event, its outcome (`unread`: no report), and its problems."""

    name: str
    event: str
    outcome: str
    problems: tuple[Problem, ...]
    receipt: str = ""


@dataclass(frozen=True, slots=True)
class ReportsPage:
    """A club's reports that are held, and what came in just now."""

    club: str
    base: str
    reports: tuple[HeldReport, ...]
    came: tuple[CameIn, ...] = ()
    most: int = _SHOWN


@router.get("")
def show(visit: VisitDep, holder: HolderDep) -> HTMLResponse:
    """Shows a club which of its reports are held."""
    return _render_page(visit, holder.subject)


@router.post("")
def take(visit: VisitDep, holder: HolderDep, files: Annotated[list[UploadFile], File()]) -> HTMLResponse:
    """Takes a club's files of reports and shows what became of each."""
    came = take_reports(visit, [(one.filename or "?", one.file.read()) for one in files], holder.subject)
    return _render_page(visit, holder.subject, came, status=200 if all(_is_taken(one) for one in came) else 422)


@router.post("/report")
async def take_report(request: Request, visit: VisitDep, holder: HolderDep) -> Response:
    """Takes the report that a club's desk sends; the answer is JSON for that desk, with a receipt."""
    try:
        data = await sent_data(request)
    except Refused as too_large:
        return refusal(visit, too_large.problems, TOO_LARGE)
    came = await to_thread(take_reports, visit, [("report.json", data)], holder.subject)
    if not came or not all(_is_taken(one) for one in came):
        return refusal(visit, (problem for one in came for problem in one.problems))
    return JSONResponse({"receipt": came[0].receipt, "problems": texts_of(visit, came[0].problems)})


def _read(content: bytes, name: str) -> tuple[ReadReport, ...]:
    """Returns the reports in a file; a file whose reading exceeds the time limit is listed with the others."""
    try:
        return read_apart(reports_of, content, name)
    except Mistake as mistake:
        return (ReadReport(name, None, problems=mistake.problems),)


def take_reports(visit: Visit, files: list[tuple[str, bytes]], club_id: str = "") -> tuple[CameIn, ...]:
    """Takes the reports of files, of a club that sent them itself where it is said, and returns what became of each."""
    read = [report for name, data in files for report in _read(data, name)]
    reports = [one for one in read if one.report is not None]
    federation = Federation(visit.tournament.store, visit.tournament.clock, visit.services.attempt_papers)
    ends = federation.take([(one.report, one.digest) for one in reports if one.report is not None], club_id)
    came = [
        CameIn(
            name=one.name,
            event=end.event,
            outcome=end.outcome.value,
            problems=end.problems,
            receipt=_receipt(one, end.version),
        )
        for one, end in zip(reports, ends, strict=True)
    ]
    return (
        *came,
        *(
            CameIn(name=one.name, event="", outcome="unread", problems=one.problems)
            for one in read
            if one.report is None
        ),
    )


def _is_taken(file: CameIn) -> bool:
    return file.outcome in (ReportOutcome.TAKEN, ReportOutcome.HELD)


def _receipt(report: ReadReport, version: int) -> str:
    """Returns the receipt of a club for a report: the version and the beginning of its digest."""
    return f"{version}-{report.digest[:_RECEIPT_DIGITS]}"


def _render_page(visit: Visit, club_id: str, came: tuple[CameIn, ...] = (), *, status: int = 200) -> HTMLResponse:
    services = visit.tournament
    club = ReportingClubs(services.store, services.clock, services.chance).get(club_id)
    held = Federation(services.store, services.clock).reports()
    reports = tuple(one for one in held if one.sent_by == club_id)
    page = ReportsPage(club=club.value.name, base=visit.request.url.path, reports=reports, came=came)
    return visit.render("desk/federation/reports.html", page, status=status)
