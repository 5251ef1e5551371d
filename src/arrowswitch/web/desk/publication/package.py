"""The result package at the desk: what is in it, what is left out, and the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch import documents
from arrowswitch.documents.job import VERSION
from arrowswitch.documents.publication.package import PackageView, package_view, result_package
from arrowswitch.formats.federation.published import published_files
from arrowswitch.tournament.service.archive import pack_event
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.files import file_answer

router = APIRouter(prefix="/events/{event_id}/package", route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class PackagePage:
    """The contents of the package; None before anything is published."""

    view: PackageView | None


@router.get("")
def show(at: PlaceDep) -> HTMLResponse:
    """Shows the contents of the package of the newest published version."""
    if at.blind.is_ranking_hidden:
        return at.show("desk/ranking/hidden.html", None, tab="ranking")
    view = package_view(_job(at)) if at.state.publication.versions else None
    return at.show("desk/publication/package.html", PackagePage(view), tab="ranking")


@router.get("/results.zip")
def download(at: PlaceDep, version: Annotated[int | None, Query(ge=1)] = None) -> Response:
    """Returns the package of a published version, the newest where none is named, as a ZIP file."""
    if at.blind.is_ranking_hidden:
        return at.show("desk/ranking/hidden.html", None, tab="ranking")
    job = _job(at, version)
    packed = result_package(job, published_files)
    return file_answer(packed.to_zip(job.printed_at), f"{at.settings.name} {packed.folder}", "zip")


@router.get("/archive.zip")
def archive_event(at: PlaceDep) -> Response:
    """Returns the archive of the event, from which every print comes out again."""
    if at.blind.is_ranking_hidden:
        return at.show("desk/ranking/hidden.html", None, tab="ranking")
    packed = pack_event(at.ledger, at.services.club, at.services.now())
    return file_answer(packed, f"{at.settings.date} {at.settings.name} archive", "zip")


def _job(at: PlaceAt, version: int | None = None) -> documents.PrintJob:
    return documents.PrintJob(
        state=at.state,
        ledger=at.ledger,
        printed_at=at.services.now(),
        session=at.session,
        options={} if version is None else {VERSION.name: str(version)},
        letterhead=at.services.letterhead,
    )
