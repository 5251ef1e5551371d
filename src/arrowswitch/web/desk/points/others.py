"""The club's records of masterpoints outside its events: awards of other bodies, and expelled members.

A table or a single line by hand is read the same way (`points.listed`): every fault is reported at its line, and
nothing is stored then; a line that was imported before adds nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import APIRouter, File, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.formats.tables import rows_of
from arrowswitch.tournament.club.papers import Paper, Papers
from arrowswitch.tournament.model.club_values.points import ExpelledPlayer, OtherAward
from arrowswitch.tournament.points.listed import awards_in, expelled_in
from arrowswitch.web.access.roles import OrganiserRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.forms import FormDep
from arrowswitch.web.serving.reading_apart import read_apart

router = APIRouter(prefix="/points/others", route_class=OrganiserRoute)
AWARD_FIELDS = ("date", "body", "event", "number", "name", "points")
EXPELLED_FIELDS = ("number", "name", "since", "until", "reason")
_LONGEST = 200
_Kept = TypeVar("_Kept", OtherAward, ExpelledPlayer)


@dataclass(frozen=True, slots=True)
class OthersPage:
    """All awards of other bodies, the newest first, all who were expelled, and what was wrong with what was sent."""

    awards: tuple[Paper[OtherAward], ...]
    expelled: tuple[Paper[ExpelledPlayer], ...]
    problems: tuple[Problem, ...] = ()
    award_fields: tuple[str, ...] = AWARD_FIELDS
    expelled_fields: tuple[str, ...] = EXPELLED_FIELDS


@router.get("")
def show(visit: VisitDep) -> HTMLResponse:
    """Shows the awards and the expelled members."""
    return _render_page(visit)


@router.post("/awards")
def add_awards(visit: VisitDep, form: FormDep, file: Annotated[UploadFile | None, File()] = None) -> Response:
    """Takes in awards of a table, or the one that was typed."""
    try:
        awards = awards_in(_rows(form, file, AWARD_FIELDS))
    except Mistake as mistake:
        return _render_page(visit, mistake.problems)
    return _store_new(visit.services.points.others, awards)


@router.post("/expelled")
def add_expelled(visit: VisitDep, form: FormDep, file: Annotated[UploadFile | None, File()] = None) -> Response:
    """Takes in who was expelled, of a table or typed."""
    try:
        expelled = expelled_in(_rows(form, file, EXPELLED_FIELDS))
    except Mistake as mistake:
        return _render_page(visit, mistake.problems)
    return _store_new(visit.services.points.expelled, expelled)


@router.post("/awards/{paper_id}/remove")
def remove_award(visit: VisitDep, paper_id: str) -> Response:
    """Takes an award out."""
    visit.services.points.others.delete(paper_id)
    return redirect("/points/others", "points.others.removed")


@router.post("/expelled/{paper_id}/remove")
def remove_expelled(visit: VisitDep, paper_id: str) -> Response:
    """Removes a person from the list of expelled members."""
    visit.services.points.expelled.delete(paper_id)
    return redirect("/points/others", "points.others.removed")


def _rows(form: Mapping[str, str], file: UploadFile | None, fields: Sequence[str]) -> Sequence[Sequence[str]]:
    """Returns the lines of a table, or the one that was typed; raises Malformed (`points.nothing`) without either."""
    if file is not None and file.filename:
        return read_apart(rows_of, file.file.read(), file.filename)
    typed = [form.get(name, "").strip()[:_LONGEST] for name in fields]
    if not any(typed):
        raise Malformed.of("points.nothing")
    return [list(fields), typed]


def _store_new(papers: Papers[_Kept], read: Mapping[str, _Kept]) -> Response:
    fresh = {paper_id: value for paper_id, value in read.items() if papers.find(paper_id) is None}
    for paper_id, value in fresh.items():
        papers.save(paper_id, value)
    return redirect("/points/others", "points.others.added", n=len(fresh))


def _render_page(visit: Visit, problems: tuple[Problem, ...] = ()) -> HTMLResponse:
    points = visit.services.points
    page = OthersPage(
        awards=tuple(sorted(points.others, key=lambda paper: paper.value.date, reverse=True)),
        expelled=tuple(sorted(points.expelled, key=lambda paper: paper.value.since, reverse=True)),
        problems=problems,
    )
    return visit.render("desk/points/others.html", page, status=422 if problems else 200)
