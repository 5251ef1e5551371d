"""The backup of everything as one file: saved on a stick, brought back on another computer (`tournament.archive`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, File, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed
from arrowswitch.tournament.event import archive
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import VisitDep
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import StampDep

router = APIRouter()


@dataclass(frozen=True, slots=True)
class BackupPage:
    """How much there is to back up."""

    events: int
    players: int


@router.get("/backup")
def show_backup(visit: VisitDep) -> HTMLResponse:
    """Shows what a backup holds, the download and the way back."""
    page = BackupPage(len(visit.tournament.events()), len(visit.tournament.store.players()))
    return visit.render("desk/events/backup.html", page)


@router.get("/backup/download")
def download(visit: VisitDep) -> Response:
    """Returns the backup, named by date and time."""
    name = f"arrowswitch-{visit.now.astimezone(visit.house.zone):%Y-%m-%d-%H%M}"
    return file_answer(archive.pack(visit.tournament), name, "zip")


@router.post("/backup/restore")
def restore(visit: VisitDep, stamp: StampDep, file: Annotated[UploadFile, File()]) -> Response:
    """Brings back the events and players of a backup; a faulty file changes nothing."""
    packed = file.file.read()
    if not packed:
        raise Malformed.of("desk.file.empty", name=(file.filename or "")[:80])
    found = archive.restore(visit.tournament, packed, stamp)
    return redirect("/", "desk.backup.restored", events=found.events, players=found.players)
