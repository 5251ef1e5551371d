"""`federation`: reports of clubs taken in, and what everybody earned by them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_bytes, write_file
from arrowswitch.cli.parser import Commands
from arrowswitch.cli.services import is_not_there
from arrowswitch.core.errors import Mistake
from arrowswitch.formats.csv_text import csv_text
from arrowswitch.formats.federation.taking import ReadReport, read_reports
from arrowswitch.tournament.federation.federation import Earned, Federation, ReportOutcome, TakenReport

_COLUMNS = ("number", "name", "points", "events", "known")


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    group = commands.group("federation")
    take = group.add("take", _take)
    take.add_argument("files", nargs="+", metavar="FILE", help=take.words("cli.federation.files"))
    take.add_argument("--database", help=take.words("cli.serve.database"))
    points = group.add("points", _points)
    points.add_argument("--since", default="", metavar="DATE", help=points.words("cli.federation.since"))
    points.add_argument("--until", default="", metavar="DATE", help=points.words("cli.federation.until"))
    points.add_argument("-o", "--out", help=points.words("cli.federation.out"))
    points.add_argument("--database", help=points.words("cli.serve.database"))


def _take(options: argparse.Namespace, console: Console) -> None:
    """Imports reports from files, ZIPs and folders, and prints the outcome of each with its problems."""
    unread: list[ReadReport] = []
    names: list[str] = []

    def readable() -> Iterator[ReadReport]:
        for report in read_reports(_files(console, options.files, unread)):
            if report.report is None:
                unread.append(report)
            else:
                names.append(report.name)
                yield report

    pairs = ((one.report, one.digest) for one in readable() if one.report is not None)
    is_new = is_not_there(options.database)
    with console.services.open_tournament(options.database, makes=True) as tournament:
        outcomes = Federation(tournament.store, tournament.clock, console.services.ask_for_papers).take(pairs)
    refused = len(unread) + sum(one.outcome is ReportOutcome.REFUSED for one in outcomes)
    if console.is_json:
        console.json(
            [*(_plain(name, one, console) for name, one in zip(names, outcomes, strict=True)), *_of(unread, console)]
        )
        return
    for name, report in zip(names, outcomes, strict=True):
        if report.outcome is not ReportOutcome.TAKEN or report.problems:
            console.say(f"cli.federation.{report.outcome.value}", name=name, event=report.event, version=report.version)
        for problem in report.problems:
            console.line(f"  {console.problem(problem)}")
    for lost in unread:
        console.say("cli.federation.unread", name=lost.name)
        for problem in lost.problems:
            console.line(f"  {console.problem(problem)}")
    counts = {outcome: sum(one.outcome is outcome for one in outcomes) for outcome in ReportOutcome}
    if is_new:
        console.say("cli.federation.new", name=options.database)
    console.say(
        "cli.federation.done", taken=counts[ReportOutcome.TAKEN], held=counts[ReportOutcome.HELD], refused=refused
    )


def _files(console: Console, names: list[str], unread: list[ReadReport]) -> Iterator[tuple[str, bytes]]:
    """Yields every file that is named, and those of a folder; one that cannot be read is noted."""
    for name in names:
        path = console.path(name)
        inner = (
            sorted(member for member in path.iterdir() if member.suffix.lower() in (".json", ".zip"))
            if path.is_dir()
            else [path]
        )
        for member in inner:
            try:
                yield member.name, read_bytes(console, str(member))
            except Mistake as mistake:
                unread.append(ReadReport(member.name, None, problems=mistake.problems))


def _plain(name: str, report: TakenReport, console: Console) -> dict[str, object]:
    problems = [{"code": problem.code, "text": console.problem(problem)} for problem in report.problems]
    return {
        "file": name,
        "outcome": report.outcome.value,
        "event": report.event,
        "version": report.version,
        "problems": problems,
    }


def _of(unread: list[ReadReport], console: Console) -> Iterator[dict[str, object]]:
    for report in unread:
        problems = [{"code": problem.code, "text": console.problem(problem)} for problem in report.problems]
        yield {"file": report.name, "outcome": "unread", "problems": problems}


def _points(options: argparse.Namespace, console: Console) -> None:
    """Prints the points of all players, or writes them as CSV."""
    with console.services.open_tournament(options.database) as tournament:
        earned = Federation(tournament.store, tournament.clock).points(options.since, options.until)
    rows = [_cells(one, console) for one in earned]
    if options.out:
        head = [console.text(f"federation.head-{name}") for name in _COLUMNS]
        write_file(console, options.out, csv_text(head, rows).encode("utf-8-sig"))
        console.answer({"file": options.out, "players": len(rows)}, "cli.report.done", n=len(rows), name=options.out)
    elif console.is_json:
        console.json(
            [
                {
                    "number": one.number,
                    "name": one.name,
                    "points": one.points,
                    "events": one.events,
                    "known": one.is_known,
                }
                for one in earned
            ]
        )
    else:
        console.table("federation.head-", _COLUMNS, rows, right=(2, 3))


def _cells(earner: Earned, console: Console) -> tuple[str, ...]:
    remark = "" if earner.is_known else console.text("federation.not-in-register")
    return earner.number, earner.name, earner.points_text, str(earner.events), remark
