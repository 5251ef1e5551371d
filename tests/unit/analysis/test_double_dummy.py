"""Double-dummy tables and par against those that the field's solver publishes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from arrowswitch.analysis import TOGETHER
from arrowswitch.core.deals.deal import SEATS, DealSet, parse_deal
from arrowswitch.core.deals.double_dummy import DoubleDummy, Par, Tricks, par_of
from arrowswitch.core.game.boards import BoardNumber, Vulnerability
from arrowswitch.core.game.contracts import Denomination, Doubling
from arrowswitch.core.game.seats import Seat
from tests.rotation import choose
from tests.tables import for_each

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "standards" / "formats" / "double_dummy.json").read_text(encoding="utf-8")
)["deals"]


def tricks_of(case: dict[str, Any]) -> Tricks:
    return {
        Denomination(denomination): dict(zip(SEATS, map(int, row.split("-")), strict=True))
        for denomination, row in case["tricks"].items()
    }


def solve_deals(deals: DealSet) -> Mapping[BoardNumber, DoubleDummy]:
    from arrowswitch.analysis.solver import analyse  # noqa: PLC0415 - it loads the solver

    return dict(analyse(deals))


def contracts(par: Par) -> set[tuple[int, str, str, bool]]:
    return {
        (
            result.contract.level,
            result.contract.denomination[0],
            result.contract.declarer.value,
            result.contract.doubling is Doubling.DOUBLED,
        )
        for result in par.results
    }


def parse_published(text: str) -> set[tuple[int, str, str, bool]]:
    """Reads `NS 45S,N 3Nx`: seats, levels, denomination, doubled."""
    solutions = set()
    for part in filter(None, text.split(",")):
        seats, what = part.split()
        levels, denomination = what.rstrip("x")[:-1], what.rstrip("x")[-1]
        solutions |= {(int(level), denomination, seat, what.endswith("x")) for level in levels for seat in seats}
    return solutions


@pytest.mark.slow
def test_a_hundred_tables() -> None:
    """The solver's tricks are under the right seat and denomination, on every board: of 100 deals, `make test` solves
    six."""
    cases = choose(CASES, "a hundred tables", cells=6)
    solutions = solve_deals(DealSet({board: parse_deal(case["deal"]) for board, case in enumerate(cases, start=1)}))
    assert list(solutions) == list(range(1, len(cases) + 1))
    assert [solutions[board].tricks for board in solutions] == [tricks_of(case) for case in cases]


def test_boards_come_in_order_with_their_own_par() -> None:
    """More boards than are solved together; par is that of the board's number."""
    some = {board: parse_deal(CASES[0]["deal"]) for board in range(30, 30 + TOGETHER + 1)}
    solutions = solve_deals(DealSet(some))
    assert list(solutions) == list(some)
    assert {deal.par.score for deal in solutions.values()} == {-110}


@for_each("place", range(len(CASES)))
def test_a_hundred_pars(place: int) -> None:
    case = CASES[place]
    par = par_of(tricks_of(case), Vulnerability(case["vulnerability"]), Seat(case["dealer"]))
    assert par.score == case["par"]
    assert contracts(par) in [parse_published(text) for text in case["contracts"]]


def test_nobody_makes_anything() -> None:
    tricks = {denomination: dict.fromkeys(SEATS, 6) for denomination in Denomination}
    assert par_of(tricks, Vulnerability.NONE, Seat.NORTH) == Par(0, ())


def test_who_bids_first_where_both_make_one_notrump() -> None:
    """Both sides take seven tricks in notrump: the side that bids first has it."""
    tricks = {denomination: dict.fromkeys(SEATS, 6) for denomination in Denomination}
    tricks[Denomination.NOTRUMP] = dict.fromkeys(SEATS, 7)
    assert par_of(tricks, Vulnerability.NONE, Seat.SOUTH).score == 90
    assert par_of(tricks, Vulnerability.NONE, Seat.WEST).score == -90
