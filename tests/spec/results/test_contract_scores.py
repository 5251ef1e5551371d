"""Contract scoring and board data: R-153 to R-159, and the check of scores R-141.

The standards are `tests/data/standards/scoring/{contract_vectors,contract_rules,board_dealer_vul}.json`, each with the
lines of the documents it comes from. R-160 (a result changes only by correction) is proved with the ledger.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from arrowswitch.core.game.boards import Vulnerability, dealer, vulnerability
from arrowswitch.core.game.contracts import (
    Contract,
    Denomination,
    Doubling,
    PassedOut,
    Played,
    declarer_score,
    ns_score,
    ns_score_at,
)
from arrowswitch.core.game.notation import format_contract, parse_contract, parse_result
from arrowswitch.core.game.possible import is_possible, possible_scores, result_problems
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.slips import parse_entry
from tests.tables import for_each

STANDARDS = Path(__file__).parents[2] / "data" / "standards" / "scoring"


def standard(name: str) -> Any:
    return json.loads((STANDARDS / f"{name}.json").read_text(encoding="utf-8"))["data"]


def score(text: str, *, vulnerable: bool) -> int:
    result = parse_result(text, declarer=Seat.NORTH)
    assert isinstance(result, Played)
    return declarer_score(result, vulnerable)


class TestDealerAndVulnerability:
    """R-153: dealer and vulnerability by board number modulo 16, for any number (manual, lines 421-434)."""

    def test_boards_of_the_standard(self) -> None:
        """R-153: the sixteen printed boards and eleven beyond them, up to board 100."""
        data = standard("board_dealer_vul")
        rows = data["boards_1_16"] + data["vectors_beyond_16"]
        assert len(rows) == 27
        for row in rows:
            assert dealer(row["board"]) == row["dealer"], row
            assert vulnerability(row["board"]) == row["vulnerable"].lower(), row

    def test_boards_1_to_48_repeat_the_list_of_the_second_document(self) -> None:
        """R-153: remainders by 16 as the encyclopedia lists them (lines 107-110), the remainder 0 being board 16."""
        listed = {
            Vulnerability.NONE: (1, 8, 11, 14),
            Vulnerability.NS: (2, 5, 12, 15),
            Vulnerability.EW: (3, 6, 9, 0),
            Vulnerability.BOTH: (4, 7, 10, 13),
        }
        for board in range(1, 49):
            assert board % 16 in listed[vulnerability(board)]
            assert dealer(board) == "WNES"[board % 4]


class TestTrickPoints:
    """R-154: trick points NT 40 and 30, majors 30, minors 20; doubled x2, redoubled x4."""

    def test_every_contract_just_made(self) -> None:
        """R-154: 35 contracts x 3 doublings just made, not vulnerable, against trick points added up by hand.

        For example 3NT: 40 + 30 + 30 = 100 is a game: 100 + 300 = 400; 2SX: (30 + 30) x 2 = 120 is a game: 120 + 300 +
        50 = 470.
        """
        trick = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
        checked = 0
        for level in range(1, 8):
            for denomination, worth in trick.items():
                for sign, factor in (("", 1), ("X", 2), ("XX", 4)):
                    points = (sum([worth] * level) + (10 if denomination == "NT" else 0)) * factor
                    bonus = 300 if points >= 100 else 50
                    slam = {6: 500, 7: 1000}.get(level, 0)
                    insult = {"": 0, "X": 50, "XX": 100}[sign]
                    expected = points + bonus + slam + insult
                    assert score(f"{level}{denomination}{sign}=", vulnerable=False) == expected
                    checked += 1
        assert checked == 105

    def test_every_contract_and_result_of_the_table(self) -> None:
        """R-154, R-155, R-156, R-157: 210 contracts at both vulnerabilities x 14 results of the standard table."""
        table = standard("contract_vectors")["scores"]
        assert len(table) == 210
        for key, scores in table.items():
            text, vulnerable = key.split(",")
            contract = parse_contract(text, Seat.SOUTH)
            assert isinstance(contract, Contract)
            computed = [declarer_score(Played(contract, tricks), vulnerable == "V") for tricks in range(14)]
            assert computed == scores, key

    def test_lowest_games(self) -> None:
        """R-154, R-156: game is 100 trick points: 3NT 4S 4H 5D 5C; doubled 2NT 2S 2H 3D 3C; redoubled a level less."""
        signs = {"undoubled": "", "doubled": "X", "redoubled": "XX"}
        for doubling, lowest in standard("contract_rules")["lowest_game_level"].items():
            for denomination, level in lowest.items():
                gain = {
                    bid: score(f"{bid}{denomination}{signs[doubling]}=", vulnerable=True)
                    - score(f"{bid}{denomination}{signs[doubling]}=", vulnerable=False)
                    for bid in range(1, 6)
                }
                assert [gain[bid] for bid in sorted(gain)] == [200 if bid >= level else 0 for bid in range(1, 6)]


class TestOvertricks:
    """R-155: overtricks at trick value; doubled 100 and 200; redoubled 200 and 400 (second document, lines 50-52)."""

    @for_each(
        "text, vulnerable, points",
        [
            ("2SX+1", False, 570),  # 120 + 300 + 50 + 100
            ("2SX+1", True, 870),  # 120 + 500 + 50 + 200
            ("2SXX+1", False, 840),  # 240 + 300 + 100 + 200
            ("2SXX+1", True, 1240),  # 240 + 500 + 100 + 400
            ("3NT+2", False, 460),  # 100 + 300 + 2 x 30
            ("4D+1", True, 150),  # 80 + 50 + 20
            ("1NT+6", False, 270),  # 40 + 50 + 6 x 30
        ],
    )
    def test_overtricks(self, text: str, vulnerable: bool, points: int) -> None:
        """R-155: the requirement's own figures and one of each denomination group."""
        assert score(text, vulnerable=vulnerable) == points

    def test_each_overtrick_of_the_rules_file(self) -> None:
        """R-155: the difference of one overtrick equals the rules file for every contract below level 7."""
        rules = standard("contract_rules")["overtrick_each"]
        for denomination in Denomination:
            for doubling in Doubling:
                for vulnerable in (False, True):
                    contract = Contract(2, denomination, doubling, Seat.EAST)
                    steps = {
                        declarer_score(Played(contract, t + 1), vulnerable)
                        - declarer_score(Played(contract, t), vulnerable)
                        for t in range(8, 13)
                    }
                    if doubling is Doubling.UNDOUBLED:
                        expected = rules["undoubled"][denomination.value]
                    else:
                        kind = "doubled" if doubling is Doubling.DOUBLED else "redoubled"
                        expected = rules[kind]["vulnerable" if vulnerable else "not_vulnerable"]
                    assert steps == {expected}


