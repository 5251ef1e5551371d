"""Rubber bridge and Chicago: R-360, R-361, R-363.

The standard is `tests/data/standards/scoring/rubber.json` with the lines of its documents; lines of no document
below are those of the scoring page.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.errors import Malformed, Mistake, Refused
from arrowswitch.core.game.boards import Vulnerability
from arrowswitch.core.game.chicago import Chicago, ChicagoRules, PartScores, VulnerableSide, keep_chicago
from arrowswitch.core.game.contracts import Contract, Denomination, Doubling, PassedOut, Played, ns_score_at
from arrowswitch.core.game.pads import PadDeal, PadItem, parse_deal, parse_deals
from arrowswitch.core.game.rubber import Rubber, keep_rubber
from arrowswitch.core.game.seats import Seat, Side
from arrowswitch.documents.pads.score_pad import score_pad
from arrowswitch.i18n import Locale
from tests.paper import PRINTED, read
from tests.tables import for_each

STANDARD = Path(__file__).parents[2] / "data" / "standards" / "scoring" / "rubber.json"
WE, THEY = Side.NS, Side.EW


def standard() -> Any:
    return json.loads(STANDARD.read_text(encoding="utf-8"))["data"]


def pad(*deals: str, is_left: bool = False) -> Rubber:
    return keep_rubber(parse_deals(deals), is_left=is_left)


def above(rubber: Rubber, side: Side) -> list[tuple[int, str]]:
    return [(line.points, line.item.value) for line in rubber.lines if line.side is side and not line.is_below]


def below(rubber: Rubber, side: Side) -> list[tuple[int, int]]:
    return [(line.game, line.points) for line in rubber.lines if line.side is side and line.is_below]


class TestTheWorkedRubber:
    """R-360: a rubber of five deals with a part score, two games, a penalty, a slam and honours."""

    DEALS = ("2S+1 N", "1NT= S", "4Hx-2 E", "3NT+1 W", "6S= N h100")

    def test_every_number_of_the_pad(self) -> None:
        """R-360: each deal's points below and above the line as the standard has them; the totals are 1960 and 130."""
        data = standard()["own_example"]
        rubber = pad(*self.DEALS)
        sides = {"We": WE, "They": THEY}
        for number, deal in enumerate(data["deals"], start=1):
            for where, is_below in (("below", True), ("above", False)):
                for name, side in sides.items():
                    lines = [x for x in rubber.lines if x.deal == number and x.side is side and x.is_below is is_below]
                    assert sum(line.points for line in lines) == deal[where].get(name, 0), (number, where, name)
        assert {name: rubber.total(side) for name, side in sides.items()} == data["totals"]
        assert rubber.winner is WE
        assert rubber.margin == 1830

    def test_the_bonus_for_the_rubber(self) -> None:
        """R-360: 700 against a side without a game, 500 against one with a game (line 161)."""
        bonus = standard()["rubber_bonus"]
        assert above(pad("3NT= N", "4S= S"), WE) == [(bonus["opponents_not_vulnerable"], "rubber")]
        assert above(pad("3NT= E", "3NT= N", "4S= S"), WE) == [(bonus["opponents_vulnerable"], "rubber")]

    @for_each(
        "deal, side, points",
        [("3NT= N h150", WE, 150), ("4S= N h100", WE, 100), ("4S-1 N h150:EW", THEY, 150), ("2Cx= W h100", THEY, 100)],
    )
    def test_honours(self, deal: str, side: Side, points: int) -> None:
        """R-360: 150 for four aces at no-trump or five honours, 100 for four, for either side (lines 163-168)."""
        assert (points, "honours") in above(pad(deal), side)

    @for_each("deal, possible", [("3NT= N h100", "150"), ("4S= N h90", "100, 150"), ("PASS h100", "–")])
    def test_honours_that_cannot_be(self, deal: str, possible: str) -> None:
        """R-360: the refusal says which honours there are in the contract."""
        with pytest.raises(Malformed) as caught:
            parse_deal(deal)
        assert caught.value.problems[0].code == "pad.honours"
        assert caught.value.problems[0].params["possible"] == possible
        with pytest.raises(Malformed, match=r"pad\.honours"):
            parse_deal("PASS h100:NS")

    def test_doubled_slams_and_undertricks(self) -> None:
        """R-360: 6C redoubled made not vulnerable is 480 below, 500 and 100 above; five down vulnerable is 1400."""
        slam = pad("6Cxx= N")
        assert below(slam, WE) == [(1, 480)]
        assert above(slam, WE) == [(500, "slam"), (100, "doubled")]
        assert above(pad("3NT= N", "4Sx-5 S"), THEY) == [(1400, "undertricks")]
        assert above(pad("2Sx+2 E"), THEY) == [(200, "overtricks"), (50, "doubled")]

    def test_no_bonus_for_a_game_of_one_deal(self) -> None:
        """R-360: no 300 or 50 for a single deal, those are duplicate's (manual, line 666)."""
        assert pad("4S= N").total(WE) == 120
        assert pad("2S= N").total(WE) == 60
        assert pad("PASS").lines == ()


