"""`points`, `imps`, `vp`: single numbers."""

from __future__ import annotations

import argparse

from arrowswitch.cli.context import Context
from arrowswitch.cli.later import not_yet
from arrowswitch.cli.parser import Commands
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.boards import Vulnerability
from arrowswitch.core.game.contracts import PassedOut, Played, RawScore, ns_score_at
from arrowswitch.core.game.notation import Ambiguous, Style, format_result, parse_result, shown
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.imps import imps
from arrowswitch.formats.reading import whole_number

_LARGEST_DIFFERENCE = 100_000


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
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
    difference = commands.add("imps", _imps)
    difference.add_argument("difference", help=difference.words("cli.imps.difference"))
    victory = commands.add("vp", not_yet)
    victory.add_argument("imps", nargs="?", help=victory.words("cli.vp.imps"))
    victory.add_argument("--scale", help=victory.words("cli.vp.scale"))
    victory.add_argument("--boards", type=int, help=victory.words("cli.vp.boards"))
    victory.add_argument("--list", action="store_true", help=victory.words("cli.vp.list"))


def _points(options: argparse.Namespace, context: Context) -> int:
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
        raise Malformed.of("cli.points.no-contract", text=shown(text))
    score = ns_score_at(result, Vulnerability(options.vul))
    if context.is_json:
        context.json({"ns": score, "ew": -score})
    else:
        written = format_result(result, Style.DISPLAY)
        context.say("cli.points.answer", result=written, ns=_signed(score), ew=_signed(-score))
    return 0


def _imps(options: argparse.Namespace, context: Context) -> int:
    difference = whole_number(options.difference)
    if difference is None or abs(difference) > _LARGEST_DIFFERENCE:
        raise Malformed.of("cli.imps.malformed", text=shown(options.difference))
    amount = imps(difference)
    if context.is_json:
        context.json({"imps": amount})
    else:
        context.say("cli.imps.answer", imps=_signed(amount))
    return 0


def _upper(text: str) -> str:
    return text.strip().upper()


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"
