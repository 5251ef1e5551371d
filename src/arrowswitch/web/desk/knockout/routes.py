"""The bracket of a knockout: every match in its round, live with each board; what is to be done now; seeds, places.

JCBL director's manual 3.3, lines 1762-1772 and 2719-2723. Level matches get extra boards or a decision. A correction
that changes the team that goes on is listed with the ways out, before anything else on the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number
from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import NotFound, Problem
from arrowswitch.core.pairing.knockout.match import KnockoutMatch, MatchState
from arrowswitch.core.pairing.knockout.progress import FinalPlace, Knockout, Overtaken
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.forms.bracket.progress import (
    BracketMatchAt,
    drawn_in,
    faults_of,
    knockout,
    may_stay,
    overtaken,
)
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.knockout import AddExtraBoards, CarryImps, DecideMatch, RedrawMatch
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.scored.match_rules import match_penalty_units
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceAt, has_page, only
from arrowswitch.web.desk.knockout.page import BracketColumn, BracketDrawing, Entries, bracket_drawings, entries_of
from arrowswitch.web.desk.place import places_of
from arrowswitch.web.desk.rulings.routes import parse_amount
from arrowswitch.web.desk.swiss.routes import SeedRow, seed_rows
from arrowswitch.web.forms import StampDep, check, only_whole

router = APIRouter(prefix="/events/{event_id}/bracket", route_class=DirectorRoute)
UNPAGED = 3
"""The most drawings shown on one page; of more of them one at a time is shown."""
EXTRA_BOARDS = 4
ALL = "all"
KnockoutDep = Annotated[PlaceAt, Depends(only(has_page("bracket"), Problem("desk.bracket.none")))]


@dataclass(frozen=True, slots=True)
class Stay:
    """The team that may stay in although a correction sent another on: decided in an earlier match, in its session and
    round."""

    match: int
    session: int
    round: int
    number: Number


@dataclass(frozen=True, slots=True)
class Conflict:
    """A match with other teams now than were drawn for it: its number of results, and the teams that may stay in."""

    overtaken: Overtaken
    results: int
    stays: tuple[Stay, ...]
    had: tuple[Number, ...]
    wanted: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class LevelMatch:
    """A match that is level after all its boards; of three teams every order that it can have."""

    match: KnockoutMatch
    at: BracketMatchAt
    teams: tuple[tuple[Number, Entry | None], ...]
    orders: tuple[tuple[Number, ...], ...]


@dataclass(frozen=True, slots=True)
class OpenBracketMatch:
    """A match that IMPs can be carried into, and penalties given in once it is drawn."""

    match: KnockoutMatch
    at: BracketMatchAt | None
    teams: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class BracketPage:
    """The page. `to_start` is a drawn round that has not begun, `next` the matches that can be drawn now, while
    `under_way` others are not over. `shown` are the drawings on the page, `column` the round that a narrow screen
    shows, `bases` what the addresses of each session begin with; `faults` are what the independent checker finds."""

    drawings: tuple[BracketDrawing, ...]
    visible: tuple[BracketDrawing, ...]
    part: str
    column: str
    conflicts: tuple[Conflict, ...]
    levels: tuple[LevelMatch, ...]
    open_matches: tuple[OpenBracketMatch, ...]
    units: tuple[PenaltyUnit, ...]
    most_carried: int | None
    extra_boards: int
    seeds: tuple[SeedRow, ...]
    can_number: bool
    next: tuple[KnockoutMatch, ...]
    under_way: int
    next_round: int
    to_start: int | None
    winner: tuple[Number, Entry | None] | None
    places: tuple[tuple[FinalPlace, Entry | None], ...]
    bases: Mapping[int, str]
    faults: tuple[Problem, ...]


@router.get("")
def show_bracket(
    at: KnockoutDep, part: Annotated[str, Query(max_length=10)] = "", column: Annotated[str, Query(max_length=60)] = ""
) -> HTMLResponse:
    """Shows the bracket as it stands."""
    is_live = not at.blind.is_ranking_hidden
    page = bracket_page(at.state, at.place, part, column, is_live=is_live)
    return at.show("desk/knockout/bracket.html", page, tab="bracket")


@router.post("")
def draw_next(at: KnockoutDep, stamp: StampDep) -> Response:
    """Draws the matches that can be played now."""
    number = len(at.section_or_empty.draws) + 1
    return at.carry_out(DrawRound(at.place.at(number)), stamp, f"{at.base}/bracket", "desk.draw.done", round=number)


@router.post("/decide")
def decide(
    at: KnockoutDep,
    stamp: StampDep,
    round_: Annotated[int, Form(alias="round")],
    number: Annotated[str, Form(max_length=10)] = "",
    order: Annotated[str, Form(max_length=40)] = "",
) -> Response:
    """Stores the team that goes on from a level match, or stays in after a correction; a reason is needed."""
    listed = tuple(Number(word) for word in order.split())
    first = listed[0] if listed else Number(number)
    return at.carry_out(
        DecideMatch(at.place.at(round_), first, listed), stamp, f"{at.base}/bracket", "desk.bracket.decided"
    )


@router.post("/extra")
def add_extra(
    at: KnockoutDep,
    stamp: StampDep,
    round_: Annotated[int, Form(alias="round")],
    number: Annotated[str, Form(max_length=10)],
    boards: Annotated[str, Form(max_length=10)] = "",
) -> Response:
    """Has a level match go on with extra boards."""
    count = only_whole(boards, "boards", least=1, most=99)
    command = AddExtraBoards(at.place.at(round_), Number(number), count)
    return at.carry_out(command, stamp, f"{at.base}/bracket", "desk.bracket.extra-added", n=count)


@router.post("/redraw")
def redraw(at: KnockoutDep, stamp: StampDep, match: Annotated[int, Form()]) -> Response:
    """Has those play a match who come to it now."""
    return at.carry_out(RedrawMatch(at.place, match), stamp, f"{at.base}/bracket", "desk.bracket.redrawn", match=match)


@router.post("/carry")
def carry(
    at: KnockoutDep,
    stamp: StampDep,
    side: Annotated[str, Form(max_length=20)] = "",
    amount: Annotated[str, Form(max_length=20)] = "",
) -> Response:
    """Stores the carry-over of a team in IMPs for a match; `side` is the match and the team, as `3 12`."""
    match, number = _side(side)
    problems: list[Problem] = []
    imps = parse_amount(amount, problems)
    check(problems)
    return at.carry_out(
        CarryImps(at.place, match, number, imps),
        stamp,
        f"{at.base}/bracket",
        "desk.bracket.carried",
        match=match,
        number=number,
    )


@router.post("/penalty")
def penalty(
    at: KnockoutDep,
    stamp: StampDep,
    side: Annotated[str, Form(max_length=20)] = "",
    amount: Annotated[str, Form(max_length=20)] = "",
    unit: Annotated[PenaltyUnit, Form()] = PenaltyUnit.BOARDS,
) -> Response:
    """Takes boards or IMPs from a team in a match; a reason is needed."""
    match, number = _side(side)
    drawn = drawn_in(at.state, at.letter).get(match)
    if drawn is None:
        raise NotFound.of("bracket.not-drawn", match=match)
    problems: list[Problem] = []
    points = parse_amount(amount, problems)
    check(problems)
    command = GivePenalty(
        place=Place(drawn.place.session, at.letter), number=number, amount=points, unit=unit, round=drawn.round
    )
    return at.carry_out(command, stamp, f"{at.base}/bracket", "desk.bracket.penalty-given", match=match, number=number)


def bracket_page(state: EventState, place: Place, part: str, column: str, *, is_live: bool) -> BracketPage:
    """Returns the page of a section."""
    section = state.section_or_empty(place)
    complete = complete_entries(state)
    numbers = {entry_id: number for number, entry_id in section.numbers.items()}
    stands = knockout(state, place.section)
    stands = stands if stands is not None and len(stands.bracket.teams) > 1 else None
    drawn = drawn_in(state, place.section)
    entries = entries_of(state, place.section)
    trees = () if stands is None else bracket_drawings(state, place.section, stands, is_live=is_live)
    visible, chosen = _visible_drawings(trees, part)
    playing = current_round(state, place.session)
    waiting = [one.round for one in section.draws if one.round > playing]
    winner = None if stands is None else stands.winner
    return BracketPage(
        drawings=trees,
        visible=visible,
        part=chosen,
        column=_column(visible, column),
        conflicts=tuple(_conflicts(state, place, drawn)),
        levels=() if stands is None else tuple(_levels(stands, drawn, entries)),
        open_matches=() if stands is None else tuple(_open(stands, drawn)),
        units=match_penalty_units(state),
        most_carried=state.settings.knockout.most_carried,
        extra_boards=EXTRA_BOARDS,
        seeds=seed_rows(complete, numbers),
        can_number=not drawn,
        next=() if stands is None else tuple(one for one in stands.next_matches if one.number not in drawn),
        under_way=0 if stands is None else sum(one.number in drawn for one in stands.next_matches),
        next_round=len(section.draws) + 1,
        to_start=waiting[0] if waiting else None,
        winner=None if winner is None else (winner, entries.at(winner)),
        places=() if stands is None else tuple((one, entries.at(one.number)) for one in stands.places),
        bases={
            desk.place.session: desk.base
            for session in places_of(state)
            for desk in session
            if desk.place.section == place.section
        },
        faults=() if stands is None else faults_of(stands),
    )


def _visible_drawings(trees: tuple[BracketDrawing, ...], part: str) -> tuple[tuple[BracketDrawing, ...], str]:
    """Returns the drawings on the page and the name of the choice: all, or the one asked for, else that with matches
    under way."""
    if len(trees) <= UNPAGED or part == ALL:
        return trees, ALL
    at = whole_of(part) or 0
    if 1 <= at <= len(trees):
        return (trees[at - 1],), part
    live = [at for at, one in enumerate(trees, start=1) if any(_is_live(column) for column in one.columns)]
    at = live[0] if live else len(trees)
    return (trees[at - 1],), str(at)


def _column(visible: tuple[BracketDrawing, ...], wanted: str) -> str:
    """Returns the round that a narrow screen shows: the one asked for, else the first with matches under way."""
    columns = [column for one in visible for column in one.columns]
    if not columns or any(column.key == wanted for column in columns):
        return wanted
    return next((column.key for column in columns if _is_live(column)), columns[-1].key)


def _is_live(column: BracketColumn) -> bool:
    return any(box.match.is_under_way for box in column.boxes)


def _conflicts(state: EventState, place: Place, drawn: Mapping[int, BracketMatchAt]) -> Iterator[Conflict]:
    for conflict in overtaken(state, place.section):
        at = drawn[conflict.match]
        tables, played_in = set(at.match.tables), at.place.at(at.round)
        results = sum(slot.at == played_in and slot.table in tables for slot in state.results)
        results += sum(slip.at == played_in and slip.home in at.match.teams for slip in state.matches.slips)
        stays = tuple(
            Stay(source, drawn[source].place.session, drawn[source].round, number)
            for source in conflict.sources
            if source in drawn
            for number in sorted(may_stay(state, place.section, source) & conflict.had)
        )
        wanted = tuple(number for number in conflict.wanted if number is not None)
        yield Conflict(overtaken=conflict, results=results, stays=stays, had=at.match.teams, wanted=wanted)


def _levels(stands: Knockout, drawn: Mapping[int, BracketMatchAt], entries: Entries) -> Iterator[LevelMatch]:
    for match in stands.matches:
        if match.state is MatchState.LEVEL and match.number in drawn:
            numbers = tuple(number for number in match.teams if number is not None)
            orders = tuple(permutations(numbers)) if len(numbers) > 2 else ()
            yield LevelMatch(match, drawn[match.number], tuple((n, entries.at(n)) for n in numbers), orders)


def _open(stands: Knockout, drawn: Mapping[int, BracketMatchAt]) -> Iterator[OpenBracketMatch]:
    for match in stands.matches:
        numbers = tuple(number for number in match.teams if number is not None)
        if len(numbers) > 1 and (match.is_under_way or match.number in drawn):
            yield OpenBracketMatch(match, drawn.get(match.number), numbers)


def _side(text: str) -> tuple[int, Number]:
    typed, _, number = text.partition(" ")
    match = whole_of(typed)
    if match is None or not number:
        raise NotFound.of("bracket.no-side")
    return match, Number(number)
