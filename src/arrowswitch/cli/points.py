"""`points`: the score of a contract and its result. The shortest question loads nothing that it does not use."""

from __future__ import annotations

import argparse

from arrowswitch.cli.console import Console
from arrowswitch.cli.parser import Commands
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.boards import Vulnerability
from arrowswitch.core.game.contracts import PassedOut, Played, RawScore, ns_score_at
from arrowswitch.core.game.notation import Ambiguous, Style, format_result, format_signed, parse_result, quote_text
from arrowswitch.core.game.seats import Seat


def add_commands(commands: Commands) -> None:
    """Adds the command."""
    points = commands.add("points", _points)
    points.add_argument("contract", nargs="+", help=points.words("cli.points.contract"))
    points.add_argument("--by", choices=[seat.value for seat in Seat], type=_upper, help=points.words("cli.points.by"))
    points.add_argument(
        "--vul",
        choices=[one.value for one in Vulnerability],
        type=str.lower,
        default=Vulnerability.NONE.value,
        help=points.words("cli.points.vul"),
    )


def _points(options: argparse.Namespace, console: Console) -> None:
    """Prints the score of a contract and its result. Where nobody is named as declarer it is North."""
    text = " ".join(options.contract)
    by = Seat(options.by) if options.by else None
    try:
        result = parse_result(text, declarer=by)
    except Ambiguous as error:
        if by is not None or error.problems[0].code != "result.no-declarer":
            raise
        result = parse_result(text, declarer=Seat.NORTH)
    if not isinstance(result, Played | PassedOut) or isinstance(result, RawScore):
        raise Malformed.of("cli.points.no-contract", text=quote_text(text))
    score = ns_score_at(result, Vulnerability(options.vul))
    written = format_result(result, Style.DISPLAY)
    ns, ew = format_signed(score), format_signed(-score)
    console.answer({"ns": score, "ew": -score}, "cli.points.answer", result=written, ns=ns, ew=ew)


def _upper(text: str) -> str:
    return text.strip().upper()
