"""Deals, their numbers, dealing from a seed, conditions, statistics and fingerprints (R-323)."""

from __future__ import annotations

import contextlib
import hashlib
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.deals.commitment import fingerprint, same, short
from arrowswitch.core.deals.conditions import parse_condition
from arrowswitch.core.deals.deal import (
    CARDS,
    RANKS,
    SEATS,
    SUITS,
    Deal,
    DealSet,
    card_text,
    parse_deal,
    parse_hand,
)
from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.core.deals.numbering import DEALS, deal_of, number_of
from arrowswitch.core.deals.statistics import deal_statistics, points_shares, shape_shares
from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.core.game.seats import Seat
from tests.tables import for_each

FIRST = "N:K.A7643.742.AK75 J5.KQJ9.KJ5.9864 Q986432.82.A3.Q2 AT7.T5.QT986.JT3"


def codes(text: str) -> list[str]:
    with pytest.raises(Malformed) as caught:
        parse_deal(text)
    return [problem.code for problem in caught.value.problems]


class TestDeals:
    def test_a_deal_is_read_from_any_seat_and_written_from_north(self) -> None:
        deal = parse_deal(FIRST)
        assert deal.pbn == FIRST
        turned = "e:j5.kqj9.kj5.9864 q986432.82.a3.q2 a107.10５.q10986.j103 k.a7643.742.ak75"
        assert parse_deal(turned).pbn == FIRST
        assert deal.suits(Seat.SOUTH) == ("Q986432", "82", "A3", "Q2")
        assert [deal.points(seat) for seat in SEATS] == [14, 11, 8, 7]
        assert card_text(deal.cards(Seat.NORTH)[0]) == "SK"

    def test_one_hand_may_be_left_to_the_program(self) -> None:
        assert parse_deal("N:K.A7643.742.AK75 J5.KQJ9.KJ5.9864 - AT7.T5.QT986.JT3").pbn == FIRST

    @for_each(
        "text, expected",
        [
            ("", ["deal.form"]),
            ("N:K.A7643.742.AK75", ["deal.form"]),
            (FIRST.replace("AK75", "AK7"), ["deal.hand-size"]),
            (FIRST.replace("K.A7643", "K.A764"), ["deal.hand-size"]),
            (FIRST.replace("AK75", "AK7Y"), ["deal.card"]),
            (FIRST.replace("J5.KQJ9", "K5.KQJ9"), ["deal.card-twice"]),
            (FIRST.replace("J5.KQJ9.KJ5.9864", "J5.KQJ9.KJ5"), ["deal.suits"]),
            ("N:- - Q986432.82.A3.Q2 AT7.T5.QT986.JT3", ["deal.hand-size", "deal.hand-size"]),
        ],
    )
    def test_what_is_wrong_is_told(self, text: str, expected: list[str]) -> None:
        """R-406: a hand of 12 cards and a card in two hands are refused, with the seat."""
        assert codes(text) == expected

    def test_every_wrong_hand_is_told(self) -> None:
        assert codes(FIRST.replace("AK75", "AKX5").replace(".9864", ".98Z4")) == ["deal.card", "deal.card"]

    def test_a_seat_has_thirteen_cards(self) -> None:
        with pytest.raises(Malformed, match=r"deal\.hand-size"):
            Deal((Seat.NORTH,) * CARDS)
        with pytest.raises(Malformed, match=r"deal\.card"):
            parse_hand("K.A.1.X", Seat.EAST)

    def test_boards_with_the_same_cards_are_found(self) -> None:
        first, other = deal_of(5), deal_of(6)
        assert list(DealSet({4: first, 2: other, 9: first, 11: first}).twice()) == [(4, 9), (4, 11)]


class TestNumbers:
    def test_there_are_as_many_deals_as_ways_to_share_52_cards(self) -> None:
        assert DEALS == 53_644_737_765_488_792_839_237_440_000

    def test_the_ends(self) -> None:
        suits = ["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"]
        assert deal_of(0).pbn == "N:" + " ".join(suits)
        assert deal_of(DEALS - 1).pbn == "N:" + " ".join(reversed(suits))
        for number in (-1, DEALS):
            with pytest.raises(Malformed, match=r"deal\.number"):
                deal_of(number)

    def test_numbers_run_in_the_order_of_the_places(self) -> None:
        """The second deal changes South's last place only: clubs' ace and diamonds' two are exchanged with West."""
        assert deal_of(1).suits(Seat.SOUTH) == ("", "", "AKQJT9876543", "A")
        assert deal_of(comb(26, 13)).suits(Seat.EAST) == ("", "AKQJT9876543", "A", "")

    @given(st.integers(0, DEALS - 1))
    def test_number_and_deal_are_inverse(self, number: int) -> None:
        assert number_of(deal_of(number)) == number

    @given(st.permutations([seat for seat in SEATS for _ in range(13)]))
    def test_every_deal_has_a_number(self, holders: list[Seat]) -> None:
        deal = Deal(tuple(holders))
        assert deal_of(number_of(deal)) == deal


