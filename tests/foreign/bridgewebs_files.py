"""The CSV of results of BridgeWebs, written from facts: the head and the ranking as marcshearer/ImportUsebio reads
them; the words above the travellers are those of CSV files, since no description of theirs was found."""

from __future__ import annotations

from tests.foreign.facts import Pair, PairsEvent


def bridgewebs_csv(event: PairsEvent, heading: str = "NS,EW,BID,BY,TRICKS,SCORE") -> bytes:
    """Returns the export of an event for pairs; each direction has a ranking of its own if there are two winners."""
    [section] = event.sections
    out = [
        "#VERSION,BridgeWebs",
        "#DATE,20/04/2026",
        '#TITLE,"Monday, Pairs"',
        "#DIRECTOR,",
        f"#PAIRS,{len(event.pairs)}",
    ]
    out += [f"#BOARDS,{len(section.boards)}", f"#WINNERS,{event.winners}"]
    for side in ("NS", "EW")[: event.winners]:
        out += ["#SCORES", "POSITION,PAIR,NAME1,NAME2,PERCENT"]
        out += [_rank_line(pair) for pair in section.pairs if event.winners == 1 or pair.side == side]
    out += ["#BOARDFORMAT,DEALER,BOARD", "#TRAVELLERS", heading]
    for board, results in section.boards.items():
        out.append(f"#BOARD,{'NESW'[(board - 1) % 4]},{board}")
        out += [f"{one.ns},{one.ew},{one.contract},{one.by},{one.tricks},{one.score}" for one in results]
    return "\r\n".join(out).encode()


def _rank_line(pair: Pair) -> str:
    return f"{pair.place},{pair.number},Alder {pair.number},Birch {pair.number},{pair.percent}"
