"""Seats, sides and boards."""

import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.boards import Vulnerability, dealer, vulnerability
from arrowswitch.core.game.seats import Seat, Side
from tests.tables import for_each


def test_partners_sit_opposite_and_share_a_side() -> None:
    assert [seat.partner for seat in Seat] == [Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST]
    assert all(seat.side is seat.partner.side for seat in Seat)
    assert [seat.side for seat in Seat] == [Side.NS, Side.EW, Side.NS, Side.EW]


def test_play_goes_to_the_left() -> None:
    assert [seat.left for seat in Seat] == [Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH]


def test_each_side_has_one_opponent() -> None:
    assert Side.NS.opponents is Side.EW
    assert Side.EW.opponents is Side.NS


@for_each(
    "vulnerable, sides",
    [("none", []), ("ns", [Side.NS]), ("ew", [Side.EW]), ("both", [Side.NS, Side.EW])],
)
def test_vulnerability_covers_sides(vulnerable: str, sides: list[Side]) -> None:
    assert [side for side in Side if Vulnerability(vulnerable).covers(side)] == sides


@pytest.mark.parametrize("number", [0, -1])
def test_boards_are_numbered_from_one(number: int) -> None:
    for ask in (dealer, vulnerability):
        with pytest.raises(Malformed) as caught:
            ask(number)
        assert caught.value.problems[0].code == "board.number"
        assert caught.value.problems[0].params == {"number": number}
