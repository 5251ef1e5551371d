"""`convert`: results, or deals, from one format into another."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from arrowswitch.cli.console import Console
from arrowswitch.cli.deal_files import convert_deals, is_about_deals
from arrowswitch.cli.files import write_file
from arrowswitch.cli.parser import Commands
from arrowswitch.cli.scoring.event_results import with_standings, with_team_standings
from arrowswitch.cli.scoring.event_scoring import matches_state, score_event
from arrowswitch.cli.scoring.ranking_table import note_plain
from arrowswitch.cli.scoring.sources import FileToScore, read_source, rules_for, score_source
from arrowswitch.cli.scoring.team_scoring import score_team_source, team_method
from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Mistake, Problem, Refused
from arrowswitch.core.scoring.methods import Method
from arrowswitch.formats.detect import writer_for
from arrowswitch.formats.results.file_formats import Format
from arrowswitch.formats.results.held import not_held
from arrowswitch.formats.results.results import ResultsFile
from arrowswitch.tournament.rulebooks.event_rules import rules_of


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    convert = commands.add("convert", _convert)
    convert.add_argument("file", metavar="IN", help=convert.words("cli.convert.in"))
    convert.add_argument("out", metavar="OUT", help=convert.words("cli.convert.out"))
    convert.add_argument("--method", help=convert.words("cli.convert.method"))
    convert.add_argument("--regulations", metavar="NAME", help=convert.words("cli.score.regulations"))
    convert.add_argument("--session", type=int, metavar="N", help=convert.words("cli.score.session"))


def _convert(options: argparse.Namespace, console: Console) -> None:
    """Reads IN, writes OUT in the format of its ending, and prints the assumptions, the differences from our own
    scoring, and the losses of the file written.

    Raises Refused: `cli.convert.same` where OUT is IN itself.
    """
    if options.file != "-" and _is_same(console.path(options.file), console.path(options.out)):
        raise Refused.of("cli.convert.same", name=options.out)
    if is_about_deals(console, options.file, options.out):
        convert_deals(console, options.file, options.out)
        return
    form = writer_for(options.out)
    source = read_source(console, options.file, options.session)
    results, assumptions = _with_points(console, source, options.method, options.regulations)
    data = form.write(results)
    notes = (
        *assumptions,
        *_rules_left(console, source, options.regulations, form, data),
        *not_held(form, data, results),
        *_other_ranking(console, source, options, form, data),
    )
    write_file(console, options.out, data)
    if console.is_json:
        console.json(
            {
                "file": options.out,
                "format": form.name,
                "boards": len(results.boards),
                "results": len(results.lines),
                "matches": len(results.matches),
                "problems": [note_plain(console, note) for note in notes],
            }
        )
        return
    console.say("cli.convert.done", name=options.out, boards=len(results.boards), n=len(results.lines))
    for note in notes:
        console.line(console.problem(note))


def _other_ranking(
    console: Console, source: FileToScore, options: argparse.Namespace, form: Format, data: bytes
) -> Iterator[Problem]:
    """Yields that the ranking of the file written, scored without further options, is not that of the file read, or
    that its totals are others (`held.other-ranking`, `held.other-totals`).

    Handicaps, penalties, carry-overs, brackets, tables of instant matchpoints: any cause that changes a ranking and is
    missing in files of results is detected here.
    """
    if form.read is None:
        return
    try:
        rules = options.regulations or (None if source.state is None else rules_of(source.state).name)
        ours = _places(console, source, options.method, options.regulations)
    except Mistake:
        return
    try:
        theirs = _places(console, FileToScore(options.out, form.read(data)), None, rules)
    except Mistake as mistake:
        yield Problem("held.not-scored", {"why": console.problem(mistake.problems[0])})
        return
    ranks = sum(number not in theirs or theirs[number][0] != rank for number, (rank, _) in ours.items())
    totals = sum(number in theirs and theirs[number][1] != total for number, (_, total) in ours.items())
    if ranks:
        yield Problem("held.other-ranking", {"n": ranks})
    elif totals:
        yield Problem("held.other-totals", {"n": totals})


def _places(
    console: Console, source: FileToScore, method: str | None, rules: str | None
) -> Mapping[Number, tuple[int, Fraction]]:
    """Returns the ranks and totals that `score` prints of a file."""
    state, way = matches_state(source, method), team_method(source, method)
    if state is not None:
        ranking = score_event(console, source, state, rules=rules, scale=None).scored.standings.ranking
    elif way is not None:
        teams = score_team_source(console, source, way, rules=rules, scale=None).standings.ranking
        return {one.number: (one.rank, one.row.total) for one in teams}
    else:
        ranking = score_source(console, source, method=method, rules=rules).standings.ranking
    return {one.number: (one.rank, one.total) for one in ranking}


def _is_same(source: Path, out: Path) -> bool:
    try:
        return source.exists() and out.exists() and source.samefile(out)
    except OSError:
        return False


def _with_points(
    console: Console, source: FileToScore, method: str | None, rules: str | None
) -> tuple[ResultsFile, tuple[Problem, ...]]:
    """Returns the results as the file publishes them, and the notes on differences from ours.

    They are scored again if the file publishes nothing, or if a method or other rules are requested. Matches that
    cannot be scored (a scale without a column for their boards) are written unchanged, with a note.
    """
    results = source.results
    team_way = team_method(source, method)
    if team_way is not None:
        if source.state is not None:
            return results, results.notes
        try:
            scored = score_team_source(console, source, team_way, rules=rules, scale=None)
        except Mistake as mistake:
            if method is not None or rules is not None:
                raise
            why = Problem("cli.convert.unscored", {"why": console.problem(mistake.problems[0])})
            return results, (*results.notes, why)
        if method is None and rules is None and any(team.rank is not None for team in results.teams):
            return results, scored.notes
        return with_team_standings(results, scored.standings, team_way, is_by_vp=scored.scale is not None), scored.notes
    is_published = any(one.rank is not None or one.percent is not None for one in results.contestants)
    if (results.method is None or results.kind is not ContestantKind.PAIR) and method is None:
        return results, results.notes
    try:
        pairs = score_source(console, source, method=method, rules=rules)
    except Mistake:
        if not is_published or method is not None or rules is not None:
            raise
        return results, results.notes
    if is_published and method is None and rules is None:
        return results, pairs.notes
    return with_standings(replace(results, method=Method(pairs.standings.method)), pairs.standings), pairs.notes


def _rules_left(
    console: Console, source: FileToScore, rules_name: str | None, form: Format, data: bytes
) -> Iterator[Problem]:
    """Yields a note if the file written would be scored by other regulations: files of results cannot name those of an
    event, of the program that made the file read, or of the options."""
    if form.read is None:
        return
    try:
        written = FileToScore("", form.read(data))
    except Mistake:
        return
    ours, theirs = rules_for(console, source, rules_name)[0].name, rules_for(console, written, None)[0].name
    if ours != theirs:
        yield Problem("held.no-regulations", {"name": rules_name or ours})
