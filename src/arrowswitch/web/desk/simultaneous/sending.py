"""A club's own page of a simultaneous event, behind its link: send the file, see what was said and how it stands."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import replace
from functools import partial
from typing import Annotated

from fastapi import APIRouter, File, Request, Response, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse

from arrowswitch.core.errors import Mistake, NotFound, Problem, Refused
from arrowswitch.formats.deals.formats import deal_format
from arrowswitch.tournament.model.club_values.links import LinkKind
from arrowswitch.tournament.model.club_values.simultaneous import SentBy, UploadTaken
from arrowswitch.tournament.simultaneous.fields import Simultaneous
from arrowswitch.web.access.holders import HolderDep, HolderRoute
from arrowswitch.web.access.roles import HOLDERS
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.desk.other_desks import TOO_LARGE, refusal, sent_data
from arrowswitch.web.desk.simultaneous.routes import CLUB_PAGE, FieldsDep, club_page, commentary_answer, read_elsewhere
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import FormDep
from arrowswitch.web.serving.reading_apart import read_apart


class ClubLinkRoute(HolderRoute):
    """A route for the holder of the link of a club."""

    kinds = frozenset((LinkKind.CLUB,))


router = APIRouter(prefix=f"{HOLDERS}{CLUB_PAGE}", route_class=ClubLinkRoute)


@router.get("")
def show(visit: VisitDep, fields: FieldsDep, holder: HolderDep) -> HTMLResponse:
    """Shows a club what it sent and how its pairs stand."""
    return _show(visit, fields, holder.subject)


@router.get("/deals.pbn")
def give_deals(fields: FieldsDep, holder: HolderDep) -> Response:
    """Gives a club the deals once the organiser has released them; raises NotFound (`simultaneous.deals-sealed`)."""
    field = fields.by_subject(holder.subject)[0].value
    if field.deals is None or not field.are_released:
        raise NotFound.of("simultaneous.deals-sealed")
    return file_answer(deal_format("deals.pbn").write(field.deals.deal_set), field.name, "pbn")


@router.get("/commentary.pdf")
def give_commentary(visit: VisitDep, fields: FieldsDep, holder: HolderDep) -> Response:
    """Gives a club the commentary once the deals are released; raises NotFound (`simultaneous.deals-sealed`)."""
    paper = fields.by_subject(holder.subject)[0]
    if paper.value.deals is None or not paper.value.are_released:
        raise NotFound.of("simultaneous.deals-sealed")
    return commentary_answer(visit, fields.score_now(paper.paper_id))


@router.post("")
def send(
    visit: VisitDep, fields: FieldsDep, holder: HolderDep, form: FormDep, file: Annotated[UploadFile, File()]
) -> HTMLResponse:
    """Takes a club's file whole, or nothing of it; what was said stands on the page."""
    paper, club = fields.by_subject(holder.subject)
    try:
        upload = fields.take(
            paper.paper_id,
            club.number,
            file.file.read(),
            file.filename or "",
            partial(read_apart, read_elsewhere),
            SentBy.CLUB,
            nonetheless=form.get("nonetheless") == "yes",
        )
    except Mistake as mistake:
        return _show(visit, fields, holder.subject, problems=mistake.problems, status=422)
    return _show(visit, fields, holder.subject, upload=upload)


@router.post("/event")
async def send_event(request: Request, visit: VisitDep, fields: FieldsDep, holder: HolderDep) -> Response:
    """Takes the event file that a club's desk sends while it plays; the answer is JSON for that desk."""
    try:
        data = await sent_data(request)
    except Refused as too_large:
        return refusal(visit, too_large.problems, TOO_LARGE)

    def take() -> UploadTaken:
        paper, club = fields.by_subject(holder.subject)
        return fields.take(
            paper.paper_id, club.number, data, "event.json", partial(read_apart, read_elsewhere), SentBy.LIVE
        )

    try:
        upload = await to_thread(take)
    except Mistake as mistake:
        return refusal(visit, mistake.problems)
    return JSONResponse({"results": upload.results, "at": upload.at.isoformat(), "problems": []})


def _show(
    visit: Visit,
    fields: Simultaneous,
    subject: str,
    *,
    problems: tuple[Problem, ...] = (),
    upload: UploadTaken | None = None,
    status: int = 200,
) -> HTMLResponse:
    paper, club = fields.by_subject(subject)
    base = visit.request.url.path
    page = club_page(
        fields,
        club.number,
        fields.scored_lately(paper.paper_id),
        field_id=paper.paper_id,
        base=base,
        is_closed=paper.value.is_closed(visit.now),
    )
    return visit.render(
        "desk/simultaneous/sending.html", replace(page, problems=problems, receipt=upload), status=status
    )
