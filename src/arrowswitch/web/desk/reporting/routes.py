"""The report to the federation: its page, its files, and what is noted of sending it."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Mistake, Refused
from arrowswitch.formats.federation.csv_report import write_csv
from arrowswitch.formats.federation.json_report import write_report
from arrowswitch.formats.federation.results import results_of
from arrowswitch.formats.jannersten.results import write_jannersten
from arrowswitch.formats.results.submission import parse_submission
from arrowswitch.formats.usebio.writer import write_usebio
from arrowswitch.i18n import translate
from arrowswitch.tournament.model.club_values.mail import MailedFile, OutgoingMail
from arrowswitch.tournament.model.slices.reporting import NoteReceipt, NoteReportSent
from arrowswitch.tournament.model.values.reporting import Channel
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.desk.reporting.page import Errors, page_of, report_now
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import FormDep, StampDep, only_whole
from arrowswitch.web.json_api.answers import JsonAnswer, declare

router = APIRouter(prefix="/events/{event_id}/report", route_class=DirectorRoute)
_MOST = 1_000_000
TextQuery = Annotated[str, Query(max_length=100)]


@router.get("")
def show(at: PlaceDep) -> HTMLResponse:
    """Shows the report to the federation as it stands, what changed since the last, and what was sent."""
    if not at.state.is_scored:
        return at.show("desk/results/before.html", None, tab="ranking")
    if at.blind.is_ranking_hidden:
        return at.show("desk/ranking/hidden.html", None, tab="ranking")
    return _render_page(at)


@router.get("/report.json", openapi_extra=declare(JsonAnswer.REPORT))
def report_file(at: PlaceDep) -> Response:
    """Returns the report to the federation as a JSON file."""
    made = report_now(at)
    return file_answer(write_report(made), f"{_name(at)} report {made.version}", "json")


@router.get("/report.csv")
def report_table(at: PlaceDep) -> Response:
    """Returns the report as a table: everybody's rank with the membership numbers."""
    locale = at.visitor.locale
    made = report_now(at)
    data = write_csv(made, lambda column: translate(f"report.{column}", {}, locale))
    return file_answer(data, f"{_name(at)} report {made.version}", "csv")


@router.get("/usebio.xml")
def report_usebio(
    at: PlaceDep, club_number: TextQuery = "", charge: TextQuery = "", scale: TextQuery = "", colour: TextQuery = ""
) -> Response:
    """Returns the results of the session as USEBIO, with ranks, totals and masterpoints of the event, and with what
    the federation asks of an upload. Raises Malformed (`submission.*`) where that cannot be."""
    made = report_now(at)
    submission = parse_submission(club_number, charge, scale, colour)
    results = replace(results_of(made, at.session), submission=submission)
    return file_answer(write_usebio(results), f"{_name(at)} report {made.version}", "xml")


@router.get("/results.txt")
def report_text(at: PlaceDep) -> Response:
    """Returns the results of the session as the `results.txt` of Jannersten's programs."""
    made = report_now(at)
    return file_answer(write_jannersten(results_of(made, at.session)), f"{_name(at)} results", "jannersten.txt")


@router.post("/sent")
def note_sent(at: PlaceDep, stamp: StampDep, form: FormDep) -> Response:
    """Notes that the report was sent by hand, as the page showed it."""
    try:
        shows = only_whole(form.get("shows", ""), "shows", least=1, most=_MOST)
        command = NoteReportSent(shows, Channel.HAND, form.get("to", ""))
        return at.carry_out(command, stamp, f"{at.base}/report", "desk.reporting.noted")
    except Mistake as mistake:
        return _render_page(at, at.errors(mistake))


@router.post("/mail")
def send_by_mail(at: PlaceDep, stamp: StampDep) -> Response:
    """Puts the report among the mails that wait, to the office's address; it is noted as sent once it is."""
    mail = at.services.mailing.mail
    account = mail.account
    if not mail.is_on or not account.office:
        raise Refused.of("mail.no-office")
    made = report_now(at)
    name = f"{_name(at)} report {made.version}"
    content = b64encode(write_report(made)).decode()
    now = at.now
    letter = OutgoingMail(
        to=account.office,
        subject=name,
        text=translate("mail.report.text", {"club": at.services.club.name, "name": name}, at.visitor.locale),
        made_at=now,
        next_at=now,
        files=(MailedFile("report.json", "application/json", content),),
        event_id=at.event_id,
        shows=made.seq,
    )
    mail.put(f"report.{at.event_id}.{made.seq}", letter)
    return redirect(f"{at.base}/report", "mail.report.waits", address=account.office)


@router.post("/receipt")
def note_receipt(at: PlaceDep, stamp: StampDep, form: FormDep) -> Response:
    """Stores the federation's answer to a version."""
    try:
        version = only_whole(form.get("version", ""), "version", least=1, most=_MOST)
        command = NoteReceipt(version, form.get("receipt", ""))
        return at.carry_out(command, stamp, f"{at.base}/report", "desk.reporting.receipt-noted")
    except Mistake as mistake:
        return _render_page(at, at.errors(mistake))


def _name(at: PlaceAt) -> str:
    return f"{at.settings.date} {at.settings.name}"


def _render_page(at: PlaceAt, errors: Errors | None = None) -> HTMLResponse:
    page = page_of(at, errors)
    return at.show("desk/reporting/report.html", page, tab="ranking", status=422 if errors else 200)
