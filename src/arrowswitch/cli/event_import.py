"""`event`: an event made of a file of results that were scored elsewhere."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import PurePath

from arrowswitch import regulations
from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file, write_file
from arrowswitch.cli.parser import Commands
from arrowswitch.cli.scoring.ranking_table import note_plain
from arrowswitch.cli.scoring.sources import FileToScore, rules_for
from arrowswitch.core.chance import SystemChance
from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.foreign import holdings
from arrowswitch.formats.detect import read_results
from arrowswitch.formats.kinds import Wanted
from arrowswitch.formats.results.foreign import file_contents, foreign_results
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.importing.events import event_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.settings import AnnouncementSettings, ScoringSettings, Settings


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    event = commands.add("event", _event)
    event.add_argument("file", help=event.words("cli.event.file"))
    event.add_argument("-o", "--out", required=True, help=event.words("cli.merge.out"))
    event.add_argument("--regulations", metavar="NAME", help=event.words("cli.event.rules"))


def _event(options: argparse.Namespace, console: Console) -> None:
    """Writes the event and lists its contents, the assumptions, and the differences from the file's own numbers.

    Raises Refused (`cli.convert.same`) to write over the file.
    """
    if options.file != "-" and console.path(options.file) == console.path(options.out):
        raise Refused.of("cli.convert.same", name=options.out)
    file = read_results(read_file(console, options.file, Wanted.RESULTS), options.file)
    foreign = foreign_results(file)
    chosen, why = rules_for(console, FileToScore(options.file, file), options.regulations)
    now = datetime.now(UTC)
    settings = Settings(
        foreign.name or PurePath(options.file).stem,
        foreign.day or now.date().isoformat(),
        announcement=AnnouncementSettings(venue=foreign.venue),
        scoring=ScoringSettings(regulations=chosen.name),
    )
    made = event_of(foreign, settings, regulations.to_plain(chosen), EventId(SystemChance().new_id()), now)
    contents = file_contents(file, (*foreign.notes, *made.notes), made.numbers, made.standings)
    write_file(console, options.out, event_file.dump(made.ledger).encode())
    holds = holdings(foreign)
    if console.is_json:
        notes = (why, *(note for _, notes in contents.parts for note in notes))
        plain = {"file": options.out, **dict(holds), "problems": [note_plain(console, note) for note in notes]}
        console.json({**plain, "differences": len(contents.differing), "published": contents.has_numbers})
        return
    console.say("cli.event.done", name=options.out, n=len(foreign.played))
    console.line("  ".join(console.text(f"elsewhere.holds-{what}", n=count) for what, count in holds if count))
    console.line(console.problem(why))
    if not contents.differing:
        console.say("elsewhere.same" if contents.has_numbers else "elsewhere.unpublished")
    for heading, notes in contents.parts:
        console.line()
        console.say(f"elsewhere.head-{heading}")
        for note in notes:
            console.line(f"  {console.problem(note)}")