class TestBonuses:
    """R-156: part score 50, game 300/500, slams 500/750 and 1000/1500 in addition, 50 doubled, 100 redoubled."""

    @for_each(
        "text, not_vulnerable, vulnerable",
        [
            ("2H=", 110, 110),
            ("4H=", 420, 620),
            ("5C=", 400, 600),
            ("3NT=", 400, 600),
            ("6S=", 980, 1430),  # 180 + 300 + 500; 180 + 500 + 750
            ("6SX=", 1210, 1660),  # 360 + 500 + 750 + 50
            ("6C=", 920, 1370),
            ("6NT=", 990, 1440),
            ("7D=", 1440, 2140),
            ("7S=", 1510, 2210),
            ("7NT=", 1520, 2220),
            ("7NTX=", 1790, 2490),
            ("7NTXX=", 2280, 2980),
            ("1NTXX=", 560, 760),  # 160 + 300/500 + 100
            ("1CXX=", 230, 230),  # 80 + 50 + 100
        ],
    )
    def test_bonuses(self, text: str, not_vulnerable: int, vulnerable: int) -> None:
        """R-156: the requirement's own figures and the published score table."""
        assert score(text, vulnerable=False) == not_vulnerable
        assert score(text, vulnerable=True) == vulnerable


class TestUndertricks:
    """R-157: 50/100 each; doubled 100 200 200 300 and 200 300 300 300; redoubled twice the doubled."""

    @for_each(
        "text, vulnerable, points",
        [
            ("5CX-3", True, -800),  # figure 15: 200 + 300 + 300
            ("4SX-4", False, -800),  # 100 + 200 + 200 + 300
            ("4SX-4", True, -1100),
            ("4SXX-4", False, -1600),
            ("4SXX-4", True, -2200),
            ("7NTXX-13", True, -7600),
            ("7NT-13", False, -650),
            ("1H-7", True, -700),
        ],
    )
    def test_undertricks(self, text: str, vulnerable: bool, points: int) -> None:
        """R-157: the requirement's own figures and the extremes."""
        assert score(text, vulnerable=vulnerable) == points

    def test_redoubled_costs_twice_the_doubled(self) -> None:
        """R-157: for every contract, vulnerability and number of undertricks."""
        for level in range(1, 8):
            for down in range(1, level + 7):
                for vulnerable in (False, True):
                    doubled = score(f"{level}DX-{down}", vulnerable=vulnerable)
                    assert score(f"{level}DXX-{down}", vulnerable=vulnerable) == 2 * doubled


