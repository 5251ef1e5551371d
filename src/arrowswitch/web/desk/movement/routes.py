"""The movement: chosen from the ranked choices, its sheet, the numbers by lot or by hand, the room, the start.

Manual, lines 786-800 (numbers by lot, choice of the movement), 843-866 (the sheet), 3846-3850 (boards to the tables).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from fastapi import APIRouter, Form, Response

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Malformed, Mistake, Problem, Refused
from arrowswitch.core.json_text import NotJson, plain_json
from arrowswitch.core.movements.choosing.choices import MovementChoice
from arrowswitch.core.movements.editing import apply
from arrowswitch.core.movements.editing.numbering import OWN, THROUGH, numbering_of
from arrowswitch.core.movements.editing.numbers import SetPhantom
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.boards import relays
from arrowswitch.core.movements.guide.master_sheet import Columns, MasterSheet, master_sheet
from arrowswitch.core.movements.guide.room import RoomPlan, lay_lines, room_plan
from arrowswitch.core.movements.listed.guide_card_sets import card_set_of
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.phrases import Phrase
from arrowswitch.core.movements.starting_round import round_label
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.advance.listed import lot_text
from arrowswitch.tournament.division.groups import draw_keeps
from arrowswitch.tournament.division.strata import strata_view
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.entries.team_numbers import team_numbers
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.instant.decide import boards_without_table
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import AssignNumbers, ChooseMovement, ChooseNumbering, DrawNumbers
from arrowswitch.tournament.model.slices.plans import DrawSeats
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.movement.decide_numbering import numbering_open
from arrowswitch.tournament.movement.starting import starting_in
from arrowswitch.tournament.movement.stationary import stationary_shortage
from arrowswitch.tournament.settings.decide_method import movement_problems
from arrowswitch.tournament.settings.ranges import MOST_BREAK
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.concurrent_edits import join_edits
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.desk.entries.proposal import (
    MovementProposal,
    announce_scale,
    choice_of,
    playing_here,
    proposal_of,
    seats_of,
)
from arrowswitch.web.desk.frame import made_of
from arrowswitch.web.desk.movement.starting import StartForm, start_form
from arrowswitch.web.desk.plans.routes import PlanPart, plan_part
from arrowswitch.web.desk.prints.again import Again, paper_again
from arrowswitch.web.errors import REFUSED
from arrowswitch.web.forms import FormDep, StampDep, check, only_whole, optional, whole

router = APIRouter(prefix="/events/{event_id}/movement", route_class=DirectorRoute)
NARROW_COLUMNS = 3
MOST_PAIRS = 200
HIGHEST_NUMBER = 999
"""So far may East-West begin (`families.family.NUMBERING`)."""
_SEED_LIMIT = 2**31 - 1
_NUMBER = "number-"
_FROM = "from"
_NUMBERINGS = (OWN, THROUGH, _FROM)
SeenAs = Annotated[str, Form(max_length=40)]
"""The mark of the movement and numbers that stood there when a form was made (`frame.made_of`); nothing where the
sender does not say."""


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A number of the movement and its entry; `is_stationary` seats stay, the phantom has no players."""

    number: Number
    entry: Entry | None
    is_stationary: bool
    is_phantom: bool


@dataclass(frozen=True, slots=True)
class SheetView:
    """A movement as it is looked at: the grid of rounds and tables, the room, the boards at the start, who shares.
    `rounds` are the numbers of the rounds, with those on the sheet where it starts in a later one."""

    movement: Movement
    sheet: MasterSheet
    plan: RoomPlan
    narrow_plan: RoomPlan
    rounds: tuple[str, ...]
    start_boards: tuple[Phrase, ...]
    relays: tuple[Phrase, ...]
    sit_outs: tuple[tuple[Number, ...], ...]

    @property
    def is_mitchell(self) -> bool:
        """True if the moving pairs simply go to the next table."""
        family = self.movement.family
        return family.endswith("mitchell") and family != "appendix-mitchell"


@dataclass(frozen=True, slots=True)
class StationaryOffer:
    """A stationary seat that could be free: `wishes` pairs want one, `seat` is the phantom's, `number` could sit out
    instead."""

    wishes: int
    seat: Number
    number: Number


