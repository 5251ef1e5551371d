"""Where everybody sits: the seats of a round in pages, and the drawn matches of a round."""

from __future__ import annotations

from dataclasses import dataclass, field

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.results.tables import round_view
from arrowswitch.tournament.scored.lines import table_name
from arrowswitch.tournament.swiss.rounds import DrawRow, DrawView, draw_view
from arrowswitch.tournament.swiss.triangle import TriangleSeats
from arrowswitch.web.hall.moment import HallMoment
from arrowswitch.web.hall.space import MATCH_SIDE, PAIR_IN_COLUMN, Space

DRAW_ROWS, FEWER_DRAW_ROWS = 10, 7
"""This many drawn matches are on the screen at once, alone and below several lines of tables."""
LINES_OF_A_MATCH = 1.3
"""The height of a match, in lines of the smallest letters."""
FEW_AWAY = 4
"""This many contestants who sit out or wait are listed below the draw; more have pages of their own after it."""


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

    @property
    def has_own_page(self) -> bool:
        """True if the triangle has a page of its own, after those of the matches."""
        return self.is_triangle and len(self.pages) > 1

    @property
    def count(self) -> int:
        """Returns the number of pages that the seats fill, one after another on the screen."""
        return len(self.pages) + len(self.away) + self.has_own_page


def hall_draw(moment: HallMoment, playing: int, wanted: int, space: Space) -> HallDraw | None:
    """Returns the draw for the hall: the newest one, that of the next round as soon as it is published; where many
    rounds are drawn beforehand (a league), that of the round whose seats are `wanted`."""
    state, place = moment.state, moment.places[0]
    section = state.find_section(place)
    if section is None or not section.draws:
        return None
    rounds = sorted(draw.round for draw in section.draws)
    newest = rounds[-1]
    view = draw_view(state, place.at(newest if newest <= playing + 1 else min(r for r in rounds if r >= wanted)))
    names = moment.names(entry for row in view.rows for entry in (row.home_entry, row.away_entry))
    most = FEWER_DRAW_ROWS if space.tiles > 1 else DRAW_ROWS
    each = max(min(most, space.rows(names, MATCH_SIDE), int(_lines_of_matches(space, view) / LINES_OF_A_MATCH)), 3)
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


def _lines_of_matches(space: Space, view: DrawView) -> int:
    """Returns the lines of the smallest letters that the matches of a draw have above those who sit out or wait."""
    return space.lines - 2 * bool(view.stands_by) - 2 * bool(view.waiting or view.sit_out)


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


def seat_pages(
    moment: HallMoment, seats: tuple[HallSeat, ...], space: Space, columns: int
) -> tuple[tuple[HallSeat, ...], ...]:
    """Returns the seats in pages of this many columns, all of about the same length."""
    entries = [seat.entry for seat in seats]
    most = columns * space.rows(moment.names(entries), PAIR_IN_COLUMN, partners=moment.partners(entries))
    pages = -(-len(seats) // most)
    size = -(-len(seats) // pages) if pages else 1
    size += -size % columns
    return tuple(seats[at : at + size] for at in range(0, len(seats), size))
