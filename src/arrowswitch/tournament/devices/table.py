"""The screen of a table's device: the players, the boards of the round with the reports, and the next places."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.guide.cards import NextPlace, TableRound
from arrowswitch.core.movements.model import RoundNumber, TableNumber
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.devices.decide import is_of_players, is_session_over, standing_report, table_round
from arrowswitch.tournament.devices.decide_seating import hold_of, may_begin, seat_check
from arrowswitch.tournament.devices.differences import difference_at
from arrowswitch.tournament.devices.drawn_rounds import guide_at, is_decided, is_out, next_seat, planned_rounds
from arrowswitch.tournament.devices.own_tables import is_missing, seat_now
from arrowswitch.tournament.devices.seated import SeatedTable, has_round, last_round, own_seats, seated_table
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.devices import DeviceUse, TableReport
from arrowswitch.tournament.model.values.review import ReviewOption
from arrowswitch.tournament.model.values.seating import SeatCheck
from arrowswitch.tournament.scored.open_tables import missing_at


class BoardStatus(StrEnum):
    """How far a board is at a table."""

    OPEN = "open"
    """Nothing was reported."""
    REPORTED = "reported"
    """One side reported a result, and the other side has yet to agree."""
    DIFFERS = "differs"
    """The two sides reported different results."""
    STORED = "stored"
    """The result counts."""
    OTHER = "other"
    """The director's result counts, and it is not what the table reported."""
    ASKED = "asked"
    """Another device of the table reported another result, and the table is asked which one is right."""
    LATE = "late"
    """The board is played later."""


class TablePhase(StrEnum):
    """The state of play at a table."""

    OFF = "off"
    """The director allows no devices."""
    WAITING = "waiting"
    """Play has not begun, or the round is not drawn."""
    PLAYING = "playing"
    IDLE = "idle"
    """The table has no match in this round."""
    OVER = "over"
    """The last round is closed, the next session has begun, or the event is closed."""


@dataclass(frozen=True, slots=True)
class BoardAtTable:
    """A board of a round at a table. `report` is the result that counts, or else the newest report, which `side` made
    (None: both sides, or the desk). `other` is a result that differs from it, if the table is asked about it."""

    slot: Slot
    status: BoardStatus
    report: TableReport | None = None
    side: Side | None = None
    other: TableReport | None = None


@dataclass(frozen=True, slots=True)
class RoundAtTable:
    """A round at a table: who sits there, and the boards. A round before the present one has its open boards only."""

    table: SeatedTable
    boards: tuple[BoardAtTable, ...]

    @property
    def round(self) -> RoundNumber:
        return self.table.at.round


@dataclass(frozen=True, slots=True)
class TableScreen:
    """Everything that the device of a table shows.

    - `earlier` are rounds that still lack a board.
    - `guide` is where players and boards go after this round (None where there is no movement).
    - `has_called` is True while the table waits for the director.
    - `following` is the round that can be begun before the clock reaches it (None: none).
    - `side` is that of the pair or player whose device it is (None: the table's), `own_next` its next seat if it sits
      out.
    - `check` is the seating check of the round (None: there is none).
    - `is_coming` is True once the director is on the way.
    - `holder` is the device that sends for the code.
    """

    place: Place
    label: str
    phase: TablePhase
    round: RoundNumber
    rounds: RoundNumber
    now: RoundAtTable | None = None
    earlier: tuple[RoundAtTable, ...] = ()
    guide: TableRound | None = None
    is_closed: bool = False
    options: frozenset[ReviewOption] = frozenset()
    has_called: bool = False
    following: RoundNumber | None = None
    side: Side | None = None
    own_next: NextPlace | None = None
    check: SeatCheck | None = None
    is_coming: bool = False
    is_check_on: bool = False
    holder: str = ""


def device_screen(state: EventState, owner: DeviceOwner) -> TableScreen:
    """Returns the screen of the device with a code: that of its table, or that of the table where its pair or player
    sits in the round: the one that it has begun, if that is later than the clock's round."""
    key = owner.key
    base = table_round(state, owner.place, owner.table) if owner.number is None else own_round(state, owner)
    begun = state.devices.seating.begun.get(key, 0)
    number = begun if begun > base and may_begin(state, key, begun) else base
    screen, hold = _screen_in(state, owner, number), hold_of(state, key)
    is_there = screen.phase in (TablePhase.PLAYING, TablePhase.IDLE)
    following = number + 1 if is_there and may_begin(state, key, number + 1) else None
    if following is None and hold is None:
        return screen
    return replace(screen, following=following, holder="" if hold is None else hold.device)


def _screen_in(state: EventState, owner: DeviceOwner, number: RoundNumber) -> TableScreen:
    """Returns the screen of a device in a round."""
    seat = seat_now(state, owner, number)
    if owner.number is None:
        return table_screen(state, owner.place, owner.table if seat is None else seat.table, number)
    phase = _phase(state, owner.place, number) if state.devices.use is DeviceUse.OWN else TablePhase.OFF
    if seat is None or phase is not TablePhase.PLAYING:
        return _screen_without_seat(state, owner, number, phase)
    screen = table_screen(state, owner.place, seat.table, number)
    before = (other for other in own_seats(state, owner) if other.round < number)
    earlier = (_open_boards(state, owner.place, other.table, other.round) for other in before)
    return replace(screen, side=seat.side, earlier=tuple(one for one in earlier if one is not None))


