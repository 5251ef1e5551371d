"""The result package at the desk: what is in it, what is left out, the file, and its upload to the club's site.

The password of the site is typed for each upload and stored nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch import documents
from arrowswitch.core.errors import Mistake, NotNow, Refused
from arrowswitch.documents.job import VERSION
from arrowswitch.documents.publication.package import MARKS, PackageView, package_view, result_package
from arrowswitch.documents.publication.series import folder_of
from arrowswitch.formats.federation.published import published_files
from arrowswitch.tournament.club.site import Uploaded, parse_site
from arrowswitch.tournament.service.archive import pack_event
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.files import file_answer
from arrowswitch.web.services import kept_in_program

router = APIRouter(prefix="/events/{event_id}/package", route_class=DirectorRoute)


_LONGEST_PASSWORD = 200


@dataclass(frozen=True, slots=True)
class SiteForm:
    """The upload to the club's site: its address (empty where the club has none), the folder of the event below it, and
    whether its server asks for a password."""

    address: str
    folder: str
    has_password: bool


@dataclass(frozen=True, slots=True)
class PackagePage:
    """The contents of the package, None before anything is published; the upload, None where the program has none."""

    view: PackageView | None
    site: SiteForm | None = None
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@router.get("")
def show(at: PlaceDep) -> HTMLResponse:
    """Shows the contents of the package of the newest published version."""
    return _show(at)


def _show(at: PlaceAt, errors: Mapping[str, tuple[str, ...]] | None = None) -> HTMLResponse:
    if at.blind.is_ranking_hidden:
        return at.show("desk/ranking/hidden.html", None, tab="ranking")
    job, club = _job(at), at.services.club
    view = package_view(job) if at.state.publication.versions else None
    site = None if at.services.uploads is None else SiteForm(club.site, folder_of(job), bool(club.site_user))
    page = PackagePage(view, site, errors or {})
    return at.show("desk/publication/package.html", page, tab="ranking", status=422 if errors else 200)


@router.post("/upload")
def upload(at: PlaceDep, password: Annotated[str, Form(max_length=_LONGEST_PASSWORD)] = "") -> Response:
    """Uploads the package of the newest published version to the club's site, into the folder of the event."""
    if at.blind.is_ranking_hidden:
        return at.show("desk/ranking/hidden.html", None, tab="ranking")
    try:
        done = _upload(at, password)
    except Mistake as mistake:
        return _show(at, at.errors(mistake))
    return redirect(f"{at.base}/package", "desk.package.uploaded", n=done.sent + done.unchanged, removed=done.removed)


def _upload(at: PlaceAt, password: str) -> Uploaded:
    """Uploads the package. Raises Refused (`site.none`), NotNow (`site.under-way`), and what making and uploading it
    raise."""
    club, uploads, job = at.services.club, at.services.uploads, _job(at)
    if uploads is None or not club.site:
        raise Refused.of("site.none")
    site = parse_site(club.site, club.site_user, password, folder_of(job))
    with _only_upload(at.request):
        return uploads.upload(site, result_package(job, published_files).files, MARKS)


@contextmanager
def _only_upload(request: Request) -> Iterator[None]:
    """Locks out other uploads of this program: two of them into one folder would remove the pages of each other."""
    lock = kept_in_program(request, "upload", Lock)
    if not lock.acquire(blocking=False):
        raise NotNow.of("site.under-way")
    try:
        yield
    finally:
        lock.release()


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
