"""Contracts and results as values."""

import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.contracts import (
    Contract,
    Denomination,
    Doubling,
    PassedOut,
    Played,
    RawScore,
    contract_points,
    ns_score,
)
from arrowswitch.core.game.seats import Seat
from tests.tables import for_each

FOUR_SPADES = Contract(4, Denomination.SPADES, Doubling.UNDOUBLED, Seat.NORTH)


@for_each("level", [0, 8, -1])
def test_there_are_seven_levels(level: int) -> None:
    with pytest.raises(Malformed) as caught:
        Contract(level, Denomination.CLUBS, Doubling.UNDOUBLED, Seat.NORTH)
    assert caught.value.problems[0].code == "contract.level"


@pytest.mark.parametrize("tricks", [-1, 14])
def test_a_hand_has_thirteen_tricks(tricks: int) -> None:
    with pytest.raises(Malformed) as caught:
        Played(FOUR_SPADES, tricks)
    assert caught.value.problems[0].code == "contract.tricks"


def test_beyond_counts_from_the_contract() -> None:
    assert [Played(FOUR_SPADES, tricks).beyond for tricks in (9, 10, 12)] == [-1, 0, 2]


def test_signs_of_doubling() -> None:
    assert [doubling.sign for doubling in Doubling] == ["", "X", "XX"]


def test_points_of_the_tricks_bid() -> None:
    assert contract_points(3, Denomination.NOTRUMP, Doubling.UNDOUBLED) == 100
    assert contract_points(2, Denomination.DIAMONDS, Doubling.REDOUBLED) == 160


def test_every_kind_of_result_has_a_score() -> None:
    assert ns_score(RawScore(-50), 1) == -50
    assert ns_score(PassedOut(), 1) == 0
    assert ns_score(Played(FOUR_SPADES, 10), 2) == 620
    assert ns_score(Played(FOUR_SPADES, 9), 1) == -50
