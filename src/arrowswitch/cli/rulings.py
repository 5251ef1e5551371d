"""`ruling`: weighted scores in a match or in a field, and averages by responsibility, outcome by outcome."""

from __future__ import annotations

import argparse
from fractions import Fraction

from arrowswitch import regulations
from arrowswitch.cli.console import Console
from arrowswitch.cli.parser import Commands, Parser
from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.core.game.boards import Vulnerability
from arrowswitch.core.game.notation import format_signed, quote_text
from arrowswitch.core.game.seats import Side
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.boards.matchpoints import BoardContext
from arrowswitch.core.scoring.weighing import (
    WeightedSum,
    field_top,
    read_field,
    read_score,
    read_weights,
    weighed_imps,
    weighed_matchpoints,
)
from arrowswitch.formats.reading import exact_number
from arrowswitch.i18n.language import language_of
from arrowswitch.tournament.model.values.rulings import Blame
from arrowswitch.tournament.rulings.withdrawal import award_for

_BOARDS = {Vulnerability.NONE: 1, Vulnerability.NS: 2, Vulnerability.EW: 3, Vulnerability.BOTH: 4}


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    group = commands.group("ruling")
    weigh = group.add("weigh", _weigh)
    weigh.add_argument("weights", nargs="+", help=weigh.words("cli.ruling.weights"))
    weigh.add_argument("--ew", help=weigh.words("cli.ruling.ew"))
    weigh.add_argument(
        "--vul",
        choices=[one.value for one in Vulnerability],
        type=str.lower,
        default=Vulnerability.NONE.value,
        help=weigh.words("cli.points.vul"),
    )
    weigh.add_argument("--other", metavar="RESULT", help=weigh.words("cli.ruling.other"))
    weigh.add_argument("--field", metavar="RESULTS", help=weigh.words("cli.ruling.field"))
    weigh.add_argument("--doubled", action="store_true", help=weigh.words("cli.ruling.doubled"))
    _add_rules(weigh)
    average = group.add("average", _average)
    blames = [one.value for one in Blame]
    average.add_argument("--ns", choices=blames, default=Blame.NONE.value, help=average.words("cli.ruling.ns-blame"))
    average.add_argument("--ew", choices=blames, default=Blame.NONE.value, help=average.words("cli.ruling.ew-blame"))
    average.add_argument("--ns-session", metavar="PERCENT", help=average.words("cli.ruling.session"))
    average.add_argument("--ew-session", metavar="PERCENT", help=average.words("cli.ruling.session"))
    average.add_argument("--top", metavar="POINTS", help=average.words("cli.ruling.top"))
    _add_rules(average)


def _add_rules(parser: Parser) -> None:
    parser.add_argument("--regulations", choices=regulations.names(), help=parser.words("cli.ruling.regulations"))


def _weigh(options: argparse.Namespace, console: Console) -> None:
    """Prints every outcome with its weight, its points and its share, and what both sides get."""
    if (options.other is None) == (options.field is None):
        raise Refused.of("cli.ruling.one-comparison")
    board = _BOARDS[Vulnerability(options.vul)]
    ns = read_weights(" ".join(options.weights), board)
    ew = ns if options.ew is None else read_weights(options.ew, board)
    if options.other is not None:
        other = read_score(options.other, board)
        sides = weighed_imps(ns, other), weighed_imps(ew, other)
        _answer(console, sides, -sides[1].scored, "imps", Fraction(1))
        return
    field = read_field(options.field, board)
    context = BoardContext(_rules(options, console).scoring)
    top = field_top(board, field, context)
    sides = weighed_matchpoints(ns, board, field, context), weighed_matchpoints(ew, board, field, context)
    _answer(
        console,
        sides,
        top - sides[1].scored,
        "matchpoints",
        Fraction(2, context.rules.boards.points_per_win) if options.doubled else Fraction(1),
        top,
    )


def _answer(
    console: Console,
    sides: tuple[WeightedSum, WeightedSum],
    ew: Fraction,
    unit: str,
    factor: Fraction,
    top: Fraction | None = None,
) -> None:
    both = {"ns": plain_string(sides[0].scored * factor), "ew": plain_string(ew * factor)}
    rows = [
        (
            str(part.score) if console.is_json else format_signed(part.score),
            f"{plain_string(part.weight * 100)}%",
            plain_string(part.points * factor),
            plain_string(part.share * factor),
        )
        for part in sides[0].parts
    ]
    total = plain_string(sides[0].total * factor)
    if console.is_json:
        names = ("score", "weight", "points", "share")
        plain = {"parts": [dict(zip(names, row, strict=True)) for row in rows], "total": total, **both}
        console.json(plain | ({} if top is None else {"top": plain_string(top * factor)}))
        return
    console.table("cli.ruling.head-", ("score", "weight", "points", "share"), rows)
    console.say(f"cli.ruling.answer-{unit}", total=total, **both)


def _average(options: argparse.Namespace, console: Console) -> None:
    """Prints what each side gets by its part in it, in percent and in matchpoints of a top."""
    rules = _rules(options, console)
    top = None if options.top is None else _number(options.top, most=1_000_000)
    answer: dict[str, str] = {}
    for side, blame, session in ((Side.NS, options.ns, options.ns_session), (Side.EW, options.ew, options.ew_session)):
        award = award_for(Blame(blame), rules)
        percent = rules.scoring.averages.percent(award.kind, None if session is None else _number(session, most=100))
        answer[side.value.lower()] = plain_string(percent)
        if top is not None:
            answer[f"{side.value.lower()}_points"] = plain_string(percent * top / 100)
    if console.is_json:
        console.json(answer)
        return
    console.say("cli.ruling.average", ns=answer["ns"], ew=answer["ew"])
    if top is not None:
        console.say("cli.ruling.average-points", ns=answer["ns_points"], ew=answer["ew_points"], top=plain_string(top))


def _rules(options: argparse.Namespace, console: Console) -> Regulations:
    return regulations.load(options.regulations or language_of(console.locale).regulations)


def _number(text: str, *, most: int) -> Fraction:
    """Returns a number typed with a point or comma, without a percent sign; raises Malformed (`cli.ruling.number`)."""
    found = exact_number(text)
    if found is None or not 0 <= found <= most:
        raise Malformed.of("cli.ruling.number", text=quote_text(text), most=most)
    return found