class TestDealing:
    def test_a_stranger_gets_the_same_deals(self) -> None:
        """The page for strangers, done again with nothing of the program."""
        for board, deal in deal_boards(Seed("a seed", "morning"), (1, 2, 30)):
            attempt = 0
            while True:
                text = f"arrowswitch-deal-1\na seed\nmorning\n{board}\n{attempt}"
                number = int(hashlib.sha256(text.encode()).hexdigest()[:24], 16)
                if number < DEALS:
                    break
                attempt += 1
            assert number_of(deal) == number

    def test_a_set_stays_what_it_is(self) -> None:
        """Changing the way of dealing would break every set whose seed was kept."""
        [(_, deal)] = deal_boards(Seed("x"), [1])
        assert deal.pbn == "N:AQJT5.AQT5.2.AQ8 6.J6432.Q3.JT432 K982.K987.A9.K95 743..KJT87654.76"

    def test_other_names_and_seeds_make_other_sets(self) -> None:
        sets = [
            dict(deal_boards(seed, range(1, 33))) for seed in (Seed("x"), Seed("x", "A"), Seed("x", "B"), Seed("y"))
        ]
        assert len({deal for deals in sets for deal in deals.values()}) == 128

    @for_each("text, name", [("", ""), ("  ", ""), ("x" * 201, ""), ("a\nb", ""), ("a", "b\0")])
    def test_seeds_are_a_line_of_text(self, text: str, name: str) -> None:
        with pytest.raises(Malformed, match=r"deal\.seed"):
            Seed(text, name)

    def test_points_shapes_places_and_pairs_of_cards_are_even(self) -> None:
        """Chi-square of 4,000 deals of a fixed seed: points, shapes, who holds each card and each pair of cards."""
        deals = [deal for _, deal in deal_boards(Seed("even"), range(1, 4001))]
        counted = deal_statistics(deals)
        points = [(counted.points[value].seen, float(counted.points[value].expected)) for value in range(25)]
        shapes = [(tally.seen, float(tally.expected)) for tally in counted.shapes.values() if tally.expected >= 5]
        assert _chi_square(points) < 60  # 24 degrees of freedom; 1 in 15,000
        assert _chi_square(shapes) < 2.2 * len(shapes)
        places = Counter((card, holder) for deal in deals for card, holder in enumerate(deal.holders))
        assert _chi_square([(places[card, seat], 1000.0) for card in range(CARDS) for seat in SEATS]) < 230
        together = Counter(pair for deal in deals for seat in SEATS for pair in combinations(deal.cards(seat), 2))
        expected = 4000 * 12 / 51
        pairs = [(together[pair], expected) for pair in combinations(range(CARDS), 2)]
        assert 800 < _chi_square(pairs) * (1 - 12 / 51) ** -1 < 1600

    def test_conditions_that_never_come_are_given_up(self) -> None:
        progress: list[tuple[int, int]] = []
        with pytest.raises(Refused, match=r"deal\.condition-rare"):
            list(
                deal_boards(Seed("x"), [7], parse_condition("hcp(n) > 40"), lambda *tried: progress.append(tried), 2500)
            )
        assert progress == [(7, 1000), (7, 2000)]


def _chi_square(cells: list[tuple[int, float]]) -> float:
    return sum((seen - expected) ** 2 / expected for seen, expected in cells)


