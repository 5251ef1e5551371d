"""The draw of a Swiss: seeds, the proposal of the next round with reasons, changes with their faults, the drawn round.

JCBL director's manual 3.3, lines 1774-1797 and 2660-2717. A drawn round is announced on the hall screen at once; play
begins with its own button. Undo takes a draw back as long as its round has no results.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Response

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.pairing.swiss.conditions import SwissConditions
from arrowswitch.tournament.division.even_chance import even_chance_teams
from arrowswitch.tournament.entries.entrants import complete_entries, numbered_section
from arrowswitch.tournament.forms.drawing import has_standby
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import AssignNumbers, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.slices.swiss import ChooseStandby
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.settings.decide_forms import missing_settings
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.tournament.swiss.conditions import as_round_robin, conditions_advice, conditions_broken, keepable
from arrowswitch.tournament.swiss.rounds import DrawView, draw_view, next_round, session_rounds
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import PlaceAt, PlaceDep, only
from arrowswitch.web.desk.entries.kinds import seed_points
from arrowswitch.web.desk.frame import round_page
from arrowswitch.web.desk.register.csv import points_text
from arrowswitch.web.desk.swiss.page import (
    EarlyView,
    ProposedView,
    Wish,
    early_view,
    exchange_places,
    others_than,
    pairs_from,
    propose_draw,
    proposed_view,
    wish_from,
)
from arrowswitch.web.forms import FormDep, StampDep, only_whole, whole

router = APIRouter(prefix="/events/{event_id}/draw", route_class=DirectorRoute)
MOST_NUMBER = 999
_ON = "yes"


def _is_drawn(state: EventState) -> bool:
    return form_of(state.settings).arranger == "draw"


def _has_seeds(state: EventState) -> bool:
    return form_of(state.settings).seeds_page is not None


DrawnDep = Annotated[PlaceAt, Depends(only(_is_drawn, Problem("desk.draw.not-drawn")))]
SeededDep = Annotated[PlaceAt, Depends(only(_has_seeds, Problem("desk.draw.not-drawn")))]


@dataclass(frozen=True, slots=True)
class SeedRow:
    """An entry before the first draw: its number (its seed) once it has one, and the points it is seeded by."""

    entry: Entry
    number: Number | None
    points: str

    @property
    def has_points(self) -> bool:
        """True if a number is next to the name on the list of seeds."""
        return seed_points(self.entry) > 0


@dataclass(frozen=True, slots=True)
class DrawPage:
    """The page. `drawn` is the round shown after its draw, `proposal` that of the next one; `refused` is the reason if
    there is none; `is_round_robin` is True if the entries are few enough to meet all at once. `can_draw` if the next
    round follows from the rules of the form, which propose nothing to change."""

    round: int
    rounds: int
    drawn_rounds: tuple[int, ...]
    next: int | None
    seeds: tuple[SeedRow, ...]
    can_number: bool
    unsettled: tuple[Problem, ...]
    broken: tuple[Problem, ...]
    keepable: tuple[SwissConditions, ...]
    advice: tuple[Problem, ...]
    is_round_robin: bool
    wish: Wish
    drawn: DrawView | None
    proposal: ProposedView | None
    refused: tuple[Problem, ...]
    can_draw: bool
    early: EarlyView | None
    is_started: bool
    playing: int
    has_standby: bool


@router.get("")
def show_draw(
    at: DrawnDep,
    round_: Annotated[int | None, Query(alias="round", ge=1, le=99)] = None,
    keep: Annotated[list[str] | None, Query()] = None,
    fix: Annotated[str, Query(max_length=2000)] = "",
    bans: Annotated[str, Query(max_length=2000)] = "",
    force: str = "",
    pick: Annotated[str, Query(max_length=10)] = "",
    other: Annotated[str, Query(max_length=10)] = "",
) -> Response:
    """Shows a drawn round, or the proposal of the next one; with `pick` and `other` the two change places first, with
    `fix` pairings that are typed (`1-6, 2-5`) stand before the rest is drawn."""
    even_chance = even_chance_teams(at.state)
    if even_chance is not None and even_chance.pairs and not even_chance.formed:
        return redirect(f"/events/{at.event_id}/even-chance")
    wish = wish_from(round_ or 0, keep or (), bans, pick, is_forced=force == _ON)
    section = at.section_or_empty
    following = next_round(at.state, at.place) if _numbers(at.state, at.place) else None
    wish = Wish(
        round=wish.round or _to_start(at.state, at.place) or following or _last(section),
        pairings=wish.pairings,
        bans=wish.bans,
        may_break_rule=wish.may_break_rule,
        pick=wish.pick,
    )
    if fix.strip():
        fixed = pairs_from(fix, "fix")
        return redirect(f"{at.base}/draw?{wish.query((*others_than(wish.pairings, fixed), *fixed))}")
    if pick and other:
        draw = propose_draw(at.state, at.place, wish).draw
        kept_pairings = exchange_places(draw, wish, Number(pick), Number(other))
        return redirect(f"{at.base}/draw?{wish.query(kept_pairings)}")
    return at.show("desk/swiss/draw.html", _page(at.state, at.place, wish, following), tab="draw")


@router.post("")
def draw_round(at: PlaceDep, stamp: StampDep, form: FormDep) -> Response:
    """Draws the round as the page proposed it, or only what is certain of it; a kept pairing, or one against the rule,
    needs the reason."""
    number = only_whole(form.get("round", ""), "round", least=1, most=99)
    keeps = [text for text in form.get("keeps", "").split() if text]
    wish = wish_from(
        number, keeps, form.get("bans", "")[:2000], reason=stamp.reason, is_forced=form.get("force") == _ON
    )
    is_part = form.get("certain") == _ON
    command = replace(
        wish.command(at.place), without_missing=form.get("missing") == _ON and not is_part, certain_only=is_part
    )
    done = "desk.draw.seated-done" if is_part else "desk.draw.done"
    return at.carry_out(command, stamp, f"{at.base}/draw?round={wish.round}", done, round=wish.round)


@router.post("/numbers")
def number(at: SeededDep, stamp: StampDep, form: FormDep) -> Response:
    """Assigns the seeds: by the points, by lot, or as typed next to each entry."""
    by = form.get("by", "")
    command: Command
    if by == "lot":
        command = DrawNumbers(at.place)
    elif by == "points":
        order = sorted(complete_entries(at.state), key=seed_points, reverse=True)
        numbers = {Number(str(seed)): entry.entry_id for seed, entry in enumerate(order, start=1)}
        command = AssignNumbers(at.place, numbers)
    else:
        command = AssignNumbers(at.place, _typed_numbers(at.state, form))
    page = form_of(at.settings).seeds_page
    return at.carry_out(command, stamp, f"{at.base}/{page}", "desk.draw.numbered")


@router.post("/standby")
def name_standby(at: DrawnDep, stamp: StampDep, standby: Annotated[str, Form(max_length=80)] = "") -> Response:
    """Names the standby pair; without one a pair sits out when the number is odd."""
    command = ChooseStandby(EntryId(standby) if standby else None)
    return at.carry_out(command, stamp, f"{at.base}/draw", "desk.draw.standby-chosen")


@router.post("/conditions")
def keep_conditions(at: DrawnDep, stamp: StampDep, form: FormDep) -> Response:
    """Takes the conditions that were proposed because those who have entered cannot keep the present ones."""
    wanted = only_whole(form.get("proposal", ""), "proposal", least=1, most=2)
    conditions = keepable(at.state)
    Malformed.check([Problem("desk.draw.no-proposal")] if wanted > len(conditions) else [])
    changed = ChangeSettings(replace(at.settings, conditions=conditions[wanted - 1]))
    return at.carry_out(changed, stamp, f"{at.base}/draw", "desk.draw.conditions-taken")


@router.post("/round-robin")
def play_round_robin(at: DrawnDep, stamp: StampDep) -> Response:
    """Makes the event a round robin, as proposed when the entries are few enough to meet all at once."""
    settings = as_round_robin(at.state)
    if settings is None:
        raise Malformed.of("desk.draw.no-proposal")
    return at.carry_out(ChangeSettings(settings), stamp, f"{at.base}/movement", "desk.draw.round-robin-taken")


@router.post("/start")
def start(at: SeededDep, stamp: StampDep, round_: Annotated[int, Form(alias="round")]) -> Response:
    """Starts a drawn round: its clock runs, and with the first one play begins."""
    clock = StartRound(at.session, round_)
    if at.is_started:
        state = at.execute(clock, stamp)
    else:
        state = at.execute_all((StartPlay(at.session), stamp), (clock, stamp.part("clock")))
    return at.answer(state, f"{at.base}/{round_page(state)}?round={round_}")


def _page(state: EventState, place: Place, wish: Wish, following: int | None) -> DrawPage:
    section = state.section_or_empty(place)
    drawn = tuple(one.round for one in section.draws if not one.waiting)
    rounds = session_rounds(state, place.session) or len(drawn)
    missing = tuple(missing_settings(state.settings))
    view = draw_view(state, place.at(wish.round)) if wish.round in drawn else None
    proposal: ProposedView | None = None
    refused: tuple[Problem, ...] = ()
    is_next = view is None and bool(_numbers(state, place)) and not missing and wish.round > 0
    is_proposed = is_next and form_of(state.settings).draws_by_ranking
    if is_proposed:
        proposal, refused = _proposal(state, place, wish)
    entries = complete_entries(state)
    numbers = {entry_id: number for number, entry_id in _numbers(state, place).items()}
    return DrawPage(
        round=wish.round,
        rounds=rounds,
        drawn_rounds=drawn,
        next=following,
        seeds=seed_rows(entries, numbers),
        can_number=not drawn and (not numbers or bool(section.numbers)),
        unsettled=missing,
        broken=conditions_broken(state) if not drawn else (),
        keepable=keepable(state) if not drawn else (),
        advice=conditions_advice(state) if not drawn else (),
        is_round_robin=not drawn and as_round_robin(state) is not None,
        wish=wish,
        drawn=view,
        proposal=proposal,
        refused=refused,
        can_draw=is_next and not is_proposed,
        early=None if proposal is None and not refused else early_view(state, place, wish),
        is_started=state.session(place.session).is_started,
        playing=current_round(state, place.session),
        has_standby=has_standby(state.settings),
    )


def _proposal(state: EventState, place: Place, wish: Wish) -> tuple[ProposedView | None, tuple[Problem, ...]]:
    try:
        return proposed_view(state, place, wish, propose_draw(state, place, wish)), ()
    except Mistake as mistake:
        return None, mistake.problems


def seed_rows(entries: tuple[Entry, ...], numbers: dict[EntryId, Number]) -> tuple[SeedRow, ...]:
    """Returns the entries with their numbers, those without one last, best seed points first."""
    rows = [SeedRow(entry, numbers.get(entry.entry_id), points_text(seed_points(entry))) for entry in entries]
    return tuple(sorted(rows, key=lambda row: (row.number is None, int(row.number or 0), -seed_points(row.entry))))


def _typed_numbers(state: EventState, form: FormDep) -> dict[Number, EntryId]:
    problems: list[Problem] = []
    numbers: dict[Number, EntryId] = {}
    for entry in complete_entries(state):
        field = f"seed-{entry.entry_id}"
        typed = whole(form.get(field, ""), field, problems, least=1, most=MOST_NUMBER)
        if typed is not None and Number(str(typed)) in numbers:
            problems.append(Problem("desk.draw.number-twice", {"number": typed}))
        elif typed is not None:
            numbers[Number(str(typed))] = entry.entry_id
    Malformed.check(Problem(one.code, one.params) for one in problems)
    return numbers


def _numbers(state: EventState, place: Place) -> Mapping[Number, EntryId]:
    """Returns the numbers that a session is drawn with: its own, or those of the session before."""
    section = numbered_section(state, place)
    return {} if section is None else section.numbers


def _to_start(state: EventState, place: Place) -> int:
    """Returns the drawn round that has not begun, 0 where there is none: it is started before another one is drawn."""
    drawn = state.section_or_empty(place).draws
    return drawn[-1].round if drawn and drawn[-1].round > current_round(state, place.session) else 0


def _last(section: Section) -> int:
    return section.draws[-1].round if section.draws else 1
