"""The round clock: start, pause, go on, two minutes more; the announcements of the round; and the plan that follows the
clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.tournament.entries.entrants import rounds_of
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.event.places import Place
from arrowswitch.tournament.event.views import RoundView
from arrowswitch.tournament.play.commands import ExtendClock, PauseClock, ResumeClock, StartRound
from arrowswitch.tournament.play.timetable import PlanView, plan
from arrowswitch.tournament.results.tables import round_view
from arrowswitch.tournament.scored.header import current_round
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.forms import StampDep

router = APIRouter(route_class=DirectorRoute)
STEP_SECONDS = 120
"""What one press of the key adds."""


@dataclass(frozen=True, slots=True)
class ClockPage:
    """The round of the clock: `view` is the round on the clock, `next` the one to start after it. A session that is
    over, with all results in, has neither a next round nor a plan."""

    view: RoundView | None
    next: RoundView | None
    plan: PlanView | None
    round: int
    rounds: int
    is_over: bool


@router.get("/events/{event_id}/clock")
def show(at: PlaceDep) -> HTMLResponse:
    """Shows the clock, what to announce, and the plan."""
    if not at.is_started:
        return at.show("desk/results/before.html", None, tab="scores")
    page = clock_page(at.state, at.place, at.now)
    return at.show("desk/play/clock.html", page, tab="scores")


@router.post("/events/{event_id}/clock/start")
def start(at: PlaceDep, stamp: StampDep, round_: Annotated[int, Form(alias="round")]) -> Response:
    """Starts a round; earlier rounds are closed."""
    return at.carry_out(StartRound(at.session, round_), stamp, f"{at.base}/clock")


@router.post("/events/{event_id}/clock/pause")
def pause(at: PlaceDep, stamp: StampDep) -> Response:
    """Stops the clock."""
    return at.carry_out(PauseClock(at.session), stamp, f"{at.base}/clock")


@router.post("/events/{event_id}/clock/resume")
def resume(at: PlaceDep, stamp: StampDep) -> Response:
    """Lets the clock run on."""
    return at.carry_out(ResumeClock(at.session), stamp, f"{at.base}/clock")


@router.post("/events/{event_id}/clock/extend")
def extend(at: PlaceDep, stamp: StampDep, seconds: Annotated[int, Form()] = STEP_SECONDS) -> Response:
    """Makes the round longer, or shorter."""
    return at.carry_out(ExtendClock(at.session, seconds), stamp, f"{at.base}/clock")


def clock_page(state: EventState, place: Place, now: datetime) -> ClockPage:
    """Returns the page of the clock at `now`."""
    section = state.find_section(place)
    movement = section.movement if section is not None else None
    rounds = movement.rounds if movement is not None else 0
    number = current_round(state, place.session)

    def view(wanted: int) -> RoundView | None:
        has_it = section is not None and movement is not None and 1 <= wanted <= rounds
        return round_view(state, place, wanted) if has_it and section is not None else None

    clock = state.session(place.session).clock
    following = number + 1 if clock is not None else number
    is_over = number >= rounds_of(state.session(place.session)) and not missing_slots(state, place.session)
    return ClockPage(
        view=view(number),
        next=None if is_over else view(following),
        plan=None if is_over else plan(state, now, place.session),
        round=number,
        rounds=rounds,
        is_over=is_over,
    )
