"""Auctions and plays: the legal calls, the contract, and the winners of tricks."""

import pytest

from arrowswitch.core.deals.deal import CARDS, card_text, parse_deal
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.auction import Auction, format_auction, parse_auction, parse_call
from arrowswitch.core.game.contracts import Contract, Denomination, Doubling, PassedOut
from arrowswitch.core.game.play import Play, parse_card, parse_cards, play_of, winner
from arrowswitch.core.game.seats import Seat
from tests.tables import for_each

DEAL = "W:AJ9754.J62.K62.6 32..A954.AQJ9875 KQ86.KQT843.QJ.K T.A975.T873.T432"
"""The game that the PBN standard's own correct file plays."""


class TestCalls:
    @for_each(
        "text, call",
        [("p", "Pass"), ("パス", "Pass"), ("dbl", "X"), ("r", "XX"), ("1n", "1NT"), ("２♥", "2H"), ("7nt", "7NT")],
    )
    def test_as_people_and_programs_write_them(self, text: str, call: str) -> None:
        assert parse_call(text) == call

    @for_each("text", ["", "8C", "1X", "hello", "0NT"])
    def test_what_is_no_call(self, text: str) -> None:
        with pytest.raises(Malformed) as caught:
            parse_call(text)
        assert caught.value.problems[0].code == "auction.call"


class TestAuctions:
    """Laws 17 to 22."""

    def test_who_named_the_denomination_first_declares(self) -> None:
        """North opens 1NT, South bids spades by way of a transfer: the spades are North's."""
        auction = parse_auction("1NT p 2H(transfer) p 2S p 4S ap", Seat.NORTH)
        assert auction.contract == Contract(4, Denomination.SPADES, Doubling.UNDOUBLED, Seat.NORTH)
        assert format_auction(auction) == "1NT Pass 2H(transfer) Pass 2S Pass 4S Pass Pass Pass"

    def test_doubles(self) -> None:
        assert parse_auction("p p 1H X XX 2C X ap", Seat.EAST).contract == Contract(
            2, Denomination.CLUBS, Doubling.DOUBLED, Seat.SOUTH
        )
        redoubled = parse_auction("1S X XX ap", Seat.SOUTH).contract
        assert redoubled == Contract(1, Denomination.SPADES, Doubling.REDOUBLED, Seat.SOUTH)

    def test_a_bid_after_a_double_is_not_doubled(self) -> None:
        contract = parse_auction("1S X 2S ap", Seat.SOUTH).contract
        assert contract == Contract(2, Denomination.SPADES, Doubling.UNDOUBLED, Seat.SOUTH)

    def test_four_passes_and_an_auction_that_is_not_over(self) -> None:
        assert parse_auction("ap", Seat.WEST).contract == PassedOut()
        assert parse_auction("1C p p", Seat.WEST).contract is None

    @for_each(
        "calls, codes",
        [
            ("1H 1C", ["auction.insufficient"]),
            ("1H ^I1C", []),
            ("1H p X", ["auction.double"]),
            ("X", ["auction.double"]),
            ("1H X X", ["auction.double"]),
            ("1H XX", ["auction.double"]),
            ("1H p p p p", ["auction.after-end"]),
            ("1H ^S X", ["auction.double"]),
        ],
    )
    def test_calls_that_cannot_be_made(self, calls: str, codes: list[str]) -> None:
        auction = Auction(Seat.NORTH, tuple(parse_call(call) for call in calls.split()))
        assert [one.code for one in auction.problems] == codes

    def test_rows_begin_with_west(self) -> None:
        assert parse_auction("1C ap", Seat.EAST).rows == (("", "", "1C", "Pass"), ("Pass", "Pass", "", ""))


class TestPlay:
    def test_winners(self) -> None:
        assert winner(("HK", "H5", "S2", "C7"), Denomination.CLUBS) == 3
        assert winner(("HK", "H5", "S2", "C7"), Denomination.NOTRUMP) == 0
        assert winner(("HK", "", "S2", "C7"), Denomination.NOTRUMP) is None

    def test_cards_in_order_stand_in_the_columns_of_their_players(self) -> None:
        """East leads; South ruffs the second trick and leads the third."""
        cards = ["SK", "ST", "S4", "S2", "HK", "H5", "H2", "C7", "S3", "SQ"]
        play = play_of(cards, Seat.EAST, Denomination.CLUBS)
        assert play.tricks[1] == ("HK", "H5", "H2", "C7")
        assert play.tricks[2] == ("SQ", "", "", "S3")
        assert [leader.value for leader, _ in play.in_order(Denomination.CLUBS)] == ["E", "E", "N"]
        assert play.tricks_won(Denomination.CLUBS)[Seat.NORTH] == 1

    def test_cards_that_cannot_be_played(self) -> None:
        deal = parse_deal(DEAL)
        holders = {card_text(card): deal.holders[card] for card in range(CARDS)}
        good = Play(Seat.EAST, (("SK", "ST", "S4", "S2"), ("HK", "H5", "H2", "C7")))
        assert good.problems(Denomination.CLUBS, holders) == ()
        bad = Play(Seat.EAST, (("SK", "ST", "H2", "S2"), ("SK", "ST", "CA", "C7")))
        problems = {(one.code, one.params["n"]) for one in bad.problems(Denomination.CLUBS, holders)}
        assert problems == {("play.twice", 2), ("play.not-held", 2), ("play.revoke", 1), ("play.revoke", 2)}
        marked = Play(Seat.EAST, (("SK", "ST", "^RH2", "S2"),))
        assert marked.problems(Denomination.CLUBS, holders) == ()

    def test_what_is_no_card(self) -> None:
        assert parse_card("d10") == "DT"
        with pytest.raises(Malformed):
            parse_card("XX")

    def test_cards_of_a_text(self) -> None:
        assert parse_cards("sj, S2 ♠A　H10 ♦︎k") == ("SJ", "S2", "SA", "HT", "DK")
        assert parse_cards(" ") == ()

    def test_every_card_of_a_text_that_cannot_be_read_is_told(self) -> None:
        with pytest.raises(Malformed) as caught:
            parse_cards("SA 1S S2 XX")
        assert [problem.params["text"] for problem in caught.value.problems] == ["1S", "XX"]
        with pytest.raises(Malformed) as too_many:
            parse_cards("SA " * 53)
        assert too_many.value.problems[0].code == "play.too-many"

    def test_every_call_of_a_text_that_cannot_be_read_is_told(self) -> None:
        with pytest.raises(Malformed) as caught:
            parse_auction("1S hello 2S 9C", Seat.NORTH)
        assert [problem.params["text"] for problem in caught.value.problems] == ["hello", "9C"]
