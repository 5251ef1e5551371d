"""The page of the report: the report in its present state with its faults, and the earlier reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from arrowswitch import __version__
from arrowswitch.core.errors import Problem
from arrowswitch.core.reporting.faults import faults_of
from arrowswitch.core.reporting.report import Report
from arrowswitch.formats.federation.csv_report import REPORT_COLUMNS, report_rows
from arrowswitch.formats.results.submission import CHARGE_CODES, PointColour, PointScale
from arrowswitch.tournament.model.values.reporting import SentReport
from arrowswitch.tournament.reporting.report import Letter, report_to_send
from arrowswitch.web.desk.at import EventAt

Errors = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The report and the reports that were sent, the newest first; `is_new` when what it shows was not sent yet;
    `office` is where it can be mailed to; `charges`, `scales` and `colours` are offered for an upload of USEBIO."""

    report: Report
    faults: tuple[Problem, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sent: tuple[SentReport, ...]
    is_new: bool
    office: str = ""
    errors: Errors = field(default_factory=dict)
    charges: tuple[str, ...] = CHARGE_CODES
    scales: tuple[str, ...] = tuple(PointScale)
    colours: tuple[str, ...] = tuple(PointColour)


def report_now(at: EventAt) -> Report:
    """Returns the report as it stands; raises Refused (`prizes.no-results`) before the first result."""
    made_at = at.services.now().isoformat(timespec="seconds")
    letter = Letter(at.services.club.name, f"Arrowswitch {__version__}", made_at)
    return report_to_send(at.state, at.ledger[: at.state.seq], letter)


def page_of(at: EventAt, errors: Errors | None = None) -> ReportPage:
    """Returns the page; raises as `report_now`."""
    made = report_now(at)
    columns = [name for name in REPORT_COLUMNS if name not in ("date", "event", "grade")]
    rows = (dict(zip(REPORT_COLUMNS, row, strict=True)) for row in report_rows(made))
    sent = at.state.publication.reports
    cells = tuple(tuple(row[name] for name in columns) for row in rows)
    used = [at_column for at_column, _ in enumerate(columns) if any(row[at_column] for row in cells)]
    return ReportPage(
        report=made,
        faults=tuple(faults_of(made)),
        columns=tuple(columns[one] for one in used),
        rows=tuple(tuple(row[one] for one in used) for row in cells),
        sent=tuple(reversed(sent)),
        is_new=not sent or sent[-1].shows != made.seq,
        office=at.services.mailing.mail.account.office if at.services.mailing.mail.is_on else "",
        errors=errors or {},
    )
