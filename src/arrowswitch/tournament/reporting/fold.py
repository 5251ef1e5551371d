"""The fold of reports that were sent and of their receipts."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.alike import made_like
from arrowswitch.tournament.event.folding import Folds
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.reporting.facts import ReportReceived, ReportSent
from arrowswitch.tournament.reporting.values import SentReport


def _sent(state: EventState, fact: ReportSent, entry: LedgerEntry) -> EventState:
    return replace(state, reports=(*state.reports, made_like(SentReport, fact)))


def _received(state: EventState, fact: ReportReceived, entry: LedgerEntry) -> EventState:
    reports = tuple(
        replace(one, receipt=fact.receipt, receipt_at=fact.at) if one.version == fact.version else one
        for one in state.reports
    )
    return replace(state, reports=reports)


FOLDS: Folds = {ReportSent: _sent, ReportReceived: _received}
