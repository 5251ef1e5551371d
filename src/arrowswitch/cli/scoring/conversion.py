"""`convert`: results from one format into another."""

from __future__ import annotations

import argparse

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import write_file
from arrowswitch.cli.parser import Commands
from arrowswitch.cli.scoring.event_results import with_standings
from arrowswitch.cli.scoring.sources import FileToScore, read_source, score_source
from arrowswitch.core.contestants import ContestantKind
from arrowswitch.formats.results.detect import writer_for
from arrowswitch.formats.results.results import ResultsFile


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    convert = commands.add("convert", _convert)
    convert.add_argument("file", metavar="IN", help=convert.words("cli.convert.in"))
    convert.add_argument("out", metavar="OUT", help=convert.words("cli.convert.out"))
    convert.add_argument("--regulations", metavar="NAME", help=convert.words("cli.score.regulations"))
    convert.add_argument("--session", type=int, metavar="N", help=convert.words("cli.score.session"))


def _convert(options: argparse.Namespace, console: Console) -> None:
    """Reads IN, writes OUT in the format of its ending, and tells what was left out or guessed."""
    form = writer_for(options.out)
    source = read_source(console, options.file, options.session)
    results = _with_points(console, source, options.regulations)
    write_file(console, options.out, form.write(results))
    if console.is_json:
        console.json(
            {"file": options.out, "format": form.name, "boards": len(results.boards), "results": len(results.lines)}
        )
    else:
        console.say("cli.convert.done", name=options.out, boards=len(results.boards), n=len(results.lines))
        for note in results.notes:
            console.line(console.problem(note))


def _with_points(console: Console, source: FileToScore, rules: str | None) -> ResultsFile:
    """Returns the results as the file publishes them, scored where it publishes nothing or other rules are asked
    for.
    """
    results = source.results
    is_published = any(one.rank is not None or one.percent is not None for one in results.contestants)
    can_score = results.method is not None and results.kind is ContestantKind.PAIR
    if not can_score or (is_published and rules is None):
        return results
    return with_standings(results, score_source(console, source, method=None, rules=rules).standings)
