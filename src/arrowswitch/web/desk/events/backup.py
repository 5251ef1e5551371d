"""The backup of everything: by itself into a folder (`tournament.club.keeping`), or as one file that is saved; and the
way back, from the folder or from a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated

from fastapi import APIRouter, File, Query, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, NotFound, Problem
from arrowswitch.formats.kinds import Wanted, refuse_others
from arrowswitch.tournament.club.profile import LEAST_MINUTES, LONGEST_FOLDER, MOST_KEPT, MOST_MINUTES
from arrowswitch.tournament.history.wholeness import check_store
from arrowswitch.tournament.model.club_values.club import BackupPlan
from arrowswitch.tournament.service import archive
from arrowswitch.tournament.service.keeping import BackupFile, BackupKeeper
from arrowswitch.web.access.roles import OrganiserRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import FormDep, StampDep, only_whole, whole
from arrowswitch.web.serving.reading_apart import read_apart

router = APIRouter(route_class=OrganiserRoute)
_ON = "yes"


@dataclass(frozen=True, slots=True)
class FolderPart:
    """The part of the page about the folder: the values of its fields, the sticks that are plugged in, the backups, and
    the errors. `version` is that of the club's settings, which a change must name."""

    fields: Mapping[str, str]
    errors: Mapping[str, tuple[str, ...]]
    places: tuple[str, ...]
    files: tuple[BackupFile, ...]
    plan: BackupPlan
    trouble: Problem | None
    version: int


@dataclass(frozen=True, slots=True)
class BackupPage:
    """How much there is to back up, and the folder; None where the program has no place for files."""

    events: int
    players: int
    folder: FolderPart | None


@dataclass(frozen=True, slots=True)
class RestorePage:
    """A backup of the folder: what it holds, and what becomes of each event."""

    file: BackupFile
    events: tuple[archive.HeldEvent, ...]

    @property
    def restored_count(self) -> int:
        """Returns the number of events that are new or have new entries."""
        return sum(event.relation not in (archive.Known.THERE, archive.Known.DAMAGED) for event in self.events)


@dataclass(frozen=True, slots=True)
class RestoredPage:
    """The numbers of events and players that came in from a backup, and the problems of the events that did not."""

    events: int
    players: int
    problems: tuple[Problem, ...]


@router.get("/backup")
def show_backup(visit: VisitDep, folder: Annotated[str, Query(max_length=LONGEST_FOLDER)] = "") -> HTMLResponse:
    """Shows the folder of the backups, the download and the ways back; `folder` proposes another folder."""
    plan = visit.services.club.backups
    proposed = replace(plan, folder=folder, is_on=True) if folder else plan
    return visit.render("desk/events/backup.html", _page(visit, _fields(proposed), {}))


@router.get("/backup/check")
def check(visit: VisitDep) -> HTMLResponse:
    """Reads everything that is stored and shows what is not whole."""
    return visit.render("desk/events/check.html", check_store(visit.tournament.store))


@router.get("/backup/download")
def download(visit: VisitDep) -> Response:
    """Returns the backup, named by date and time."""
    name = f"arrowswitch-{visit.now.astimezone(visit.services.zone):%Y-%m-%d-%H%M}"
    return file_answer(archive.pack(visit.tournament).content, name, "zip")


@router.post("/backup/restore")
def restore(visit: VisitDep, stamp: StampDep, file: Annotated[UploadFile, File()]) -> Response:
    """Brings back the events and players of a backup but events with faults, each with its problems; a file that is no
    backup changes nothing."""
    packed = file.file.read()
    if not packed:
        raise Malformed.of("desk.file.empty", name=(file.filename or "")[:80])
    refuse_others(packed, file.filename or "", Wanted.BACKUP)
    looked = read_apart(archive.looked_through, packed, visit.services.attempt, visit.services.attempt_papers)
    restored = archive.restore(visit.tournament, packed, stamp, looked)
    if restored.left_out:
        return _without(visit, restored)
    return redirect("/", "desk.backup.restored", events=restored.events, players=restored.players)


