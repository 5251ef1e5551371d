"""PBN files as others lay them out: score tables of a results site, and the cases of a checker of the standard."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from tests.foreign.deals import deal_text, dealer, vulnerable
from tests.foreign.facts import PairsEvent, Result

CASES = Path(__file__).parents[1] / "data" / "standards" / "formats" / "pbn_cases.json"


def bridgewebs_file(event: PairsEvent) -> bytes:
    """Returns the file of BridgeWebs: PBN 2.1 in Latin-1, a table of results for each board, no points and no names.

    Doubles are stars, a board passed out is `PO`, an average is `A` in every cell, and unused tags are all there.
    """
    [section] = event.sections
    out = ["% PBN 2.1", "% EXPORT", "%Content-type: text/pbn; charset=ISO-8859-1", "%Creator: Bridgewebs", "%"]
    for board, results in section.boards.items():
        out += ['[Event "?"]', '[Site "?"]', '[Date "2025.04.09"]', f'[Board "{board}"]']
        out += [f'[{seat} "?"]' for seat in ("West", "North", "East", "South")]
        out += [f'[Dealer "{dealer(board)}"]', f'[Vulnerable "{vulnerable(board)}"]']
        out += [f'[Deal "{deal_text(board, dealer(board))}"]', f'[DoubleDummyTricks "{"6" * 20}"]']
        out += ['[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]']
        out += [f"{seat} {suit:>2}  6" for seat in "NESW" for suit in ("S", "H", "D", "C", "NT")]
        out += ['[ScoreTable "PairId_NS\\4R;PairId_EW\\4R;Contract\\5L;Declarer\\1R;Result\\2R"]']
        out += [_row(result) for result in sorted(results, key=lambda result: int(result.ns))]
        out += ['[Scoring "MP"]', '[Declarer "?"]', '[Contract "?"]', '[Result "?"]', ""]
    return "\r\n".join(out).encode("latin-1")


def _row(result: Result) -> str:
    if not result.contract:
        cells = ("A", "A", "A")
    elif result.contract == "PASS":
        cells = ("PO", "-", "-")
    else:
        cells = (result.contract.replace("X", "*"), result.by, result.tricks)
    return f"{result.ns:<4} {result.ew:<4} {cells[0]:<5} {cells[1]:>1} {cells[2]:>2}"


@cache
def pbn_cases() -> dict[str, tuple[tuple[str, ...], ...]]:
    """Returns the games of each file of cases, as lines."""
    plain = json.loads(CASES.read_text(encoding="utf-8"))["data"]
    return {name: tuple(tuple(game["lines"]) for game in games) for name, games in plain.items()}


def pbn_case_file(name: str) -> bytes:
    """Returns a file of cases: every game with a remark above it and an empty line below."""
    games = [
        "\n".join([f"% ==================== game {place} ====================", *lines, ""])
        for place, lines in enumerate(pbn_cases()[name], start=1)
    ]
    return "\n".join(games).encode("latin-1")
