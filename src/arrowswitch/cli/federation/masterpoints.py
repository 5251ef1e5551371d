"""`masterpoints`: the tables of weekly games as the manual prints them, and the report by player over a period."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from datetime import date
from typing import TypeVar

from arrowswitch.cli.console import Console
from arrowswitch.cli.event_files import read_ledger
from arrowswitch.cli.files import read_file, write_file
from arrowswitch.cli.parser import Commands, Parser
from arrowswitch.cli.tables import text_table
from arrowswitch.core.awards.masterpoints import CLASSES
from arrowswitch.core.awards.tables import MasterpointTable, TableBy, TableOf, masterpoint_table
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.formats.csv_text import csv_text
from arrowswitch.formats.tables import rows_of
from arrowswitch.tournament.club.papers import Papers
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.points.awarded import awards_of_players
from arrowswitch.tournament.points.listed import awards_in, expelled_in
from arrowswitch.tournament.points.per_event import Period
from arrowswitch.tournament.points.points import Points
from arrowswitch.tournament.points.report import REPORT_COLUMNS, PointsReport, points_report
from arrowswitch.tournament.register.known import KnownPeople
from arrowswitch.tournament.service.service import Tournament

_Kept = TypeVar("_Kept")


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    group = commands.group("masterpoints")
    table = group.add("table", _table)
    table.add_argument("--class", type=int, choices=CLASSES, dest="game_class", help=table.words("cli.mp.class"))
    table.add_argument("--of", choices=[*TableOf], default=TableOf.PAIRS, help=table.words("cli.mp.of"))
    table.add_argument("--printed", action="store_true", help=table.words("cli.mp.printed"))
    report = group.add("report", _report)
    report.add_argument("files", nargs="*", metavar="FILE", help=report.words("cli.mp.files"))
    _add_period(report)
    report.add_argument("--database", help=report.words("cli.serve.database"))
    report.add_argument("-o", "--out", help=report.words("cli.mp.out"))

    for name, handler in (("import", _import), ("expelled", _import_expelled)):
        command = group.add(name, handler)
        command.add_argument("file", help=command.words(f"cli.mp.{name}-file"))
        command.add_argument("--database", help=command.words("cli.serve.database"))


def _import(options: argparse.Namespace, console: Console) -> None:
    """Imports the awards of other bodies."""
    other_awards = awards_in(rows_of(read_file(console, options.file), options.file))
    with console.services.open_tournament(options.database) as tournament:
        added = _save_new(tournament, Points(tournament).others, other_awards)
    console.answer({"file": options.file, "added": added}, "cli.mp.taken", n=added, name=options.file)


def _import_expelled(options: argparse.Namespace, console: Console) -> None:
    """Imports the expelled players."""
    expelled = expelled_in(rows_of(read_file(console, options.file), options.file))
    with console.services.open_tournament(options.database) as tournament:
        added = _save_new(tournament, Points(tournament).expelled, expelled)
    console.answer({"file": options.file, "added": added}, "cli.mp.taken", n=added, name=options.file)


def _save_new(tournament: Tournament, papers: Papers[_Kept], entries: Mapping[str, _Kept]) -> int:
    """Stores the new entries, all or none, and returns their number."""
    stored_ids = {paper.paper_id for paper in papers}
    with tournament.store.at_once():
        for paper_id, value in entries.items():
            if paper_id not in stored_ids:
                papers.save(paper_id, value)
    return len(entries.keys() - stored_ids)


def _add_period(parser: Parser) -> None:
    parser.add_argument("--from", dest="first", default="", metavar="DATE", help=parser.words("cli.mp.from"))
    parser.add_argument("--to", dest="last", default="", metavar="DATE", help=parser.words("cli.mp.to"))


def _table(options: argparse.Namespace, console: Console) -> None:
    """Prints the table of a class, or of all."""
    by = TableBy.PRINTED if options.printed else TableBy.FORMULA
    classes = CLASSES if options.game_class is None else (options.game_class,)
    tables = [masterpoint_table(one, TableOf(options.of), by) for one in classes]
    if console.is_json:
        console.json([_plain_table(table) for table in tables])
        return
    for table in tables:
        console.line()
        console.say(f"points.table.{table.of}", n=table.game_class, factor=decimal_string(table.factor))
        head = [console.text("points.table.competitors"), *(str(place) for place in range(1, table.places + 1))]
        rows = [
            (str(row.competitors), *(f"{decimal_string(cell.amount)}{'*' if cell.other else ''}" for cell in row.cells))
            for row in table.rows
        ]
        width = len(head)
        filled = [(*row, *("" for _ in range(width - len(row)))) for row in rows]
        console.line(text_table(head, filled, right=range(width)))
        if table.differing:
            console.say(f"points.table.differing-{table.by}", n=table.differing)


def _plain_table(table: MasterpointTable) -> dict[str, object]:
    rows = [
        {
            "competitors": row.competitors,
            "points": [decimal_string(cell.amount) for cell in row.cells],
            "differing": {
                str(place): decimal_string(cell.other) for place, cell in enumerate(row.cells, 1) if cell.other
            },
        }
        for row in table.rows
    ]
    return {"class": table.game_class, "of": table.of.value, "by": table.by.value, "rows": rows}


def _report(options: argparse.Namespace, console: Console) -> None:
    """Prints the report of event files, or of everything that is stored."""
    period = _period(options)
    if options.files:
        report = _of_files(options, console, period)
    else:
        with console.services.open_tournament(options.database) as tournament:
            report = Points(tournament).report(period, date.today())
    rows = [line.cells() for line in report.lines]
    if options.out:
        text = csv_text([console.text(f"points.column.{name}") for name in REPORT_COLUMNS], rows)
        write_file(console, options.out, text.encode("utf-8-sig"))
        console.answer({"file": options.out, "players": len(rows)}, "cli.mp.done", n=len(rows), name=options.out)
    elif console.is_json:
        console.json(_plain(report))
    else:
        console.table("points.column.", REPORT_COLUMNS, rows, right=range(4, len(REPORT_COLUMNS)))
        for event in report.without:
            why = "unread" if event.why is None else event.why.value
            console.line(f"{event.date} {event.name}: {console.text(f'points.without.{why}')}")


def _of_files(options: argparse.Namespace, console: Console, period: Period) -> PointsReport:
    events = []
    for name in options.files:
        options.file = name
        state = state_of(read_ledger(console, name))
        if period.has(state.settings.date):
            events.append(awards_of_players(state))
    ordered = sorted(events, key=lambda event: event.date)
    last_day = period.last or date.today().isoformat()
    return points_report(events=ordered, others=(), expelled=(), people=KnownPeople(()), last_day=last_day)


def _period(options: argparse.Namespace) -> Period:
    """Returns the period asked for; raises Malformed (`points.no-date`) with each date that is none."""
    problems = []
    for where, text in (("--from", options.first), ("--to", options.last)):
        try:
            _ = text and date.fromisoformat(text)
        except ValueError:
            problems.append(Problem("points.no-date", {"text": text[:20]}, where))
    Malformed.check(problems)
    return Period(options.first, options.last)


def _plain(report: PointsReport) -> dict[str, object]:
    return {
        "events": report.events,
        "total": decimal_string(report.total),
        "players": [
            {
                **dict(zip(REPORT_COLUMNS, line.cells(), strict=True)),
                "items": [
                    {
                        "date": item.date,
                        "event": item.name,
                        "body": item.body,
                        "points": decimal_string(item.amount),
                        "withheld": item.is_withheld,
                    }
                    for item in line.items
                ],
            }
            for line in report.lines
        ],
        "without": [
            {"date": one.date, "event": one.name, "why": "unread" if one.why is None else one.why.value}
            for one in report.without
        ],
        "expelled": [who.person.name for who in report.expelled],
    }
