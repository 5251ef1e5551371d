"""Calls of the director: noted by typing a table or pressing it, the longest waiting first, and how each ended.

JCBL director's manual 3.3, lines 2803-2817: at the table it is heard what happened; a case begins where something
has to be ruled on.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.notation import quote_text
from arrowswitch.tournament.model.slices.rulings import EndCall, NoteCall
from arrowswitch.tournament.model.values.rulings import CallEnd, DirectorCall
from arrowswitch.tournament.model.views import TableView
from arrowswitch.tournament.results.tables import round_view
from arrowswitch.tournament.rulings.decide_calls import LONGEST_CALL
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import words_for
from arrowswitch.web.desk.assisting import AssistantRoute
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.forms import StampDep

router = APIRouter(prefix="/events/{event_id}/calls", route_class=DirectorRoute)
shared = APIRouter(prefix="/events/{event_id}/calls", route_class=AssistantRoute)
_TYPED = re.compile(r"(?:call|コール)?\s*(?P<table>[^\s、,:：]+)[\s、,:：]*(?P<text>.*)", re.IGNORECASE | re.DOTALL)
_LONGEST_TYPED = LONGEST_CALL + 40
_MINUTE = 60


@dataclass(frozen=True, slots=True)
class CallRow:
    """A call with the name of its table and how many minutes it has waited, or waited until it ended."""

    call: DirectorCall
    table: str
    minutes: int


@dataclass(frozen=True, slots=True)
class CallsPage:
    """The calls of a section: those that wait, the longest first, and those that ended, the newest first. `tables` are
    those that can call, as they are seated now; `waiting_at` the numbers of those that wait already."""

    base: str
    waiting: tuple[CallRow, ...]
    ended: tuple[CallRow, ...]
    tables: tuple[TableView, ...]
    waiting_at: frozenset[int]


@shared.get("")
def show(at: PlaceDep) -> HTMLResponse:
    """Shows the calls of the section."""
    return at.show("desk/rulings/calls.html", calls_page(at), tab="rulings")


@shared.post("")
def note(
    at: PlaceDep, stamp: StampDep, typed: Annotated[str, Form()] = "", table: Annotated[str, Form()] = ""
) -> Response:
    """Notes a call: `table` is one that was pressed, `typed` a table and what for in one line (`7 revoke`)."""
    match = None if table else _TYPED.fullmatch(unicodedata.normalize("NFKC", typed[:_LONGEST_TYPED]).strip())
    name, text = (table, "") if match is None else (match["table"], match["text"])
    if not name:
        raise Malformed.of("call.which-table", "typed")
    command = NoteCall(at.place, _table_called(at, name), text)
    return at.carry_out(command, stamp, f"{at.base}/calls", "desk.calls.noted", table=name)


@router.post("/end")
def end(
    at: PlaceDep,
    stamp: StampDep,
    end_: Annotated[CallEnd, Form(alias="end")],
    call: Annotated[int, Form(ge=1)],
    advice: Annotated[str, Form()] = "",
) -> Response:
    """Ends a call: opens a case and redirects to it, records that advice was enough, or drops the call."""
    title = words_for(at.visitor.locale)("desk.calls.one")
    command = EndCall(place=at.place, call=call, end=end_, advice=advice[: LONGEST_CALL + 1], title=title)
    state = at.execute(command, stamp)
    opened = next((one.case for one in state.rulings.calls if (one.place, one.call) == (at.place, call)), 0)
    to = f"{at.base}/cases/{opened}" if opened else f"{at.base}/calls"
    return at.answer(state, to, f"desk.calls.{end_.value}")


def calls_page(at: PlaceAt) -> CallsPage:
    """Returns the calls of the section as they stand."""
    own = [one for one in at.state.rulings.calls if one.place == at.place]
    rows = [CallRow(one, at.state.section(at.place).label(one.table), _minutes(one, at.now)) for one in own]
    tables: tuple[TableView, ...] = ()
    if at.section is not None and at.section.movement is not None:
        seen = round_view(at.state, at.place, max(current_round(at.state, at.session), 1)).tables
        tables = tuple(one for one in seen if one.is_played)
    return CallsPage(
        base=f"{at.base}/calls",
        waiting=tuple(row for row in rows if row.call.is_waiting),
        ended=tuple(row for row in reversed(rows) if not row.call.is_waiting),
        tables=tables,
        waiting_at=frozenset(one.table for one in own if one.is_waiting),
    )


def _minutes(call: DirectorCall, now: datetime) -> int:
    """Returns the whole minutes that a call waits by now, or waited."""
    return max(0, int(((call.ended_at or now) - call.called_at).total_seconds()) // _MINUTE)


def _table_called(at: PlaceAt, name: str) -> int:
    """Returns the number of a table by its name; raises Malformed (`call.which-table`)."""
    section = at.section
    movement = None if section is None else section.movement
    tables = () if movement is None else range(1, movement.tables + 1)
    wanted = name.upper()
    tables_called = [one for one in tables if movement is not None and movement.label(one).upper() == wanted]
    number = tables_called[0] if tables_called else whole_of(wanted)
    if number is None or number not in tables:
        raise Malformed.of("call.unknown-table", "typed", text=quote_text(name))
    return number
