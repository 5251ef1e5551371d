"""`dd`: the tricks of every declarer with all cards seen, and par, of each board of a file."""

from __future__ import annotations

import argparse

from arrowswitch.cli.console import Console
from arrowswitch.cli.deal_files import read_deals
from arrowswitch.cli.parser import Commands
from arrowswitch.cli.tables import text_table
from arrowswitch.core.deals.deal import SEATS
from arrowswitch.core.deals.double_dummy import DoubleDummy
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import Denomination
from arrowswitch.core.game.notation import SIGNS, Style, format_result


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    double_dummy = commands.add("dd", _double_dummy)
    double_dummy.add_argument("file", metavar="FILE", help=double_dummy.words("cli.dd.file"))


def _double_dummy(options: argparse.Namespace, console: Console) -> None:
    """Prints the table of each board, one after the other as they are ready."""
    deal_file = read_deals(console, options.file)
    analysed: list[dict[str, object]] = []
    for board, deal in console.services.double_dummy(deal_file.deals):
        if console.is_json:
            analysed.append(_plain(board, deal))
        else:
            _print(console, board, deal)
    if console.is_json:
        console.json(
            {"file": options.file, "boards": analysed, "problems": [console.problem(note) for note in deal_file.notes]}
        )
        return
    for note in deal_file.notes:
        console.line(console.problem(note))


def _plain(board: BoardNumber, deal: DoubleDummy) -> dict[str, object]:
    return {
        "board": board,
        "tricks": {
            seat.value: {denomination.value: deal.tricks[denomination][seat] for denomination in Denomination}
            for seat in SEATS
        },
        "par": {"score": deal.par.score, "results": [format_result(result) for result in deal.par.results]},
    }


def _print(console: Console, board: BoardNumber, deal: DoubleDummy) -> None:
    results = ", ".join(format_result(result, Style.DISPLAY) for result in deal.par.results)
    console.say("cli.dd.board", board=board, score=f"{deal.par.score:+d}".replace("-", "−"), results=results or "–")
    heads = [console.text("cli.dd.declarer"), *SIGNS.values()]
    rows = [(seat.value, *(str(deal.tricks[denomination][seat]) for denomination in Denomination)) for seat in SEATS]
    console.line(text_table(heads, rows, range(1, len(heads))))
    console.line()