class TestGamesAndLines:
    """R-363: two columns, a line for each game, earlier part scores count no more after it."""

    def test_part_scores_make_a_game(self) -> None:
        """R-363: 60 + 60 is a game; then both sides begin at 0, the part score of the others is above the line."""
        rubber = pad("2S= N", "2D= E", "2H= S")
        assert rubber.games == (WE,)
        assert rubber.part == (0, 0)
        assert (rubber.is_vulnerable(WE), rubber.is_vulnerable(THEY)) == (True, False)
        later = pad("2S= N", "2D= E", "2H= S", "2S= W")
        assert later.part_of(THEY) == 60
        assert later.games == (WE,)
        assert below(later, THEY) == [(1, 40), (2, 60)]

    def test_a_deal_after_the_end(self) -> None:
        """R-363: a rubber ends with the second game of a side; a further deal is refused with its number."""
        with pytest.raises(Refused) as caught:
            pad("3NT= N", "3NT= N", "1C= N")
        assert (caught.value.problems[0].code, caught.value.problems[0].where) == ("pad.rubber-over", "deal 3")

    def test_a_rubber_that_is_left(self) -> None:
        """300 for the only game, 100 for the only part score, nothing where both sides have one."""
        left = pad("3NT= N", "2S= W", is_left=True)
        assert above(left, WE) == [(300, "unfinished-game")]
        assert above(left, THEY) == [(100, "unfinished-part")]
        assert left.is_over
        assert pad("3NT= N", "3NT= W", "1C= N", "1C= E", is_left=True).total(WE) == 120
        assert not pad("3NT= N", "3NT= N", is_left=True).is_left


class TestWhereEveryNumberStands:
    """R-360, R-363: below the line what was bid and made, by games; above it all else (scoring page 137-151)."""

    @staticmethod
    def lines(rubber: Rubber) -> list[tuple[int, str, int, str, str, int]]:
        return [
            (line.deal, line.side.value, line.points, line.item.value, "below" if line.is_below else "above", line.game)
            for line in rubber.lines
        ]

    def test_a_whole_rubber(self) -> None:
        """2S+1 by N: 60 below, 30 above. 4H by E: 120, a game of E-W. 1NT-1 by S, not vulnerable: 50. 3NT by N with
        four aces: 100 and 150, a game of N-S. 6H doubled by W, vulnerable: 360 below, a slam of 750 and 50; the rubber
        against a side with a game is 500."""
        assert self.lines(pad("2S+1 N", "4H= E", "1NT-1 S", "3NT= N h150", "6Hx= W h100:NS")) == [
            (1, "NS", 60, "tricks", "below", 1),
            (1, "NS", 30, "overtricks", "above", 1),
            (2, "EW", 120, "tricks", "below", 1),
            (3, "EW", 50, "undertricks", "above", 2),
            (4, "NS", 100, "tricks", "below", 2),
            (4, "NS", 150, "honours", "above", 2),
            (5, "EW", 360, "tricks", "below", 3),
            (5, "EW", 750, "slam", "above", 3),
            (5, "EW", 50, "doubled", "above", 3),
            (5, "NS", 100, "honours", "above", 3),
            (5, "EW", 500, "rubber", "above", 3),
        ]

    def test_what_an_unfinished_rubber_brings_is_above(self) -> None:
        """A game of E-W and a part score of N-S in the second game: 300 and 100, of no deal."""
        left = pad("4S= W", "2D= N", is_left=True)
        assert self.lines(left)[2:] == [
            (0, "EW", 300, "unfinished-game", "above", 2),
            (0, "NS", 100, "unfinished-part", "above", 2),
        ]
        assert (left.deals, left.games, left.part) == (parse_deals(["4S= W", "2D= N"]), (THEY,), (40, 0))

    def test_only_what_is_below_makes_a_game(self) -> None:
        """1NT+2 is 40 below: neither the 60 above it nor honours nor a penalty of 300 makes it a game; 90 is none."""
        assert pad("1NT+2 N", "1C= E h100", "3C-3 E").part == (40, 20)
        assert pad("3C= E", "1NT+2 E").games == (THEY,)
        assert pad("3S= N").games == ()
        assert pad("3S= N").part == (90, 0)

    def test_each_side_has_its_own_part_score(self) -> None:
        """60 and 40 of different sides make no game; 40 more of E-W make 80, then 20 the game: both begin at 0."""
        assert pad("2S= N", "1NT= E").part == (60, 40)
        assert pad("2S= N", "1NT= E", "2C= W").part == (60, 80)
        won = pad("2S= N", "1NT= E", "2C= W", "1D= E")
        assert (won.games, won.part) == ((THEY,), (0, 0))

    def test_on_paper(self) -> None:
        """Above the line upwards, so that the first number is the lowest of those above; below it downwards, the
        second game under the first."""
        pad_ = pad("2S+1 N", "1NT= S", "1H+2 N", "3D-1 E", "2NT= S")
        printed = read(score_pad(pad_, ("", ""), Locale.EN, PRINTED))
        numbers = {"30", "60", "40", "50", "70"}
        words = [word for word in printed.words() if word.size == 15 and word.text in numbers]
        from_above = [word.text for word in sorted(words, key=lambda word: -word.y)]
        assert from_above == ["50", "60", "30", "60", "40", "30", "70"]
        assert all(word.x < 105 for word in words)
        assert {"4. undertricks", "2. tricks bid", "We lead by 1040 points."} <= {word.text for word in printed.words()}


