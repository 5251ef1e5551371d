"""Pages of Bridge Base Online, written from facts: travellers, the hands of a player, and boards in LIN one by one.

The form is that of pages of April 2026, kept as samples by github.com/Rick-Wilson/acbl-live-fetch (public domain) and
described in its docs/bbo-format.md; players, times and hands are made up.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from urllib.parse import quote

from tests.foreign.deals import SEATS, SUITS, deal, dealer, vulnerable
from tests.foreign.facts import PairsEvent, Result

_COLOURS = {"S": "&spades;", "H": '<span style="color:red">&hearts;</span>'}
_COLOURS |= {"D": '<span style="color:red">&diams;</span>', "C": "&clubs;"}
_LIN_SEATS = "SWNE"
_LIN_VULNERABLE = {"None": "o", "NS": "n", "EW": "e", "All": "b"}
NAME = "#81382 Sample Wed Noon Speedball (GIB)"


def bbo_traveller(event: PairsEvent, board: int, *, percents: bool = False, links: bool = True) -> bytes:
    """Returns the traveller of a board; `percents` in place of IMPs, without `links` nobody knows the board."""
    rows = [_row(place, board, result, percents, links) for place, result in enumerate(_results(event, board), 1)]
    heads = "".join(f"<th>{text}</th>" for text in ("N&ordm;", "Time", "North", "EW Points", "Score", "Movie"))
    return _page(f"<tr><th colspan='10'>Traveller 81382-1777478400-{board} played by x</th></tr><tr>{heads}</tr>", rows)


def bbo_hands(event: PairsEvent, number: str) -> bytes:
    """Returns the list of the hands of a pair."""
    rows = [
        _row(board, board, result, False, True).replace('class="score">', 'class="negscore">', 1)
        for board in sorted(event.sections[0].boards)
        for result in _results(event, board)
        if number in (result.ns, result.ew)
    ]
    heads = "".join(f"<th>{text}</th>" for text in ("N&ordm;", "Time", "North", " Points", "Score", "Traveller"))
    last = '<tr class="even"><th class="totals">IMPs Total</th></tr>'
    return _page(f"<tr><th>Tourney 81382-1777478400- played by x</th></tr><tr>{heads}</tr>", [*rows, last])


def bbo_lin(board: int, result: Result) -> str:
    """Returns a board at a table as the site saves it in LIN."""
    hands = ["".join(f"{suit}{ranks}" for suit, ranks in zip(SUITS, deal(board)[seat], strict=True)) for seat in "SWN"]
    first = _LIN_SEATS.index(dealer(board)) + 1
    calls = "".join(f"mb|{call}|" for call in _calls(board, result))
    claim = f"mc|{result.tricks}|" if result.tricks else ""
    names = ",".join(_players(result)[seat] for seat in _LIN_SEATS)
    vulnerability = _LIN_VULNERABLE[vulnerable(board)]
    head = f"pn|{names}|st||md|{first}{','.join(hands)},|rh||ah|Board {board}|sv|{vulnerability}|"
    return f"{head}{calls}{claim}"


def pack_files(parts: Mapping[str, bytes]) -> bytes:
    """Returns files packed into a ZIP file, with a file that systems add."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(f"evening/{name}", data)
        archive.writestr("__MACOSX/evening/._1.lin", b"\0\1")
    return out.getvalue()


def bbo_folder(event: PairsEvent) -> bytes:
    """Returns the travellers of an event in a ZIP file."""
    return pack_files({f"Board {board}.html": bbo_traveller(event, board) for board in event.sections[0].boards})


def lin_folder(event: PairsEvent) -> bytes:
    """Returns a LIN file for each board at each table in a ZIP file."""
    return pack_files(
        {
            f"board {board} table {place}.lin": bbo_lin(board, result).encode()
            for board in event.sections[0].boards
            for place, result in enumerate(_results(event, board), 1)
        }
    )


def _results(event: PairsEvent, board: int) -> tuple[Result, ...]:
    """Returns the results of a board that were played; awards have no table at the site."""
    return tuple(result for result in event.sections[0].boards[board] if result.by or result.contract == "PASS")


def _page(head: str, rows: list[str]) -> bytes:
    summary = f'<tr class="tourneySummary"><td class="tourneyName"><a href="t">{NAME}</a></td></tr>'
    start = '<!DOCTYPE html>\n<html lang="en">\n<head><title>Myhands</title></head><body><table class="body">'
    return "\n".join((start, head, summary, *rows, "</table></body></html>")).encode()


def _players(result: Result) -> dict[str, str]:
    """Returns the players by seat: pair 2 is two robots."""
    players = {}
    for seat in SEATS:
        number = result.ns if seat in "NS" else result.ew
        players[seat] = f"~~M4591{SEATS.index(seat) // 2}" if number == "2" else f"pair{number}{'ab'[seat in 'SW']}"
    return players


def _row(place: int, board: int, result: Result, percents: bool, links: bool) -> str:
    players = {seat: "GiB" if name.startswith("~~") else name for seat, name in _players(result).items()}
    points = f"{result.ew_points}%" if percents else f"{float(result.ew_points or 0):.2f}"
    lin = quote(bbo_lin(board, result), safe="|,").replace("'", "\\'")
    link = f"hv_popuplin('{lin}');this.style.color='red';return false;" if links else "return false;"
    words = {"N": "north", "S": "south", "E": "east", "W": "west"}
    cells = [
        f'<td class="handnum">{place}</td>',
        "<td>2026-04-29 09:04</td>",
        *(f'<td class="{words[seat]}">{players[seat]}</td>' for seat in "NSEW"),
        f'<td class="result">{_result_text(result)}</td>',
        f'<td class="score">{-int(result.score)}</td>',
        f'<td class="score">{points}</td>',
        f'<td class="movie"><A href="m" onclick="{link}">Movie</A></td>',
    ]
    kind = "highlight" if place == 2 else "tourney"
    return "\n".join((f'<tr class="{kind}">', *cells, "</tr>"))


def _result_text(result: Result) -> str:
    if result.contract == "PASS":
        return "PASS"
    suit = "N" if result.contract[1:3] == "NT" else _COLOURS[result.contract[1]]
    return f"{result.contract[0]}{suit}{'x' * result.contract.count('X')}{result.by}{result.over}"


def _calls(board: int, result: Result) -> Iterator[str]:
    """Yields the shortest auction that ends in the contract."""
    if result.contract == "PASS":
        yield from "pppp"
        return
    seats = SEATS[SEATS.index(dealer(board)) :] + SEATS
    yield from "p" * seats.index(result.by)
    yield f"{result.contract[0]}{result.contract[1]}"
    doubles = result.contract.count("X")
    yield from ("d",) * min(doubles, 1) + ("r",) * (doubles - 1) + ("p", "p", "p")
