"""The hall screen: the clock, the tables, the seats of the next round, and of the ranking only what the director
released (R-388).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.seats import Side
from arrowswitch.tournament.model import Clock, Entry, EventId, EventState, Phase, Publication, Section, Settings
from arrowswitch.tournament.queries.header import current_round, phase
from arrowswitch.tournament.queries.plan import PlanView, plan
from arrowswitch.tournament.queries.rankings import ranking
from arrowswitch.tournament.queries.swiss import DrawRow, draw_view
from arrowswitch.tournament.queries.tables import round_view
from arrowswitch.tournament.queries.views import RankRow, RoundView
from arrowswitch.web.context import render
from arrowswitch.web.desk.hall_choice import Shows, hall_shows
from arrowswitch.web.desk.score_page import SESSION, TableMark, first_section, round_marks, table_mark
from arrowswitch.web.house import HouseDep

router = APIRouter()
ROWS = 12
"""So many rows fit beside the clock; longer lists are shown page by page."""
MANY_TABLES, FEWER_ROWS = 20, 10
"""With more tables than this their grid takes the room of some rows."""
_ROUTINE = ("guide.check-boards-and-pairs", "guide.arrow-north", "guide.last-round-over")
DRAW_ROWS = 10
"""So many drawn matches stand on the wall at once."""
LARGE_ROWS = 16
"""So many rows fit where the ranking has the wall for itself."""


@dataclass(frozen=True, slots=True)
class HallSeat:
    """Where a contestant sits in a round; `table` is empty for a sit-out."""

    number: Number
    entry: Entry | None
    table: str
    side: Side | None


@dataclass(frozen=True, slots=True)
class HallDraw:
    """The drawn matches of a round, page by page, who is in a triangle and who sits out. `is_next` while another round
    is still being played."""

    round: int
    is_next: bool
    pages: tuple[tuple[DrawRow, ...], ...]
    odd: tuple[tuple[Number, Entry | None], ...]
    is_triangle: bool


RankingColumns = tuple[tuple[RankRow, ...], ...]


@dataclass(frozen=True, slots=True)
class HallRanking:
    """The ranking on the wall, page by page, each page in columns. `publication` is None for the live one."""

    groups: tuple[tuple[Side | None, tuple[RankingColumns, ...]], ...]
    publication: Publication | None
    missing: int
    corrections_since: int


@dataclass(frozen=True, slots=True)
class HallPage:
    """Everything on the wall."""

    event_id: EventId
    settings: Settings
    version: int
    now: datetime
    clock: Clock | None
    round: int
    rounds: int
    tables: tuple[TableMark, ...]
    view: RoundView | None
    calls: tuple[Problem, ...]
    seats_round: int
    seats: tuple[tuple[HallSeat, ...], ...]
    draw: HallDraw | None
    ranking: HallRanking | None
    plan: PlanView | None
    is_started: bool
    entries: int
    is_large: bool
    is_over: bool


@router.get("/hall/{event_id}")
def show(request: Request, event_id: EventId, house: HouseDep) -> HTMLResponse:
    """Shows the hall screen."""
    tournament = house.tournament
    state = tournament.state(event_id)
    shows = hall_shows(request, event_id)
    released = state.publications[-1] if state.publications else None
    is_large = shows is Shows.RANKING or _is_over(state)
    if shows is Shows.LIVE and state.is_started:
        board = _ranking(state, state, None, is_large)
    elif shows is not Shows.SEATS and released is not None:
        board = _ranking(state, tournament.state_at(event_id, released.seq), released, is_large)
    else:
        board = None
    return render(request, "hall/hall.html", hall_page(state, shows, board, tournament.clock.now()))


def hall_page(state: EventState, shows: Shows, board: HallRanking | None, now: datetime) -> HallPage:
    """Returns what is on the wall at `now`."""
    section = first_section(state)
    movement = section.movement if section is not None else None
    number = current_round(state, SESSION) if section is not None else 0
    view = None
    if section is not None and movement is not None and 1 <= number <= movement.rounds:
        view = round_view(state, SESSION, section.letter, number)
    late = {mark.round for mark in round_marks(state, section, now) if mark.is_late} if section is not None else set()
    clock = state.session(SESSION).clock
    rounds = movement.rounds if movement is not None else 0
    seats_round = number if clock is None or not number else min(number + 1, rounds)
    is_over = _is_over(state)
    wants_seats = shows is not Shows.RANKING and not is_over
    drawn = hall_draw(state, section, number) if wants_seats else None
    is_drawn = state.settings.event_form.is_drawn
    return HallPage(
        state.event_id,
        state.settings,
        state.seq,
        now,
        None if is_over else clock,
        number,
        rounds,
        tuple(table_mark(table, number in late) for table in (view.tables if view is not None else ())),
        view,
        tuple(call for call in (view.announcements if view is not None else ()) if not (is_over or _is_routine(call))),
        seats_round or 1,
        _pages(_seats(state, seats_round or 1), len(view.tables) if view is not None else 0)
        if wants_seats and not is_drawn
        else (),
        drawn,
        board,
        None if is_over else plan(state, now, SESSION),
        state.is_started,
        len(state.entries),
        not wants_seats,
        is_over,
    )


def hall_draw(state: EventState, section: Section | None, playing: int) -> HallDraw | None:
    """Returns the newest draw for the wall: that of the next round as soon as it is published."""
    if section is None or not section.draws:
        return None
    view = draw_view(state, SESSION, section.letter, section.draws[-1].round)
    pages = tuple(view.rows[at : at + DRAW_ROWS] for at in range(0, len(view.rows), DRAW_ROWS))
    odd = view.triangle or (() if view.sit_out is None else (view.sit_out,))
    return HallDraw(view.round, 0 < playing < view.round, pages, odd, bool(view.triangle))


def _seats(state: EventState, number: int) -> tuple[HallSeat, ...]:
    section = first_section(state)
    movement = section.movement if section is not None else None
    if section is None or movement is None or not 1 <= number <= movement.rounds or not section.numbers:
        return ()
    found: list[HallSeat] = []
    view = round_view(state, SESSION, section.letter, number)
    for table in view.tables:
        if table.is_played:
            for side, seat in ((Side.NS, table.ns), (Side.EW, table.ew)):
                found += [HallSeat(n, e, table.label, side) for n, e in zip(seat.numbers, seat.entries, strict=True)]
    for seat in view.sit_outs:
        found += [HallSeat(n, e, "", None) for n, e in zip(seat.numbers, seat.entries, strict=True)]
    order = {number: place for place, number in enumerate(movement.contestants)}
    return tuple(sorted(found, key=lambda one: order.get(one.number, len(order))))


def _is_over(state: EventState) -> bool:
    """Tells whether the evening is played and published, so that the wall shows the result alone."""
    return phase(state) in (Phase.PUBLISHED, Phase.FINAL)


def _ranking(state: EventState, shown: EventState, publication: Publication | None, is_large: bool) -> HallRanking:
    view = ranking(shown, SESSION)
    columns = 2 if is_large and len(view.groups) == 1 else 1
    groups = tuple(
        (side, _columns(tuple(row for row in rows if row.standing.boards), is_large, columns))
        for side, rows in view.groups
    )
    since = 0 if publication is None else state.corrections - publication.corrections
    return HallRanking(groups, publication, view.awaited, since)


def _columns(rows: tuple[RankRow, ...], is_large: bool, columns: int) -> tuple[RankingColumns, ...]:
    """Returns the rows page by page, each in so many columns of equal length at most, in one when that is enough."""
    most = LARGE_ROWS if is_large else ROWS
    pages = []
    for at in range(0, len(rows), most * columns):
        page = rows[at : at + most * columns]
        length = len(page) if len(page) <= most else -(-len(page) // columns)
        pages.append(tuple(page[begin : begin + length] for begin in range(0, len(page), length)))
    return tuple(pages)


def _is_routine(call: Problem) -> bool:
    """Tells whether a call is the same every round, or stands in the list of seats anyway."""
    return call.code.startswith("guide.sits-out") or call.code in _ROUTINE


def _pages(seats: tuple[HallSeat, ...], tables: int) -> tuple[tuple[HallSeat, ...], ...]:
    """Returns the seats in pages of two columns."""
    size = 2 * (FEWER_ROWS if tables > MANY_TABLES else ROWS)
    return tuple(seats[at : at + size] for at in range(0, len(seats), size))
