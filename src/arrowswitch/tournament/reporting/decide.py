"""Decides on noting that a report was sent, and what was answered."""

from __future__ import annotations

from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.tournament.model.context import Context, Rules
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.reporting import NoteReceipt, NoteReportSent, ReportReceived, ReportSent
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.reporting import SentReport

LONGEST = 200
"""Signs of an address or of what the federation answers."""


def version_of(state: EventState, shows: int) -> int:
    """Returns the version under which the event is reported as it stood after a ledger entry: that of the newest report
    where it shows the same, else the next."""
    newest = newest_sent(state)
    if newest is None:
        return 1
    return newest.version if newest.shows == shows else newest.version + 1


def newest_sent(state: EventState) -> SentReport | None:
    """Returns the newest report that was sent, None before the first."""
    return state.publication.reports[-1] if state.publication.reports else None


def note_sent(state: EventState, command: NoteReportSent, context: Context) -> tuple[Fact, ...]:
    """Decides on noting that a report was sent; it shows what the ledger holds."""
    if not state.is_scored:
        raise Refused.of("prizes.no-results")
    if not 1 <= command.shows <= state.seq:
        raise NotFound.of("undo.unknown", seq=command.shows)
    newest = newest_sent(state)
    if newest is not None and command.shows < newest.shows:
        raise Refused.of("reporting.older", version=newest.version)
    to = _line(command.to)
    version = version_of(state, command.shows)
    return (ReportSent(at=context.now, version=version, shows=command.shows, channel=command.channel, to=to),)


def note_receipt(state: EventState, command: NoteReceipt, context: Context) -> tuple[Fact, ...]:
    """Decides on noting the federation's answer; the same answer changes nothing."""
    report = next((one for one in reversed(state.publication.reports) if one.version == command.version), None)
    if report is None:
        raise NotFound.of("reporting.not-sent", version=command.version)
    receipt = _line(command.receipt)
    if not receipt:
        raise Refused.of("reporting.no-receipt")
    return () if report.receipt == receipt else (ReportReceived(context.now, command.version, receipt),)


def _line(text: str) -> str:
    """Returns a text on one line; raises Refused (`reporting.long`)."""
    line = " ".join(text.split())
    if len(line) > LONGEST:
        raise Refused.of("reporting.long", most=LONGEST)
    return line


RULES: Rules = {NoteReportSent: note_sent, NoteReceipt: note_receipt}