@dataclass(frozen=True, slots=True)
class NumberingForm:
    """How East-West are numbered: `way` is `two-fields`, `continuing` or `from`, the last with where they begin."""

    way: str
    ew_from: str


@dataclass(frozen=True, slots=True)
class MovementPage:
    """The page. `view` is the chosen movement, or the one that is looked at (`is_preview`).

    `has_no_sheet` is true for a section that plays without a movement, `can_go_without` if the event can be scored like
    that. `lot` is the number of the list of advance entry, where there is one. `was_changed` when a form was sent that
    was made of another movement or other numbers. `typed` is what was chosen by hand, by field; `theirs` who was given
    that number on another device meanwhile.
    """

    proposal: MovementProposal
    view: SheetView | None
    is_preview: bool
    is_choosing: bool
    numbers: tuple[NumberRow, ...]
    waiting: tuple[Entry, ...]
    seed: int | None
    lot: str
    again: Again
    ready: tuple[tuple[str, bool], ...]
    pairs: tuple[Entry, ...]
    preview: MovementChoice | None
    stationary_offer: StationaryOffer | None
    too_few_stationary: Problem | None
    strata_shortage: Problem | None
    kept_flights: Problem | None
    plan: PlanPart | None
    numbering: NumberingForm | None
    starting: StartForm | None = None
    has_no_sheet: bool = False
    can_go_without: bool = False
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)
    theirs: Mapping[str, Entry | None] = field(default_factory=dict)
    was_changed: bool = False

    @property
    def was(self) -> Mapping[str, str]:
        """Returns the values of the number fields before the change, sent along by their form."""
        return _fields_of(self.numbers)


@router.get("")
def show_movement(
    at: PlaceDep,
    pairs: str = "",
    choose: str = "",
    plan: str = "",
    pause: str = "",
    family: str = "",
    options: str = "",
) -> Response:
    """Shows the choices, or the chosen movement with numbers, room and sheet; `family` and `options` look at another
    one. An event without such a sheet has its draw, bracket or schedule instead."""
    if (arranger := form_of(at.settings).arranger) != "movement":
        return redirect(f"{at.base}/{arranger}")
    problems: list[Problem] = []
    count = whole(pairs, "pairs", problems, least=2, most=MOST_PAIRS) if pairs else None
    break_minutes = whole(pause, "pause", problems, least=0, most=MOST_BREAK) if pause else None
    check(problems)
    page = _page(
        at,
        count,
        movement_from(family, options) if family else None,
        break_minutes=break_minutes,
        is_choosing=choose == "1",
        asks_plan=plan == "1",
        asks_anew=plan == "anew",
    )
    return _render_page(at, page)


@router.post("/choose")
def choose_movement(
    at: PlaceDep,
    stamp: StampDep,
    family: Annotated[str, Form()] = "",
    options: Annotated[str, Form()] = "",
    seen_as: SeenAs = "",
) -> Response:
    """Chooses a movement; without a family the pairs and boards are taken from the slips (no master sheet)."""
    movement = movement_from(family, options) if family else None
    if _was_changed(at, stamp, seen_as, (at.section,)):
        return _asked_again(at, movement)
    state = at.execute(ChooseMovement(at.place, movement, fits_scale=True), stamp)
    note = (
        "desk.movement.chosen"
        if state.settings.scoring.scale == at.settings.scoring.scale
        else "desk.movement.chosen-scale"
    )
    return at.answer(state, f"{at.base}/movement", note)


@router.post("/phantom")
def move_phantom(at: PlaceDep, stamp: StampDep, number: Annotated[str, Form()], seen_as: SeenAs = "") -> Response:
    """Gives the sit-out to another number, so that a stationary seat is free for those who cannot walk."""
    if _was_changed(at, stamp, seen_as, (at.section,)):
        return _asked_again(at)
    movement = at.state.section(at.place).movement
    if movement is None or number not in movement.contestants:
        raise Refused.of("numbers.unknown", number=number[:10])
    moved = _with_phantom(movement, Number(number))
    return at.carry_out(ChooseMovement(at.place, moved), stamp, f"{at.base}/movement", "desk.movement.phantom-moved")


