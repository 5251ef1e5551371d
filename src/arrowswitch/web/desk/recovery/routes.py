"""Recovery: what can be done when pairs sat wrongly, boards or a skip went wrong, or play must end early.

JCBL director's manual, lines 1148-1158, 3477-3529, 3739-3763 and 1285-1305 (requirements R-335 to R-343). Each way to
play on is shown with its reason and its cost; one press makes it the sheet of the section. Meetings that become neutral
get their adjusted scores in the same press, or other boards that nobody at the table has played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.movements.recovery.repairs import RepairProposal
from arrowswitch.tournament.event.ledger import Stamp
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.event.places import Place
from arrowswitch.tournament.movement.commands import ChangeMovement
from arrowswitch.tournament.recovery.departures import Departure, blames_of, departures
from arrowswitch.tournament.recovery.mending import (
    Happened,
    Mending,
    Mishap,
    mending,
    mendings,
    open_slots_of,
    suffering,
    with_other_sets,
)
from arrowswitch.tournament.rulings.commands import AwardUnplayed
from arrowswitch.tournament.scored.header import current_round
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.desk.settings.form import FormDep
from arrowswitch.web.forms import StampDep, check, whole

router = APIRouter(prefix="/events/{event_id}/recovery", route_class=DirectorRoute)
_MOST = 999
_LONGEST_NUMBER = 10
_TOLD = (Mishap.SEATS, Mishap.BOARDS)


@dataclass(frozen=True, slots=True)
class RecoveryPage:
    """The page. `ways` need no more to be told; `asked` is the answer to what the director told, with the form's
    fields in `typed`; `left` are meetings to come that suffer from what was played.

    `departures` are entries that depart from the sheet; `sets` lists the boards of each set.
    """

    has_sheet: bool
    is_started: bool
    round: int
    rounds: int
    departures: tuple[Departure, ...]
    left: tuple[RepairProposal, ...]
    ways: tuple[Mending, ...]
    ends: tuple[Mending, ...]
    asked: Mending | None
    typed: Mapping[str, str]
    problems: tuple[Problem, ...]
    numbers: tuple[Number, ...]
    sets: tuple[tuple[int, tuple[int, ...]], ...]


@router.get("")
def show_recovery(at: PlaceDep) -> HTMLResponse:
    """Shows the ways to play on, and the answer to what the fields of the address tell."""
    typed = {name: value[:40] for name, value in at.request.query_params.items()}
    asked, problems = _asked(at.state, at.place, typed)
    page = _page(at.state, at.place, typed, asked, problems)
    return at.show("desk/recovery/recovery.html", page, tab="rulings")


@router.post("/take")
def take(at: PlaceDep, stamp: StampDep, form: FormDep) -> Response:
    """Makes a way to play on the sheet of the section; with `awards`, what becomes neutral is awarded at once.

    A field `set-R-T` holds the set that table T plays in round R in place of boards that somebody knows.
    """
    way = mending(at.state, at.place, _happened(form))
    others = tuple(_other_sets(way, form))
    sheet = with_other_sets(way, others)
    command = ChangeMovement(at.place, sheet, keeps_results=form.get("keeps") == "yes")
    state = at.execute(command, stamp)
    if form.get("awards") == "yes":
        moved = {proposal for proposal, _ in others}
        _award(at, state, stamp, [one for one in way.neutral if one not in moved])
    return redirect(f"{at.base}/movement", "desk.recovery.taken")


def _award(at: PlaceAt, state: EventState, stamp: Stamp, neutral: Sequence[RepairProposal]) -> None:
    for count, proposal in enumerate(neutral, start=1):
        slots = open_slots_of(state, at.place, proposal)
        if slots:
            own = replace(stamp, command_id=f"{stamp.command_id}-{count}")
            ns_blame, ew_blame = blames_of(proposal)
            at.execute(AwardUnplayed(slots, ns_blame=ns_blame, ew_blame=ew_blame), own)


def _page(
    state: EventState, place: Place, typed: Mapping[str, str], asked: Mending | None, problems: Sequence[Problem]
) -> RecoveryPage:
    section = state.find_section(place)
    movement = None if section is None else section.movement
    now = current_round(state, place.session)
    is_started = state.session(place.session).is_started and movement is not None
    found = mendings(state, place) if is_started else ()
    late = departures(state, place.session, now)
    return RecoveryPage(
        has_sheet=movement is not None,
        is_started=is_started,
        round=now,
        rounds=0 if movement is None else movement.rounds,
        departures=tuple(one for one in late if one.slot.section == place.section) if is_started else (),
        left=suffering(state, place) if is_started else (),
        ways=tuple(way for way in found if way.happened.mishap is not Mishap.END),
        ends=tuple(way for way in found if way.happened.mishap is Mishap.END),
        asked=asked,
        typed=typed,
        problems=tuple(problems),
        numbers=() if movement is None else tuple(sorted(movement.contestants, key=number_order)),
        sets=() if movement is None else tuple(enumerate(movement.board_sets, start=1)),
    )


def _asked(state: EventState, place: Place, typed: Mapping[str, str]) -> tuple[Mending | None, tuple[Problem, ...]]:
    if typed.get("mishap", "") not in _TOLD or state.find_section(place) is None:
        return None, ()
    try:
        return mending(state, place, _happened(typed)), ()
    except Mistake as mistake:
        return None, mistake.problems


def _happened(form: Mapping[str, str]) -> Happened:
    """Returns what a form tells; raises Malformed with a problem for each field that cannot be read."""
    if form.get("mishap", "") not in set(Mishap):
        raise Malformed.of("desk.recovery.mishap")
    mishap, problems = Mishap(form["mishap"]), list[Problem]()

    def read(name: str) -> int:
        return whole(form.get(name, ""), name, problems, least=1, most=_MOST) or 0

    needs_round = mishap in (*_TOLD, Mishap.SKIP, Mishap.END)
    happened = Happened(mishap, read("round") if needs_round else 0)
    if mishap is Mishap.SEATS:
        numbers = tuple(Number(form.get(name, "").strip()[:_LONGEST_NUMBER]) for name in ("one", "other"))
        if not all(numbers) or numbers[0] == numbers[1]:
            problems.append(Problem("desk.recovery.two", {}, "one"))
        happened = replace(happened, numbers=numbers)
    elif mishap is Mishap.BOARDS:
        happened = replace(happened, table=read("table"), board_set=read("set"))
    check(problems)
    return happened


def _other_sets(way: Mending, form: Mapping[str, str]) -> Iterator[tuple[RepairProposal, int]]:
    for proposal in way.neutral:
        chosen = form.get(f"set-{proposal.meeting.round}-{proposal.meeting.table}", "")
        if chosen.isdecimal() and len(chosen) <= len(str(_MOST)):
            yield proposal, int(chosen)
