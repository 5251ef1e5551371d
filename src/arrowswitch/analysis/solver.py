"""The tricks of every declarer by the solver DDS, which the package endplay brings along.

A call blocks for about a quarter of a second a deal on two cores: what has to stay awake calls it in another process.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arrowswitch.analysis import TOGETHER
from arrowswitch.analysis.dds import leads_of, tables_of
from arrowswitch.core.deals.deal import RANKS, SEATS, Card, DealSet
from arrowswitch.core.deals.double_dummy import DoubleDummy, Tricks, par_of
from arrowswitch.core.game.boards import BoardNumber, dealer, vulnerability
from arrowswitch.core.game.contracts import Contract, Denomination

_ORDER = (
    Denomination.SPADES,
    Denomination.HEARTS,
    Denomination.DIAMONDS,
    Denomination.CLUBS,
    Denomination.NOTRUMP,
)


_LETTERS = dict(enumerate("23456789TJQKA", start=2))


def analyse(deals: DealSet) -> Iterator[tuple[BoardNumber, DoubleDummy]]:
    """Yields the analysis of each board in order, some boards at a time."""
    boards = deals.boards
    for start in range(0, len(boards), TOGETHER):
        some = boards[start : start + TOGETHER]
        tables = tables_of([deals.deals[board].pbn for board in some])
        for board, table in zip(some, tables, strict=True):
            tricks = _tricks(table)
            yield board, DoubleDummy(tricks, par_of(tricks, vulnerability(board), dealer(board)))


def best_leads(deals: DealSet, contracts: Mapping[BoardNumber, Contract]) -> Mapping[BoardNumber, tuple[Card, ...]]:
    """Returns for each contract the cards whose lead holds the declarer to the fewest tricks, in the order of cards."""
    boards = list(contracts)
    questions = [_lead_question(deals.deals[board].pbn, contracts[board]) for board in boards]
    leads: dict[BoardNumber, tuple[Card, ...]] = {}
    for start in range(0, len(boards), TOGETHER):
        some = slice(start, start + TOGETHER)
        for board, solved in zip(boards[some], leads_of(questions[some]), strict=True):
            cards = [(suit * len(RANKS) + RANKS.index(_LETTERS[rank]), tricks) for suit, rank, tricks in solved]
            most = max(tricks for _, tricks in cards)
            leads[board] = tuple(sorted(card for card, tricks in cards if tricks == most))
    return leads


def _lead_question(pbn: str, contract: Contract) -> tuple[str, int, int]:
    """Returns the solver's question about the lead against a contract: the deal, the leader and the denomination."""
    leader = (SEATS.index(contract.declarer) + 1) % len(SEATS)
    return pbn, _ORDER.index(contract.denomination), leader


def _tricks(table: list[list[int]]) -> Tricks:
    """Returns the solver's table, a row for each denomination from spades down and notrump, seats from North."""
    rows: Mapping[Denomination, list[int]] = dict(zip(_ORDER, table, strict=True))
    return {denomination: dict(zip(SEATS, rows[denomination], strict=True)) for denomination in Denomination}
