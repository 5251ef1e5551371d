"""The hall screen: the clock, the tables, the seats of the next round, and of the ranking only what the director
released (R-388)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Response

from arrowswitch.core.errors import NotFound, Problem
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.tournament.entries.entrants import rounds_of
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.history.replanned import replanned_at
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.play import RoundClock
from arrowswitch.tournament.model.views import RoundView
from arrowswitch.tournament.play.timetable import PlanView, plan
from arrowswitch.tournament.results.tables import round_view
from arrowswitch.tournament.scored.lines import table_name
from arrowswitch.tournament.standings.header import current_round, rounds_told
from arrowswitch.web.access.event_pages import EventPagesRoute
from arrowswitch.web.desk.at import EventAt, EventDep
from arrowswitch.web.desk.play.hall_choice import Shows, hall_shows
from arrowswitch.web.desk.results.page import TableMark, round_marks, table_mark
from arrowswitch.web.hall.bracket import HallBracket, bracket_of
from arrowswitch.web.hall.moment import HallMoment, hall_moment
from arrowswitch.web.hall.names import NamesPage, names_pages
from arrowswitch.web.hall.ranking import HallRanking, hall_ranking
from arrowswitch.web.hall.released import Released, released_ranking
from arrowswitch.web.hall.seats import HallDraw, HallSeat, hall_draw, seat_pages, seats_of_round
from arrowswitch.web.hall.space import Space, lines_of_tiles, tiles_in_a_line
from arrowswitch.web.phones import code, players_address

router = APIRouter(route_class=EventPagesRoute)
_ROUTINE = ("guide.arrow-north", "guide.last-round-over")


@dataclass(frozen=True, slots=True)
class HallPage:
    """Everything on the screen. `players` is the address of the pages for phones, empty when none can reach it. Before
    the start the seats are listed by name (`names`); the result of a knockout is its bracket."""

    moment: HallMoment
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
    names: tuple[NamesPage, ...] = ()
    bracket: HallBracket | None = None
    players: str = ""
    replanned_at: datetime | None = None

    @property
    def state(self) -> EventState:
        return self.moment.state

    @property
    def now(self) -> datetime:
        return self.moment.now

    @property
    def session(self) -> SessionNumber:
        return self.moment.session

    @property
    def is_over(self) -> bool:
        return self.moment.is_over

    @property
    def is_complete(self) -> bool:
        return self.moment.is_complete

    @property
    def tiles(self) -> int:
        """Returns the number of tables next to one another."""
        return tiles_in_a_line(_labels(self.tables))


@router.get("/hall/{event_id}")
def show(at: EventDep, section: Annotated[str, Query(max_length=1)] = "") -> Response:
    """Shows the hall screen of the session that is played, or of the one to come once its seats are known; `section`
    shows the tables and seats of one section only."""
    moment = hall_moment(at, section)
    if section and moment.letters != (section,):
        raise NotFound.of("event.no-section", section=section)
    page = hall_page(at, moment, hall_shows(at.request, at.event_id))
    if not page.is_started and not page.draw:
        page = replace(page, names=names_of_round(moment, page.seats_round), seats=())
    if page.is_over:
        page = replace(page, bracket=bracket_of(moment))
    return at.render_watched("hall/hall.html", page, code=code)


def hall_page(at: EventAt, moment: HallMoment, shows: Shows) -> HallPage:
    """Returns everything of the moment, as far as the director lets the hall show it."""
    page = _page(moment, shows, None if shows is Shows.SEATS else released_ranking(at))
    is_playing = page.is_started and not moment.is_played
    changed = replanned_at(at.ledger, page.session, page.round) if is_playing else None
    return replace(page, players=players_address(at.request, at.event_id), replanned_at=changed)


def _page(moment: HallMoment, shows: Shows, release: Released | None) -> HallPage:
    state, session, places = moment.state, moment.session, moment.places
    number = current_round(state, session) if places else 0
    views = tuple(view for place in places if (view := _view(state, place, number)) is not None)
    clock = state.session(session).clock
    seats_round = number if clock is None or not number else _round_to_come(state, places, number)
    wants_seats = shows is not Shows.RANKING and not moment.is_played
    tables = () if moment.is_played else tuple(mark for view in views for mark in _marks(state, view, moment.now))
    calls = () if moment.is_played else _calls(state, views)
    space = Space(lines_of_tiles(_labels(tables)), _notices(state, calls))
    drawn = hall_draw(moment, number, seats_round, space) if wants_seats and places else None
    has_draw = form_of(state.settings).draws_by_ranking or (drawn is not None and len(places) == 1)
    is_large = not wants_seats
    ranking = None if release is None else hall_ranking(moment, release, is_large, space)
    seats = seats_of_round(state, places, seats_round or 1) if wants_seats and not has_draw else ()
    return HallPage(
        moment=moment,
        clock=None if moment.is_played else clock,
        round=number,
        rounds=rounds_told(state, session),
        tables=tables,
        calls=calls,
        seats_round=seats_round or 1,
        seats=seat_pages(moment, seats, space, columns=2 if ranking is None else 1),
        draw=drawn,
        ranking=ranking,
        plan=None if moment.is_played else plan(state, moment.now, session),
        is_started=clock is not None or state.session(session).started_at is not None,
        is_large=is_large,
    )


def _round_to_come(state: EventState, places: Sequence[Place], number: RoundNumber) -> RoundNumber:
    """Returns the round after the present one, or the present one if there is no other or it is not drawn yet."""
    following = min(number + 1, rounds_of(state.session(places[0].session)))
    sections = filter(None, map(state.find_section, places))
    drawn = [{draw.round for draw in section.draws} for section in sections]
    return number if any(rounds and following not in rounds for rounds in drawn) else following


def names_of_round(moment: HallMoment, number: RoundNumber) -> tuple[NamesPage, ...]:
    """Returns the seats of a round by name, page by page."""
    seats = seats_of_round(moment.state, moment.places, number or 1)
    return names_pages(seats, moment.language, Space(notices=_notices(moment.state, ())))


def _labels(tables: tuple[TableMark, ...]) -> tuple[str, ...]:
    return tuple(str(mark.view.label) for mark in tables)


def _notices(state: EventState, calls: tuple[Problem, ...]) -> int:
    """Returns the number of announcements above the lists."""
    return len(state.publication.announcements) + bool(calls)


def _calls(state: EventState, views: tuple[RoundView, ...]) -> tuple[Problem, ...]:
    """Returns the calls of the round. Where everybody's seat is drawn there is no rule of the sheet to except from."""
    calls = (call for view in views for call in view.announcements if not _is_routine(call))
    if form_of(state.settings).draws_by_ranking:
        calls = (call for call in calls if not call.code.startswith("guide.irregular"))
    return tuple(dict.fromkeys(calls))


def _is_routine(call: Problem) -> bool:
    """True if a call is the same every round, or is in the list of seats anyway."""
    return call.code.startswith(("guide.sits-out", "guide.check-boards")) or call.code in _ROUTINE


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
