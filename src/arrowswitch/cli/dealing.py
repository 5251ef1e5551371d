"""`deal`, `verify`: sets of deals from a seed into files, and the proof afterwards that nobody changed them."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterator

from arrowswitch.cli.console import Console
from arrowswitch.cli.deal_files import read_deals
from arrowswitch.cli.files import write_file
from arrowswitch.cli.parser import Commands
from arrowswitch.core.deals.commitment import fingerprint, same, short
from arrowswitch.core.deals.conditions import parse_condition
from arrowswitch.core.deals.deal import SEATS, DealSet
from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.core.deals.statistics import DealStatistics, Tally, deal_statistics
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.game.boards import BoardNumber, board_ranges
from arrowswitch.formats.deals.deal_file import MOST_BOARDS
from arrowswitch.formats.deals.formats import deal_format

USUAL_BOARDS = 26
"""Boards that are dealt where no number is given: an evening of the documents (manual, chapter 3)."""
_SEED_BYTES = 16
_LIKELIEST_SHAPES = 12


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    deal = commands.add("deal", _deal)
    deal.add_argument("--boards", type=int, default=USUAL_BOARDS, metavar="N", help=deal.words("cli.deal.boards"))
    deal.add_argument("--first", type=int, default=1, metavar="B", help=deal.words("cli.deal.first"))
    deal.add_argument("--seed", metavar="S", help=deal.words("cli.deal.seed"))
    deal.add_argument("--set", dest="set_name", default="", metavar="NAME", help=deal.words("cli.deal.set"))
    deal.add_argument("--constraint", metavar="EXPR", help=deal.words("cli.deal.constraint"))
    deal.add_argument("--statistics", action="store_true", help=deal.words("cli.deal.statistics"))
    deal.add_argument("-o", "--out", required=True, metavar="FILE", help=deal.words("cli.deal.out"))
    verify = commands.add("verify", _verify)
    verify.add_argument("file", metavar="FILE", help=verify.words("cli.verify.file"))
    verify.add_argument("--fingerprint", metavar="HEX", help=verify.words("cli.verify.fingerprint"))
    verify.add_argument("--seed", default="", metavar="S", help=verify.words("cli.deal.seed"))
    verify.add_argument("--set", dest="set_name", default="", metavar="NAME", help=verify.words("cli.deal.set"))
    verify.add_argument("--constraint", metavar="EXPR", help=verify.words("cli.deal.constraint"))


def _deal(options: argparse.Namespace, console: Console) -> None:
    """Deals a set into a file and prints what it can be made again and verified by: no card is shown.

    Raises Malformed (`cli.deal.count`) for a number of boards that no set has.
    """
    form = deal_format(options.out)
    boards = range(options.first, options.first + options.boards)
    if options.boards < 1 or options.first < 1 or boards[-1] > MOST_BOARDS:
        raise Malformed.of("cli.deal.count", most=MOST_BOARDS)
    seed = Seed(secrets.token_hex(_SEED_BYTES) if options.seed is None else options.seed, options.set_name)
    deals = _dealt(console, seed, boards, options.constraint)
    notes = form.not_held(deals)
    write_file(console, options.out, form.write(deals))
    digits = fingerprint(deals, seed.text, seed.set_name)
    counted = deal_statistics(deals.deals.values()) if options.statistics else None
    if console.is_json:
        plain: dict[str, object] = {
            "file": options.out,
            "format": form.name,
            "boards": list(boards),
            "seed": seed.text,
            "set": seed.set_name,
            "constraint": options.constraint,
            "fingerprint": digits,
            "problems": [console.problem(note) for note in notes],
        }
        console.json(plain | ({} if counted is None else {"statistics": _plain(counted)}))
        return
    console.say("cli.deal.done", name=options.out, boards=board_ranges(boards), n=len(boards))
    console.say("cli.deal.seed-is", seed=seed.text)
    if seed.set_name:
        console.say("cli.deal.set-is", name=seed.set_name)
    console.say("cli.deal.fingerprint-is", digits=short(digits))
    for note in notes:
        console.line(console.problem(note))
    if counted is not None:
        _print(console, counted)


def _dealt(console: Console, seed: Seed, boards: range, constraint: str | None) -> DealSet:
    condition = None if constraint is None else parse_condition(constraint)

    def tell(board: BoardNumber, attempts: int) -> None:
        if not console.is_json and attempts % 20_000 == 0:
            print(console.text("cli.deal.tried", board=board, n=attempts), file=console.err, flush=True)

    return DealSet(dict(deal_boards(seed, boards, condition, tell)))


def _verify(options: argparse.Namespace, console: Console) -> int:
    """Checks whether a file contains the deals that a seed makes, and whether they have the fingerprint; returns 1 if
    not.

    Raises Malformed (`cli.verify.nothing`) where there is nothing to compare with.
    """
    if not options.seed and not options.fingerprint:
        raise Malformed.of("cli.verify.nothing")
    dealt = read_deals(console, options.file).deals
    digits = fingerprint(dealt, options.seed, options.set_name)
    problems = list(_differences(options, console, dealt))
    if options.fingerprint and not same(digits, options.fingerprint):
        problems.append(Problem("cli.verify.other-fingerprint", {"digits": short(digits)}))
    if console.is_json:
        console.json(
            {
                "file": options.file,
                "boards": list(dealt.boards),
                "fingerprint": digits,
                "verified": not problems,
                "problems": [console.problem(problem) for problem in problems],
            }
        )
    elif problems:
        for problem in problems:
            console.line(console.problem(problem))
    else:
        console.say("cli.verify.done", boards=board_ranges(dealt.boards), digits=short(digits))
    return 1 if problems else 0


def _differences(options: argparse.Namespace, console: Console, deal_set: DealSet) -> Iterator[Problem]:
    """Yields the boards with other cards than the seed's."""
    if not options.seed:
        return
    condition = None if options.constraint is None else parse_condition(options.constraint)
    for board, deal in deal_boards(Seed(options.seed, options.set_name), deal_set.boards, condition):
        if deal_set.deals[board] != deal:
            yield Problem("cli.verify.other-cards", {"board": board})


def _plain(counted: DealStatistics) -> dict[str, object]:
    return {
        "hands": counted.hands,
        "points": {str(points): _tally(tally) for points, tally in counted.points.items()},
        "shapes": {shape: _tally(tally) for shape, tally in counted.shapes.items()},
        "voids": _tally(counted.voids),
    }


def _tally(tally: Tally) -> dict[str, object]:
    return {"seen": tally.seen, "expected": round(float(tally.expected), 2)}


def _print(console: Console, counted: DealStatistics) -> None:
    """Prints the frequencies of points, shapes and voids next to the expected ones."""
    console.line()
    console.say("cli.deal.hands", n=counted.hands, average=len(SEATS))
    rows = [
        (str(points), str(tally.seen), f"{float(tally.expected):.1f}")
        for points, tally in counted.points.items()
        if tally.seen or tally.expected >= 1
    ]
    console.table("cli.deal.head-", ("points", "seen", "expected"), rows, (0, 1, 2))
    console.line()
    shapes = [
        (shape, str(tally.seen), f"{float(tally.expected):.1f}")
        for place, (shape, tally) in enumerate(counted.shapes.items())
        if place < _LIKELIEST_SHAPES or tally.seen
    ]
    voids = (console.text("cli.deal.voids"), str(counted.voids.seen), f"{float(counted.voids.expected):.1f}")
    console.table("cli.deal.head-", ("shape", "seen", "expected"), [*shapes, voids], (1, 2))
