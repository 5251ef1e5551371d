"""Players' devices: commands, facts and folds of the permission to use them and of the results they report."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from arrowswitch.core.game.contracts import TableResult
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.outcomes import SideOutcome
from arrowswitch.core.scoring.slips import SlipEntry
from arrowswitch.tournament.model.alike import made_like, replace_fields
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, put, without
from arrowswitch.tournament.model.growing import grown
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.devices import DeviceUse, TableReport


@dataclass(frozen=True, slots=True)
class DevicesAllowed(Fact):
    """The event is scored on these devices from now on; slips count as well."""

    use: DeviceUse
    kind: ClassVar[str] = "devices-allowed"


@dataclass(frozen=True, slots=True)
class ResultReported(Fact):
    """A side of a table reported the result of a board on a device. The result counts once both sides agree
    (`ResultEntered`)."""

    slot: Slot
    side: Side
    result: TableResult | None
    ns_award: SideOutcome | None = None
    ew_award: SideOutcome | None = None
    is_turned: bool = False
    kind: ClassVar[str] = "result-reported"


@dataclass(frozen=True, slots=True)
class OtherReported(Fact):
    """A device that does not hold the table's code, or one that was silent until the round was closed, reported another
    result than the table or the desk."""

    slot: Slot
    result: TableResult | None
    ns_award: SideOutcome | None = None
    ew_award: SideOutcome | None = None
    is_turned: bool = False
    kind: ClassVar[str] = "other-reported"


@dataclass(frozen=True, slots=True)
class DifferenceSettled(Fact):
    """The director, or the table itself, settled the difference of a board: the result that counts is right."""

    slot: Slot
    kind: ClassVar[str] = "difference-settled"


@dataclass(frozen=True, slots=True)
class AllowDevices(Command):
    """Allow players' devices, or go back to slips (`DeviceUse.OFF`)."""

    use: DeviceUse


@dataclass(frozen=True, slots=True)
class ReportResult(Command):
    """Report the result of a board from the device of a table, as typed (`4SX-1 N`, `P`, `NP` for a board that was not
    played, `LP` for one that is played late). `is_agreed` is True if the other side has agreed on the same device.
    `turned` is the reason in words if the pairs sit the other way round than the movement has them, else empty.
    `is_other` is True if the device does not hold the table's code: its report is compared and replaces nothing."""

    slot: Slot
    side: Side
    text: str
    is_agreed: bool = False
    turned: str = ""
    is_other: bool = False


@dataclass(frozen=True, slots=True)
class SettleDifference(Command):
    """Settle the difference of a board at the desk: the result that counts is right."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class ReportUnitResult(Command):
    """Report the result of a board from a Bridgemate, as typed (`4SX-1 N`, `P`, `A+ A-`, `NP`). The unit has asked both
    sides of the table, so that it is the report of both."""

    slot: Slot
    text: str


def _allow(state: EventState, fact: DevicesAllowed, entry: LedgerEntry) -> EventState:
    return replace(state, devices=replace(state.devices, use=fact.use))


def _add_report(state: EventState, fact: ResultReported, entry: LedgerEntry) -> EventState:
    devices = state.devices
    report = TableReport(made_like(SlipEntry, fact, is_pending=False), fact.is_turned)
    own = put(without(devices.reports.get(fact.slot, {}), fact.side), fact.side, report)
    are_alike = len(own) == len(Side) and all(one is report or one == report for one in own.values())
    agreed = grown(devices.agreed, fact.slot, report) if are_alike else devices.agreed
    reports, open_again = (
        grown(devices.reports, fact.slot, own),
        (devices.settled - {fact.slot} if fact.slot in devices.settled else devices.settled),
    )
    return replace_fields(state, devices=replace_fields(devices, reports=reports, agreed=agreed, settled=open_again))


def _add_other(state: EventState, fact: OtherReported, entry: LedgerEntry) -> EventState:
    devices = state.devices
    report = TableReport(made_like(SlipEntry, fact, is_pending=False), fact.is_turned)
    others, open_again = put(devices.others, fact.slot, report), devices.settled - {fact.slot}
    return replace(state, devices=replace(devices, others=others, settled=open_again))


def _settle(state: EventState, fact: DifferenceSettled, entry: LedgerEntry) -> EventState:
    devices = state.devices
    others, settled = without(devices.others, fact.slot), devices.settled | {fact.slot}
    return replace(state, devices=replace(devices, others=others, settled=settled))


FOLDS: Folds = {
    DevicesAllowed: _allow,
    ResultReported: _add_report,
    OtherReported: _add_other,
    DifferenceSettled: _settle,
}
