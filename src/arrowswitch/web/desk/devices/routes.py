"""Bridgemate's file handed in at the desk: what it brings is shown, and what is ticked is entered as if typed.

Results that are already entered are skipped; if the file and the desk differ, both are shown side by side and the
director decides at the slot. The same file can be handed in again after every round.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, File, Form, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, Problem, Refused
from arrowswitch.formats.bridgemate.reader import counting, tell_about
from arrowswitch.formats.bridgemate.records import BridgemateFile, read_bridgemate
from arrowswitch.formats.kinds import Wanted, refuse_others
from arrowswitch.formats.reading import LARGEST_FILE, Findings
from arrowswitch.tournament.model.ledger import refuse_other_content
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.results.devices import UnfitResult, compare_results
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.background.bws_files import device_results
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.desk.results.page import entry_text as ours_text
from arrowswitch.web.desk.slot_keys import parse_slot, slot_key
from arrowswitch.web.forms import StampDep
from arrowswitch.web.serving.reading_apart import read_apart

router = APIRouter(prefix="/events/{event_id}/devices", route_class=DirectorRoute)
_MOST_SHOWN = 60
_LONGEST_ID = 40
"""Characters of the id of a sending, which the slot of each result follows."""


@dataclass(frozen=True, slots=True)
class NewRow:
    """A result that can be taken: the slot's name, and what was entered (hidden: the director has yet to play it)."""

    slot: Slot
    key: str
    text: str
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class OtherRow:
    """A slot where the file and the desk differ."""

    slot: Slot
    key: str
    ours: str
    theirs: str
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class DevicesPage:
    """The page: nothing is `found` before a file is handed in; `problems` are its faults, `notes` what to know."""

    is_found: bool = False
    name: str = ""
    new: tuple[NewRow, ...] = ()
    same: int = 0
    others: tuple[OtherRow, ...] = ()
    unfit: tuple[UnfitResult, ...] = ()
    more_unfit: int = 0
    notes: tuple[Problem, ...] = ()
    problems: tuple[Problem, ...] = ()
    needs_approver: bool = False


@router.get("")
def show(at: PlaceDep) -> HTMLResponse:
    """Asks for the file."""
    return _render_page(at, DevicesPage())


@router.post("/file")
def hand_in(at: PlaceDep, file: Annotated[UploadFile, File()]) -> HTMLResponse:
    """Reads a file and shows what it would bring; nothing is stored yet."""
    name = (file.filename or "")[:80]
    try:
        content = file.file.read(LARGEST_FILE + 1)
        if not content:
            raise Malformed.of("desk.file.empty", name=name)
        if len(content) > LARGEST_FILE:
            raise Malformed.of("format.too-large", limit=LARGEST_FILE // 1_000_000)
        refuse_others(content, name, Wanted.DEVICES)
        page = _page(at, read_apart(read_bridgemate, content))
    except Mistake as mistake:
        return _render_page(at, DevicesPage(name=name, problems=mistake.problems), 422)
    return _render_page(at, replace(page, name=name))


@router.post("")
def take(
    at: PlaceDep,
    stamp: StampDep,
    entry: Annotated[list[str] | None, Form()] = None,
    approver: Annotated[str, Form(max_length=60)] = "",
) -> Response:
    """Enters the results that were ticked, each as its own step of the history; refused results are listed.

    Raises Refused (`desk.error.other-sending`) if other results were ticked when the id was sent first.
    """
    own = replace(stamp, command_id=stamp.command_id[:_LONGEST_ID])
    refuse_other_content(own, at.ledger)
    problems: list[Problem] = []
    stored = 0
    state = at.state
    for ticked in entry or ():
        key, _, text = ticked.partition("|")
        try:
            slot = parse_slot(key, at.session)
            if slot in state.results:
                raise Refused.of("devices.standing")
            command = EnterResult(slot, text[:400], is_confirmed=True, approver=approver.strip(), seen=0)
            state = at.execute(command, own.part(slot_key(slot)))
            stored += 1
        except Mistake as mistake:
            problems += [replace(problem, where=problem.where or key) for problem in mistake.problems]
    if problems:
        return _render_page(at, DevicesPage(problems=(Problem("devices.stored", {"n": stored}), *problems)), 422)
    return redirect(f"{at.base}/scores", "devices.stored", n=stored)


def _page(at: PlaceAt, file: BridgemateFile) -> DevicesPage:
    findings = Findings()
    counted = counting(file, findings)
    from_file = device_results(file, counted, findings)
    tell_about(replace(file, rounds=()), counted, findings)
    comparison = compare_results(at.state, at.session, from_file)
    hidden = at.blind.boards
    return DevicesPage(
        is_found=True,
        needs_approver=at.needs_approver,
        new=tuple(NewRow(one.slot, slot_key(one.slot), one.text, one.slot.board in hidden) for one in comparison.new),
        same=comparison.same,
        others=tuple(
            OtherRow(
                slot=one.slot,
                key=slot_key(one.slot),
                ours=ours_text(one.ours),
                theirs=one.text,
                is_hidden=one.slot.board in hidden,
            )
            for one in comparison.others
        ),
        unfit=comparison.unfit[:_MOST_SHOWN],
        more_unfit=max(0, len(comparison.unfit) - _MOST_SHOWN),
        notes=tuple(note for note in findings.notes if note.code not in ("bws.missing", "results.left-out")),
    )


def _render_page(at: PlaceAt, page: DevicesPage, status: int = 200) -> HTMLResponse:
    return at.show("desk/devices/devices.html", page, tab="scores", status=status)
