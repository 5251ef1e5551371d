"""Double dummy next to the solver called alone, and a result acknowledged while deals are analysed."""

from __future__ import annotations

import time

from arrowswitch.analysis import TOGETHER
from arrowswitch.analysis.dds import tables_of
from arrowswitch.analysis.process import SolverProcess
from arrowswitch.analysis.solver import analyse
from arrowswitch.core.deals.deal import DealSet
from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.tournament.deals.analyst import Analyst
from arrowswitch.tournament.model.slices.deals import PlaceDeals
from arrowswitch.tournament.model.values.deals import PlacedDeals
from benchmarks.measure import Row, compare
from tests.builders import Evening, mitchell_evening

BOARDS = 36


def rows() -> tuple[Row, ...]:
    """Returns the times of eight tables with their par, and of one result while 36 boards are analysed."""
    deals = DealSet(dict(deal_boards(Seed("measured"), range(1, TOGETHER + 1))))
    deal_texts = [deal.pbn for deal in deals.deals.values()]
    tables = compare(
        f"{TOGETHER} double-dummy tables with par, least time of the processors",
        lambda: list(analyse(deals)),
        "the solver alone",
        lambda: tables_of(deal_texts),
        time.process_time,
        min,
    )
    return tables, _beside()


def _beside() -> Row:
    busy, quiet = mitchell_evening(), mitchell_evening()
    analyst = Analyst(busy.tournament, SolverProcess())
    analyst.start()
    many = {board: deal.pbn for board, deal in deal_boards(Seed("many"), range(1, BOARDS + 1))}
    busy.do(PlaceDeals(1, PlacedDeals(many, "many")))
    try:
        return compare(
            f"one result while {BOARDS} boards are analysed",
            _Typist(busy).enter,
            "one result, no other work",
            _Typist(quiet).enter,
        )
    finally:
        analyst.stop()


class _Typist:
    """Enters another result of the same table each time."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._count = 0

    def enter(self) -> None:
        self._count += 1
        self._evening.enter(1, 1, 1, ("140", "-100")[self._count % 2])
