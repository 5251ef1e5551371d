"""What the program cannot do yet: `deal`, `dd`. The commands are there, take their options and say so."""

from __future__ import annotations

import argparse

from arrowswitch.cli.console import Console
from arrowswitch.cli.parser import Commands
from arrowswitch.core.errors import Refused


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    deal = commands.add("deal", not_yet)
    deal.add_argument("--boards", type=int, help=deal.words("cli.deal.boards"))
    deal.add_argument("--seed", help=deal.words("cli.deal.seed"))
    deal.add_argument("--constraint", help=deal.words("cli.deal.constraint"))
    deal.add_argument("-o", "--out", help=deal.words("cli.deal.out"))
    table = commands.add("dd", not_yet)
    table.add_argument("file", help=table.words("cli.dd.file"))


def not_yet(options: argparse.Namespace, console: Console) -> int:
    """Refuses the command: this version cannot do it. Raises Refused (`cli.not-yet`)."""
    options.file = ""
    raise Refused.of("cli.not-yet", command=options.command)
