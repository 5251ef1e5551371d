"""Contestants, seats, boards, contracts and the duplicate score of a result."""

from __future__ import annotations

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.game.auction import Auction, format_auction, parse_auction
from arrowswitch.core.game.boards import Vulnerability, dealer, vulnerability
from arrowswitch.core.game.contracts import (
    Contract,
    Denomination,
    Doubling,
    PassedOut,
    Played,
    RawScore,
    declarer_score,
    ns_score,
    ns_score_at,
)
from arrowswitch.core.game.notation import format_contract, format_result, parse_contract, parse_result
from arrowswitch.core.game.play import Play
from arrowswitch.core.game.possible import is_possible
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.game.seats import Seat, Side

__all__ = [
    "Auction",
    "ContestantKind",
    "Contract",
    "Denomination",
    "Doubling",
    "Number",
    "PassedOut",
    "Play",
    "Played",
    "RawScore",
    "Seat",
    "Side",
    "TableRecord",
    "Vulnerability",
    "dealer",
    "declarer_score",
    "format_auction",
    "format_contract",
    "format_result",
    "is_possible",
    "ns_score",
    "ns_score_at",
    "parse_auction",
    "parse_contract",
    "parse_result",
    "vulnerability",
]
