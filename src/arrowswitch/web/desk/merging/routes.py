"""Several desks, one event: a copy from another computer is handed in, looked at, and taken in.

The result of the merge is shown before anything is stored; where both copies changed the same thing, both are shown
side by side. The event as it was before can be saved, and the whole copy be taken back by one undo.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, File, Query, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Mistake, NotFound, Problem
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import Telling, words
from arrowswitch.tournament.model.fold import taken_back
from arrowswitch.tournament.model.ledger import CopyMerged, Fact, LedgerEntry
from arrowswitch.tournament.model.undo import is_rested_on
from arrowswitch.tournament.service.merging import CopyCompared, Keep, MergeConflict, compare_copies
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import EventAt, EventDep
from arrowswitch.web.desk.events.event_files import event_file_contents
from arrowswitch.web.desk.waiting import waiting_copies
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import FormDep, StampDep
from arrowswitch.web.json_api.answers import JsonAnswer, declare
from arrowswitch.web.serving.reading_apart import read_apart

router = APIRouter(prefix="/events/{event_id}/merge", route_class=DirectorRoute)
_KEEP = "keep-"


@dataclass(frozen=True, slots=True)
class ConflictRow:
    """Something that both copies changed: what each says now (None: taken back), when and by whom."""

    conflict: MergeConflict
    ours: Problem | None
    theirs: Problem | None


@dataclass(frozen=True, slots=True)
class MergedBefore:
    """A copy that was taken in: the ledger entry that says so, and whether it can be taken back whole."""

    seq: int
    at: datetime
    what: Problem
    before: int
    can_undo: bool


@dataclass(frozen=True, slots=True)
class MergePage:
    """The page: `found` is what a copy brings (None before one is handed in), `copy` the name under which it waits."""

    before: tuple[MergedBefore, ...]
    comparison: CopyCompared | None = None
    copy: str = ""
    conflicts: tuple[ConflictRow, ...] = ()
    results: tuple[tuple[str, int], ...] = ()
    problems: tuple[Problem, ...] = ()


@router.get("")
def show(at: EventDep, copy: Annotated[str, Query(max_length=40)] = "") -> HTMLResponse:
    """Shows the effect of the waiting copy; without a copy asks for one."""
    if not copy:
        return _render_page(at, MergePage(_before(at)))
    return _render_page(at, _page(at, copy, waiting_copies(at.request).get(copy)))


@router.post("/file")
def hand_in(at: EventDep, file: Annotated[UploadFile, File()]) -> Response:
    """Takes a copy and shows what it would bring; nothing is stored yet."""
    try:
        read = read_apart(event_file_contents, file.file.read(), file.filename or "", at.services.attempt)
        theirs = at.tournament.as_kept(read.ledger)
        compare_copies(at.ledger, theirs)
    except Mistake as mistake:
        page = MergePage(_before(at), problems=mistake.problems)
        return _render_page(at, page, status=422)
    return redirect(f"/events/{at.event_id}/merge?copy={waiting_copies(at.request).put(theirs)}")


@router.post("")
def take_in(at: EventDep, stamp: StampDep, form: FormDep) -> Response:
    """Takes the copy in, each conflict as it was decided; a backup is made before, where there is a place for it."""
    name = form.get("copy", "")
    theirs = waiting_copies(at.request).get(name)
    keep = {
        key.removeprefix(_KEEP): Keep(value)
        for key, value in form.items()
        if key.startswith(_KEEP) and value in set(Keep)
    }
    keeper = at.services.keeper
    try:
        compare_copies(at.ledger, theirs)
        if keeper is not None and keeper.plan.is_on:
            keeper.make()
        state = at.tournament.merge(at.event_id, theirs, keep, stamp, at.services.attempt)
    except Mistake as mistake:
        return _render_page(at, replace(_page(at, name, theirs), problems=mistake.problems), 422)
    count = state.seq - at.state.seq
    return redirect(f"/events/{at.event_id}/merge", "desk.merge.done" if count else "desk.merge.nothing", n=count)


@router.get("/before/{seq}.json", openapi_extra=declare(JsonAnswer.EVENT_FILE))
def before(at: EventDep, seq: int) -> Response:
    """Returns the event file as it was after a ledger entry: before a copy was taken in."""
    if not 1 <= seq <= len(at.ledger):
        raise NotFound.of("undo.unknown", seq=seq)
    name = f"{at.settings.date} {at.settings.name} {seq}"
    return file_answer(event_file.dump(at.ledger[:seq]), name, "arrowswitch.json")


def _render_page(at: EventAt, page: MergePage, status: int = 200) -> HTMLResponse:
    return at.show("desk/merging/merge.html", page, tab="settings", status=status)


def _page(at: EventAt, name: str, theirs: tuple[LedgerEntry, ...]) -> MergePage:
    comparison = compare_copies(at.ledger, theirs)
    ours_with, theirs_with = Telling.of(at.ledger), Telling.of(theirs)
    rows = tuple(
        ConflictRow(one, _fact_words(one.ours, ours_with), _fact_words(one.theirs, theirs_with))
        for one in comparison.conflicts
    )
    results = tuple(
        (place.format(), count) for place, count in sorted(comparison.results.items(), key=lambda one: str(one))
    )
    return MergePage(before=_before(at), comparison=comparison, copy=name, conflicts=rows, results=results)


def _fact_words(change: tuple[LedgerEntry, Fact] | None, telling: Telling) -> Problem | None:
    return None if change is None else words(change[1], change[0], telling)


def _before(at: EventAt) -> tuple[MergedBefore, ...]:
    ledger = at.ledger
    gone, telling = taken_back(ledger), Telling.of(ledger)
    return tuple(
        MergedBefore(
            seq=entry.seq,
            at=entry.at,
            what=words(fact, entry, telling),
            before=min(fact.seqs, default=entry.seq) - 1,
            can_undo=not is_rested_on(ledger, gone, entry),
        )
        for entry in ledger
        if entry.seq not in gone
        for fact in entry.facts
        if isinstance(fact, CopyMerged)
    )
