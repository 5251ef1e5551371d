"""The seating check and the takeover of devices: commands, facts and folds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import RoundNumber, TableNumber
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, put, without
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.places import RoundPlace
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.seating import (
    DeviceHold,
    DeviceKey,
    PersonAt,
    SeatCheck,
    SeatingState,
    SeatTrouble,
    TableAt,
)


@dataclass(frozen=True, slots=True)
class SeatCheckSet(Fact):
    """Devices ask for the seating check from now on, or no longer."""

    is_on: bool
    kind: ClassVar[str] = "seat-check-set"


@dataclass(frozen=True, slots=True)
class SeatsConfirmed(Fact):
    """Sides of a table confirmed on a device who sits there in a round; `is_turned` if the pairs sit the other way
    round."""

    at: RoundPlace
    table: TableNumber
    sides: tuple[Side, ...]
    is_turned: bool = False
    kind: ClassVar[str] = "seats-confirmed"


@dataclass(frozen=True, slots=True)
class SeatsQuestioned(Fact):
    """Players said on a device that they are at the wrong table, or that a name is wrong (`SeatCheck`)."""

    at: RoundPlace
    table: TableNumber
    trouble: SeatTrouble
    wrong_person: PersonAt | None = None
    sitting: PersonAt | None = None
    kind: ClassVar[str] = "seats-questioned"


@dataclass(frozen=True, slots=True)
class DeviceHeld(Fact):
    """A device sends for a code from now on; with an empty name the code is free for the next one."""

    key: DeviceKey
    device: str
    kind: ClassVar[str] = "device-held"


@dataclass(frozen=True, slots=True)
class TakeoverAsked(Fact):
    """A second device opened a code that an active device holds, and asks to take over."""

    key: DeviceKey
    device: str
    kind: ClassVar[str] = "takeover-asked"


@dataclass(frozen=True, slots=True)
class TakeoverDenied(Fact):
    """The director did not allow a takeover."""

    key: DeviceKey
    device: str
    kind: ClassVar[str] = "takeover-denied"


@dataclass(frozen=True, slots=True)
class RoundBegun(Fact):
    """The owner of a code began a round on a device."""

    key: DeviceKey
    round: RoundNumber
    kind: ClassVar[str] = "round-begun"


@dataclass(frozen=True, slots=True)
class SetSeatCheck(Command):
    """Let devices ask for the seating check, or not."""

    is_on: bool


@dataclass(frozen=True, slots=True)
class ConfirmSeats(Command):
    """Confirm from a device who sits at a table in the round that is played there."""

    at: RoundPlace
    table: TableNumber
    sides: tuple[Side, ...]
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class QuestionSeats(Command):
    """Say from a device that the players are at the wrong table, or that a name is wrong."""

    at: RoundPlace
    table: TableNumber
    trouble: SeatTrouble
    wrong_person: PersonAt | None = None
    sitting: PersonAt | None = None


@dataclass(frozen=True, slots=True)
class HoldDevice(Command):
    """Let a device send for a code. If another one holds it, the director is asked, or if that one `is_silent` it is
    replaced at once."""

    key: DeviceKey
    device: str
    is_silent: bool = False


@dataclass(frozen=True, slots=True)
class AnswerTakeover(Command):
    """Allow or deny the takeover of a code by the device that asks for it."""

    key: DeviceKey
    device: str
    is_allowed: bool


@dataclass(frozen=True, slots=True)
class BeginRound(Command):
    """Begin a round on the device of a table, pair or player before the clock reaches it."""

    key: DeviceKey
    round: RoundNumber


@dataclass(frozen=True, slots=True)
class FreeDevice(Command):
    """Let the next device hold a code without a question: the code was exchanged."""

    key: DeviceKey


def _seating(state: EventState, seating: SeatingState) -> EventState:
    return replace(state, devices=replace(state.devices, seating=seating))


def _set_check(state: EventState, fact: SeatCheckSet, entry: LedgerEntry) -> EventState:
    return _seating(state, replace(state.devices.seating, is_on=fact.is_on))


def _confirm(state: EventState, fact: SeatsConfirmed, entry: LedgerEntry) -> EventState:
    """Adds the sides that confirmed. Sides that confirmed another seating have to confirm again."""
    seating, where = state.devices.seating, TableAt(fact.at, fact.table)
    before = seating.checks.get(where, SeatCheck())
    is_same = before.is_turned == fact.is_turned and before.trouble is None
    confirmed = {*(before.sides if is_same else ()), *fact.sides}
    check = SeatCheck(sides=tuple(side for side in Side if side in confirmed), is_turned=fact.is_turned)
    return _seating(state, replace(seating, checks=put(seating.checks, where, check)))


def _question(state: EventState, fact: SeatsQuestioned, entry: LedgerEntry) -> EventState:
    seating, where = state.devices.seating, TableAt(fact.at, fact.table)
    check = SeatCheck(trouble=fact.trouble, wrong_person=fact.wrong_person, sitting=fact.sitting)
    return _seating(state, replace(seating, checks=put(seating.checks, where, check)))


def _hold_device(state: EventState, fact: DeviceHeld, entry: LedgerEntry) -> EventState:
    seating = state.devices.seating
    others = without(seating.holds, fact.key)
    holds = put(others, fact.key, DeviceHold(fact.device)) if fact.device else others
    return _seating(state, replace(seating, holds=holds))


def _ask_takeover(state: EventState, fact: TakeoverAsked, entry: LedgerEntry) -> EventState:
    seating = state.devices.seating
    hold = seating.holds.get(fact.key, DeviceHold(fact.device))
    return _seating(state, replace(seating, holds=put(seating.holds, fact.key, replace(hold, asks=fact.device))))


def _deny_takeover(state: EventState, fact: TakeoverDenied, entry: LedgerEntry) -> EventState:
    seating = state.devices.seating
    hold = seating.holds.get(fact.key, DeviceHold(""))
    denied_hold = replace(hold, asks="", denied=fact.device)
    return _seating(state, replace(seating, holds=put(seating.holds, fact.key, denied_hold)))


def _begin(state: EventState, fact: RoundBegun, entry: LedgerEntry) -> EventState:
    seating = state.devices.seating
    return _seating(state, replace(seating, begun=put(seating.begun, fact.key, fact.round)))


FOLDS: Folds = {
    SeatCheckSet: _set_check,
    SeatsConfirmed: _confirm,
    SeatsQuestioned: _question,
    DeviceHeld: _hold_device,
    TakeoverAsked: _ask_takeover,
    TakeoverDenied: _deny_takeover,
    RoundBegun: _begin,
}
