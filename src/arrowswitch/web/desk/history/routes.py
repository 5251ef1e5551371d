"""The history: the whole ledger in words, with the values before each change, and undo for every step that allows it
(R-376)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Problem
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.history.wholeness import changed_outside
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.views import HistoryRow
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import EventDep
from arrowswitch.web.desk.blind import Blind, mask_row
from arrowswitch.web.desk.place import places_of
from arrowswitch.web.desk.slot_keys import slot_key
from arrowswitch.web.forms import StampDep

router = APIRouter(route_class=DirectorRoute)
SHOWN = 200
"""How many steps the page shows at first."""


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """One step of the history. `key` is the slot it concerns and `slots` the address of its session's slots; its
    earlier content is not shown when `is_hidden`."""

    row: HistoryRow
    key: str
    slots: str
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """The newest steps, and how many there are in all; `strangers` are the entries that were changed outside the
    program, and `outside` says so."""

    steps: tuple[HistoryStep, ...]
    total: int
    is_whole: bool
    strangers: tuple[int, ...]
    outside: Problem | None


@router.get("/events/{event_id}/history")
def show(at: EventDep, everything: Annotated[bool, Query(alias="all")] = False) -> HTMLResponse:
    """Shows the history."""
    ledger = at.ledger
    steps = history(ledger, None if everything else SHOWN)
    bases = {desk.place: desk.base for session in places_of(at.state) for desk in session}
    strangers = at.tournament.strangers(at.state.event_id)
    page = HistoryPage(
        steps=tuple(_step(row, at.blind, bases) for row in steps),
        total=len(ledger),
        is_whole=len(steps) == len(ledger),
        strangers=strangers,
        outside=changed_outside(at.state.settings.name, strangers),
    )
    return at.show("desk/history/history.html", page, tab="history")


@router.post("/events/{event_id}/undo")
def undo(at: EventDep, stamp: StampDep, seq: Annotated[int | None, Form()] = None) -> Response:
    """Takes back one step and comes back to the page it was asked from."""
    return at.carry_out(Undo(seq), stamp, at.visitor.path, "desk.undo.done")


def _step(row: HistoryRow, hidden: Blind, bases: Mapping[Place, str]) -> HistoryStep:
    """Returns a step for this screen; one about a section that is not there any more has no slot to open."""
    if row.slot is None:
        return HistoryStep(mask_row(row, hidden), "", "", is_hidden=False)
    base = bases.get(row.slot.place)
    key, slots = ("", "") if base is None else (slot_key(row.slot), f"{base}/slots")
    return HistoryStep(mask_row(row, hidden), key, slots, row.slot.board in hidden.boards)