@router.post("/numbering")
def choose_numbering(
    at: PlaceDep,
    stamp: StampDep,
    way: Annotated[str, Form(max_length=20)] = OWN,
    ew_from: Annotated[str, Form(max_length=20)] = "",
    seen_as: SeenAs = "",
) -> Response:
    """Numbers East-West of a Mitchell in another way; everybody keeps the seat and the draw."""
    if _was_changed(at, stamp, seen_as, (at.section,)):
        return _asked_again(at)
    try:
        problems: list[Problem] = []
        if way not in _NUMBERINGS:
            problems.append(Problem("desk.field.choice", {"text": way}, "way"))
            way = OWN
        start = whole(ew_from, "ew_from", problems, least=1, most=HIGHEST_NUMBER) if way == _FROM else None
        check(problems)
        command = ChooseNumbering(at.place, OWN if way == OWN else THROUGH, start)
        return at.carry_out(command, stamp, f"{at.base}/movement#numbers", "desk.numbering.kept")
    except Mistake as mistake:
        page = _page(at, None, None, at.errors(mistake))
        return _render_page(at, replace(page, numbering=NumberingForm(way, ew_from)), status=422)


@router.post("/first-round")
def choose_start(
    at: PlaceDep, stamp: StampDep, start: Annotated[str, Form(max_length=9)] = "", seen_as: SeenAs = ""
) -> Response:
    """Starts a section in another round of its sheet; everybody keeps the number."""
    if _was_changed(at, stamp, seen_as, (at.section,)):
        return _asked_again(at)
    movement = starting_in(at.state, at.place, only_whole(start, "start", least=1, most=HIGHEST_NUMBER))
    return at.carry_out(ChooseMovement(at.place, movement), stamp, f"{at.base}/movement#sheet", "desk.start-round.kept")


@router.post("/draw")
def draw(at: PlaceDep, stamp: StampDep, seed: Annotated[str, Form()] = "", seen_as: SeenAs = "") -> Response:
    """Draws the numbers of all sections by lot, with a fresh seed or with the one given (the same draw again)."""
    problems: list[Problem] = []
    seed_number = optional(seed, "seed", problems, least=0, most=_SEED_LIMIT)
    check(problems)
    sections = at.state.session(at.session).sections
    if _was_changed(at, stamp, seen_as, sections.values()):
        return _asked_again(at)
    is_one = len(sections) <= 1
    command = DrawNumbers(at.place, seed_number) if is_one else DrawSeats(at.session, seed_number)
    return at.carry_out(command, stamp, f"{at.base}/movement", "desk.movement.drawn")


@router.post("/numbers")
def assign(at: PlaceDep, stamp: StampDep, form: FormDep) -> Response:
    """Gives numbers by hand: a field for each number holds the entry, or nothing. A number that another device assigned
    meanwhile stays; if both assigned it, the page asks."""
    now = _fields_of(_numbers(at.state, at.place, at.section_or_empty))
    edits = join_edits(form, now)
    if edits.theirs and not _is_known(at, stamp):
        page = replace(
            _page(at, None, None, {"": at.theirs(edits)[""]}),
            typed=edits.fields,
            theirs={name: at.state.entries.get(EntryId(now[name])) for name in edits.theirs},
        )
        return _render_page(at, page, status=REFUSED)
    numbers = {
        Number(name.removeprefix(_NUMBER)): EntryId(entry_id)
        for name, entry_id in edits.fields.items()
        if name.startswith(_NUMBER) and entry_id
    }
    try:
        command = AssignNumbers(at.place, numbers)
        note = edits.note("desk.movement.numbered")
        return at.carry_out(command, stamp, f"{at.base}/movement", note, n=len(edits.adopted))
    except Mistake as mistake:
        page = _page(at, None, None, at.errors(mistake))
        return _render_page(at, page, status=422)


