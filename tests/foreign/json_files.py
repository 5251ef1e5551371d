"""JSON files as two other sites lay them out, written from facts; ids, masterpoints, leads and deals are made up.

- The form of ACBLscore: boards and pairs in sections, all amounts as texts, `ns_pair`, `tricks_taken`, `ns_score` and
`ew_score`, ranks by stratum (`1/2` is a shared first), deals in a list next to the sections, contracts as `4 S`.
- The form of KoPS and JFR Pary: lines of numbers, contracts as `4Sx`, `result` relative to the contract, a sit-out as
  the contract `TD` without a score. KoPS adds double dummy, par and the deal to each board and the ranking at the end;
  JFR Pary writes no-trumps as `3N`.
"""

from __future__ import annotations

import json
from typing import Any

from tests.foreign.deals import deal, deal_text, dealer, lead, vulnerable
from tests.foreign.facts import Pair, PairsEvent, Result

AVERAGE_IN_POLISH = "średnia"


def _write_json(plain: dict[str, Any]) -> bytes:
    return json.dumps(plain, ensure_ascii=False, indent=0).encode()


def acblscore_file(event: PairsEvent) -> bytes:
    """Returns the file of a site that shows ACBLscore's results."""
    sections = [
        {
            "name": section.name,
            "boards_per_round": 2,
            "rounds": 9,
            "boards": [
                {"board": board, "lines": [_acbl_line(result) for result in results]}
                for board, results in section.boards.items()
            ],
            "pairs": [_acbl_pair(place, pair) for place, pair in enumerate(section.pairs, start=1)],
        }
        for section in event.sections
    ]
    return _write_json(
        {
            "event": "Sample event",
            "board_top": "4",
            "winner_type": event.winners,
            "tables": "6",
            "sections": sections,
            "hands": [
                {"board": board, "dealer": dealer(board), "vul": vulnerable(board), "deal": deal_text(board)}
                | {"dd_ns": "NS: 1C 2H 1S D5 NT6", "dd_ew": "EW: 1D C6/5 H5 S6 NT7/6", "par": "Par: 110 2H-NS"}
                # All that were dealt, also those that were not played.
                for board in range(1, 25)
            ],
        }
    )


def _acbl_line(result: Result) -> dict[str, Any]:
    return {
        "round_number": int(result.round),
        "table_number": int(result.table),
        "ns_pair": result.ns,
        "ew_pair": result.ew,
        "contract": f"{result.contract[0]} {result.contract[1:]}",
        "declarer": result.by,
        "result": result.over,
        "tricks_taken": result.tricks,
        "ns_score": result.score,
        "ew_score": str(-int(result.score)),
        "ns_match_points": result.ns_points,
        "ew_match_points": result.ew_points,
    }


def _acbl_pair(place: int, pair: Pair) -> dict[str, Any]:
    ranks = [(stratum, rank) for stratum, rank in ((1, pair.place), (2, pair.stratum_2)) if rank]
    return {
        "pair_number": pair.number,
        "direction": None,
        "strat": str(1 + place % 2),
        "boards_played": int(pair.boards),
        "score": pair.total,
        "percentage": pair.percent,
        "adjustment": None,
        "strat_place": [
            {"id": 10 * place + stratum, "updated_at": None, "strat_number": stratum, "rank": rank, "type": "Section"}
            for stratum, rank in ranks
        ],
        "mp_awards": [[["0.10", [["0.10", "Black"]]]]] * (2 if ranks else 0),
    }


def kops_file(event: PairsEvent) -> bytes:
    """Returns the file of KoPS: each board with its analysis, and the ranking."""
    [section] = event.sections
    boards = [
        {
            "board": board,
            "lines": [_line(board, result, director={"td_ns": AVERAGE_IN_POLISH, "td_ew": ""}) for result in results],
            "datum": 6,
            "dd": {seat: dict.fromkeys(("NT", "S", "H", "D", "C"), 6 if seat in "NS" else 7) for seat in "NESW"},
            "par": "1 NT W, -90",
            "deal_order_NWES": [".".join(deal(board)[seat]) for seat in "NWES"],
        }
        for board, results in section.boards.items()
    ]
    ranking = [{"place": one.place, "pair": int(one.number), "result": float(one.total)} for one in section.pairs]
    return _write_json({"id": "sample", "boards": boards, "ranking": ranking})


def pary_file(event: PairsEvent) -> bytes:
    """Returns the file of JFR Pary: boards and lines, nothing else."""
    [section] = event.sections
    boards = [
        {"board": board, "lines": [_line(board, result, short_notrumps=True) for result in results]}
        for board, results in section.boards.items()
    ]
    return _write_json({"id": "sample", "boards": boards})


def _line(
    board: int, result: Result, *, short_notrumps: bool = False, director: dict[str, str] | None = None
) -> dict[str, Any]:
    contract = result.contract if result.contract in ("TD", "PASS") else result.contract.replace("X", "x")
    line: dict[str, Any] = {
        "ns": int(result.ns),
        "ew": int(result.ew),
        "contract": contract.replace("NT", "N") if short_notrumps else contract,
        "by": result.by,
        "lead": "".join(lead(board, result.by)).replace("T", "10") if result.by else "",
        "result": result.over,
        "score": int(result.score) if result.score else None,
    }
    if contract == "TD" and director:
        line |= director
    line |= {"ns_pub": result.ns_points, "ew_pub": result.ew_points}
    if result.tricks:
        line["tricks"] = int(result.tricks)
    return line
