"""The round clock: start, pause, go on, two minutes more; the announcements of the round; the plan that follows the
clock; and in the last round the start of the next session, proposed from the break and posted with one press."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.tournament.entries.entrants import rounds_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.play import ExtendClock, PauseClock, PostStart, ResumeClock, StartRound
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import RoundView
from arrowswitch.tournament.play.next_start import NextStart, next_session
from arrowswitch.tournament.play.timetable import PlanView, plan
from arrowswitch.tournament.results.tables import round_view
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.settings.ranges import MOST_BREAK
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.forms import StampDep, clock_time, only_whole

router = APIRouter(route_class=DirectorRoute)
STEP_SECONDS = 120
"""The seconds that one press of the key adds."""
_JUST_NOW = timedelta(hours=3)
"""A time of the club's clock that is past by less is meant as it stands, and refused; before that it is tomorrow's."""


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
    next_start: NextStart | None = None


@router.get("/events/{event_id}/clock")
def show(at: PlaceDep, pause: str = "") -> HTMLResponse:
    """Shows the clock, what to announce, and the plan; in the last round the start of the next session after a break of
    `pause` minutes."""
    if not at.is_started:
        return at.show("desk/results/before.html", None, tab="scores")
    break_minutes = only_whole(pause, "pause", least=0, most=MOST_BREAK) if pause else None
    page = clock_page(at.state, at.place, at.now)
    coming = next_session(at.state, at.session, at.now, break_minutes)
    return at.show("desk/play/clock.html", replace(page, next_start=coming), tab="scores")


@router.post("/events/{event_id}/clock/next-start")
def post_start(
    at: PlaceDep, stamp: StampDep, time: Annotated[str, Form()] = "", is_posted: Annotated[bool, Form()] = True
) -> Response:
    """Announces to the room when the next session begins, or withdraws the announcement."""
    starts = _moment(time, at.now, at.services.zone) if is_posted else None
    note = "desk.start.told" if is_posted else "desk.start.taken-back"
    return at.carry_out(PostStart(at.session + 1, starts), stamp, f"{at.base}/clock", note)


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


def _moment(typed: str, now: datetime, zone: tzinfo) -> datetime:
    """Returns the next moment at which the club's clocks show a time, of an hour that comes twice too; raises Malformed
    (`settings.time`) if the text is no time."""
    written = clock_time(typed)
    try:
        wanted = datetime.strptime(written, "%H:%M").time()
    except ValueError:
        raise Malformed(Problem("settings.time", {"text": typed[:20]}, "time")) from None
    today = now.astimezone(zone).date()
    both = [datetime.combine(today, wanted.replace(fold=fold), zone).astimezone(UTC) for fold in (0, 1)]
    coming, just_now = [one for one in both if one >= now], [one for one in both if one >= now - _JUST_NOW]
    if coming or just_now:
        return min(coming) if coming else max(just_now)
    return datetime.combine(today + timedelta(days=1), wanted, zone).astimezone(UTC)
