"""Reports to a federation and their receipts: commands, facts and fold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.reporting import Channel, SentReport


@dataclass(frozen=True, slots=True)
class ReportSent(Fact):
    """A version of the report went to the federation; it shows the event after the ledger entry `shows`."""

    at: datetime
    version: int
    shows: int
    channel: Channel
    to: str
    kind: ClassVar[str] = "report-sent"


@dataclass(frozen=True, slots=True)
class ReportReceived(Fact):
    """The federation answered to a version of the report: `receipt` is its number or its words."""

    at: datetime
    version: int
    receipt: str
    kind: ClassVar[str] = "report-received"


@dataclass(frozen=True, slots=True)
class NoteReportSent(Command):
    """Note that the report went to the federation as it stood after the ledger entry `shows`."""

    shows: int
    channel: Channel
    to: str = ""


@dataclass(frozen=True, slots=True)
class NoteReceipt(Command):
    """Note what the federation answered to a version."""

    version: int
    receipt: str


def _add_report(state: EventState, fact: ReportSent, entry: LedgerEntry) -> EventState:
    return replace(
        state, publication=replace(state.publication, reports=(*state.publication.reports, made_like(SentReport, fact)))
    )


def _set_receipt(state: EventState, fact: ReportReceived, entry: LedgerEntry) -> EventState:
    reports = tuple(
        replace(one, receipt=fact.receipt, receipt_at=fact.at) if one.version == fact.version else one
        for one in state.publication.reports
    )
    return replace(state, publication=replace(state.publication, reports=reports))


FOLDS: Folds = {ReportSent: _add_report, ReportReceived: _set_receipt}
