"""Decides on devices at the tables and on the results they report.

A result counts once both sides of a table have reported the same one: from two devices, or on one device where the
other side has agreed (regulations summary, lines 125-132: the score is agreed by both sides). A result
from the desk counts until the director changes it: a device that reports another result makes a difference, which the
desk lists.
"""

from __future__ import annotations

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import RoundNumber, SessionNumber, TableNumber
from arrowswitch.core.scoring.outcomes import LatePlay, NotPlayed
from arrowswitch.core.scoring.slips import SlipEntry, parse_entry
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.devices.seated import has_round, last_round, meeting_of, own_seats
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.context import Context, Rules, need_start
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import Place, RoundPlace, Slot
from arrowswitch.tournament.model.slices.devices import (
    AllowDevices,
    DevicesAllowed,
    DifferenceSettled,
    OtherReported,
    ReportResult,
    ReportUnitResult,
    ResultReported,
    SettleDifference,
)
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.devices import DeviceUse, TableReport
from arrowswitch.tournament.results.decide import enter
from arrowswitch.tournament.scored.open_tables import missing_at
from arrowswitch.tournament.scored.slots import meeting_at
from arrowswitch.tournament.standings.header import current_session


def allow(state: EventState, command: AllowDevices, context: Context) -> tuple[Fact, ...]:
    """Decides on allowing devices, or on going back to slips."""
    return () if command.use is state.devices.use else (DevicesAllowed(command.use),)


def report(state: EventState, command: ReportResult, context: Context) -> tuple[Fact, ...]:
    """Decides on the result that a device reports: the report of one side or of both, and the result itself once both
    sides agree. A report that can only be compared replaces nothing. Raises Refused (`device.*`, or as for a slip)."""
    slot = command.slot
    is_compared = command.is_other or _came_late(state, slot)
    _check_open(state, slot, is_compared=is_compared)
    entry = parse_entry(command.text, board=slot.board)
    if not is_for_players(entry):
        raise Refused.of("device.award")
    earlier, own = state.devices.reports.get(slot, {}), TableReport(entry, bool(command.turned))
    current = standing_report(state, slot) or earlier.get(command.side)
    if is_compared and current is not None:
        return _compare(state, slot, own, current)
    entered = enter(state, _entering(state, command), context)
    sides = tuple(Side) if command.is_agreed else (command.side,)
    reported = {**earlier, **dict.fromkeys(sides, own)}
    facts: tuple[Fact, ...] = tuple(
        made_like(ResultReported, entry, slot=slot, side=side, is_turned=own.is_turned)
        for side in sides
        if earlier.get(side) != own
    )
    are_agreed = len(reported) == len(Side) and len(set(reported.values())) == 1
    if not are_agreed or not is_of_players(state, slot):
        return facts
    settled = (DifferenceSettled(slot),) if slot in state.devices.others else ()
    return (*facts, *entered, *settled)


def settle(state: EventState, command: SettleDifference, context: Context) -> tuple[Fact, ...]:
    """Decides on the end of a difference: the result that counts is right. Raises Refused (`device.not-settled`) if the
    board has no result."""
    if command.slot not in state.results:
        raise Refused.of("device.not-settled", board=command.slot.board)
    return () if command.slot in state.devices.settled else (DifferenceSettled(command.slot),)


def _compare(state: EventState, slot: Slot, own: TableReport, current: TableReport) -> tuple[Fact, ...]:
    """Returns the fact of a report that differs from the current one: nothing if both are equal, or if the ledger has
    this difference."""
    if own in (current, state.devices.others.get(slot)):
        return ()
    return (made_like(OtherReported, own.entry, slot=slot, is_turned=own.is_turned),)


def _came_late(state: EventState, slot: Slot) -> bool:
    """True if the round of a board is closed and the desk entered its result meanwhile."""
    return is_closed(state, slot) and slot in state.results and not is_of_players(state, slot)


def is_closed(state: EventState, slot: Slot) -> bool:
    """True if the round of a board is closed, or its session is over: the results are the director's."""
    return is_session_over(state, slot.session) or slot.round in state.session(slot.session).closed_rounds


def report_unit(state: EventState, command: ReportUnitResult, context: Context) -> tuple[Fact, ...]:
    """Decides on the result that a Bridgemate reports: the report of both sides, and the result itself unless the desk
    has entered or changed the result of the board. Reporting the same result again changes nothing. Raises Refused as
    for a slip."""
    slot = command.slot
    need_start(state, slot.session)
    own = TableReport(parse_entry(command.text, board=slot.board))
    earlier = state.devices.reports.get(slot, {})
    facts: tuple[Fact, ...] = tuple(
        made_like(ResultReported, own.entry, slot=slot, side=side) for side in Side if earlier.get(side) != own
    )
    if standing_report(state, slot) == own or not is_of_players(state, slot):
        return facts
    return (*facts, *enter(state, EnterResult(slot, command.text, is_confirmed=True), context))


