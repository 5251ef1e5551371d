"""A deal as pages and paper show it: dealer, vulnerability, the suits of each hand, points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arrowswitch.core.deals.deal import RANKS, SEATS, SUITS, Deal
from arrowswitch.core.deals.typing_in import shown_card
from arrowswitch.core.game.boards import BoardNumber, Vulnerability, dealer, vulnerability
from arrowswitch.core.game.contracts import Denomination, Played
from arrowswitch.core.game.notation import format_result
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.deals import DealAnalysis

BOOK = 6
"""Tricks that count for nothing."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """The hand of a seat: its suits as sign and ranks, tens as 10, and its high-card points."""

    seat: Seat
    suits: tuple[tuple[str, str], ...]
    points: int


@dataclass(frozen=True, slots=True)
class ShownAnalysis:
    """The double-dummy value of a board.

    `levels` are what each declarer makes in each denomination (0: nothing), by seat and in the order clubs to notrump;
    `par` is the score for North-South, `contracts` the results that give it (`4S= NS`), `leads` the best leads against
    the first of them (`♥A`).
    """

    levels: Mapping[str, tuple[int, ...]]
    par: int
    contracts: tuple[str, ...]
    leads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownDeal:
    """A board with its four hands, and its analysis once it may be seen."""

    board: BoardNumber
    dealer: Seat
    vulnerability: Vulnerability
    hands: Mapping[str, ShownHand]
    analysis: ShownAnalysis | None = None


def shown_deals(state: EventState, session: SessionNumber) -> tuple[ShownDeal, ...]:
    """Returns the deals of a session in the order of the boards; nobody asks here whether they may be seen. The
    analysis is with them when they are released."""
    analyses = state.deals.analyses.get(session, {}) if session in state.deals.released else {}
    placed = state.deals.placed.get(session)
    if placed is None:
        return ()
    deals = placed.deal_set
    return tuple(
        shown_deal(board, deals.deals[board], shown_analysis(board, analyses[board]) if board in analyses else None)
        for board in deals.boards
    )


def shown_deal(board: BoardNumber, deal: Deal, analysis: ShownAnalysis | None = None) -> ShownDeal:
    """Returns the deal of a board as it is shown."""
    return ShownDeal(
        board=board,
        dealer=dealer(board),
        vulnerability=vulnerability(board),
        hands={
            seat.value: ShownHand(
                seat, tuple(zip(SUITS, map(_ranks, deal.suits(seat)), strict=True)), deal.points(seat)
            )
            for seat in SEATS
        },
        analysis=analysis,
    )


def shown_analysis(board: BoardNumber, analysis: DealAnalysis) -> ShownAnalysis:
    """Returns the analysis of a board as printed and shown."""
    solution = analysis.double_dummy(board)
    return ShownAnalysis(
        levels={
            seat.value: tuple(max(0, solution.tricks[denomination][seat] - BOOK) for denomination in Denomination)
            for seat in SEATS
        },
        par=solution.par.score,
        contracts=_contracts(solution.par.results),
        leads=tuple(
            shown_card(SUITS.index(card[0]) * len(RANKS) + RANKS.index(card[1])) for card in analysis.leads.split()
        ),
    )


def _contracts(results: Sequence[Played]) -> tuple[str, ...]:
    """Returns results with the seats that give the same one drawn together: `4S= NS`."""
    seats: dict[str, str] = {}
    for result in results:
        text, _, seat = format_result(result).rpartition(" ")
        seats[text] = seats.get(text, "") + seat
    return tuple(f"{text} {by}" for text, by in seats.items())


def _ranks(ranks: str) -> str:
    """Returns ranks as people read them: apart, tens as 10, a void as a dash."""
    return " ".join("10" if rank == "T" else rank for rank in ranks) or "—"
