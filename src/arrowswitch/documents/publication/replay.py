"""The address at which a deal can be looked at and played again: the hand viewer of Bridge Base Online.

The address contains the deal in LIN, as the viewer's own links do. A page requests nothing from it: the address is
only a link.
"""

from __future__ import annotations

from urllib.parse import quote

from arrowswitch.core.deals.deal import Deal
from arrowswitch.core.game.boards import BoardNumber, Vulnerability, dealer, vulnerability
from arrowswitch.core.game.seats import Seat

VIEWER = "https://www.bridgebase.com/tools/handviewer.html"
_SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
_VULNERABLE = {Vulnerability.NONE: "o", Vulnerability.NS: "n", Vulnerability.EW: "e", Vulnerability.BOTH: "b"}
_SUITS = "SHDC"


def replay_address(board: BoardNumber, deal: Deal) -> str:
    """Returns the address of the viewer with a deal, its dealer and its vulnerability."""
    hands = ",".join(
        "".join(f"{sign}{ranks}" for sign, ranks in zip(_SUITS, deal.suits(seat), strict=True)) for seat in _SEATS
    )
    first = _SEATS.index(dealer(board)) + 1
    lin = f"md|{first}{hands}|sv|{_VULNERABLE[vulnerability(board)]}|ah|Board {board}|"
    return f"{VIEWER}?lin={quote(lin, safe=',')}"
