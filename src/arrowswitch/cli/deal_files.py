"""Files of deals on the command line: read from any format that holds some, and converted."""

from __future__ import annotations

from pathlib import PurePath

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file, write_file
from arrowswitch.core.deals.deal import parse_deal
from arrowswitch.core.errors import Malformed, Mistake
from arrowswitch.formats.deals.deal_file import DealFile, Gathered
from arrowswitch.formats.deals.formats import DEAL_ENDINGS, deal_format
from arrowswitch.formats.detect import READ_ENDINGS, RESULT_ENDINGS, read_results
from arrowswitch.formats.kinds import Wanted


def read_deals(console: Console, name: str) -> DealFile:
    """Returns the deals of a file: of a format of deals by its ending, or of a file of results that has them.

    Raises Malformed with what is wrong in it, Refused (`deals.format`) for another ending.
    """
    data = read_file(console, name, Wanted.RESULTS)
    ending = PurePath(name).suffix.lower()
    if ending in DEAL_ENDINGS or ending not in READ_ENDINGS:
        return deal_format(name).read(data)
    gathered = Gathered()
    for board, text in read_results(data, name).deals.items():
        try:
            gathered.add(board, parse_deal(text), f"board {board}")
        except Malformed as malformed:
            gathered.take(malformed, f"board {board}")
    return gathered.file()


def is_about_deals(console: Console, source: str, out: str) -> bool:
    """True if a conversion is of deals: the file extension leaves no doubt, or the file has deals and no results."""
    first, last = (PurePath(name).suffix.lower() for name in (source, out))
    endings = {first, last}
    if last in DEAL_ENDINGS - RESULT_ENDINGS or first in DEAL_ENDINGS - READ_ENDINGS:
        return True
    if not endings <= DEAL_ENDINGS or source == "-":
        return False
    data = read_file(console, source, Wanted.RESULTS)
    try:
        read_results(data, source)
    except Mistake:
        try:
            deal_format(source).read(data)
        except Mistake:
            return False
        return True
    return False


def convert_deals(console: Console, source: str, out: str) -> None:
    """Reads deals, writes them in the format of `out`, and prints the assumptions and the losses of the file."""
    form = deal_format(out)
    deal_file = read_deals(console, source)
    write_file(console, out, form.write(deal_file.deals))
    notes = (*deal_file.notes, *form.not_held(deal_file.deals))
    if console.is_json:
        console.json(
            {
                "file": out,
                "format": form.name,
                "boards": list(deal_file.deals.boards),
                "problems": [console.problem(note) for note in notes],
            }
        )
        return
    console.say("cli.convert.deals", name=out, n=len(deal_file.deals.boards))
    for note in notes:
        console.line(console.problem(note))
