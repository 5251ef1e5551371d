"""Publication of interim and final rankings, and the closing of an event after the correction period."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Response

from arrowswitch.tournament.model.slices.publication import Finalise, Publish
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.forms import StampDep

router = APIRouter(route_class=DirectorRoute)


@router.post("/events/{event_id}/publish")
def publish(at: PlaceDep, stamp: StampDep, is_interim: Annotated[bool, Form()] = False) -> Response:
    """Publishes the ranking as it stands."""
    state = at.execute(Publish(is_interim), stamp)
    version = state.publication.versions[-1].version if state.publication.versions else 0
    return at.answer(state, f"{at.base}/ranking", "desk.publish.done", version=version)


@router.post("/events/{event_id}/finalise")
def finalise(at: PlaceDep, stamp: StampDep) -> Response:
    """Closes the event."""
    return at.carry_out(Finalise(), stamp, f"{at.base}/ranking", "desk.publish.final")
