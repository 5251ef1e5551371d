"""The round clock: start, pause, go on, two minutes more; the announcements of the round; and the plan that follows the
clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.model import Clock, EventState
from arrowswitch.tournament.event.views import RoundView
from arrowswitch.tournament.play.commands import ExtendClock, PauseClock, ResumeClock, StartRound
from arrowswitch.tournament.play.timetable import PlanView, plan
from arrowswitch.tournament.results.tables import round_view
from arrowswitch.tournament.scored.header import current_round
from arrowswitch.web.desk.answers import answer
from arrowswitch.web.desk.frame import render_event
from arrowswitch.web.desk.place import Place, PlaceDep
from arrowswitch.web.forms import StampDep
from arrowswitch.web.house import HouseDep

router = APIRouter()
STEP_SECONDS = 120
"""What one press of the key adds."""


@dataclass(frozen=True, slots=True)
class ClockPage:
    """The clock with its round: `view` is the round on the clock, `next` the one to start after it."""

    clock: Clock | None
    now: datetime
    view: RoundView | None
    next: RoundView | None
    plan: PlanView | None
    round: int
    rounds: int
    warning_seconds: int


@router.get("/events/{event_id}/clock")
def show(request: Request, event_id: EventId, place: PlaceDep, house: HouseDep) -> HTMLResponse:
    """Shows the clock, what to announce, and the plan."""
    state = house.tournament.state(event_id)
    if not place.is_started(state):
        return render_event(request, state, "desk/results/before.html", None, tab="scores")
    page = clock_page(state, place, house.tournament.clock.now())
    return render_event(request, state, "desk/play/clock.html", page, tab="scores")


@router.post("/events/{event_id}/clock/start")
def start(
    request: Request,
    place: PlaceDep,
    house: HouseDep,
    stamp: StampDep,
    round_: Annotated[int, Form(alias="round")],
) -> Response:
    """Starts a round; earlier rounds are closed."""
    return _done(request, place, house, stamp, StartRound(place.session, round_))


@router.post("/events/{event_id}/clock/pause")
def pause(request: Request, place: PlaceDep, house: HouseDep, stamp: StampDep) -> Response:
    """Stops the clock."""
    return _done(request, place, house, stamp, PauseClock(place.session))


@router.post("/events/{event_id}/clock/resume")
def resume(request: Request, place: PlaceDep, house: HouseDep, stamp: StampDep) -> Response:
    """Lets the clock run on."""
    return _done(request, place, house, stamp, ResumeClock(place.session))


@router.post("/events/{event_id}/clock/extend")
def extend(
    request: Request,
    place: PlaceDep,
    house: HouseDep,
    stamp: StampDep,
    seconds: Annotated[int, Form()] = STEP_SECONDS,
) -> Response:
    """Makes the round longer, or shorter."""
    return _done(request, place, house, stamp, ExtendClock(place.session, seconds))


def clock_page(state: EventState, place: Place, now: datetime) -> ClockPage:
    """Returns the page of the clock at `now`."""
    section = place.section_in(state)
    movement = section.movement if section is not None else None
    rounds = movement.rounds if movement is not None else 0
    number = current_round(state, place.session)

    def view(wanted: int) -> RoundView | None:
        has_it = section is not None and movement is not None and 1 <= wanted <= rounds
        return round_view(state, place.session, section.letter, wanted) if has_it and section is not None else None

    clock = place.session_in(state).clock
    following = number + 1 if clock is not None else number
    warning = state.settings.warning_seconds
    timetable = plan(state, now, place.session)
    return ClockPage(clock, now, view(number), view(following), timetable, number, rounds, warning)


def _done(request: Request, place: Place, house: HouseDep, stamp: StampDep, command: Command) -> Response:
    state = house.tournament.execute(place.event_id, command, stamp)
    return answer(request, state, f"{place.base}/clock")