@router.post("/start")
def start(at: PlaceDep, stamp: StampDep) -> Response:
    """Begins play and starts the clock of round 1; anything that is not ready is listed and stops it. Tables of scores
    that lack have a page of their own, which the start leads to."""
    if dict(_ready(at.state, at.place)) == {"pairs": True, "movement": True, "numbers": True, "tables": False}:
        return redirect(f"{at.base}/tables", "desk.tables.before-start")
    commands: list[tuple[Command, Stamp]] = [(StartPlay(at.session), stamp)]
    if any(section.movement is not None for section in at.state.session(at.session).sections.values()):
        commands.append((StartRound(at.session, 1), stamp.part("clock")))
    at.execute_all(*commands)
    return redirect(f"{at.base}/scores")


def _is_known(at: PlaceAt, stamp: Stamp) -> bool:
    """True if a command was already carried out: then it is sent again without a question."""
    return any(entry.stamp.command_id == stamp.command_id for entry in at.ledger)


def _was_changed(at: PlaceAt, stamp: Stamp, seen_as: str, sections: Iterable[Section | None]) -> bool:
    """True if a form was made for other movements or numbers than there are now."""
    return bool(seen_as) and seen_as != made_of(sections) and not _is_known(at, stamp)


def _asked_again(at: PlaceAt, look: Movement | None = None) -> Response:
    """Returns the page as it stands now, with what was chosen to be looked at; nothing is changed."""
    page = replace(_page(at, None, look), was_changed=True)
    return _render_page(at, page, status=REFUSED)


def _fields_of(numbers: Iterable[NumberRow]) -> Mapping[str, str]:
    return {
        f"{_NUMBER}{row.number}": "" if row.entry is None else row.entry.entry_id
        for row in numbers
        if not row.is_phantom
    }


def stationary_offer(movement: Movement | None, entries: tuple[Entry, ...]) -> StationaryOffer | None:
    """Returns how the phantom's stationary seat becomes free for a pair that cannot walk, or None when that is not
    needed.

    The phantom prefers a stationary number (manual, lines 884-888), but a player's health has priority over a tidy
    sheet (lines 786-788).
    """
    wishes = sum(entry.wants_stationary for entry in entries)
    if movement is None or movement.phantom is None or movement.phantom not in movement.stationary:
        return None
    moving = [number for number in movement.contestants if number not in movement.stationary]
    if wishes < len(movement.stationary) or not moving or len(movement.fields) > 1:
        return None
    return StationaryOffer(wishes, movement.phantom, moving[-1])


def _with_phantom(movement: Movement, number: Number) -> Movement:
    """Returns the movement made again with another phantom, or, of a club's own sheet, the sheet with it."""
    try:
        is_own = make(movement.family, **movement.options) != movement
    except Mistake:
        is_own = True
    if is_own:
        return apply(movement, SetPhantom(number))
    return make(movement.family, **{**movement.options, "phantom": number})


def movement_from(family: str, options: str) -> Movement:
    """Returns the movement that a choice names; raises Mistake for options nobody offered."""
    try:
        values = plain_json(options or "{}")
    except NotJson as error:
        raise Malformed.of("desk.movement.options") from error
    if not isinstance(values, dict) or not all(isinstance(value, int | str) for value in values.values()):
        raise Malformed.of("desk.movement.options")
    return make(family, **values)


def _render_page(at: PlaceAt, page: MovementPage, *, status: int = 200) -> Response:
    """Returns the page, with the sets of guide cards that the club owns for the movements on it."""
    owned = frozenset(at.services.equipment.paper.value.guide_cards)
    return at.show(
        "desk/movement/movement.html", page, tab="movement", status=status, owned=owned, card_set_of=card_set_of
    )


