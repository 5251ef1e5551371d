"""The breaches of the standard (PBN 2.1) in a PBN file, each with its line: tags, tables, auctions and plays.

Reading results does not need all of this, so these are notes in addition to results. Checked are the values of tags
(sections 3.4 and 4.2), tags that occur twice (3.4) or that may not be inherited (4.8), the tags required before an
auction and a play (3.1), tables (5.2: column heads, cells, order, no remarks), calls that cannot be made and cards that
cannot be played (3.5, 3.6, 3.9), the contract against the auction, the order of explanations and the sign `+` for a
game to be continued (3.5 and 3.6).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Mistake, ParamValue, Problem
from arrowswitch.core.game.contracts import Contract, Denomination, PassedOut
from arrowswitch.core.game.notation import format_contract
from arrowswitch.core.game.play import card_of, winner
from arrowswitch.core.game.seats import Seat
from arrowswitch.formats.pbn.games import Game, PbnFile, TableColumn, TableRow, Tag, columns, rows
from arrowswitch.formats.pbn.sections import auction_of, play_of_game
from arrowswitch.formats.reading import exact_number

_PATTERNS = {
    "Scoring": r"|\?|[A-Za-z][\w +./-]*(?:;[A-Za-z][\w +./-]*)*",
    "Vulnerable": r"|\?|-|(?i:None|Love|NS|EW|All|Both)",
    "Dealer": r"|\?|[NESWnesw]",
    "Declarer": r"|\?|\^?[NESWnesw]",
    "Contract": r"|\?|(?i:pass|[1-7]?(?:[SHDC]|NT)X{0,2})",
    "Result": r"|\?|\^?(?:\d+|(?:NS|EW) \d+|NS \d+ EW \d+|EW \d+ NS \d+)",
    "Date": r"|\?|[\d?]{4}\.[\d?]{2}\.[\d?]{2}",
    "Room": r"|\?|Open|Closed",
    "Score": r"|\?|[+-]?\d+|(?:NS|EW) [+-]?\d+|NS [+-]?\d+ EW [+-]?\d+|EW [+-]?\d+ NS [+-]?\d+",
    "Board": r"|\?|[1-9]\d*",
    "OptimumScore": r"|\?|(?:NS|EW) [+-]?\d+",
}
_VULNERABLE = {"None": "", "Love": "", "-": "", "NS": "NS", "EW": "EW", "All": "NSEW", "Both": "NSEW"}
_FORBIDDEN = re.compile(r"[%\[\]{};]")
_ASIDE = re.compile(r"=\d+=|\$\d+|[!?]{1,2}|\^\w?")


def pbn_problems(file: PbnFile) -> tuple[Problem, ...]:
    """Returns all problems, in the order of the file.

    Codes: `pbn.stray`, `pbn.tag`, `pbn.value`, `pbn.history`, `pbn.column`, `pbn.row`, `pbn.forbidden`, `pbn.order`,
    `pbn.after-plus`, `pbn.tag-twice`, `pbn.inherited`, `pbn.needs-before`, `pbn.other-contract` and those of
    `auction_of` and `play_of_game`.
    """
    problems = [Problem("pbn.stray", {}, f"line {line}") for line in file.stray]
    for game in file.games:
        problems.extend(_of_game(game))
    return tuple(problems)


def _of_game(game: Game) -> Iterator[Problem]:
    seen: set[str] = set()
    for tag in game.tags:
        if tag.name in seen and tag.name != "Note":
            yield Problem("pbn.tag-twice", {"tag": tag.name}, tag.where)
            continue
        if tag.is_inherited:
            yield Problem("pbn.inherited", {"tag": tag.name}, tag.where)
        for missing in [name for name in _BEFORE.get(tag.name, ()) if name not in seen]:
            yield Problem("pbn.needs-before", {"tag": tag.name, "missing": missing}, tag.where)
        seen.add(tag.name)
        if not tag.name:
            yield Problem("pbn.tag", {"text": tag.value}, tag.where)
        elif tag.name in _PATTERNS and not re.fullmatch(_PATTERNS[tag.name], tag.value):
            yield Problem("pbn.value", {"tag": tag.name, "value": tag.value}, tag.where)
        elif tag.name.endswith("Table"):
            yield from _of_table(tag)
        elif tag.name == "Auction":
            yield from _of_auction(tag)
        elif tag.name == "Play":
            yield from _of_play(tag, game.value("Contract"))
    yield from _history(game)
    yield from _of_calls(game)
    yield from play_of_game(game)[1]


_BEFORE = {"Auction": ("Dealer",), "Play": ("Deal", "Contract")}
"""The tags required before a section (3.1); an end position has a play without a declarer (3.10)."""


def _of_calls(game: Game) -> Iterator[Problem]:
    """Yields the faults of an auction, and one if it does not lead to the contract given."""
    auction, problems = auction_of(game)
    yield from problems
    tag = game.tag("Contract")
    called = None if auction is None or problems else auction.contract
    stated = game.value("Contract").upper()
    if called is None or tag is None or not stated:
        return
    reached = "PASS" if isinstance(called, PassedOut) else format_contract(called)
    declarer = game.value("Declarer").upper()
    is_other = isinstance(called, Contract) and declarer in set(Seat) and declarer != called.declarer
    if reached != stated or is_other:
        yield Problem("pbn.other-contract", {"text": tag.value, "found": reached}, tag.where)


def _history(game: Game) -> Iterator[Problem]:
    """Yields a problem if the rubber so far makes other sides vulnerable than the game has."""
    tag = game.tag("ScoreRubberHistory")
    stated = _VULNERABLE.get(game.value("Vulnerable"))
    if tag is None or stated is None or game.tag("Vulnerable") is None:
        return
    ns, _, ew = tag.value.partition("EW")
    vulnerable = "".join(side for side, part in (("NS", ns), ("EW", ew)) if _has_game(part))
    if vulnerable != stated:
        yield Problem("pbn.history", {"vulnerable": game.value("Vulnerable")}, tag.where)


def _has_game(part: str) -> bool:
    below = part.partition("/")[2].split()
    return any((whole_of(points) or 0) >= 100 for points in below)


def _of_table(tag: Tag) -> Iterator[Problem]:
    try:
        heads = columns(tag.value)
    except Mistake as mistake:
        yield Problem("pbn.column", mistake.problems[0].params, tag.where)
        return
    good: list[TableRow] = []
    sources = dict(tag.source)
    for row in rows(tag, heads):
        where = f"line {row.line}"
        forbidden = _FORBIDDEN.search(re.sub(r'"[^"]*"', "", sources[row.line]))
        if forbidden and not sources[row.line].lstrip().startswith(("{", ";")):
            yield Problem("pbn.forbidden", {"sign": forbidden[0]}, where)
        elif len(row.cells) != len(heads):
            params: dict[str, ParamValue] = {"table": tag.name, "cells": len(row.cells), "columns": len(heads)}
            yield Problem("pbn.row", params, where)
        else:
            good.append(row)
    yield from _order(heads, good)


def _order(heads: tuple[TableColumn, ...], table: list[TableRow]) -> Iterator[Problem]:
    for place, head in enumerate(heads):
        if not head.order:
            continue
        amounts = [(amount, row.line) for row in table if (amount := exact_number(row.cells[place])) is not None]
        for (above, _), (below, line) in pairwise(amounts):
            if (above < below) if head.order == "+" else (above > below):
                yield Problem("pbn.order", {"column": head.name, "order": head.order}, f"line {line}")
                break


def _words(tag: Tag) -> list[tuple[int, list[str]]]:
    return [(line, [word for word in text.split() if not _ASIDE.fullmatch(word)]) for line, text in tag.section]


def _of_auction(tag: Tag) -> Iterator[Problem]:
    calls = [(line, word) for line, words in _words(tag) for word in words]
    signs = [word for _, word in calls]
    if "+" in signs and signs.index("+") != len(signs) - 1:
        yield Problem("pbn.after-plus", {"section": "Auction"}, f"line {calls[signs.index('+') + 1][0]}")


def _of_play(tag: Tag, contract: str) -> Iterator[Problem]:
    """Yields the problems of what follows a `+` in the order of play: the columns are seats from the first leader
    on."""
    trump = _trump(contract)
    leader = 0
    is_over = False
    for line, words in _words(tag):
        cards = words[:4] + ["-"] * (4 - len(words))
        if words[:1] == ["*"]:
            return
        in_order = cards[leader:] + cards[:leader]
        behind = in_order[in_order.index("+") + 1 :] if "+" in in_order else []
        if is_over or any(card != "-" for card in behind):
            yield Problem("pbn.after-plus", {"section": "Play"}, f"line {line}")
            return
        is_over = "+" in in_order
        leader = (leader + (winner([card_of(card) for card in in_order], trump) or 0)) % 4


def _trump(contract: str) -> Denomination:
    suit = contract[1:2].upper()
    return Denomination(suit) if suit in set(Denomination) else Denomination.NOTRUMP
