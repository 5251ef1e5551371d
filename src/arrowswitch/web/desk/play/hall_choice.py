"""The director's choice of the content of the hall screen. It is kept while the program runs: after a restart the hall
shows only what is released."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from arrowswitch.tournament.model.ids import EventId
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.services import kept_in_program

router = APIRouter(route_class=DirectorRoute)


class Shows(StrEnum):
    """The content of the wall: chosen automatically (seats, and a released ranking), one of both, or the live
    ranking."""

    AUTO = "auto"
    SEATS = "seats"
    RANKING = "ranking"
    LIVE = "live"


def hall_shows(request: Request, event_id: EventId) -> Shows:
    """Returns the director's choice for the hall."""
    return _choices(request).get(event_id, Shows.AUTO)


@router.post("/events/{event_id}/hall")
def choose(at: PlaceDep, shows: Annotated[Shows, Form()] = Shows.AUTO) -> Response:
    """Chooses the content of the hall screen."""
    _choices(at.request)[at.event_id] = shows
    at.services.nudges.tell_screens()
    return at.answer(at.state, f"{at.base}/hall", "desk.publish.hall-chosen")


def _choices(request: Request) -> dict[EventId, Shows]:
    return kept_in_program(request, "hall_shows", dict[EventId, Shows])