def _page(
    at: PlaceAt,
    pairs: int | None,
    look: Movement | None,
    errors: Mapping[str, tuple[str, ...]] | None = None,
    *,
    break_minutes: int | None = None,
    is_choosing: bool = False,
    asks_plan: bool = False,
    asks_anew: bool = False,
) -> MovementPage:
    state, desk = at.state, at.desk
    stored_section = state.find_section(desk.place)
    section = stored_section or Section(desk.place.section)
    movement = look or section.movement
    seated = set(section.numbers.values())
    here = playing_here(state, desk.place)
    is_started = state.session(desk.place.session).is_started
    proposal = proposal_of(state, desk.place, pairs)
    strata = strata_view(state)
    return MovementPage(
        proposal=proposal,
        view=None if movement is None else _view(movement),
        is_preview=look is not None and look != section.movement,
        is_choosing=is_choosing or stored_section is None,
        numbers=_numbers(state, desk.place, section),
        waiting=tuple(entry for entry in here if entry.entry_id not in seated),
        seed=section.draw_seed,
        lot="" if state.advance.terms is None else lot_text(state),
        again=paper_again(at),
        ready=_ready(state, desk.place),
        pairs=here,
        preview=None if look is None else announce_scale(state, choice_of(look, state.settings)),
        stationary_offer=None if is_started else stationary_offer(section.movement, here),
        too_few_stationary=None if is_started else stationary_shortage(state, desk.place.session),
        strata_shortage=None if state.is_started or strata is None else strata.shortage,
        kept_flights=None if is_started else draw_keeps(state, desk.place.session),
        plan=plan_part(
            state,
            desk,
            proposal.pairs,
            state.settings.play.break_minutes if break_minutes is None else break_minutes,
            is_asked=asks_plan,
            asks_anew=asks_anew,
        ),
        numbering=_numbering(state, desk.place),
        starting=start_form(state, desk.place),
        has_no_sheet=stored_section is not None and stored_section.movement is None and look is None,
        can_go_without=can_go_without(state),
        errors=errors or {},
    )


def can_go_without(state: EventState) -> bool:
    """True if the event can be scored without a movement, by pairs and boards from the slips."""
    settings = state.settings
    problems = (*form_of(settings).plan_problems(), *movement_problems(None, settings, state.rules))
    return not problems


def _numbering(state: EventState, place: Place) -> NumberingForm | None:
    """Returns how a section of two fields is numbered, as long as it can be changed."""
    movement = state.section_or_empty(place).movement
    if movement is None or not numbering_open(state, place):
        return None
    way, start = numbering_of(movement)
    through = len(movement.fields[0]) + 1
    return NumberingForm(_FROM if start not in (None, through) else way, str(start or max(11, through)))


def _view(movement: Movement) -> SheetView:
    return SheetView(
        movement=movement,
        sheet=master_sheet(movement, Columns.TABLES),
        plan=room_plan(movement),
        narrow_plan=room_plan(movement, NARROW_COLUMNS),
        rounds=tuple(round_label(movement, number) for number in range(1, movement.rounds + 1)),
        start_boards=lay_lines(movement),
        relays=tuple(relay.phrase for relay in relays(movement)),
        sit_outs=tuple(movement.sit_outs(number) for number in range(1, movement.rounds + 1)),
    )


def _numbers(state: EventState, place: Place, section: Section) -> tuple[NumberRow, ...]:
    movement = section.movement
    every = team_numbers(movement) if movement is not None else _numbers_without_sheet(state, place, section)
    return tuple(
        NumberRow(
            number,
            state.entry_at(place, number) if section.numbers else None,
            is_stationary=movement is not None and number in movement.stationary,
            is_phantom=movement is not None and number == movement.phantom,
        )
        for number in every
    )


def _numbers_without_sheet(state: EventState, place: Place, section: Section) -> tuple[Number, ...]:
    """Returns the numbers of a section without a movement: those that are given, and one for each of the others."""
    if state.find_section(place) is None:
        return ()
    most = max(len(playing_here(state, place)), len(section.numbers))
    counted = (Number(str(number)) for number in range(1, most + 1))
    return tuple(sorted({*section.numbers, *counted}, key=number_order))


def _ready(state: EventState, place: Place) -> tuple[tuple[str, bool], ...]:
    """Returns the conditions for the start of the session, each with True if it holds."""
    entries = complete_entries(state)
    sections = state.session(place.session).sections.values()
    has_open_seats = any(section.movement is None for section in sections)
    is_seated = bool(sections) and (has_open_seats or seats_of(state.session(place.session)) == len(entries))
    seated = {who for section in sections for who in section.numbers.values()}
    takes_tables = state.settings.scoring.method is Method.INSTANT
    tables = (("tables", not boards_without_table(state, place.session)),) if takes_tables else ()
    return (
        ("pairs", len(entries) > 1),
        ("movement", is_seated),
        ("numbers", bool(entries) and len(seated) == len(entries)),
        *tables,
    )