class TestChicago:
    """R-361: duplicate's scores without a tournament; four deals, the vulnerability in turn."""

    def test_vulnerability_of_a_chukker(self) -> None:
        """R-361: nobody, the dealer's side twice, both; the deal goes round to the left."""
        seen = []
        deals: list[PadDeal] = []
        for _ in range(5):
            now = keep_chicago(deals)
            seen.append((now.chukker, now.number, now.dealer.value, now.vulnerable.value, now.number == 1))
            deals.append(parse_deal("1C= N"))
        assert seen == [
            (1, 1, "N", "none", True),
            (1, 2, "E", "ew", False),
            (1, 3, "S", "ns", False),
            (1, 4, "W", "both", False),
            (2, 1, "N", "none", True),
        ]
        others = keep_chicago(deals[:1], ChicagoRules(VulnerableSide.OTHERS), Seat.SOUTH)
        assert (others.dealer, others.vulnerable) == (Seat.WEST, Vulnerability.NS)

    def test_scores_of_duplicate(self) -> None:
        """R-361: 4S made by N-S when vulnerable (second deal, dealer on their side) is 620."""
        chicago = keep_chicago(parse_deals(["3NT= E", "4S= N", "2Hx-1 W"]), first_dealer=Seat.EAST)
        assert [one.points(WE) - one.points(THEY) for one in chicago.deals] == [-400, 620, 200]
        assert (chicago.total(WE), chicago.total(THEY), chicago.margin) == (820, 400, 420)
        assert chicago.total(WE, 1) == 820
        assert chicago.total(WE, 2) == 0

    def test_a_passed_out_deal(self) -> None:
        """It is dealt again by the same dealer, or counts as one of the four."""
        again = keep_chicago(parse_deals(["1C= N", "PASS"]))
        assert (again.number, again.dealer, again.deals[1].number) == (2, Seat.EAST, 0)
        counted = keep_chicago(parse_deals(["1C= N", "PASS"]), ChicagoRules(deals_again=False))
        assert (counted.number, counted.deals[1].number, counted.margin) == (3, 2, 70)

    def test_part_scores_carried_on(self) -> None:
        """60 and 60 make a game with its bonus; a part score on the fourth deal brings 100; then all begin at 0."""
        rules = ChicagoRules(part_scores=PartScores.CARRIED)
        chicago = keep_chicago(parse_deals(["2S= N", "2S= S", "1D= E", "1NT= W"]), rules)
        assert [item for _, _, item in chicago.deals[1].items] == [PadItem.TRICKS, PadItem.GAME]
        assert [one.points(WE) for one in chicago.deals] == [60, 360, 0, 0]
        assert [one.points(THEY) for one in chicago.deals] == [0, 0, 20, 140]
        assert chicago.part == (0, 0)

    def test_what_counts_on_the_next_deal(self) -> None:
        """R-361: 1NT+2 carries 40, overtricks do not; a penalty leaves the part scores, a game of either side ends
        them: 60 + 40 of E-W, vulnerable on the fourth deal, are a game of 500."""
        rules = ChicagoRules(part_scores=PartScores.CARRIED)

        def part(*deals: str) -> tuple[int, int]:
            return keep_chicago(parse_deals(deals), rules).part

        assert part("1NT+2 N") == (40, 0)
        assert part("1NT+2 N", "2S= E") == (40, 60)
        assert part("1NT+2 N", "2S= E", "3C-1 N") == (40, 60)
        assert part("1NT+2 N", "2S= E", "1C= S") == (60, 60)
        assert part("1NT+2 N", "3NT= E") == (0, 0)
        chicago = keep_chicago(parse_deals(["1NT+2 N", "2S= E", "3C-1 N", "1NT= W"]), rules)
        assert chicago.deals[3].items == ((THEY, 40, PadItem.TRICKS), (THEY, 500, PadItem.GAME))
        assert keep_chicago(parse_deals(["1NT+2 N"])).part == (0, 0)

    def test_a_part_score_of_the_other_side_makes_no_game(self) -> None:
        """R-361: 60 of N-S and 60 of E-W are two part scores; 80 and 20 of one side are 100 and a game."""
        rules = ChicagoRules(part_scores=PartScores.CARRIED)
        apart = keep_chicago(parse_deals(["2S= N", "2S= W"]), rules)
        assert [one.items for one in apart.deals] == [((WE, 60, PadItem.TRICKS),), ((THEY, 60, PadItem.TRICKS),)]
        exact = keep_chicago(parse_deals(["2Dx= E", "1C= W"]), rules)
        assert [item for _, _, item in exact.deals[1].items] == [PadItem.TRICKS, PadItem.GAME]

    def test_honours_only_where_they_count(self) -> None:
        """Refused with the number of the deal, or counted."""
        deals = parse_deals(["1C= N", "4S= N h150"])
        with pytest.raises(Refused) as caught:
            keep_chicago(deals)
        assert (caught.value.problems[0].code, caught.value.problems[0].where) == ("pad.no-honours", "deal 2")
        assert keep_chicago(deals, ChicagoRules(with_honours=True)).total(WE) == 70 + 420 + 150


