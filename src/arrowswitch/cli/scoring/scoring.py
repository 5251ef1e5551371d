"""`score` and `explain`: a file's ranking and boards, and how its numbers came about.

Only the options are declared here. `file_scoring` and `explaining` are loaded when the command is carried out.
"""

from __future__ import annotations

import argparse

from arrowswitch.cli.console import Console
from arrowswitch.cli.parser import Commands, Parser
from arrowswitch.cli.scoring.numbers import NUMBERS


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    _add_source(commands.add("score", _score))
    explain = commands.add("explain", _explain)
    _add_source(explain)
    explain.add_argument("--board", type=int, help=explain.words("cli.explain.board"))
    number = explain.add_mutually_exclusive_group(required=True)
    for name in NUMBERS:
        number.add_argument(f"--{name}", metavar="N", help=explain.words(f"cli.explain.{name}"))
    explain.add_argument("--class", dest="game_class", type=int, metavar="K", help=explain.words("cli.explain.class"))


def _add_source(parser: Parser) -> None:
    parser.add_argument("file", help=parser.words("cli.score.file"))
    parser.add_argument("--method", help=parser.words("cli.score.method-help"))
    parser.add_argument("--regulations", metavar="NAME", help=parser.words("cli.score.regulations"))
    parser.add_argument("--session", type=int, metavar="N", help=parser.words("cli.score.session"))
    parser.add_argument("--scale", metavar="NAME", help=parser.words("cli.score.scale"))
    parser.add_argument("--table", metavar="FILE", help=parser.words("cli.score.table"))
    parser.add_argument("--datums", metavar="FILE", help=parser.words("cli.score.datums"))


def _score(options: argparse.Namespace, console: Console) -> None:
    from arrowswitch.cli.scoring.file_scoring import score_file

    score_file(options, console)


def _explain(options: argparse.Namespace, console: Console) -> None:
    from arrowswitch.cli.scoring.explaining import explain_number

    explain_number(options, console)
