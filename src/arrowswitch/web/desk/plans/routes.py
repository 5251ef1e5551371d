"""The plan over all sessions and sections on the movement page: its choices, seats for a whole session, and the numbers
of the next one.

Manual, lines 2071-2117 and 2268-2278 (what several sessions play), 2375-2451 (who goes where between them).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Form, Response

from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.movements.checking.faults import Fault
from arrowswitch.core.movements.sessions.day_plan import DayPlan
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.plans import CarryBy, CarryNumbers, SeatAnew
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.plans.choices import PlanOption, plan_named, plan_options, plan_report, takes_sections
from arrowswitch.tournament.plans.day import day_of, session_minutes
from arrowswitch.tournament.plans.reseating import Reseating, fits_plan, price_of, ways_to_reseat
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.desk.place import DeskPlace, places_of
from arrowswitch.web.forms import StampDep, only_whole

router = APIRouter(prefix="/events/{event_id}/movement", route_class=DirectorRoute)
MOST_CONTESTANTS = 200


@dataclass(frozen=True, slots=True)
class Proposal:
    """A new seating of a session, and its price in words."""

    seating: Reseating
    price: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class PlanPart:
    """The plan's part of the movement page.

    - `options` are the plans to choose from while nothing is played, `refused` why there are none; `contestants` is for
      how many they are.
    - `carries` are the ways in which this session can take its numbers from the one before; `missing` results of that
      one are still to come.
    - `report` is what the checker says of the sessions together.
    - `is_other` tells that those who play are not those of the plan; `anew` are the proposals how to seat them, asked
      for, `no_reseatings` why there are none.
    - `days` are the times of each option's sessions with a break of `break_minutes`, `day` those of the movements that
      are chosen; None where the sessions are not played on one day.
    """

    contestants: int
    options: tuple[PlanOption, ...]
    refused: tuple[Problem, ...]
    carries: tuple[CarryBy, ...]
    missing: int
    report: tuple[Fault, ...]
    break_minutes: int
    days: tuple[DayPlan | None, ...]
    day: DayPlan | None
    is_other: bool = False
    reseatings: tuple[Proposal, ...] = ()
    no_reseatings: tuple[Problem, ...] = ()


@router.post("/plan")
def choose(
    at: PlaceDep,
    stamp: StampDep,
    plan: Annotated[str, Form(max_length=400)] = "",
    contestants: Annotated[str, Form(max_length=9)] = "",
) -> Response:
    """Lets all sections of all sessions play a plan, named as the page showed it."""
    count = only_whole(contestants, "contestants", least=2, most=MOST_CONTESTANTS)
    command = replace(plan_named(at.state, plan, count), fits_scale=True)
    state = at.execute(command, stamp)
    first = places_of(state)[0][0]
    note = (
        "desk.plan.chosen"
        if state.settings.scoring.scale == at.settings.scoring.scale
        else "desk.movement.chosen-scale"
    )
    return redirect(f"{first.base}/movement", note)


@router.post("/carry")
def carry(at: PlaceDep, stamp: StampDep, by: Annotated[CarryBy, Form()] = CarryBy.PLAN) -> Response:
    """Gives everybody a number in this session, from the one before."""
    return at.carry_out(CarryNumbers(at.session, by), stamp, f"{at.base}/movement", "desk.plan.carried")


@router.post("/anew")
def seat_again(at: PlaceDep, stamp: StampDep, proposal: Annotated[str, Form(max_length=60)] = "") -> Response:
    """Seats this session as a proposal says, because those who play are not those of the plan."""
    state = at.execute(SeatAnew(at.session, proposal), stamp)
    first = next(desk for desk in places_of(state)[at.session - 1])
    return redirect(f"{first.base}/movement", "desk.plan.carried")


def plan_part(
    state: EventState,
    desk: DeskPlace,
    contestants: int,
    break_minutes: int,
    *,
    is_asked: bool,
    asks_anew: bool = False,
) -> PlanPart | None:
    """Returns the plan's part of the page of a place; None where the event has one session and one section, unless the
    field is large.

    The options are shown while no section has a movement, or when they are asked for.
    """
    if not desk.is_named and not takes_sections(state, contestants):
        return None
    has_movements = any(session.sections for session in state.sessions.values())
    options: tuple[PlanOption, ...] = ()
    refused: tuple[Problem, ...] = ()
    if not state.is_started and (is_asked or not has_movements) and not form_of(state.settings).draws_by_ranking:
        try:
            options = plan_options(state, contestants)
        except Mistake as mistake:
            refused = mistake.problems
    if not desk.is_named and not (options or refused or has_movements):
        return None
    before = state.sessions.get(desk.place.session - 1)
    can_carry = before is not None and any(section.numbers for section in before.sections.values())
    session = state.session(desk.place.session)
    is_open = not session.is_started and bool(session.sections)
    carries = _carries(state, desk.place) if can_carry and is_open else ()
    missing = ranking(state, desk.place.session - 1).results_to_come if carries else 0
    is_other = bool(carries) and state.settings.event_form.has_seat_plans and not fits_plan(state, desk.place.session)
    reseatings, no_reseatings = _reseatings(state, desk.place) if is_other and asks_anew else ((), ())
    return PlanPart(
        is_other=is_other,
        reseatings=reseatings,
        no_reseatings=no_reseatings,
        contestants=contestants,
        options=options,
        refused=refused,
        carries=carries,
        missing=missing,
        report=plan_report(state),
        break_minutes=break_minutes,
        days=tuple(day_of(state, option.choice.minutes, break_minutes) for option in options),
        day=day_of(state, session_minutes(state), break_minutes) if has_movements and desk.is_named else None,
    )


def _reseatings(state: EventState, place: Place) -> tuple[tuple[Proposal, ...], tuple[Problem, ...]]:
    try:
        ways = ways_to_reseat(state, place.session)
    except Mistake as mistake:
        return (), mistake.problems
    return tuple(Proposal(one, tuple(price_of(state, place.session, one))) for one in ways), ()


def _carries(state: EventState, place: Place) -> tuple[CarryBy, ...]:
    """Returns the ways to carry numbers, the plan's own first: changes where it has some, else the same numbers."""
    has_moves = len(state.moves) >= place.session - 1 and bool(state.moves[place.session - 2])
    first = CarryBy.PLAN if has_moves else CarryBy.SAME
    return (first, CarryBy.RANK)
