"""`event`: an event made of a file of results that were scored elsewhere."""

from __future__ import annotations

import argparse
import uuid
from datetime import UTC, datetime
from pathlib import PurePath

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file, write_file
from arrowswitch.cli.parser import Commands
from arrowswitch.cli.scoring.sources import DEFAULT_REGULATIONS
from arrowswitch.core.errors import Refused
from arrowswitch.formats.kinds import Wanted
from arrowswitch.formats.results.detect import read_results
from arrowswitch.formats.results.elsewhere import results_elsewhere
from arrowswitch.tournament.event import file as event_file
from arrowswitch.tournament.event.elsewhere import event_of
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.model import Settings
from arrowswitch.tournament.settings.decide import rules_for


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    event = commands.add("event", _event)
    event.add_argument("file", help=event.words("cli.event.file"))
    event.add_argument("-o", "--out", required=True, help=event.words("cli.merge.out"))
    event.add_argument(
        "--regulations", metavar="NAME", default=DEFAULT_REGULATIONS, help=event.words("cli.event.rules")
    )


def _event(options: argparse.Namespace, console: Console) -> None:
    """Writes the event and tells what the file left open; raises Refused (`cli.convert.same`) to write over it."""
    if options.file != "-" and console.path(options.file) == console.path(options.out):
        raise Refused.of("cli.convert.same", name=options.out)
    file = read_results(read_file(console, options.file, Wanted.RESULTS), options.file)
    told = results_elsewhere(file)
    settings = Settings(
        told.name or PurePath(options.file).stem,
        told.day or datetime.now(UTC).date().isoformat(),
        venue=told.venue,
        method=told.method,
        regulations=options.regulations,
    )
    made = event_of(told, settings, rules_for(settings), EventId(uuid.uuid4().hex), datetime.now(UTC))
    write_file(console, options.out, event_file.dump(made.ledger).encode())
    problems = [console.problem(note) for note in (*file.notes, *made.notes)]
    if console.is_json:
        plain = {"file": options.out, "results": len(told.played), "pairs": len(told.people), "problems": problems}
        console.json(plain)
        return
    console.say("cli.event.done", name=options.out, n=len(told.played))
    for line in problems:
        console.line(line)