class TestDealsAsWritten:
    """Deals are read with every problem told at once."""

    def test_all_problems_with_their_deal(self) -> None:
        """The third is no contract, the fifth has honours of nobody."""
        with pytest.raises(Mistake) as caught:
            parse_deals(["1C= N", "PASS", "420", "8S= N", "PASS h100"])
        assert [(one.code, one.where) for one in caught.value.problems] == [
            ("pad.score-only", "deal 3"),
            ("result.level", "deal 4"),
            ("pad.honours", "deal 5"),
        ]

    def test_too_many_deals(self) -> None:
        """200 deals are taken."""
        with pytest.raises(Malformed, match=r"pad\.too-many"):
            parse_deals(["PASS"] * 201)


PLAYED = st.builds(
    Played,
    st.builds(
        Contract, st.integers(1, 7), st.sampled_from(Denomination), st.sampled_from(Doubling), st.sampled_from(Seat)
    ),
    st.integers(0, 13),
)
DEALS = st.builds(PadDeal, st.one_of(PLAYED, st.just(PassedOut())))


class TestEveryPad:
    """Properties of all pads."""

    @given(DEALS)
    def test_a_deal_is_read_as_it_is_written(self, deal: PadDeal) -> None:
        """R-361: text and value are the same, with honours too."""
        assert parse_deal(str(deal)) == deal
        for side in Side:
            if isinstance(deal.result, Played):
                with_honours = parse_deal(f"{deal} h150:{side.value}")
                assert parse_deal(str(with_honours)) == with_honours

    @given(st.lists(DEALS, max_size=12))
    def test_a_rubber(self, deals: list[PadDeal]) -> None:
        """R-360: the pad never forgets; totals only grow; a rubber has two or three games; less than 100 is below."""
        rubber = Rubber()
        for count in range(len(deals) + 1):
            if rubber.is_over:
                with pytest.raises(Refused):
                    keep_rubber(deals[:count])
                break
            rubber = keep_rubber(deals[:count])
            assert max(rubber.part) < 100
            assert all(line.points > 0 for line in rubber.lines)
            assert len(rubber.games) <= 3
            assert (rubber.winner is None) or rubber.games[-1] is rubber.winner

    @given(st.lists(DEALS, max_size=12))
    def test_chicago_is_duplicate(self, deals: list[PadDeal]) -> None:
        """R-361: every deal has the score that duplicate gives at its vulnerability."""
        chicago: Chicago = keep_chicago(deals)
        for chicago_deal in chicago.deals:
            assert chicago_deal.points(WE) - chicago_deal.points(THEY) == ns_score_at(
                chicago_deal.deal.result, chicago_deal.vulnerable
            )


def test_the_help_tells_rubber_from_duplicate() -> None:
    """R-362: what the manual says (lines 315 and 380-384): the same game; boards, dealing before the session, cards,
    laws and scores differ; luck; every competition is duplicate; Chicago stands between."""
    pages = (Path(__file__).parents[3] / f"docs/manual/{language}/qualifying-and-pads.md" for language in ("en", "ja"))
    english, japanese = (" ".join(page.read_text(encoding="utf-8").split()) for page in pages)
    for words in (
        "same game",
        "kept in a board",
        "shuffled and dealt before",
        "less luck",
        "All bridge competitions are",
    ):
        assert words in english
    assert "stands between the two" in english
    for words in ("同じブリッジ", "ボードを使い", "試合の前にシャッフル", "ツキ", "すべてデュプリケート", "両者の中間"):
        assert words in japanese