def _screen_without_seat(state: EventState, owner: DeviceOwner, number: RoundNumber, phase: TablePhase) -> TableScreen:
    """Returns the screen of a pair or player who has no table: for a round, or for good."""
    following = None
    if phase is TablePhase.PLAYING:
        phase = TablePhase.OVER if is_out(state, owner) else TablePhase.IDLE
        following = next_seat(state, owner, number) if phase is TablePhase.IDLE else None
    return TableScreen(
        place=owner.place,
        label="",
        phase=phase,
        round=number,
        rounds=planned_rounds(state, owner.place),
        side=owner.side,
        own_next=following,
    )


def own_round(state: EventState, owner: DeviceOwner) -> RoundNumber:
    """Returns the round that a pair or player plays: the clock's, or without a clock its first round that lacks a
    result, the last round that is drawn if it lacks none."""
    clock = state.session(owner.place.session).clock
    if clock is not None:
        return clock.round
    waiting = (seat.round for seat in own_seats(state, owner) if is_missing(state, owner, seat))
    first = next(waiting, None)
    return last_round(state, owner.place) if first is None else first


def table_screen(state: EventState, place: Place, table: TableNumber, wanted: RoundNumber | None = None) -> TableScreen:
    """Returns the screen of a table's device in a round (None: the round that the table plays); raises NotFound if the
    event has no such section."""
    section, session = state.section(place), state.session(place.session)
    number = table_round(state, place, table) if wanted is None else wanted
    movement = section.movement
    phase = _phase(state, place, number)
    if phase is not TablePhase.PLAYING or movement is None:
        rounds = planned_rounds(state, place)
        return TableScreen(place=place, label=section.label(table), phase=phase, round=number, rounds=rounds)
    seated = seated_table(state, place, table, number)
    now = None if seated is None else RoundAtTable(seated, _boards(state, seated))
    waiting = dict.fromkeys(slot.round for slot in missing_at(state, place, table) if slot.round < number)
    earlier = (_open_boards(state, place, table, before) for before in waiting)
    calls = [one for one in state.rulings.calls if one.is_waiting and (one.place, one.table) == (place, table)]
    return TableScreen(
        place=place,
        label=section.label(table),
        phase=TablePhase.IDLE if now is None or not now.table.is_played else phase,
        round=number,
        rounds=planned_rounds(state, place),
        now=now,
        earlier=tuple(one for one in earlier if one is not None),
        guide=guide_at(state, place, table, number),
        is_closed=number in session.closed_rounds,
        options=state.devices.review.options,
        has_called=bool(calls),
        check=seat_check(state, place.at(number), table),
        is_coming=any(one.coming_at is not None for one in calls),
        is_check_on=state.devices.seating.is_on,
    )


def board_at_table(state: EventState, slot: Slot) -> BoardAtTable:
    """Returns a board as its table sees it. Nothing of any other table is in it."""
    reports = state.devices.reports.get(slot, {})
    standing = standing_report(state, slot)
    if standing is not None:
        return _standing_board(state, slot, standing)
    if slot in state.rulings.put_off:
        return BoardAtTable(slot=slot, status=BoardStatus.LATE)
    if not reports:
        return BoardAtTable(slot=slot, status=BoardStatus.OPEN)
    side, report = list(reports.items())[-1]
    if len(set(reports.values())) > 1:
        return BoardAtTable(slot=slot, status=BoardStatus.DIFFERS, report=report, side=side)
    return BoardAtTable(slot=slot, status=BoardStatus.REPORTED, report=report, side=side)


def _standing_board(state: EventState, slot: Slot, standing: TableReport) -> BoardAtTable:
    """Returns a board with a result. While the round is open, the table is asked about a result that differs."""
    reports, difference = state.devices.reports.get(slot, {}), difference_at(state, slot)
    is_asked = difference is not None and difference.is_asked
    if not is_of_players(state, slot):
        differing = next((one for one in reports.values() if one != standing), None)
        status = BoardStatus.STORED if differing is None else BoardStatus.OTHER
        return BoardAtTable(slot=slot, status=status, report=standing, other=differing if is_asked else None)
    other = None if difference is None or not is_asked else difference.other
    if other is None or other == standing:
        return BoardAtTable(slot=slot, status=BoardStatus.STORED, report=standing)
    return BoardAtTable(slot=slot, status=BoardStatus.ASKED, report=standing, other=other)


def missing_boards(screen: TableScreen) -> tuple[BoardNumber, ...]:
    """Returns the boards of the present round without a result."""
    done = (BoardStatus.STORED, BoardStatus.OTHER, BoardStatus.ASKED, BoardStatus.LATE)
    return () if screen.now is None else tuple(one.slot.board for one in screen.now.boards if one.status not in done)


def _phase(state: EventState, place: Place, number: RoundNumber) -> TablePhase:
    session, section = state.session(place.session), state.section(place)
    if state.devices.use is DeviceUse.OFF:
        return TablePhase.OFF
    if is_session_over(state, place.session):
        return TablePhase.OVER
    if session.started_at is None or section.movement is None or not has_round(state, place, number):
        return TablePhase.WAITING
    is_last = number >= section.movement.rounds and number in session.closed_rounds
    return TablePhase.OVER if is_last and is_decided(state, place) else TablePhase.PLAYING


def _boards(state: EventState, table: SeatedTable) -> tuple[BoardAtTable, ...]:
    return tuple(board_at_table(state, slot) for slot in table.slots)


def _open_boards(state: EventState, place: Place, table: TableNumber, number: RoundNumber) -> RoundAtTable | None:
    """Returns a round before the present one that lacks boards at a table; None if it lacks none."""
    missing = frozenset(slot for slot in missing_at(state, place, table) if slot.round == number)
    seated = seated_table(state, place, table, number) if missing else None
    if seated is None or not seated.is_played:
        return None
    return RoundAtTable(seated, tuple(one for one in _boards(state, seated) if one.slot in missing))
