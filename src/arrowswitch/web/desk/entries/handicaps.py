"""The handicap of an entry, for the second ranking of a handicap game (manual, line 4205; R-218)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Response

from arrowswitch.core.errors import Malformed
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.slices.entries import SetHandicap
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import EventDep
from arrowswitch.web.desk.register.csv import handicap_from
from arrowswitch.web.forms import StampDep

router = APIRouter(prefix="/events/{event_id}/entries", route_class=DirectorRoute)


@router.post("/{entry_id}/handicap")
def set_handicap(at: EventDep, entry_id: EntryId, stamp: StampDep, handicap: Annotated[str, Form()] = "") -> Response:
    """Gives an entry a handicap of its own; an empty field is the mean of its people's."""
    typed = handicap_from(handicap)
    if typed is None:
        raise Malformed.of("desk.players.handicap-unreadable", "handicap", text=handicap.strip()[:20])
    return at.carry_out(
        SetHandicap(entry_id, typed if handicap.strip() else None),
        stamp,
        f"/events/{at.event_id}/entries",
        "desk.handicap.kept",
    )
