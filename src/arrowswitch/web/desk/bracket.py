"""The bracket of a knockout: every match in its round, live with each board; seeds, the next matches, their start.

JCBL director's manual 3.3, lines 1762-1772 and 2719-2723. Columns are rounds, so that a field of 128 is read one round
at a time and scrolls sideways.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Problem
from arrowswitch.core.pairing.bracket_words import round_name, slot_name
from arrowswitch.core.pairing.knockout import Knockout, Place
from arrowswitch.core.pairing.knockout_match import KnockoutMatch
from arrowswitch.tournament.commands import DecideMatch, DrawRound
from arrowswitch.tournament.director.entries import complete_entries
from arrowswitch.tournament.model import Entry, EventId, EventState, Section
from arrowswitch.tournament.queries.header import current_round
from arrowswitch.tournament.queries.knockout import is_knockout, knockout
from arrowswitch.web.context import amount_text, redirect
from arrowswitch.web.desk.draw import SECTION, SESSION, SeedRow, seed_rows
from arrowswitch.web.desk.frame import render_event
from arrowswitch.web.forms import StampDep
from arrowswitch.web.house import HouseDep

router = APIRouter(prefix="/events/{event_id}/bracket")


@dataclass(frozen=True, slots=True)
class BracketSide:
    """A side of a match: who it is, or where it comes from (`source`); its points; whether it goes on."""

    number: Number | None
    entry: Entry | None
    source: Problem | None
    points: str
    goes_on: bool


@dataclass(frozen=True, slots=True)
class BracketBox:
    """A match of the bracket; `round` is that of the draw once it is drawn."""

    match: KnockoutMatch
    sides: tuple[BracketSide, ...]
    round: int | None


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """A round of a part of the bracket."""

    title: Problem
    boxes: tuple[BracketBox, ...]


@dataclass(frozen=True, slots=True)
class BracketPage:
    """The page. `to_start` is a drawn round that has not begun, `next` the matches that can be drawn now."""

    columns: tuple[BracketColumn, ...]
    seeds: tuple[SeedRow, ...]
    is_numbered: bool
    can_number: bool
    next: tuple[BracketBox, ...]
    next_round: int
    to_start: int | None
    winner: tuple[Number, Entry | None] | None
    places: tuple[tuple[Place, Entry | None], ...]


@router.get("")
def show_bracket(request: Request, event_id: EventId, house: HouseDep) -> HTMLResponse:
    """Shows the bracket as it stands."""
    state = house.tournament.state(event_id)
    _need_knockout(state)
    return render_event(request, state, "desk/draw/bracket.html", _page(state), tab="bracket")


@router.post("")
def draw_next(event_id: EventId, house: HouseDep, stamp: StampDep) -> Response:
    """Draws the matches that can be played now."""
    state = house.tournament.state(event_id)
    _need_knockout(state)
    number = len(_section(state).draws) + 1
    house.tournament.execute(event_id, DrawRound(SESSION, SECTION, number), stamp)
    return redirect(f"/events/{event_id}/bracket", "desk.draw.done", round=number)


@router.post("/decide")
def decide(
    event_id: EventId,
    house: HouseDep,
    stamp: StampDep,
    round_: Annotated[int, Form(alias="round")],
    number: Annotated[str, Form(max_length=10)],
) -> Response:
    """Says who goes on from a match that is level after all boards; a reason is needed."""
    _need_knockout(house.tournament.state(event_id))
    house.tournament.execute(event_id, DecideMatch(SESSION, SECTION, round_, Number(number)), stamp)
    return redirect(f"/events/{event_id}/bracket", "desk.bracket.decided")


def _page(state: EventState) -> BracketPage:
    section = _section(state)
    entries = complete_entries(state)
    numbers = {entry_id: number for number, entry_id in section.numbers.items()}
    stands = knockout(state, SECTION) if len(section.numbers) > 1 else None
    boxes = () if stands is None else tuple(_box(state, section, stands, one) for one in stands.matches)
    drawn = {match.bracket for one in section.draws for match in one.matches}
    playing = current_round(state, SESSION) if state.is_started else 0
    waiting = [one.round for one in section.draws if one.round > playing]
    winner = None if stands is None else stands.winner
    return BracketPage(
        _columns(stands, boxes),
        seed_rows(entries, numbers),
        bool(entries) and all(entry.entry_id in numbers for entry in entries),
        not section.draws,
        tuple(box for box in boxes if box.match.is_under_way and box.match.number not in drawn),
        len(section.draws) + 1,
        waiting[0] if waiting else None,
        None if winner is None else (winner, state.entry_at(SESSION, SECTION, winner)),
        () if stands is None else tuple((p, state.entry_at(SESSION, SECTION, p.number)) for p in stands.places),
    )


def _columns(stands: Knockout | None, boxes: tuple[BracketBox, ...]) -> tuple[BracketColumn, ...]:
    if stands is None:
        return ()

    def part(box: BracketBox) -> tuple[str, int]:
        return box.match.bracket.stage.value, box.match.bracket.round

    order = {key: at for at, key in enumerate(dict.fromkeys(part(box) for box in boxes))}
    ordered = sorted(boxes, key=lambda box: (order[part(box)], box.match.number))
    found = []
    for _, group in groupby(ordered, key=part):
        listed = tuple(group)
        found.append(BracketColumn(round_name(stands.bracket, listed[0].match.bracket), listed))
    return tuple(found)


def _box(state: EventState, section: Section, stands: Knockout, match: KnockoutMatch) -> BracketBox:
    sides = []
    points = {side.number: side for side in match.sides}
    for slot, number in zip(match.bracket.slots, match.teams, strict=True):
        side = points.get(number) if number is not None else None
        entry = None if number is None else state.entry_at(SESSION, SECTION, number)
        source = slot_name(stands, slot) if number is None else None
        shown = "" if side is None or not match.compared else amount_text(side.won + side.carried - side.penalty)
        sides.append(BracketSide(number, entry, source, shown, number is not None and number in match.goes_on))
    drawn = (one.round for one in section.draws for drawn in one.matches if drawn.bracket == match.number)
    return BracketBox(match, tuple(sides), next(drawn, None))


def _section(state: EventState) -> Section:
    return state.session(SESSION).sections.get(SECTION) or Section(SECTION)


def _need_knockout(state: EventState) -> None:
    if not is_knockout(state):
        raise NotFound.of("desk.bracket.none")
