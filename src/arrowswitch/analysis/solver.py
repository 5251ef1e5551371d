"""The tricks of every declarer by the solver DDS, which the package endplay brings along.

A call blocks for about a quarter of a second a deal on two cores: what has to stay awake calls it in another process.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import endplay.types
from endplay.dds import calc_all_tables

from arrowswitch.core.deals.deal import SEATS, DealSet
from arrowswitch.core.deals.double_dummy import DoubleDummy, Tricks, par_of
from arrowswitch.core.game.boards import BoardNumber, dealer, vulnerability
from arrowswitch.core.game.contracts import Denomination

TOGETHER = 8
"""Deals that are solved in one call: enough for all cores, few enough to tell progress and to stop."""

_ORDER = (
    Denomination.SPADES,
    Denomination.HEARTS,
    Denomination.DIAMONDS,
    Denomination.CLUBS,
    Denomination.NOTRUMP,
)


def analyse(deals: DealSet) -> Iterator[tuple[BoardNumber, DoubleDummy]]:
    """Yields the analysis of each board in order, some boards at a time."""
    boards = deals.boards
    for start in range(0, len(boards), TOGETHER):
        some = boards[start : start + TOGETHER]
        tables = calc_all_tables([endplay.types.Deal(deals.deals[board].pbn) for board in some])
        for board, table in zip(some, tables, strict=True):
            tricks = _tricks(table.to_list())
            yield board, DoubleDummy(tricks, par_of(tricks, vulnerability(board), dealer(board)))


def _tricks(table: list[list[int]]) -> Tricks:
    """Returns the solver's table, a row for each denomination from spades down and notrump, seats from North."""
    rows: Mapping[Denomination, list[int]] = dict(zip(_ORDER, table, strict=True))
    return {denomination: dict(zip(SEATS, rows[denomination], strict=True)) for denomination in Denomination}
