"""`draw`: the next round of a Swiss, with the reason for each pairing; or a knockout as it stands."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file
from arrowswitch.cli.pairing.knockouts import draw_knockout
from arrowswitch.cli.parser import Commands
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.pairing.swiss.case import Draw, DrawInput
from arrowswitch.core.pairing.swiss.conditions import Rematch, Triangle, rematch_warning
from arrowswitch.core.pairing.swiss.draw import draw_round
from arrowswitch.core.pairing.swiss.seating import seat_pairings
from arrowswitch.formats.pairing.draw_file import read_draw_file


def add_commands(commands: Commands) -> None:
    """Adds the command."""
    draw = commands.add("draw", _draw)
    draw.add_argument("file", help=draw.words("cli.draw.file"))
    draw.add_argument("--method", choices=["swiss", "knockout"], default="swiss", help=draw.words("cli.draw.method"))
    for name, values in (("rematch", Rematch), ("triangle", Triangle)):
        draw.add_argument(f"--{name}", choices=[one.value for one in values], help=draw.words(f"cli.draw.{name}"))
    for name in ("rounds", "rematch-number", "triangle-limit"):
        draw.add_argument(f"--{name}", type=int, metavar="N", help=draw.words(f"cli.draw.{name}"))
    draw.add_argument("--double", action="store_true", help=draw.words("cli.draw.double"))
    draw.add_argument("--pdf", metavar="FILE", help=draw.words("cli.draw.pdf"))
    draw.add_argument("--force", action="store_true", help=draw.words("cli.draw.force"))


def _draw(options: argparse.Namespace, console: Console) -> None:
    """Prints the draw of the next round, or the bracket."""
    if options.method == "knockout":
        draw_knockout(options, console)
        return
    Refused.check(
        Problem("cli.draw.only-knockout", {"option": name}) for name in ("double", "pdf") if getattr(options, name)
    )
    case = _with_options(read_draw_file(read_file(console, options.file)), options)
    draw = draw_round(case)
    warning = rematch_warning(case.policy.conditions, len(case.order))
    if console.is_json:
        console.json(_plain(console, case, draw))
    else:
        _print(console, draw)
    if warning is not None:
        console.complain([warning], options.file)


def _with_options(case: DrawInput, options: argparse.Namespace) -> DrawInput:
    conditions_given = {
        "rounds": options.rounds,
        "rematch": None if options.rematch is None else Rematch(options.rematch),
        "rematch_number": options.rematch_number,
        "triangle": None if options.triangle is None else Triangle(options.triangle),
        "triangle_limit": options.triangle_limit,
    }
    conditions = replace(
        case.policy.conditions, **{name: value for name, value in conditions_given.items() if value is not None}
    )
    return replace(case, policy=replace(case.policy, conditions=conditions), may_break_rule=options.force)


def _plain(console: Console, case: DrawInput, draw: Draw) -> dict[str, object]:
    history = case.policy.history
    return {
        "round": draw.round,
        "pairings": [
            {"table": match.tables[0], "ns": match.home, "ew": match.away, "why": _words(console, pairing.why)}
            for match, pairing in zip(seat_pairings(draw, {}), draw.pairings, strict=True)
        ],
        "sit_out": draw.sit_out,
        "triangle": list(draw.triangle) or None,
        "why_odd": _words(console, draw.why_odd),
        "repeats": [list(p.contestants) for p in draw.pairings if history.rounds_met(*p.contestants)],
        "against_rule": [list(pairing.contestants) for pairing in draw.against_rule],
    }


def _print(console: Console, draw: Draw) -> None:
    rows = [
        (str(match.tables[0]), match.home, match.away, _words(console, pairing.why))
        for match, pairing in zip(seat_pairings(draw, {}), draw.pairings, strict=True)
    ]
    console.say("cli.draw.round", round=draw.round)
    console.table("cli.draw.head-", ("table", "ns", "ew", "why"), rows, right=(0, 1, 2))
    if draw.why_odd:
        console.line(_words(console, draw.why_odd))


def _words(console: Console, problems: Iterable[Problem]) -> str:
    return " ".join(console.problem(one) for one in problems)
