"""Writes results as one HTML page that opens anywhere without this program: ranking and travellers, nothing loaded."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from arrowswitch.core.game.notation import Style, format_contract, format_tricks
from arrowswitch.formats.results.results import FileContestant, FileLine, ResultsFile, amount_text

_STYLE = (
    "body{font-family:sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}"
    "table{border-collapse:collapse;margin:0 0 2rem}caption{text-align:left;font-weight:bold}"
    "th,td{padding:.2rem .6rem;border-bottom:1px solid #ccc;text-align:left}"
    "td.n{text-align:right;font-variant-numeric:tabular-nums}"
)


def write_html(results: ResultsFile) -> bytes:
    """Returns a page with the published ranking and every board, in UTF-8, in the field's own signs."""
    title = escape(results.event or "Results")
    subtitle = " · ".join(part for part in (results.date, results.venue) if part)
    head = f'<meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style>'
    parts = [
        f"<!doctype html>\n<html><head>{head}</head><body>",
        f"<h1>{title}</h1><p>{escape(subtitle)}</p>",
    ]
    for direction in dict.fromkeys(entry.direction for entry in results.contestants):
        among = [entry for entry in results.contestants_by_rank if entry.direction is direction]
        parts.append(_ranking(among, direction or ""))
    parts += [_board(board, results.on(board)) for board in results.boards]
    return ("\n".join(parts) + "\n</body></html>\n").encode()


def _ranking(among: Iterable[FileContestant], caption: str) -> str:
    rows = (
        _row(
            (entry.place, True),
            (entry.number, True),
            (" / ".join(entry.names), False),
            (amount_text(entry.total), True),
            (amount_text(entry.percent), True),
        )
        for entry in among
    )
    return _table(caption, ("#", "No", "", "Σ", "%"), rows)


def _board(board: int, lines: Iterable[FileLine]) -> str:
    return _table(str(board), ("N-S", "E-W", "", "", "", "+/−", "N-S", "E-W"), (_line(line) for line in lines))


def _line(line: FileLine) -> str:
    played = line.contract_played
    return _row(
        *((numbers, True) for numbers in line.numbers),
        (format_contract(played.contract, Style.DISPLAY) if played else "PASS" if line.result else "", False),
        (played.contract.declarer if played else "", False),
        (format_tricks(played, Style.DISPLAY) if played else "", False),
        (line.award if line.score is None else f"{line.score:+d}".replace("-", "−"), True),
        (amount_text(line.ns_points), True),
        (amount_text(line.ew_points), True),
    )


def _table(caption: str, heads: Iterable[str], rows: Iterable[str]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{''.join(rows)}</table>"


def _row(*cells: tuple[str, bool]) -> str:
    """Returns a row of cells, each with its text and whether it is a number."""
    marks = {True: ' class="n"', False: ""}
    inside = "".join(f"<td{marks[is_number]}>{escape(text)}</td>" for text, is_number in cells)
    return f"<tr>{inside}</tr>"
