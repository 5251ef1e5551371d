"""`results.txt` for Jannersten's programs, written from facts by the description of its help page.

The form is that of jannersten.com/Help/BSC/html/results_txt.html; names, leads and masterpoints are made up.
"""

from __future__ import annotations

from tests.foreign.deals import lead
from tests.foreign.facts import Pair, PairsEvent, Result


def jannersten_file(event: PairsEvent) -> bytes:
    """Returns the file of an event for pairs; awards stand among the remarks."""
    sat_ns = {(section.name, row.ns) for section in event.sections for rows in section.boards.values() for row in rows}
    out = ["[GAME]"]
    out += [f"{section.name};2;{len(section.boards)};;;;;;;2026-04-20;Sample event;1;1" for section in event.sections]
    out.append("[Contestants]")
    for section in event.sections:
        for pair in section.pairs:
            seats = pair.side or ("NS" if (section.name, pair.number) in sat_ns else "EW")
            out += [_person(section.name, pair, seat) for seat in seats]
    out.append("[RESULTS]")
    for section in event.sections:
        for board, results in section.boards.items():
            out += [_result(section.name, board, result, is_imps=event.method == "imps") for result in results]
            out.append(f"#{board:02d}")
    return "\r\n".join(out).encode()


def _person(section: str, pair: Pair, seat: str) -> str:
    return f'{section};{pair.number};{seat}; "Sample {pair.number}{seat}";{pair.total};{pair.percent};;'


def _result(section: str, board: int, result: Result, *, is_imps: bool) -> str:
    led = "".join(lead(board, result.by)) if result.by else ""
    is_award = result.score.startswith("A")
    score, remark = ("", f"{result.score[1:3]}%/{result.score[3:]}%") if is_award else (result.score, "")
    head = f"#{board:02d};{section};{result.round};{result.ns};{result.ew};;;{score}"
    points = f"{result.ns_points};{result.ew_points}"
    both = f";;{points}" if is_imps else f"{points};;"
    return f"{head};{result.contract};{result.by};{result.tricks};{led};{both};;;;;;{remark}"
