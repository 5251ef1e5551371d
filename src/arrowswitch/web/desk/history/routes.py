"""The history: the whole ledger in words, with what stood before each change, and undo for every step that allows it
(R-376).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.tournament.event.commands import Undo
from arrowswitch.tournament.event.views import HistoryRow
from arrowswitch.tournament.event.wholeness import changed_outside
from arrowswitch.tournament.history.history import history
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import EventDep
from arrowswitch.web.desk.results.blind import Blind, masked
from arrowswitch.web.forms import StampDep

router = APIRouter(route_class=DirectorRoute)
SHOWN = 200
"""How many steps the page shows at first."""
_RESULTS = ("history.result-entered", "history.award-given", "history.result-removed")


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """One step of the history. `before` is what the slot held until then, empty when nothing; `key` is the slot it
    concerns.
    """

    row: HistoryRow
    before: str
    key: str
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
    found = steps(history(at.ledger), at.blind)
    strangers = at.tournament.strangers(at.state.event_id)
    page = HistoryPage(
        steps=found if everything else found[:SHOWN],
        total=len(found),
        is_whole=everything or len(found) <= SHOWN,
        strangers=strangers,
        outside=changed_outside(at.state.settings.name, strangers),
    )
    return at.show("desk/history/history.html", page, tab="history")


@router.post("/events/{event_id}/undo")
def undo(at: EventDep, stamp: StampDep, seq: Annotated[int | None, Form()] = None) -> Response:
    """Takes back one step and comes back to the page it was asked from."""
    return at.carry_out(Undo(seq), stamp, at.visitor.path, "desk.undo.done")


def steps(rows: tuple[HistoryRow, ...], hidden: Blind) -> tuple[HistoryStep, ...]:
    """Returns the rows (newest first) with what each result replaced; hidden results are left out."""
    held: dict[str, str] = {}
    found: list[HistoryStep] = []
    for row in reversed(rows):
        before, key, board = "", "", 0
        for what in row.what:
            if not {"board", "table"} <= what.params.keys():
                continue
            key = "-".join(str(what.params[name]) for name in ("section", "round", "table", "board"))
            board = int(what.params["board"])
            if what.code.startswith(_RESULTS) and not row.is_undone:
                before = held.get(key, "")
                held[key] = _text(what)
        found.append(HistoryStep(masked(row, hidden), before, key, board in hidden.boards))
    return tuple(reversed(found))


def _text(what: Problem) -> str:
    value: ParamValue = what.params.get("result", "")
    return str(value)