class TestPassedOut:
    """R-158: passed out is 0 to both sides; the sides' scores add up to zero."""

    def test_pass_scores_nothing_on_any_board(self) -> None:
        """R-158: a pass entry gives 0 and is a score that can be compared, not a missing one."""
        entry = parse_entry("P")
        assert entry.result == PassedOut()
        assert entry.ns_award is None
        assert not entry.is_pending
        assert {ns_score(PassedOut(), board) for board in range(1, 17)} == {0}
        assert is_possible(0, 7)

    def test_the_same_contract_by_the_other_side_is_the_opposite(self) -> None:
        """R-158: with both sides equally vulnerable N-S's score by East is the negative of that by North."""
        for text in ("4S=", "3NT-2", "6CXX+1", "1DX-7"):
            by_north = parse_result(text, declarer=Seat.NORTH)
            by_east = parse_result(text, declarer=Seat.EAST)
            for vulnerable in (Vulnerability.NONE, Vulnerability.BOTH):
                assert ns_score_at(by_north, vulnerable) == -ns_score_at(by_east, vulnerable) != 0


class TestNoHonours:
    """R-159: no honours and no rubber bonus in duplicate, boards are independent (manual, lines 672-674)."""

    def test_a_score_is_made_of_tricks_and_the_board_alone(self) -> None:
        """R-159: no score of a made 4S is 100 or 150 above another result's worth, with the honours in any hand.

        The score is a function of contract, tricks and board: 4S made on board 1 is 420 after any number of games.
        """
        rules = standard("contract_rules")
        assert rules["honours"]["duplicate"] == 0
        made = {score(f"4S+{over}", vulnerable=False) for over in range(4)}
        assert made == {420, 450, 480, 510}
        assert not made & {points + honours for points in made for honours in (100, 150)}

    def test_games_before_do_not_change_a_board(self) -> None:
        """R-159: after two games of N-S (a rubber) board 1 is still not vulnerable and brings no rubber bonus."""
        game = parse_result("4S= N")
        assert [ns_score(game, board) for board in (1, 8, 11, 1)] == [420, 420, 420, 420]


class TestFigures:
    """R-154 to R-157: every score that the documents print next to a contract and that agrees with its own rule."""

    def test_printed_scores(self) -> None:
        """R-154, R-157: 63 printed rows; those marked as contradicting the rule have the recomputed score instead."""
        rows = standard("contract_rules")["printed_scores_in_figures"]
        assert len(rows) == 63
        for row in rows:
            contract = parse_contract(row["contract"], Seat(row["by"]))
            assert isinstance(contract, Contract)
            down = row["down"]
            tricks = row["made_odd_tricks"] + 6 if down is None else contract.level + 6 - down
            points = ns_score_at(Played(contract, tricks), Vulnerability(row["vul"].lower()))
            assert points == row["rule_score_ns"], row
            assert (points == row["printed_score_ns"]) == row["agrees"], row


class TestImpossibleScores:
    """R-141: a score must be possible for contract, vulnerability and result."""

    def test_figure_16(self) -> None:
        """R-141: 3NT+1 by West on board 9 (E-W vulnerable) is -630 for N-S; the printed -430 is warned of."""
        result = parse_result("3NT+1 W")
        assert result_problems(result, 9, -630) == ()
        (problem,) = result_problems(result, 9, -430)
        assert problem.code == "score.differs"
        assert problem.params == {"result": "3NT+1 W", "board": 9, "stated": -430, "score": -630}

    def test_a_raw_score_that_no_contract_gives(self) -> None:
        """R-141: 430 to E-W cannot be on board 9, where E-W are vulnerable; 430 to N-S can."""
        (problem,) = result_problems(parse_result("-430"), 9)
        assert problem.code == "score.impossible"
        assert problem.params == {"score": -430, "board": 9}
        assert not is_possible(-430, 9)
        assert is_possible(430, 9)
        assert is_possible(-430, 1)

    def test_possible_scores_are_exactly_those_of_the_table(self) -> None:
        """R-141: at each vulnerability the possible scores are the table's, of both sides, and 0."""
        table = standard("contract_vectors")["scores"]
        by_vulnerability = {
            sign: {points for key, scores in table.items() if key.endswith("," + sign) for points in scores}
            for sign in ("NV", "V")
        }
        for vulnerable in Vulnerability:
            ns = by_vulnerability["V" if vulnerable in ("ns", "both") else "NV"]
            ew = by_vulnerability["V" if vulnerable in ("ew", "both") else "NV"]
            assert set(possible_scores(vulnerable)) == ns | {-points for points in ew} | {0}


def test_contracts_seen_in_real_events() -> None:
    """R-154 to R-157: 656 different contracts and results seen in 8,455 real results have the score they had there."""
    rows = [row.split() for row in standard("observed_contract_scores")["rows"]]
    assert len(rows) == 656
    assert sum(int(times) for *_, times in rows) == 8455
    for text, sign, tricks, points, _ in rows:
        contract = parse_contract(text, Seat.NORTH)
        assert isinstance(contract, Contract)
        assert declarer_score(Played(contract, int(tricks)), is_vulnerable=sign == "V") == int(points), (
            text,
            sign,
            tricks,
        )
        assert format_contract(contract) == text
