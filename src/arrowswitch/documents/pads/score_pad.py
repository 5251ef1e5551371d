"""The scoring pad of rubber bridge and of Chicago as a sheet: We and They, the line, and a line under each game
(R-363).

Wikibooks "scoring", lines 137-151: two columns; what was bid and made stands below the line, downwards; all else stands
above it, upwards, so that the first number is next to the line.
"""

from __future__ import annotations

from datetime import datetime

from arrowswitch.core.game.chicago import Chicago, ScoredDeal
from arrowswitch.core.game.notation import Style, format_result
from arrowswitch.core.game.rubber import PadLine, Rubber
from arrowswitch.core.game.seats import Side
from arrowswitch.documents.frame import Document, Model, frame_of_file
from arrowswitch.documents.typesetting import typeset
from arrowswitch.documents.words import Words, one_line
from arrowswitch.i18n import Locale, translate


def score_pad(pad: Rubber | Chicago, names: tuple[str, str], locale: Locale, printed_at: datetime) -> bytes:
    """Returns a pad as a PDF; `names` are those of North-South and East-West, empty for We and They."""
    words = Words(locale, printed_at.tzinfo)
    headings = (one_line(names[0]) or words("pad.we"), one_line(names[1]) or words("pad.they"))
    if isinstance(pad, Rubber):
        document = _document("rubber", words, printed_at, _rubber(pad, headings, words))
        return typeset("rubber_pad", document, printed_at)
    return typeset("chicago_pad", _document("chicago", words, printed_at, _chicago(pad, headings, words)), printed_at)


def pad_result(names: tuple[str, str], margin: int, locale: Locale) -> str:
    """Returns the leading side, and its margin."""
    if not margin:
        return translate("pad.level", {}, locale)
    return translate("pad.leads", {"name": names[margin < 0], "points": abs(margin)}, locale)


def _document(game: str, words: Words, printed_at: datetime, sheet: Model) -> Document:
    head = frame_of_file(words(f"pad.{game}"), "", words, printed_at)
    labels = {name: translate(f"pad.{name}", {}, words.locale) for name in ("deal", "dealer", "result", "total")}
    return Document(head, labels, sheet)


def _rubber(pad: Rubber, names: tuple[str, str], words: Words) -> Model:
    columns = tuple(_column(pad, side, name, words) for side, name in zip(Side, names, strict=True))
    return {"columns": columns, "result": pad_result(names, pad.margin, words.locale)}


def _column(pad: Rubber, side: Side, name: str, words: Words) -> Model:
    """Returns one side: the numbers above the line from the top down, those below it for each game, the total."""
    mine = [line for line in pad.lines if line.side is side]
    games = len(pad.games) + (not pad.is_over)
    return {
        "name": name,
        "above": tuple(_cell(line, words) for line in reversed(mine) if not line.is_below),
        "games": tuple(
            tuple(_cell(line, words) for line in mine if line.is_below and line.game == game)
            for game in range(1, max(games, 1) + 1)
        ),
        "total": str(pad.total(side)),
    }


def _cell(line: PadLine, words: Words) -> Model:
    """Returns a number of the pad with its deal and what it is for."""
    item = translate(f"pad.item.{line.item.value}", {}, words.locale)
    return {"points": str(line.points), "note": f"{line.deal}. {item}" if line.deal else item}


def _chicago(pad: Chicago, names: tuple[str, str], words: Words) -> Model:
    totals = (str(pad.total(Side.NS)), str(pad.total(Side.EW)))
    rows = tuple(_row(one, words) for one in pad.deals)
    return {"names": names, "rows": rows, "totals": totals, "result": pad_result(names, pad.margin, words.locale)}


def _row(deal: ScoredDeal, words: Words) -> Model:
    """Returns a deal of Chicago; `is_first` begins a chukker."""
    return {
        "number": f"{deal.chukker}-{deal.number}" if deal.number else "–",
        "dealer": deal.dealer.value,
        "vulnerable": translate(f"pad.vulnerable.{deal.vulnerable.value}", {}, words.locale),
        "result": format_result(deal.deal.result, Style.DISPLAY),
        "ns": str(deal.points(Side.NS) or ""),
        "ew": str(deal.points(Side.EW) or ""),
        "is_first": deal.number == 1,
    }
