"""`score` and `explain`: a file's ranking and boards, and how its numbers came about (`explaining.py`)."""

from __future__ import annotations

import argparse

from arrowswitch.cli.console import Console
from arrowswitch.cli.parser import Commands, Parser
from arrowswitch.cli.scoring.event_scoring import event_plain, matches_state, print_event, score_event
from arrowswitch.cli.scoring.explaining import add_explain_options, explain_number, scored_pairs
from arrowswitch.cli.scoring.output import print_standings, standings_plain
from arrowswitch.cli.scoring.sources import read_source
from arrowswitch.cli.scoring.team_scoring import print_teams, score_team_source, team_method, teams_plain


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    score = commands.add("score", _score)
    _add_source(score)
    explain = commands.add("explain", explain_number)
    _add_source(explain)
    add_explain_options(explain)


def _add_source(parser: Parser) -> None:
    parser.add_argument("file", help=parser.words("cli.score.file"))
    parser.add_argument("--method", help=parser.words("cli.score.method-help"))
    parser.add_argument("--regulations", metavar="NAME", help=parser.words("cli.score.regulations"))
    parser.add_argument("--session", type=int, metavar="N", help=parser.words("cli.score.session"))
    parser.add_argument("--scale", metavar="NAME", help=parser.words("cli.score.scale"))
    parser.add_argument("--table", metavar="FILE", help=parser.words("cli.score.table"))


def _score(options: argparse.Namespace, console: Console) -> int:
    source = read_source(console, options.file, options.session)
    state = matches_state(source, options.method)
    if state is not None:
        event = score_event(console, source, state, rules=options.regulations, scale=options.scale)
        if console.is_json:
            console.json(event_plain(console, event))
        else:
            print_event(console, event)
        return 0
    method = team_method(source, options.method)
    if method is not None:
        teams = score_team_source(console, source, method, rules=options.regulations, scale=options.scale)
        if console.is_json:
            console.json(teams_plain(console, teams))
        else:
            print_teams(console, teams)
        return 0
    scored = scored_pairs(options, console, source)
    if console.is_json:
        console.json(standings_plain(console, scored))
    else:
        print_standings(console, scored)
    return 0
