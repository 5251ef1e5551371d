"""Decides on the seating check at the tables, and on the device that sends for a code."""

from __future__ import annotations

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.tournament.devices.decide import check_session, has_begun, has_finished_before, is_session_over
from arrowswitch.tournament.devices.seated import meeting_of
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.context import Context, Rules, need_start
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import RoundPlace
from arrowswitch.tournament.model.slices.seating import (
    AnswerTakeover,
    BeginRound,
    ConfirmSeats,
    DeviceHeld,
    FreeDevice,
    HoldDevice,
    QuestionSeats,
    RoundBegun,
    SeatCheckSet,
    SeatsConfirmed,
    SeatsQuestioned,
    SetSeatCheck,
    TakeoverAsked,
    TakeoverDenied,
)
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.model.values.seating import DeviceHold, DeviceKey, PersonAt, SeatCheck, TableAt
from arrowswitch.tournament.results.tables import round_view
from arrowswitch.tournament.scored.open_tables import missing_at

LONGEST_DEVICE = 40
"""The most characters of the name of a device."""


def set_check(state: EventState, command: SetSeatCheck, context: Context) -> tuple[Fact, ...]:
    """Decides on asking for the seating check."""
    return () if state.devices.seating.is_on == command.is_on else (SeatCheckSet(command.is_on),)


def confirm(state: EventState, command: ConfirmSeats, context: Context) -> tuple[Fact, ...]:
    """Decides on sides that confirm who sits at their table; nothing comes of a second press. Raises Refused
    (`device.off`, `device.round-ahead`, `seating.no-match`)."""
    _check_round(state, command.at, command.table)
    current = seat_check(state, command.at, command.table)
    is_same = current.is_turned == command.is_turned and current.trouble is None
    if is_same and set(command.sides) <= set(current.sides):
        return ()
    return (made_like(SeatsConfirmed, command),)


def question(state: EventState, command: QuestionSeats, context: Context) -> tuple[Fact, ...]:
    """Decides on players who say that they are at the wrong table, or that a name is wrong. Raises Refused as
    `confirm`, and `seating.no-person` for a person whom the event does not have."""
    _check_round(state, command.at, command.table)
    for person in (command.wrong_person, command.sitting):
        if person is not None and not _has_person(state, person):
            raise Refused.of("seating.no-person")
    current = seat_check(state, command.at, command.table)
    if (current.trouble, current.wrong_person, current.sitting) == (
        command.trouble,
        command.wrong_person,
        command.sitting,
    ):
        return ()
    return (made_like(SeatsQuestioned, command),)


def seat_check(state: EventState, at: RoundPlace, table: int) -> SeatCheck:
    """Returns the seating check of a table in a round; an empty one before anyone has answered it."""
    return state.devices.seating.checks.get(TableAt(at, table), SeatCheck())


def is_shared(state: EventState, key: DeviceKey) -> bool:
    """True if several people have the code: the partners of a pair, each on a device of their own. All their devices
    send. The code of a table or of a single player is for one device."""
    entry = None if key.number is None else state.entry_at(key.place, key.number)
    return entry is not None and len(entry.people) > 1


def hold_of(state: EventState, key: DeviceKey) -> DeviceHold | None:
    """Returns the device that sends for a code; None if none does yet, or if partners share the code."""
    return None if is_shared(state, key) else state.devices.seating.holds.get(key)


def hold(state: EventState, command: HoldDevice, context: Context) -> tuple[Fact, ...]:
    """Decides on a device that wants to send for a code: it holds the code if no other device does, or if that
    device is silent; otherwise the director is asked once. Nobody is asked for a code that partners share, or whose
    session is over."""
    is_over = is_session_over(state, command.key.place.session)
    if state.devices.use is DeviceUse.OFF or is_over or is_shared(state, command.key):
        return ()
    current = hold_of(state, command.key)
    if current is not None and current.device == command.device:
        return ()
    if current is None or not current.device or command.is_silent:
        return (DeviceHeld(command.key, command.device),)
    return () if current.asks == command.device else (TakeoverAsked(command.key, command.device),)


def answer_takeover(state: EventState, command: AnswerTakeover, context: Context) -> tuple[Fact, ...]:
    """Decides on the director's answer. Raises Refused (`takeover.gone`) if that device no longer asks."""
    current = hold_of(state, command.key)
    if current is None or current.asks != command.device:
        raise Refused.of("takeover.gone")
    made = DeviceHeld if command.is_allowed else TakeoverDenied
    return (made(command.key, command.device),)


def begin(state: EventState, command: BeginRound, context: Context) -> tuple[Fact, ...]:
    """Decides on a round that is begun on a device. Raises Refused (`device.off`, `device.round-ahead`)."""
    if state.devices.use is DeviceUse.OFF:
        raise Refused.of("device.off")
    need_start(state, command.key.place.session)
    check_session(state, command.key.place, command.round)
    if not may_begin(state, command.key, command.round):
        raise Refused.of("device.round-ahead", round=command.round)
    is_known = state.devices.seating.begun.get(command.key, 0) >= command.round
    return () if is_known else (RoundBegun(command.key, command.round),)


def may_begin(state: EventState, key: DeviceKey, number: RoundNumber) -> bool:
    """True if a round can be begun on a device: it is drawn, and the table, pair or player lacks no result of an
    earlier round. A table also needs those of the contestants who come to it."""
    movement = state.section(key.place).movement
    if movement is None or number > movement.rounds:
        return False
    if key.number is not None:
        return has_finished_before(state, key.place, frozenset((key.number,)), number)
    if any(slot.round < number for slot in missing_at(state, key.place, key.table)):
        return False
    meeting = meeting_of(state, key.place, key.table, number)
    coming = frozenset(() if meeting is None else meeting.contestants)
    return has_finished_before(state, key.place, coming, number)


def free(state: EventState, command: FreeDevice, context: Context) -> tuple[Fact, ...]:
    """Decides on a code that was exchanged: no device holds it."""
    return (DeviceHeld(command.key, ""),) if command.key in state.devices.seating.holds else ()


def _check_round(state: EventState, at: RoundPlace, table: int) -> None:
    """Raises Refused if devices are off, the session is over, the round has not begun, or the table has no match."""
    if state.devices.use is DeviceUse.OFF:
        raise Refused.of("device.off")
    need_start(state, at.place.session)
    check_session(state, at.place, at.round)
    movement = state.section(at.place).movement
    is_drawn = movement is not None and at.round <= movement.rounds and movement.is_drawn(at.round)
    tables = round_view(state, at.place, at.round).tables if is_drawn else ()
    if not any(person.table == table and person.is_played for person in tables):
        raise Refused.of("seating.no-match")
    if not has_begun(state, at, table):
        raise Refused.of("device.round-ahead", round=at.round)


def _has_person(state: EventState, person: PersonAt) -> bool:
    entry = state.entries.get(person.entry_id)
    return entry is not None and 0 <= person.place < len(entry.people)


RULES: Rules = {
    SetSeatCheck: set_check,
    ConfirmSeats: confirm,
    QuestionSeats: question,
    HoldDevice: hold,
    AnswerTakeover: answer_takeover,
    FreeDevice: free,
    BeginRound: begin,
}
