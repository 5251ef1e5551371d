"""The backup of everything as one file: saved on a stick, brought back on another computer (`tournament.archive`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, File, Request, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed
from arrowswitch.tournament.event import archive
from arrowswitch.web.context import redirect, render
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import StampDep
from arrowswitch.web.house import HouseDep

router = APIRouter()


@dataclass(frozen=True, slots=True)
class BackupPage:
    """How much there is to back up."""

    events: int
    players: int


@router.get("/backup")
def show_backup(request: Request, house: HouseDep) -> HTMLResponse:
    """Shows what a backup holds, the download and the way back."""
    page = BackupPage(len(house.tournament.events()), len(house.tournament.store.players()))
    return render(request, "desk/events/backup.html", page)


@router.get("/backup/download")
def download(house: HouseDep) -> Response:
    """Returns the backup, named by date and time."""
    name = f"arrowswitch-{house.tournament.clock.now().astimezone(house.zone):%Y-%m-%d-%H%M}"
    return file_answer(archive.pack(house.tournament), name, "zip")


@router.post("/backup/restore")
def restore(house: HouseDep, stamp: StampDep, file: Annotated[UploadFile, File()]) -> Response:
    """Brings back the events and players of a backup; a faulty file changes nothing."""
    packed = file.file.read()
    if not packed:
        raise Malformed.of("desk.file.empty", name=(file.filename or "")[:80])
    found = archive.restore(house.tournament, packed, stamp)
    return redirect("/", "desk.backup.restored", events=found.events, players=found.players)