def _entering(state: EventState, command: ReportResult) -> EnterResult:
    """Returns the command that enters a report. Pairs that sit the other way round are entered as they sit."""
    if not command.turned:
        return EnterResult(command.slot, command.text, is_confirmed=True)
    meeting = meeting_at(state.section(command.slot.place), command.slot)
    if meeting is None:
        raise Refused.of("device.not-turned")
    return EnterResult(
        command.slot, command.text, ns=meeting.ew, ew=meeting.ns, force=command.turned, is_confirmed=True
    )


def is_for_players(entry: SlipEntry) -> bool:
    """True if players may report an entry: a result, a board that was not played, or one that is played late. Awards
    and rulings are the director's."""
    if entry.is_pending:
        return False
    awards = (entry.ns_award, entry.ew_award)
    if entry.result is not None:
        return awards == (None, None)
    return all(isinstance(award, NotPlayed) for award in awards) or all(isinstance(award, LatePlay) for award in awards)


def is_of_players(state: EventState, slot: Slot) -> bool:
    """True if a slot is empty, or contains the entry on which its table agreed. A result
    that the desk entered or changed is replaced at the desk only."""
    standing = standing_report(state, slot)
    return standing is None or standing == state.devices.agreed.get(slot)


def standing_report(state: EventState, slot: Slot) -> TableReport | None:
    """Returns the entry of a slot as a table would report it; None if the slot is empty."""
    result = state.results.get(slot)
    if result is None:
        return None
    meeting = meeting_at(state.section(slot.place), slot)
    is_turned = meeting is not None and (result.ns, result.ew) == (meeting.ew, meeting.ns)
    return TableReport(made_like(SlipEntry, result, is_pending=False), is_turned)


def table_round(state: EventState, place: Place, table: TableNumber) -> RoundNumber:
    """Returns the round that a table plays: the clock's, or without a clock its first round that lacks a result, the
    last round that is drawn if it lacks none."""
    clock = state.session(place.session).clock
    if clock is not None:
        return clock.round
    waiting = missing_at(state, place, table)
    if waiting:
        return min(slot.round for slot in waiting)
    return last_round(state, place)


def _check_open(state: EventState, slot: Slot, *, is_compared: bool) -> None:
    """Raises Refused if devices are not allowed, if the round of a board has not begun at its table, or if its result
    is final for the players because the round is closed or the session over. A board that was forgotten, or whose
    result waited on a device, can be reported later; until the session is over, so can a report that is only
    compared."""
    if state.devices.use is DeviceUse.OFF:
        raise Refused.of("device.off")
    need_start(state, slot.session)
    if not has_begun(state, slot.place.at(slot.round), slot.table):
        raise Refused.of("device.round-ahead", round=slot.round)
    is_final = is_session_over(state, slot.session) if is_compared else is_closed(state, slot)
    if is_final and slot in state.results:
        raise Refused.of("device.round-closed", round=slot.round)


def is_session_over(state: EventState, session: SessionNumber) -> bool:
    """True if codes of a session have ended: the next session has begun, or the ranking is final."""
    return state.publication.finalised_at is not None or session < current_session(state)


def check_session(state: EventState, place: Place, number: RoundNumber) -> None:
    """Raises Refused (`device.round-closed`) if the codes of a session have ended."""
    if is_session_over(state, place.session):
        raise Refused.of("device.round-closed", round=number)


def has_begun(state: EventState, at: RoundPlace, table: TableNumber) -> bool:
    """True if a round has begun at a table: the clock has reached it, or both sides have all results of their earlier
    rounds."""
    if at.round <= table_round(state, at.place, table):
        return True
    meeting = meeting_of(state, at.place, table, at.round)
    return meeting is not None and has_finished_before(state, at.place, frozenset(meeting.contestants), at.round)


def has_finished_before(state: EventState, place: Place, numbers: frozenset[Number], number: RoundNumber) -> bool:
    """True if a section lacks no result of some contestants in the rounds before a round that is drawn."""
    owners = (DeviceOwner(state.event_id, place, number=one) for one in numbers)
    before = (seat for owner in owners for seat in own_seats(state, owner) if seat.round < number)
    return has_round(state, place, number) and not any(
        slot.round == seat.round for seat in before for slot in missing_at(state, place, seat.table)
    )


RULES: Rules = {AllowDevices: allow, ReportResult: report, ReportUnitResult: report_unit, SettleDifference: settle}
