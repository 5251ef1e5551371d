"""`report`: what is sent to the federation of an event, as a table on the screen or as a file of each form."""

from __future__ import annotations

import argparse
from dataclasses import replace
from datetime import UTC, datetime

from arrowswitch import __version__
from arrowswitch.cli.console import Console
from arrowswitch.cli.event_files import read_ledger
from arrowswitch.cli.files import write_file
from arrowswitch.cli.parser import Commands
from arrowswitch.core.errors import Refused
from arrowswitch.core.reporting.faults import faults_of
from arrowswitch.core.reporting.report import Report
from arrowswitch.formats.detect import JANNERSTEN
from arrowswitch.formats.federation.csv_report import REPORT_COLUMNS, report_rows, write_csv
from arrowswitch.formats.federation.json_report import write_report
from arrowswitch.formats.federation.results import newest_session, results_of, usebio_gaps
from arrowswitch.formats.results.submission import Submission, parse_submission
from arrowswitch.formats.usebio.writer import write_usebio
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.reporting.report import Letter, report_to_send


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    command = commands.add("report", _report)
    command.add_argument("file", help=command.words("cli.prizes.file"))
    command.add_argument("-o", "--out", help=command.words("cli.report.out"))
    command.add_argument("--session", type=int, metavar="N", help=command.words("cli.report.session"))
    command.add_argument("--club", default="", metavar="NAME", help=command.words("cli.report.club"))
    command.add_argument("--club-number", default="", metavar="NUMBER", help=command.words("cli.report.club-number"))
    command.add_argument("--charge", default="", metavar="CODE", help=command.words("cli.report.charge"))
    command.add_argument("--point-scale", default="", metavar="SCALE", help=command.words("cli.report.point-scale"))
    command.add_argument("--point-colour", default="", metavar="COLOUR", help=command.words("cli.report.point-colour"))


def _report(options: argparse.Namespace, console: Console) -> None:
    """Writes the report; raises Refused (`prizes.no-results`, `cli.report.ending`), Malformed (`submission.*`)."""
    submission = parse_submission(options.club_number, options.charge, options.point_scale, options.point_colour)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    letter = Letter(options.club, f"Arrowswitch {__version__}", now)
    ledger = read_ledger(console, options.file)
    made = report_to_send(state_of(ledger), ledger, letter)
    rows = list(report_rows(made))
    session = options.session or newest_session(made)
    if options.out:
        write_file(console, options.out, _format_report(made, options.out, session, submission, console))
        console.answer(
            {"file": options.out, "version": made.version, "players": len(rows)},
            "cli.report.done",
            n=len(rows),
            name=options.out,
        )
        if not console.is_json:
            held = usebio_gaps(made, session) if options.out.endswith(".xml") else ()
            for problem in (*faults_of(made), *held):
                console.line(console.problem(problem))
    elif console.is_json:
        console.json([dict(zip(REPORT_COLUMNS, row, strict=True)) for row in rows])
    else:
        console.table("report.", REPORT_COLUMNS, rows)


def _format_report(report: Report, name: str, session: int, submission: Submission, console: Console) -> bytes:
    """Returns the report in the format of the file's ending. USEBIO has the results of one session."""
    if name.endswith(".csv"):
        return write_csv(report, lambda column: console.text(f"report.{column}"))
    if name.endswith(".json"):
        return write_report(report)
    if name.endswith(".xml"):
        return write_usebio(replace(results_of(report, session), submission=submission))
    if name.endswith(JANNERSTEN.endings):
        return JANNERSTEN.write(results_of(report, session))
    raise Refused.of("cli.report.ending", name=name)
