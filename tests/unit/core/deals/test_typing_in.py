"""Hands as people type them in: suit by suit or on one line, the last one filled in, and what is wrong at its field
(R-406)."""

from __future__ import annotations

import pytest

from arrowswitch.core.deals.deal import parse_deal
from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.core.deals.typing_in import field_name, fields_of, typed_deal
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.seats import Seat

DEAL = parse_deal("N:K.A7643.742.AK75 J5.KQJ9.KJ5.9864 AQT832.T8.AT.QT3 9764.52.Q9863.J2")


def faults(fields: dict[str, str]) -> list[tuple[str, str]]:
    with pytest.raises(Malformed) as caught:
        typed_deal(fields)
    return [(problem.where, problem.code) for problem in caught.value.problems]


def without(*names: str) -> dict[str, str]:
    return {name: text for name, text in fields_of(DEAL).items() if name not in names}


WEST = tuple(field_name(Seat.WEST, suit) for suit in "SHDC")


class TestWhatIsTyped:
    def test_fields_and_deals_are_inverse(self) -> None:
        for deal in dict(deal_boards(Seed("typed"), range(1, 20))).values():
            assert typed_deal(fields_of(deal)) == deal

    def test_the_last_hand_is_filled_in(self) -> None:
        assert typed_deal(without(*WEST)) == DEAL

    def test_a_hand_on_one_line_in_any_order_case_and_width(self) -> None:
        lines = {"N-S": "k/a7643/742/ak75", "E-S": "5J kjq9 j5k 4896", "S-S": "ＡＱ10832,T8,AT,3TQ"}
        assert typed_deal(lines) == DEAL

    def test_a_void_is_nothing_or_a_dash(self) -> None:
        voids = {"N-S": "AKQJT98765432", "N-H": "-", "E-H": "AKQJ1098765432", "S-D": "akqjt98765432", "S-S": "—"}
        assert typed_deal(voids).pbn.startswith("N:AKQJT98765432...")


class TestWhatIsRefused:
    def test_a_card_twice_at_the_card_with_who_has_it(self) -> None:
        wrong = {**without(*WEST), "S-H": "108A"}
        with pytest.raises(Malformed) as caught:
            typed_deal(wrong)
        (problem,) = caught.value.problems
        assert (problem.where, problem.code) == ("S-H", "deal.card-elsewhere")
        assert problem.params == {"card": "♥A", "seat": "N"}

    def test_a_card_twice_in_one_hand(self) -> None:
        assert faults({**without(*WEST), "N-S": "KK"}) == [("N-S", "deal.card-elsewhere")]

    def test_hands_of_twelve_and_of_fourteen(self) -> None:
        assert faults({**without(), "N-S": "", "W-S": "K9764"}) == [
            ("N-S", "deal.hand-size"),
            ("W-S", "deal.hand-size"),
        ]

    def test_two_hands_are_not_filled_in(self) -> None:
        some = {name: text for name, text in without(*WEST).items() if not name.startswith("E")}
        assert faults(some) == [("E-S", "deal.hand-size"), ("W-S", "deal.hand-size")]

    def test_all_that_is_wrong_is_told_at_once(self) -> None:
        assert faults({**without(), "N-S": "1", "E-H": "KQJ9X"}) == [("N-S", "deal.card"), ("E-H", "deal.card")]
        assert faults({"N-S": "A K", "E-H": "1"}) == [("N-S", "deal.suits"), ("E-H", "deal.card")]
