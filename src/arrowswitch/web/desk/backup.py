"""The backup of everything: one ZIP file with an event file for each event and the register of players.

It does not depend on the kind of store: what is restored is read again through the same doors as any event file, and
what is there already is not stored twice.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, File, Request, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.tournament.event_file import load
from arrowswitch.tournament.ledger import EventCreated, Stamp
from arrowswitch.web.context import redirect, render
from arrowswitch.web.desk.players_csv import apply_rows, read_csv, write_csv
from arrowswitch.web.forms import StampDep
from arrowswitch.web.house import House, HouseDep

router = APIRouter()
PLAYERS = "players.csv"
EVENTS = "events/"
MOST_UNPACKED = 512 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class BackupPage:
    """How much there is to back up."""

    events: int
    players: int


@router.get("/backup")
def show_backup(request: Request, house: HouseDep) -> HTMLResponse:
    """Shows what a backup holds, the download and the way back."""
    page = BackupPage(len(house.tournament.events()), len(house.tournament.store.players()))
    return render(request, "desk/backup.html", page)


@router.get("/backup/download")
def download(house: HouseDep) -> Response:
    """Returns the backup."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for row in house.tournament.events():
            archive.writestr(f"{EVENTS}{row.event_id}.json", house.tournament.export(row.event_id))
        archive.writestr(PLAYERS, write_csv(house.tournament.store.players()))
    name = f"arrowswitch-{house.tournament.clock.now().astimezone(house.zone):%Y-%m-%d-%H%M}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(packed.getvalue(), media_type="application/zip", headers=headers)


@router.post("/backup/restore")
def restore(house: HouseDep, stamp: StampDep, file: Annotated[UploadFile, File()]) -> Response:
    """Brings back the events and players of a backup; every fault of the file is told, and nothing is stored then."""
    name = (file.filename or "")[:80]
    texts = dict(_unpacked(file.file.read(), name))
    events = {entry: text for entry, text in texts.items() if entry.startswith(EVENTS)}
    if not events and PLAYERS not in texts:
        raise Malformed.of("desk.backup.empty", name=name)
    Mistake.check(_event_problems(events))
    rows = read_csv(texts[PLAYERS].encode(), PLAYERS) if texts.get(PLAYERS, "").count("\n") > 1 else ()
    count = sum(_is_stored(house, text, entry, stamp) for entry, text in events.items())
    change = apply_rows(house.tournament.store.players(), rows, house.tournament.chance)
    house.tournament.store.save_players(change.saved)
    return redirect("/", "desk.backup.restored", events=count, players=len(change.saved))


def _event_problems(events: Mapping[str, str]) -> Iterator[Problem]:
    for entry, text in events.items():
        try:
            load(text, entry)
        except Mistake as mistake:
            yield from mistake.problems


def _is_stored(house: House, text: str, entry: str, stamp: Stamp) -> bool:
    """Stores an event unless it is here already, as it is in the backup or with more that happened since."""
    ledger = load(text, entry)
    here = {row.event_id for row in house.tournament.events()}
    created = ledger[0].facts[0]
    if not isinstance(created, EventCreated):
        raise Malformed.of("ledger.start")
    if created.event_id in here and house.tournament.ledger(created.event_id)[: len(ledger)] == ledger:
        return False
    house.tournament.import_file(text, stamp, entry)
    return True


def _unpacked(content: bytes, name: str) -> Iterator[tuple[str, str]]:
    problems: list[Problem] = []
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        entries = archive.infolist()
    except zipfile.BadZipFile as error:
        raise Malformed.of("desk.backup.not-zip", name=name) from error
    if sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        raise Malformed.of("desk.error.too-large", megabytes=MOST_UNPACKED // 1024**2)
    for entry in entries:
        try:
            yield entry.filename, archive.read(entry).decode("utf-8-sig")
        except (UnicodeDecodeError, zipfile.BadZipFile, RuntimeError):
            problems.append(Problem("desk.backup.broken-part", {"part": entry.filename[:80]}, name))
    Mistake.check(problems)
