"""`rubber` and `chicago`: the score pads of bridge without a tournament."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from arrowswitch.cli.console import Console
from arrowswitch.cli.parser import Commands
from arrowswitch.cli.tables import text_table
from arrowswitch.core.game.chicago import Chicago, ChicagoRules, PartScores, VulnerableSide, keep_chicago
from arrowswitch.core.game.notation import Style, format_result
from arrowswitch.core.game.pads import parse_deals
from arrowswitch.core.game.rubber import Rubber, keep_rubber
from arrowswitch.core.game.seats import Seat, Side

_RIGHT = (0, 1, 2)


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    rubber = commands.add("rubber", _rubber)
    rubber.add_argument("deals", nargs="*", metavar="DEAL", help=rubber.words("cli.pad.deals"))
    rubber.add_argument("--left", action="store_true", help=rubber.words("cli.rubber.left"))
    chicago = commands.add("chicago", _chicago)
    chicago.add_argument("deals", nargs="*", metavar="DEAL", help=chicago.words("cli.pad.deals"))
    seats = [seat.value for seat in Seat]
    chicago.add_argument(
        "--dealer", choices=seats, type=str.upper, default="N", help=chicago.words("cli.chicago.dealer")
    )
    for name, values in (("vulnerable", VulnerableSide), ("part-scores", PartScores)):
        known = [value.value for value in values]
        chicago.add_argument(f"--{name}", choices=known, default=known[0], help=chicago.words(f"cli.chicago.{name}"))
    chicago.add_argument("--honours", action="store_true", help=chicago.words("cli.chicago.honours"))
    chicago.add_argument("--count-passes", action="store_true", help=chicago.words("cli.chicago.count-passes"))


def _rubber(options: argparse.Namespace, console: Console) -> None:
    """Prints the pad of a rubber."""
    pad = keep_rubber(parse_deals(options.deals), is_left=options.left)
    if console.is_json:
        console.json(_rubber_plain(pad))
        return
    rows = [
        (
            str(line.deal or "–"),
            *(str(line.points) if line.side is side else "" for side in Side),
            console.text("pad.below", game=line.game) if line.is_below else console.text("pad.above"),
            console.text(f"pad.item.{line.item.value}"),
        )
        for line in pad.lines
    ]
    _print(console, rows, pad.total(Side.NS), pad.total(Side.EW), ("where", "what"))
    for side in Side:
        if pad.is_vulnerable(side) and not pad.is_over:
            console.say("cli.rubber.vulnerable", side=side.label)
    if pad.winner is not None:
        console.say("cli.rubber.won", side=pad.winner.label, margin=abs(pad.margin))


def _rubber_plain(pad: Rubber) -> dict[str, object]:
    return {
        "lines": [
            {
                "deal": line.deal,
                "side": line.side.value,
                "points": line.points,
                "for": line.item.value,
                "below": line.is_below,
                "game": line.game,
            }
            for line in pad.lines
        ],
        "games": [side.value for side in pad.games],
        "part": {"NS": pad.part[0], "EW": pad.part[1]},
        "vulnerable": [side.value for side in Side if pad.is_vulnerable(side)],
        "totals": {side.value: pad.total(side) for side in Side},
        "winner": None if pad.winner is None else pad.winner.value,
        "over": pad.is_over,
    }


def _chicago(options: argparse.Namespace, console: Console) -> None:
    """Prints the pad of Chicago, and who deals next and who is vulnerable."""
    rules = ChicagoRules(
        VulnerableSide(options.vulnerable),
        PartScores(options.part_scores),
        with_honours=options.honours,
        deals_again=not options.count_passes,
    )
    pad = keep_chicago(parse_deals(options.deals), rules, Seat(options.dealer))
    if console.is_json:
        console.json(_chicago_plain(pad))
        return
    rows = [
        (
            f"{one.chukker}-{one.number}" if one.number else "–",
            *(str(one.points(side) or "") for side in Side),
            f"{one.dealer.value} {console.text(f'pad.vulnerable.{one.vulnerable.value}')}",
            format_result(one.deal.result, Style.DISPLAY),
        )
        for one in pad.deals
    ]
    _print(console, rows, pad.total(Side.NS), pad.total(Side.EW), ("dealer", "result"))
    vulnerable = console.text(f"pad.vulnerable.{pad.vulnerable.value}")
    console.say("cli.chicago.next", number=pad.number, dealer=pad.dealer.value, vulnerable=vulnerable)


def _chicago_plain(pad: Chicago) -> dict[str, object]:
    return {
        "deals": [
            {
                "chukker": one.chukker,
                "number": one.number,
                "dealer": one.dealer.value,
                "vulnerable": one.vulnerable.value,
                "deal": str(one.deal),
                "ns": one.points(Side.NS),
                "ew": one.points(Side.EW),
                "items": [{"side": s.value, "points": points, "for": item.value} for s, points, item in one.items],
            }
            for one in pad.deals
        ],
        "totals": {side.value: pad.total(side) for side in Side},
        "next": {"number": pad.number, "dealer": pad.dealer.value, "vulnerable": pad.vulnerable.value},
    }


def _print(console: Console, rows: Sequence[tuple[str, ...]], ns: int, ew: int, heads: tuple[str, str]) -> None:
    total = (console.text("pad.total"), str(ns), str(ew), "", "")
    names = [console.text("pad.deal"), "N-S", "E-W", *(console.text(f"pad.{head}") for head in heads)]
    console.line(text_table(names, [*rows, total], right=_RIGHT))
