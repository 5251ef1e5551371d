"""Club games of my.acbl.org, written from facts: the JSON, and the page that carries it in an attribute or in a script.

The form is that of two pages of April 2026, kept as samples by github.com/Rick-Wilson/acbl-live-fetch (public domain);
names, member numbers, awards and hands are made up.
"""

from __future__ import annotations

import html
import json
from typing import Any

from tests.foreign.deals import SEATS, deal, dealer, vulnerable
from tests.foreign.facts import Pair, PairsEvent, Result, Section

_SEAT_WORDS = dict(zip(SEATS, ("north", "east", "south", "west"), strict=True))
_SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs")


def club_game(event: PairsEvent, *, dealt: int = 24, **head: object) -> dict[str, Any]:
    """Returns the game as plain data; `dealt` boards have hand records, `head` replaces values of the game."""
    session = {
        "number": 1,
        "has_hand_record": 1,
        "hand_records": [_hand_record(board) for board in range(1, dealt + 1)],
        "sections": [_section(section, event.winners) for section in event.sections],
    }
    game = {
        "id": 1,
        "name": "Monday Morning Pairs",
        "organization": "ACBL",
        "club_name": "Sample & Sons Bridge Club",
        "type": "PAIRS",
        "start_date": "04/20/2026",
        "board_scoring_method": "MATCH_POINTS",
        "winner_type": event.winners,
        "acbl_board_top": "4",
        "program_name": "ACBLScore/ScoreParser",
        "club": {"name": "Sample & Sons Bridge Club", "alias": None},
        "sessions": [session],
    }
    return {**game, **head}


def club_page(game: dict[str, Any], *, in_script: bool = False) -> bytes:
    """Returns the page of a game, as a browser saves it."""
    text = json.dumps(game)
    script = f"var data = {text};" if in_script else "var data = null;"
    element = "" if in_script else f'<result-details v-bind:data="{html.escape(text)}" class="x"></result-details>'
    lines = (
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8"><title>Club Results</title></head>',
        f'<body><div id="app">{element}</div>',
        '<script type="text/javascript">',
        f"        {script}",
        "</script></body></html>",
    )
    return "\n".join(lines).encode()


def _hand_record(board: int) -> dict[str, Any]:
    hands = {
        f"{_SEAT_WORDS[seat]}_{suit}": " ".join(ranks).replace("T", "10") or "-----"
        for seat, hand in deal(board).items()
        for suit, ranks in zip(_SUIT_WORDS, hand, strict=True)
    }
    analysis = {
        "double_dummy_ns": "NS: 1D C1 H3 S1 NT3",
        "double_dummy_ew": "EW: 5C 3/4H 5S D6 NT6",
        "par": "Par: -650 4S-EW+1",
    }
    return {"board": board, "dealer": dealer(board), "vulnerability": vulnerable(board), **hands, **analysis}


def _section(section: Section, winners: int) -> dict[str, Any]:
    return {
        "name": section.name,
        "has_bws": 1,
        "pair_summaries": [_pair(pair, winners) for pair in section.pairs],
        "boards": [
            {"board_number": board, "board_results": [_line(result) for result in results]}
            for board, results in section.boards.items()
        ],
    }


def _pair(pair: Pair, winners: int) -> dict[str, Any]:
    names = (f"Oak, Alder {pair.number}{pair.side}", f"Birch Elm {pair.number}{pair.side}")
    places = [{"strat_number": 1, "rank": pair.place, "type": "Section"}] if pair.place else []
    if winners == 2:
        places.append({"strat_number": 1, "rank": "99", "type": "Event"})
    return {
        "pair_number": pair.number,
        "direction": pair.side or None,
        "score": pair.total,
        "percentage": pair.percent,
        "adjustment": None,
        "strat_place": places,
        "players": [
            {
                "id_number": f"90{pair.number}{place}",
                "name": name,
                "awards_score": [{"total": "0.94", "type": "Session"}],
            }
            for place, name in enumerate(names)
        ],
    }


def _line(result: Result) -> dict[str, Any]:
    contract = result.contract.replace("X", "x")
    return {
        "round_number": int(result.round) if result.round else None,
        "table_number": int(result.table) if result.table else None,
        "ns_pair": result.ns,
        "ew_pair": result.ew,
        "ns_score": result.score,
        "ew_score": str(-int(result.score)),
        "contract": f"{contract[0]} {contract[1:].replace('x', ' x', 1)}" if result.by else contract,
        "declarer": result.by,
        "ns_match_points": result.ns_points,
        "ew_match_points": result.ew_points,
        "opening_lead": "",
        "result": result.over,
        "tricks_taken": result.tricks,
    }