class TestConditions:
    @for_each(
        "text, expected",
        [
            ("hcp(north) == 14", True),
            ("hcp(N) >= 15 or hcp(e) = 11".replace(" = ", " == "), True),
            ("hcp(north, hearts) == 4 && hcp(north, club) == 7", True),
            ("hcp(south) > 8 || spades(south) != 7", False),
            ("!(hcp(w) == 7)", False),
            ("not hcp(w) == 8", True),
            ("controls(north) == 6", True),
            ("losers(south) == 7", True),
            ("hascard(west, AS) and hascard(w, s10)", True),
            ("hascard(west, AH)", False),
            ("shape(north, 1534)", True),
            ("shape(north, any 5431)", True),
            ("shape(north, any 5431 - 1534)", False),
            ("shape(east, 2434 + any 4333)", True),
            ("shape(south, 7xxx)", True),
            ("shape(south, any 7x21)", False),
            ("balanced(east)", True),
            ("balanced(north)", False),
            ("spades(n) + hearts(n) * 2 - 1 == 10", True),
            ("hcp(n) / 4 == 3 and hcp(n) % 4 == 2", True),
            ("hcp(n) / 0 == 0", True),
            ("-hcp(n) < -13", True),
            ("clubs(n) >= 4 # a remark\n and diamonds(n) <= 3", True),
        ],
    )
    def test_what_they_mean(self, text: str, *, expected: bool) -> None:
        assert parse_condition(text)(parse_deal(FIRST)) is expected

    @for_each(
        "text, code, column",
        [
            ("hcp(north", "condition.expected", 10),
            ("hcp(foo) > 1", "condition.name", 5),
            ("points(north) > 1", "condition.name", 1),
            ("1 +", "condition.expected", 4),
            ("shape(n, 999x)", "condition.shape", 10),
            ("shape(n, 4433)", "condition.shape", 10),
            ("hascard(n, 1S)", "condition.name", 12),
            ("hcp(n, wine) > 3", "condition.name", 8),
            ("shape(n, 44)", "condition.shape", 10),
            ("hcp(n) § 3", "condition.sign", 8),
            ("hcp(n) 4", "condition.expected", 8),
            ("", "condition.expected", 1),
            ("(" * 61 + "1" + ")" * 61, "condition.deep", 61),
        ],
    )
    def test_what_cannot_be_read_is_told_with_its_column(self, text: str, code: str, column: int) -> None:
        with pytest.raises(Malformed) as caught:
            parse_condition(text)
        [problem] = caught.value.problems
        assert (problem.code, problem.params["column"]) == (code, column)

    def test_they_have_a_length(self) -> None:
        with pytest.raises(Malformed, match=r"condition\.long"):
            parse_condition("1 or " * 500 + "1")

    @given(st.text(alphabet="hcpnorth()<>=&|+-*/%! 0123456789,shapeany x#", max_size=60))
    def test_anything_is_read_or_refused(self, text: str) -> None:
        with contextlib.suppress(Malformed):
            parse_condition(text)(deal_of(0))

    def test_deals_meet_them(self) -> None:
        condition = parse_condition("hcp(north) >= 15 and hcp(north) <= 17 and balanced(north)")
        for _, deal in deal_boards(Seed("notrump"), range(1, 9), condition):
            assert 15 <= deal.points(Seat.NORTH) <= 17
            assert sorted(map(len, deal.suits(Seat.NORTH)))[:2] in ([2, 3], [3, 3], [2, 4])


class TestStatistics:
    def test_shares_are_those_of_the_textbooks(self) -> None:
        """Counted here by brute force over suits; 4-4-3-2 is 21.55 % of hands, ten points 9.41 %."""
        assert sum(points_shares().values()) == sum(shape_shares().values()) == 1
        assert round(float(shape_shares()["4432"]) * 100, 2) == 21.55
        assert round(float(points_shares()[10]) * 100, 2) == 9.41
        assert points_shares()[37] == Fraction(4, comb(52, 13))
        assert shape_shares()["d000"] == Fraction(4, comb(52, 13))
        assert len(shape_shares()) == 39

    def test_hands_are_counted(self) -> None:
        counted = deal_statistics([parse_deal(FIRST), deal_of(0)])
        assert counted.hands == 8
        assert counted.voids.seen == 4
        assert counted.shapes["5431"].seen == 1
        assert counted.points[10].seen == 4
        assert counted.points[14].seen == 1
        assert counted.shapes["4432"].expected == 8 * shape_shares()["4432"]


class TestFingerprints:
    def test_a_stranger_agrees(self) -> None:
        deals = DealSet(dict(deal_boards(Seed("s", "A"), (3, 1, 2))))
        text = "arrowswitch-set-1\ns\nA\n" + "".join(f"{board} {deals.deals[board].pbn}\n" for board in (1, 2, 3))
        assert fingerprint(deals, "s", "A") == hashlib.sha256(text.encode()).hexdigest()

    def test_one_card_breaks_it(self) -> None:
        deals = dict(deal_boards(Seed("s"), range(1, 5)))
        original = fingerprint(DealSet(deals), "s")
        chance = random.Random(7)
        for _ in range(50):
            board = chance.choice(list(deals))
            holders = list(deals[board].holders)
            first, other = chance.sample(range(CARDS), 2)
            if holders[first] is not holders[other]:
                holders[first], holders[other] = holders[other], holders[first]
                assert fingerprint(DealSet({**deals, board: Deal(tuple(holders))}), "s") != original
        assert fingerprint(DealSet(deals), "t") != original
        assert fingerprint(DealSet(deals), "s", "A") != original

    def test_it_is_compared_however_it_is_written(self) -> None:
        digits = fingerprint(DealSet({1: deal_of(0)}), "s")
        assert same(short(digits).upper(), digits)
        assert not same(digits[:-1], digits)
        assert len(short(digits).split()) == 16


def test_cards_are_counted_from_the_ace_of_spades() -> None:
    assert [card_text(card) for card in (0, 12, 13, 51)] == ["SA", "S2", "HA", "C2"]
    assert len(RANKS) * len(SUITS) == CARDS
