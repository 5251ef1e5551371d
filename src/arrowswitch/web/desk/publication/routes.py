"""Publishing: the ranking as it stands goes out, in the meantime or for good; the event is closed when corrections are
over.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.publication.commands import Finalise, Publish
from arrowswitch.web.desk.answers import answer
from arrowswitch.web.desk.place import PlaceDep
from arrowswitch.web.forms import StampDep
from arrowswitch.web.house import HouseDep

router = APIRouter()


@router.post("/events/{event_id}/publish")
def publish(
    request: Request,
    event_id: EventId,
    place: PlaceDep,
    house: HouseDep,
    stamp: StampDep,
    is_interim: Annotated[bool, Form()] = False,
) -> Response:
    """Publishes the ranking as it stands."""
    state = house.tournament.execute(event_id, Publish(is_interim), stamp)
    version = state.publications[-1].version if state.publications else 0
    return answer(request, state, f"{place.base}/ranking", "desk.publish.done", version=version)


@router.post("/events/{event_id}/finalise")
def finalise(request: Request, event_id: EventId, place: PlaceDep, house: HouseDep, stamp: StampDep) -> Response:
    """Closes the event."""
    state = house.tournament.execute(event_id, Finalise(), stamp)
    return answer(request, state, f"{place.base}/ranking", "desk.publish.final")
