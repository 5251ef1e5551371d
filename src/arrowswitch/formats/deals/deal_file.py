"""The output of a reader of deals, and the collection of the boards of a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from arrowswitch.core.deals.deal import CARDS, SEATS, Deal, DealSet
from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.formats.reading import Findings

MOST_BOARDS = 999
"""Boards of one file."""


@dataclass(frozen=True, slots=True)
class DealFile:
    """The deals of a file, and what is to be said of them."""

    deals: DealSet
    notes: tuple[Problem, ...] = ()


@dataclass(slots=True)
class Gathered:
    """The boards found so far, with everything that is wrong."""

    findings: Findings = field(default_factory=Findings)
    deals: dict[BoardNumber, Deal] = field(default_factory=dict)

    def add(self, board: BoardNumber, deal: Deal, where: str) -> None:
        """Keeps a deal. Errors: `deals.board` (no board has that number), `deals.board-twice` (with other cards)."""
        if not 1 <= board <= MOST_BOARDS:
            self.findings.error("deals.board", where, text=str(board)[:20], most=MOST_BOARDS)
        elif self.deals.setdefault(board, deal) != deal:
            self.findings.error("deals.board-twice", where, board=board)

    def take(self, mistake: Mistake, where: str) -> None:
        """Adds the problems of a board."""
        self.findings.take(mistake, where)

    def file(self) -> DealFile:
        """Returns everything found. Raises Malformed with what is wrong, `deals.none` where no board is in the file."""
        if not self.findings.errors and not self.deals:
            self.findings.error("deals.none")
        self.findings.check()
        deals = DealSet(dict(sorted(self.deals.items())))
        twice = [Problem("deals.same-cards", {"board": later, "first": first}) for first, later in deals.twice()]
        return DealFile(deals, (*self.findings.notes, *twice))


def number_deals(deals: Iterable[tuple[str, Deal | Mistake]]) -> DealFile:
    """Returns the deals of a file without board numbers, from board 1 on, with a note (`deals.numbered`).

    Each has its place in the file, with a deal or its problems.
    """
    gathered = Gathered()
    for board, (where, deal) in enumerate(deals, start=1):
        if isinstance(deal, Mistake):
            gathered.take(deal, where)
        else:
            gathered.add(board, deal, where)
        if board > MOST_BOARDS:
            break
    gathered.findings.note("deals.numbered")
    return gathered.file()


def deal_of_holders(holders: Iterable[int]) -> Deal:
    """Returns a deal from the holders of all cards, 0 for North to 3 for West. Raises Malformed (`deal.hand-size`)."""
    return Deal(tuple(SEATS[holder] for holder in holders))


def holders_of(deal: Deal) -> list[int]:
    """Returns the holder of each card, 0 for North to 3 for West."""
    return [SEATS.index(holder) for holder in deal.holders]


def attempt(holders: list[int]) -> Deal | Mistake:
    """Returns the deal, or what is wrong with it."""
    try:
        return deal_of_holders(holders)
    except Malformed as malformed:
        return malformed


def deal_of_numbers(hands: list[list[int]]) -> Deal | Mistake:
    """Returns a deal of hands whose cards are counted from 1, the last hand being what is left; or what is wrong:
    `deals.card-number`, `deal.card-twice`, `deal.hand-size`.
    """
    problems = [
        Problem("deals.card-number", {"seat": seat.value, "text": str(card)})
        for seat, cards in zip(SEATS, hands, strict=False)
        for card in cards
        if not 1 <= card <= CARDS
    ]
    if problems:
        return Malformed(*problems)
    try:
        return Deal.of_hands({seat: [card - 1 for card in cards] for seat, cards in zip(SEATS, hands, strict=False)})
    except Malformed as malformed:
        return malformed
