"""A deal as pages and paper show it: dealer, vulnerability, the suits of each hand, points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arrowswitch.core.deals.deal import SEATS, SUITS
from arrowswitch.core.game.boards import BoardNumber, Vulnerability, dealer, vulnerability
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.event.model import EventState


@dataclass(frozen=True, slots=True)
class ShownHand:
    """The hand of a seat: its suits as sign and ranks, tens as 10, and its high-card points."""

    seat: Seat
    suits: tuple[tuple[str, str], ...]
    points: int


@dataclass(frozen=True, slots=True)
class ShownDeal:
    """A board with its four hands."""

    board: BoardNumber
    dealer: Seat
    vulnerability: Vulnerability
    hands: Mapping[str, ShownHand]


def shown_deals(state: EventState, session: SessionNumber) -> tuple[ShownDeal, ...]:
    """Returns the deals of a session in the order of the boards; nobody asks here whether they may be seen."""
    placed = state.deals.get(session)
    if placed is None:
        return ()
    deals = placed.deal_set
    return tuple(
        ShownDeal(
            board=board,
            dealer=dealer(board),
            vulnerability=vulnerability(board),
            hands={
                seat.value: ShownHand(
                    seat,
                    tuple(zip(SUITS, map(_ranks, deals.deals[board].suits(seat)), strict=True)),
                    deals.deals[board].points(seat),
                )
                for seat in SEATS
            },
        )
        for board in deals.boards
    )


def _ranks(ranks: str) -> str:
    """Returns ranks as people read them: apart, tens as 10, a void as a dash."""
    return " ".join("10" if rank == "T" else rank for rank in ranks) or "—"
