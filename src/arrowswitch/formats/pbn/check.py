"""What in a PBN file is against the standard (PBN 2.1), told with its line: tags, tables, auctions and plays.

Reading results does not need all of this, so these are notes beside results. Checked are the values of `Scoring`,
`Vulnerable`, `Dealer`, `Board`, `OptimumScore` and `ScoreRubberHistory` (section 3.4 and 4.2), tables (section 5.2:
column heads, cells, order, no remarks) and the sign `+` for a game to be continued (sections 3.5 and 3.6). Cards that
cannot be played and calls that cannot be made are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from arrowswitch.core.errors import Mistake, ParamValue, Problem
from arrowswitch.formats.pbn.games import Game, PbnFile, TableColumn, TableRow, Tag, columns, rows
from arrowswitch.formats.reading import exact_number

_PATTERNS = {
    "Scoring": r"|\?|[A-Za-z][\w +./-]*(?:;[A-Za-z][\w +./-]*)*",
    "Vulnerable": r"|\?|None|Love|-|NS|EW|All|Both",
    "Dealer": r"|\?|[NESW]",
    "Board": r"|\?|[1-9]\d*",
    "OptimumScore": r"|\?|(?:NS|EW) [+-]?\d+",
}
_VULNERABLE = {"None": "", "Love": "", "-": "", "NS": "NS", "EW": "EW", "All": "NSEW", "Both": "NSEW"}
_RANKS = "23456789TJQKA"
_FORBIDDEN = re.compile(r"[%\[\]{};]")
_ASIDE = re.compile(r"=\d+=|\$\d+|[!?]{1,2}|\^\w?")


def pbn_problems(file: PbnFile) -> tuple[Problem, ...]:
    """Returns everything found, in the order of the file.

    Codes: `pbn.stray`, `pbn.tag`, `pbn.value`, `pbn.history`, `pbn.column`, `pbn.row`, `pbn.forbidden`, `pbn.order`,
    `pbn.after-plus`.
    """
    found = [Problem("pbn.stray", {}, f"line {line}") for line in file.stray]
    for game in file.games:
        found.extend(_of_game(game))
    return tuple(found)


def _of_game(game: Game) -> Iterator[Problem]:
    for tag in game.tags:
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


def _history(game: Game) -> Iterator[Problem]:
    """Tells when the rubber so far makes other sides vulnerable than the game says."""
    tag = game.tag("ScoreRubberHistory")
    told = _VULNERABLE.get(game.value("Vulnerable"))
    if tag is None or told is None or game.tag("Vulnerable") is None:
        return
    ns, _, ew = tag.value.partition("EW")
    vulnerable = "".join(side for side, part in (("NS", ns), ("EW", ew)) if _has_game(part))
    if vulnerable != told:
        yield Problem("pbn.history", {"vulnerable": game.value("Vulnerable")}, tag.where)


def _has_game(part: str) -> bool:
    below = part.partition("/")[2].split()
    return any(points.isdecimal() and int(points) >= 100 for points in below)


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
        known = [(amount, row.line) for row in table if (amount := exact_number(row.cells[place])) is not None]
        for (above, _), (below, line) in pairwise(known):
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
    """Tells what stands behind a `+` in the order of play: the columns are seats from the first leader on."""
    trump = contract[1:2]
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
        leader = (leader + _winner(in_order, trump)) % 4


def _winner(in_order: list[str], trump: str) -> int:
    """Returns the place in the order of play that took the trick."""
    led = in_order[0][:1]

    def strength(place: int) -> tuple[int, int]:
        suit, rank = in_order[place][:1], in_order[place][1:2]
        worth = 2 if suit == trump else 1 if suit == led else 0
        return worth, _RANKS.find(rank)

    return max(range(4), key=lambda place: (*strength(place), -place))
