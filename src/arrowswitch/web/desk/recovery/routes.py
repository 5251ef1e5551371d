"""Recovery: what happened is recorded, and the rest is repaired; or play must end early.

JCBL director's manual, lines 1148-1158, 3477-3529, 3739-3763 and 1285-1305 (requirements R-335 to R-343). The director
tells what happened, or takes what the program finds in the entries; then every plan for the rest is shown with its
price, and one press makes it the sheet of the section. Meetings that become neutral get their adjusted scores in the
same press.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.model import Meeting
from arrowswitch.core.movements.recovery.accidents import Accident, parse_accidents
from arrowswitch.core.movements.recovery.plans import WORK, Plan, better_plans, first_plan, is_free, select_offers
from arrowswitch.core.movements.recovery.repairs import RepairProposal
from arrowswitch.core.movements.recovery.situation import Spot, spot
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChangeMovement
from arrowswitch.tournament.model.slices.rulings import AwardUnplayed
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.recovery.deviations import Deviation, blames_of, deviations
from arrowswitch.tournament.recovery.match_costs import apart_spots, match_costs
from arrowswitch.tournament.recovery.planning import (
    Repair,
    accident_costs,
    awards_of,
    costs_of,
    neutral_of,
    repair_of,
    sheet_of,
    suspected_accidents,
    written_plan,
)
from arrowswitch.tournament.recovery.repairs import (
    Happened,
    Mishap,
    PlayRepair,
    mending,
    open_slots_of,
    play_repairs,
    suffering,
)
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.desk.recovery.telling import told_accident
from arrowswitch.web.forms import FormDep, StampDep, check, whole

router = APIRouter(prefix="/events/{event_id}/recovery", route_class=DirectorRoute)
SECONDS: float | None = 2.0
"""How long a director waits for better plans at the most."""
_LONGER = 5
"""How many times as long a longer search takes."""
_MOST = 999
_LONGEST_WHAT = 500


@dataclass(frozen=True, slots=True)
class PlanCard:
    """A plan as it is shown: its price in words, where it changes the sheet, and itself written for the form;
    `is_whole` when nothing at all is lost."""

    plan: Plan
    costs: tuple[Problem, ...]
    changes: tuple[tuple[Meeting, Meeting, bool], ...]
    cells: str
    neutral: str
    is_whole: bool


@dataclass(frozen=True, slots=True)
class PlansPart:
    """The plans for the rest, the least change first; `is_searched` tells that none are looked for any more, and
    `may_search_longer` that a longer search may find better ones.

    `what` is what happened, as the address has it; `wrong` how many results stand that the sheet does not plan.
    `apart` are the tables whose boards are left out of the comparison of teams by the first plan.
    """

    cards: tuple[PlanCard, ...]
    is_searched: bool
    may_search_longer: bool
    what: str
    wrong: int
    has_awards: bool
    apart: frozenset[Spot] = frozenset()


@dataclass(frozen=True, slots=True)
class RecoveryPage:
    """The page; `is_drawn` where rounds are drawn one after another, so that no later ones are planned.

    `told` is what the director told so far, `found` what the entries look like besides; `proposals` what becomes of the
    meetings that were played wrongly or suffer, and `plans` how play can go on after all of it. `ways` are shown
    without further questions; `left` are meetings to come that suffer from the ones already played; `typed` are the
    fields of the form that was sent. `deviations` are entries that depart from the sheet; `sets` lists the boards of
    each set.
    """

    has_sheet: bool
    is_drawn: bool
    is_started: bool
    round: int
    rounds: int
    deviations: tuple[Deviation, ...]
    detected: tuple[Accident, ...]
    reported: tuple[Accident, ...]
    what: str
    proposals: tuple[RepairProposal, ...]
    plans: PlansPart | None
    left: tuple[RepairProposal, ...]
    ways: tuple[PlayRepair, ...]
    ends: tuple[PlayRepair, ...]
    typed: Mapping[str, str]
    problems: tuple[Problem, ...]
    numbers: tuple[Number, ...]
    sets: tuple[tuple[int, tuple[int, ...]], ...]


@router.get("")
def show_recovery(at: PlaceDep) -> HTMLResponse:
    """Shows the accidents and the ways to play on; the fields of the address report a further accident."""
    typed = {name: value[:_LONGEST_WHAT] for name, value in at.request.query_params.items()}
    return at.show("desk/recovery/recovery.html", _page(at.state, at.place, typed), tab="rulings")


@router.get("/plans")
def show_plans(at: PlaceDep) -> HTMLResponse:
    """Looks for better plans, two seconds at the most or ten when asked to (`longer`), and shows all: a part of the
    page."""
    what = at.request.query_params.get("what", "")[:_LONGEST_WHAT]
    repair = repair_of(at.state, at.place, parse_accidents(what))
    part = _plans(at.state, at.place, repair, what, _LONGER if "longer" in at.request.query_params else 1)
    return at.render("desk/recovery/plans.html", part, base=at.base, label=repair.situation.sheet.label)


@router.post("/plan")
def take_plan(at: PlaceDep, stamp: StampDep, form: FormDep) -> Response:
    """Makes a plan the sheet of the section; with `awards`, what is not played is awarded at once."""
    repair = repair_of(at.state, at.place, parse_accidents(form.get("what", "")))
    sheet = sheet_of(repair, form.get("cells", ""))
    neutral = neutral_of(repair, sheet, form.get("neutral", ""))
    command = ChangeMovement(at.place, sheet, keeps_results=form.get("keeps") == "yes")
    proposals = awards_of(repair, neutral) if form.get("awards") == "yes" else ()
    due = [proposal for proposal in proposals if not _waits_for_slip(at, repair, proposal)]
    awards = ((partial(_award, at.place, one), stamp.part(count)) for count, one in enumerate(due, start=1))
    at.execute_all((command, stamp), *awards)
    return redirect(f"{at.base}/movement", "desk.recovery.taken")


@router.post("/take")
def take(at: PlaceDep, stamp: StampDep, form: FormDep) -> Response:
    """Makes a way to play on the sheet of the section."""
    way = mending(at.state, at.place, _parse_accidents(form))
    at.execute(ChangeMovement(at.place, way.sheet, keeps_results=form.get("keeps") == "yes"), stamp)
    return redirect(f"{at.base}/movement", "desk.recovery.taken")


def _waits_for_slip(at: PlaceAt, repair: Repair, proposal: RepairProposal) -> bool:
    """True if a table played half its boards and none of them is typed: only its slip can tell which half is open."""
    movement = at.state.section(at.place).movement
    if movement is None or proposal.meeting not in repair.halved:
        return False
    return len(open_slots_of(at.state, at.place, proposal)) == len(movement.boards_of(proposal.meeting))


def _award(place: Place, proposal: RepairProposal, state: EventState) -> AwardUnplayed | None:
    """Returns the award for the open results of a proposal, None where there are none."""
    slots = open_slots_of(state, place, proposal)
    ns_blame, ew_blame = blames_of(proposal)
    return AwardUnplayed(slots, ns_blame=ns_blame, ew_blame=ew_blame) if slots else None


def _page(state: EventState, place: Place, typed: Mapping[str, str]) -> RecoveryPage:
    section = state.find_section(place)
    movement = None if section is None else section.movement
    now = current_round(state, place.session)
    is_started = state.session(place.session).is_started and movement is not None and not is_drawn(movement)
    ways = play_repairs(state, place) if is_started else ()
    late = deviations(state, place.session, now)
    reported, repair, problems = _read_reported(state, place, typed) if is_started else ((), None, ())
    what = ";".join(one.word for one in reported)
    return RecoveryPage(
        has_sheet=movement is not None,
        is_drawn=is_drawn(movement),
        is_started=is_started,
        round=now,
        rounds=0 if movement is None else movement.rounds,
        deviations=tuple(one for one in late if one.slot.section == place.section) if is_started else (),
        detected=tuple(one for one in suspected_accidents(state, place) if one not in reported) if is_started else (),
        reported=reported,
        what=what,
        proposals=() if repair is None else repair.proposals,
        plans=None if repair is None else _plans(state, place, repair, what, 0),
        left=suffering(state, place) if is_started else (),
        ways=tuple(way for way in ways if way.happened.mishap is not Mishap.END),
        ends=tuple(way for way in ways if way.happened.mishap is Mishap.END),
        typed=typed,
        problems=problems,
        numbers=() if movement is None else tuple(sorted(movement.contestants, key=number_order)),
        sets=() if movement is None else tuple(enumerate(movement.board_sets, start=1)),
    )


def _read_reported(
    state: EventState, place: Place, typed: Mapping[str, str]
) -> tuple[tuple[Accident, ...], Repair | None, tuple[Problem, ...]]:
    """Returns the accidents reported so far, the repair they need, and the problems of the report."""
    reported: tuple[Accident, ...] = ()
    repair: Repair | None = None
    problems: tuple[Problem, ...] = ()
    try:
        reported = parse_accidents(typed.get("what", ""))
        more = (told_accident(typed),) if "mishap" in typed else ()
        repair = repair_of(state, place, (*reported, *more))
        reported += more
    except Mistake as mistake:
        is_asked = bool(reported) or "mishap" in typed or "what" in typed
        problems = mistake.problems if is_asked else ()
        if reported or not is_asked:
            repair = _without(state, place, reported)
    return reported, repair, problems


def _without(state: EventState, place: Place, reported: Sequence[Accident]) -> Repair | None:
    """Returns the repair without the unreadable parts; None if that cannot be read either."""
    try:
        return repair_of(state, place, reported)
    except Mistake:
        return None


def _plans(state: EventState, place: Place, repair: Repair, what: str, times: int) -> PlansPart:
    """Returns the plans after a search of `times` times the usual length; without one there is the first only, and the
    one in which no table under way is turned round."""
    first = first_plan(repair.situation)
    plans: tuple[Plan, ...] = (first,)
    if times:
        ends = None if SECONDS is None else monotonic() + SECONDS * times
        left = None if ends is None else lambda: ends - monotonic()
        plans = select_offers((first, *better_plans(repair.situation, first, work=WORK * times, left=left)))
    if repair.as_it_is is not None:
        plans += (first_plan(repair.as_it_is),)
    return PlansPart(
        cards=tuple(_card(state, place, repair, plan) for plan in plans),
        is_searched=bool(times) or is_free(first),
        may_search_longer=times == 1 and not plans[-1].is_proven and not is_free(first),
        what=what,
        wrong=repair.contradictions,
        has_awards=bool(awards_of(repair, ())),
        apart=apart_spots(state, place, plans[-1].sheet),
    )


def _card(state: EventState, place: Place, repair: Repair, plan: Plan) -> PlanCard:
    """Returns a plan as the page shows it: its price in matches first, then everything else."""
    cells, neutral = written_plan(plan)
    before = {spot(m): m for m in repair.situation.sheet.meetings}
    lost = {spot(m) for m in plan.neutral}
    after = {spot(m): m for m in plan.sheet.meetings}
    spots = sorted({*map(spot, plan.changed), *lost})
    awarded = [one.meeting for one in awards_of(repair, plan.neutral) if one.meeting not in repair.halved]
    own = costs_of(repair.situation, plan)
    of_matches = match_costs(state, place, plan.sheet, awarded)
    before_plan = tuple(accident_costs(repair))
    return PlanCard(
        plan=plan,
        costs=(*of_matches, *before_plan, *own),
        changes=tuple((before[at], after[at], at in lost) for at in spots),
        cells=cells,
        neutral=neutral,
        is_whole=is_free(plan) and not of_matches and not before_plan,
    )


def _parse_accidents(form: Mapping[str, str]) -> Happened:
    """Returns the accidents of a form; raises Malformed with a problem for each field that cannot be read."""
    if form.get("mishap", "") not in set(Mishap):
        raise Malformed.of("desk.recovery.mishap")
    mishap, problems = Mishap(form["mishap"]), list[Problem]()
    round_number = None
    if mishap in (Mishap.SKIP, Mishap.END):
        round_number = whole(form.get("round", ""), "round", problems, least=1, most=_MOST)
    check(problems)
    return Happened(mishap, round_number or 0)