@router.post("/backup/folder")
def change_folder(visit: VisitDep, stamp: StampDep, form: FormDep) -> Response:
    """Changes where backups are put, and makes the first one at once; errors are shown next to the fields."""
    keeper, club = _keeper(visit), visit.tournament.club
    try:
        version = only_whole(form.get("version", ""), "version", least=0, most=999_999_999)
        plan = _plan_from(form, club.settings.backups)
        if plan.is_on and plan.folder:
            keeper.shelf.prepare(plan.folder)
        club.change(replace(club.settings, backups=plan), version, stamp)
    except Mistake as mistake:
        fields = {**_fields(BackupPlan()), "is_on": "", **form}
        return visit.render("desk/events/backup.html", _page(visit, fields, visit.errors(mistake)), status=422)
    if not plan.is_on:
        keeper.tick()
        return redirect("/backup", "desk.backup.off")
    return redirect("/backup", "desk.backup.made", name=keeper.make())


@router.post("/backup/now")
def make_now(visit: VisitDep) -> Response:
    """Makes a backup in the folder."""
    return redirect("/backup", "desk.backup.made", name=_keeper(visit).make())


@router.get("/backup/folder/{name}")
def show_restore(visit: VisitDep, name: str) -> HTMLResponse:
    """Shows the contents of a backup of the folder and the effect of restoring it on each event."""
    keeper = _keeper(visit)
    events = archive.events_in(visit.tournament, keeper.read(name))
    file = next(file for file in keeper.files() if file.name == name)
    return visit.render("desk/events/restore.html", RestorePage(file, events))


@router.post("/backup/folder/{name}")
def restore_from_folder(visit: VisitDep, stamp: StampDep, name: str) -> Response:
    """Brings back a backup of the folder, after the present state was backed up there."""
    restored, before = _keeper(visit).restore(name, stamp, partial(_look, visit))
    if restored.left_out:
        return _without(visit, restored)
    return redirect("/", "desk.backup.restored-after", events=restored.events, players=restored.players, name=before)


def _look(visit: Visit, packed: bytes) -> archive.LookedThrough:
    return read_apart(archive.looked_through, packed, visit.services.attempt, visit.services.attempt_papers)


def _without(visit: Visit, restored: archive.Restored) -> HTMLResponse:
    """Shows the number of events that came in from a backup, and why the others did not."""
    page = RestoredPage(restored.events, restored.players, restored.left_out)
    return visit.render("desk/events/restored.html", page)


def _plan_from(form: Mapping[str, str], base: BackupPlan) -> BackupPlan:
    problems: list[Problem] = []
    kept_count = whole(form.get("kept", ""), "kept", problems, least=1, most=MOST_KEPT, empty=base.kept)
    minutes = whole(
        form.get("minutes", ""), "minutes", problems, least=LEAST_MINUTES, most=MOST_MINUTES, empty=base.minutes
    )
    Malformed.check(problems)
    return BackupPlan(
        folder=form.get("folder", "").strip(),
        is_on=form.get("is_on") == _ON,
        kept=kept_count or base.kept,
        minutes=minutes or base.minutes,
    )


def _fields(plan: BackupPlan) -> Mapping[str, str]:
    return {
        "folder": plan.folder,
        "is_on": _ON if plan.is_on or not plan.folder else "",
        "kept": str(plan.kept),
        "minutes": str(plan.minutes),
    }


def _keeper(visit: Visit) -> BackupKeeper:
    if visit.services.keeper is None:
        raise NotFound.of("backup.nowhere")
    return visit.services.keeper


def _page(visit: Visit, fields: Mapping[str, str], errors: Mapping[str, tuple[str, ...]]) -> BackupPage:
    keeper, part = visit.services.keeper, None
    if keeper is not None:
        part = FolderPart(
            fields=fields,
            errors=errors,
            places=keeper.shelf.places(),
            files=keeper.files(),
            plan=keeper.plan,
            trouble=keeper.trouble,
            version=visit.tournament.club.version,
        )
    return BackupPage(len(visit.tournament.events()), len(visit.tournament.store.players()), part)
