"""The hall screen: the clock, the tables, the seats of the next round, and of the ranking only what the director
released (R-388)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Problem
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import RoundNumber, SectionLetter, SessionNumber
from arrowswitch.tournament.entries.entrants import rounds_of
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.history.replanned import replanned_at
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState, Phase
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.values.play import RoundClock
from arrowswitch.tournament.model.values.publication import Publication
from arrowswitch.tournament.model.views import RankRow, RoundView
from arrowswitch.tournament.play.timetable import PlanView, plan
from arrowswitch.tournament.ranking.rankings import ranking_of_event
from arrowswitch.tournament.results.tables import round_view
from arrowswitch.tournament.scored.lines import table_name
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.header import current_round, current_session, phase, rounds_told
from arrowswitch.tournament.swiss.rounds import DrawRow, draw_view
from arrowswitch.tournament.swiss.triangle import TriangleSeats
from arrowswitch.web.access.event_pages import EventPagesRoute
from arrowswitch.web.desk.at import EventAt, EventDep
from arrowswitch.web.desk.play.hall_choice import Shows, hall_shows
from arrowswitch.web.desk.results.page import TableMark, round_marks, table_mark
from arrowswitch.web.hall.released import Released, ranked_rows, released_ranking
from arrowswitch.web.hall.row_marks import row_marks, signs_used
from arrowswitch.web.phones import code, players_address

router = APIRouter(route_class=EventPagesRoute)
ROWS = 14
"""This many rows fit next to the clock, as large as their number lets them; longer lists are shown page by page."""
MANY_TABLES, FEWER_ROWS = 20, 12
"""With more tables than this their grid takes the room of some rows."""
_ROUTINE = ("guide.arrow-north", "guide.last-round-over")
DRAW_ROWS, FEWER_DRAW_ROWS = 10, 7
"""This many drawn matches are on the wall at once, alone and below the grid of many tables."""
FEW_AWAY = 4
"""This many contestants who sit out or wait are listed below the draw; more have pages of their own after it."""
LARGE_ROWS = 16
"""This many rows fit when the ranking has the whole wall."""


@dataclass(frozen=True, slots=True)
class HallSeat:
    """Where a contestant sits in a round; `table` is empty for a sit-out. Both carry the letter of the section where
    there are several."""

    number: Number
    entry: Entry | None
    table: str
    side: Side | None


@dataclass(frozen=True, slots=True)
class HallDraw:
    """The drawn matches of a round, page by page, and the contestants in a triangle or sitting out. `is_next` while
    another round is still being played; `waiting` are those whose match is drawn later. Where many sit out or wait they
    are on pages of their own, `away`, each with the code of why."""

    round: int
    is_next: bool
    pages: tuple[tuple[DrawRow, ...], ...]
    odd: tuple[tuple[Number, Entry | None], ...]
    is_triangle: bool
    away: tuple[tuple[tuple[Number, Entry | None, str], ...], ...] = ()
    waiting: tuple[tuple[Number, Entry | None], ...] = ()
    seats: TriangleSeats = field(default_factory=TriangleSeats)
    stands_by: tuple[Number, Entry | None] | None = None


RankingColumns = tuple[tuple[RankRow, ...], ...]


@dataclass(frozen=True, slots=True)
class HallRanking:
    """The ranking on the wall, page by page, each page in columns. `publication` is None for the live one."""

    groups: tuple[tuple[Side | None, tuple[RankingColumns, ...]], ...]
    publication: Publication | None
    missing: int
    corrections_since: int
    marks: Mapping[EntryId, str] = field(default_factory=dict, hash=False)

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """Returns each sign of the rows, with the name of its flag."""
        return signs_used(self.marks)


@dataclass(frozen=True, slots=True)
class HallPage:
    """Everything on the wall. `players` is the address of the pages for phones, empty when none can reach it."""

    state: EventState
    now: datetime
    clock: RoundClock | None
    round: int
    rounds: int
    tables: tuple[TableMark, ...]
    calls: tuple[Problem, ...]
    seats_round: int
    seats: tuple[tuple[HallSeat, ...], ...]
    draw: HallDraw | None
    ranking: HallRanking | None
    plan: PlanView | None
    is_started: bool
    is_large: bool
    is_over: bool
    is_complete: bool
    session: SessionNumber = 1
    players: str = ""
    replanned_at: datetime | None = None


@router.get("/hall/{event_id}")
def show(at: EventDep, section: Annotated[str, Query(max_length=1)] = "") -> HTMLResponse:
    """Shows the hall screen of the session that is played, or of the one to come once its seats are known; `section`
    shows the tables and seats of one section only."""
    state = at.state
    session = hall_session(state)
    letters = tuple(sorted(state.session(session).sections))
    if section and section not in letters:
        raise NotFound.of("event.no-section", section=section)
    wanted = (section,) if section else letters
    shows = hall_shows(at.request, at.event_id)
    ranking = None if shows is Shows.SEATS else released_ranking(at)
    board = None if ranking is None else hall_ranking(state, ranking, shows is Shows.RANKING or is_over(state))
    page = hall_page(state, session, wanted, shows, board, at.now)
    page = with_surroundings(at, page)
    return at.render("hall/hall.html", page, code=code)


def with_surroundings(at: EventAt, page: HallPage) -> HallPage:
    """Returns a page with the address for phones, and with the time at which its round was replanned."""
    changed = None if page.is_over or not page.is_started else replanned_at(at.ledger, page.session, page.round)
    return replace(page, players=players_address(at.request, at.event_id), replanned_at=changed)


def hall_session(state: EventState) -> SessionNumber:
    """Returns the session for the wall: the one that is played; when it is over, the next as soon as it has seats."""
    now = current_session(state)
    following = state.sessions.get(now + 1)
    is_seated = following is not None and any(section.numbers for section in following.sections.values())
    return now + 1 if is_seated and state.is_started and not missing_slots(state, now) else now


def hall_page(
    state: EventState,
    session: SessionNumber,
    letters: tuple[SectionLetter, ...],
    shows: Shows,
    board: HallRanking | None,
    now: datetime,
) -> HallPage:
    """Returns the content of the wall at `now` for these sections of a session."""
    places = tuple(Place(session, letter) for letter in letters)
    number = current_round(state, session) if places else 0
    views = tuple(view for place in places if (view := _view(state, place, number)) is not None)
    clock = state.session(session).clock
    rounds = rounds_of(state.session(session))
    seats_round = number if clock is None or not number else min(number + 1, rounds)
    over = is_over(state)
    wants_seats = shows is not Shows.RANKING and not over
    drawn = hall_draw(state, places[0], number, seats_round) if wants_seats and places else None
    is_told = form_of(state.settings).draws_by_ranking or (drawn is not None and len(places) == 1)
    tables = tuple(mark for view in views for mark in _marks(state, view, now))
    calls = (call for view in views for call in view.announcements if not (over or _is_routine(call)))
    if form_of(
        state.settings
    ).draws_by_ranking:  # Where everybody goes is drawn: there is no rule of the sheet to be an exception of.
        calls = (call for call in calls if not call.code.startswith("guide.irregular"))
    return HallPage(
        state=state,
        now=now,
        clock=None if over else clock,
        round=number,
        rounds=rounds_told(state, session),
        tables=tables,
        calls=tuple(dict.fromkeys(calls)),
        seats_round=seats_round or 1,
        seats=_pages(seats_of_round(state, places, seats_round or 1), len(tables))
        if wants_seats and not is_told
        else (),
        draw=drawn,
        ranking=board,
        plan=None if over else plan(state, now, session),
        is_started=clock is not None or state.session(session).started_at is not None,
        is_large=not wants_seats,
        is_over=over,
        is_complete=phase(state) is Phase.COMPLETE,
        session=session,
    )


def _view(state: EventState, place: Place, number: RoundNumber) -> RoundView | None:
    section = state.find_section(place)
    movement = section.movement if section is not None else None
    has_round = movement is not None and 1 <= number <= movement.rounds
    return round_view(state, place, number) if has_round else None


def _marks(state: EventState, view: RoundView, now: datetime) -> tuple[TableMark, ...]:
    """Returns the tables of a section at a glance, with its letter where there are several."""
    place = view.at.place
    section = state.section(place)
    is_late = any(mark.is_late for mark in round_marks(state, place, section, now) if mark.round == view.at.round)
    marks = (table_mark(table, is_late) for table in view.tables)
    return tuple(
        replace(mark, view=replace(mark.view, label=table_name(state, place, mark.view.label))) for mark in marks
    )


def hall_draw(state: EventState, place: Place, playing: int, wanted: int) -> HallDraw | None:
    """Returns the draw for the wall: the newest one, that of the next round as soon as it is published; where many
    rounds are drawn beforehand (a league), that of the round whose seats are `wanted`."""
    section = state.find_section(place)
    if section is None or not section.draws:
        return None
    rounds = sorted(draw.round for draw in section.draws)
    newest = rounds[-1]
    view = draw_view(state, place.at(newest if newest <= playing + 1 else min(r for r in rounds if r >= wanted)))
    tables = 0 if section.movement is None else len(section.movement.in_round(view.round))
    each = FEWER_DRAW_ROWS if tables > MANY_TABLES else DRAW_ROWS
    odd = view.triangle or (() if view.sit_out is None else (view.sit_out,))
    if form_of(state.settings).bracket(state, place.section) is not None:
        odd = tuple((seat.number, seat.entry) for seat in _seats_of(state, place, view.round) if not seat.table)
    away = [(number, entry, "hall.waits") for number, entry in view.waiting]
    away += [] if view.triangle else [(number, entry, "hall.sits-out") for number, entry in odd]
    are_many = len(away) > FEW_AWAY
    return HallDraw(
        round=view.round,
        is_next=0 < playing < view.round,
        pages=tuple(view.rows[at : at + each] for at in range(0, len(view.rows), each)),
        odd=() if are_many and not view.triangle else odd,
        away=tuple(tuple(away[at : at + 2 * each]) for at in range(0, len(away), 2 * each)) if are_many else (),
        is_triangle=bool(view.triangle),
        waiting=() if are_many else view.waiting,
        seats=view.seats,
        stands_by=view.stands_by,
    )


def seats_of_round(state: EventState, places: tuple[Place, ...], number: RoundNumber) -> tuple[HallSeat, ...]:
    """Returns all seats of a round in some sections."""
    return tuple(seat for place in places for seat in _seats_of(state, place, number))


def _seats_of(state: EventState, place: Place, number: RoundNumber) -> tuple[HallSeat, ...]:
    section = state.find_section(place)
    movement = section.movement if section is not None else None
    if section is None or movement is None or not 1 <= number <= movement.rounds or not section.numbers:
        return ()
    seats: list[tuple[Number, Entry | None, str, Side | None]] = []
    view = round_view(state, place, number)
    for table in view.tables:
        if table.is_played:
            for side, seat in ((Side.NS, table.ns), (Side.EW, table.ew)):
                label = table_name(state, place, table.label)
                seats += [(n, e, label, side) for n, e in zip(seat.numbers, seat.entries, strict=True)]
    for seat in view.sit_outs:
        waiting = zip(seat.numbers, seat.entries, strict=True)
        seats += [(n, e, "", None) for n, e in waiting if e is None or not e.is_withdrawn]
    order = {number: at for at, number in enumerate(movement.contestants)}
    seats.sort(key=lambda one: order.get(one[0], len(order)))
    return tuple(HallSeat(Number(table_name(state, place, n)), e, label, side) for n, e, label, side in seats)


def is_over(state: EventState) -> bool:
    """True if the evening is played and published, so that the wall shows only the result."""
    return phase(state) in (Phase.PUBLISHED, Phase.FINAL)


def hall_ranking(state: EventState, release: Released, is_large: bool) -> HallRanking:
    """Returns the ranking that is shown, in pages."""
    ranked_groups = ranked_rows(release.state)
    columns = 2 if is_large and len(ranked_groups) == 1 else 1
    groups = tuple((side, _columns(rows, is_large, columns)) for side, rows in ranked_groups)
    publication = release.publication
    return HallRanking(
        groups=groups,
        publication=publication,
        missing=ranking_of_event(release.state).results_to_come,
        corrections_since=_count_corrections(state, publication),
        marks=row_marks(release.state),
    )


def _count_corrections(state: EventState, publication: Publication | None) -> int:
    """Returns the corrections since a published result; 0 after an interim ranking, which the results of further rounds
    follow."""
    if publication is None or publication.is_interim:
        return 0
    return state.publication.corrections - publication.corrections


def _columns(rows: tuple[RankRow, ...], is_large: bool, columns: int) -> tuple[RankingColumns, ...]:
    """Returns the rows page by page, each in at most this many columns of equal length, in one when that is enough."""
    most = LARGE_ROWS if is_large else ROWS
    pages = []
    for at in range(0, len(rows), most * columns):
        page = rows[at : at + most * columns]
        length = len(page) if len(page) <= most else -(-len(page) // columns)
        pages.append(tuple(page[begin : begin + length] for begin in range(0, len(page), length)))
    return tuple(pages)


def _is_routine(call: Problem) -> bool:
    """True if a call is the same every round, or is in the list of seats anyway."""
    return call.code.startswith(("guide.sits-out", "guide.check-boards")) or call.code in _ROUTINE


def _pages(seats: tuple[HallSeat, ...], tables: int) -> tuple[tuple[HallSeat, ...], ...]:
    """Returns the seats in pages of two columns."""
    size = 2 * (FEWER_ROWS if tables > MANY_TABLES else ROWS)
    return tuple(seats[at : at + size] for at in range(0, len(seats), size))
