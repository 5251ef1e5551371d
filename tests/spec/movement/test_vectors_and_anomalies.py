"""Every file of vectors is met by tests, and every printed figure that contradicts its own rule stands in one.

The vectors are `tests/data/standards/scoring`. Most were copied from the documents number by number; what was copied
then is in `tests/data/standards/copied_vectors.json` as a digest, so that no figure can slip later. The
anomalies are those of the first table of `docs/deviations.md`, each with what is printed.
"""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from arrowswitch.core.awards.masterpoints import place_award, places_paid, team_place_award, team_wins_award
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import vulnerability
from arrowswitch.core.game.contracts import Played, ns_score
from arrowswitch.core.game.notation import parse_contract
from arrowswitch.core.game.seats import Seat, Side
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.boards.matchpoints import BoardContext, score_board
from arrowswitch.core.scoring.outcomes import AverageKind, Line
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.core.scoring.team_rules import BamRules
from tests.tables import for_each
from tests.travellers import JCBL, STANDARDS, fr, num, row, score_lines, side_points, standard

ROOT = Path(__file__).resolve().parents[3]
SPEC = ROOT / "tests" / "spec"
DEVIATIONS = (ROOT / "docs" / "deviations.md").read_text(encoding="utf-8")

MET = {
    "averages": "rulings/test_adjustments",
    "bam_vp": "scoring/test_victory_points",
    "board_dealer_vul": "results/test_contract_scores",
    "carry_over": "finals/test_carry_over",
    "collected": "scoring/test_other_bodies",
    "contract_rules": "results/test_contract_scores",
    "contract_vectors": "results/test_contract_scores",
    "corrections": "ranking/test_ranking",
    "factoring": "ranking/test_ranking",
    "forfeits": "matches/test_scoring",
    "fouled": "rulings/test_adjustments",
    "houston": "scoring/test_methods",
    "imp_table": "scoring/test_matchpoints",
    "masterpoints": "movement/test_vectors_and_anomalies",
    "masterpoints_pairs": "ranking/test_masterpoints",
    "mccallan": "scoring/test_victory_points",
    "mp_examples": "scoring/test_matchpoints",
    "observed_contract_scores": "results/test_contract_scores",
    "other_bodies": "scoring/test_other_bodies",
    "penalties": "rulings/test_adjustments",
    "ranking": "ranking/test_ranking",
    "rubber": "pads/test_rubber_and_chicago",
    "swiss_rules": "swiss/test_draw",
    "teams": "matches/test_scoring",
    "vp_other": "scoring/test_victory_points",
    "vp_wbf": "scoring/test_victory_points",
    "vp_wbf_continuous": "scoring/test_victory_points",
    "weighted": "rulings/test_adjustments",
}
"""The test file that meets each file of vectors."""


COPIED: dict[str, str] = json.loads((STANDARDS.parent / "copied_vectors.json").read_text(encoding="utf-8"))["sha256"]
"""Digests of the data as the documents gave it."""


class TestVectors:
    def test_every_file_is_met(self) -> None:
        """A file of vectors that no test meets fails here."""
        assert {path.stem for path in STANDARDS.glob("*.json")} == set(MET)

    @for_each("name, test", MET.items())
    def test_its_test_reads_it(self, name: str, test: str) -> None:
        """The test named has the file's name in a call or a path."""
        text = (SPEC / f"{test}.py").read_text(encoding="utf-8")
        assert f'standard("{name}")' in text or f'"{name}"' in text or f"{name}.json" in text

    @for_each("name", COPIED)
    def test_the_copy_is_the_original(self, name: str) -> None:
        """The tests read the given texts, number by number; headings and people of a figure are left out."""
        copy = json.loads((STANDARDS / f"{name}.json").read_text(encoding="utf-8"))["data"]
        plain = json.dumps(copy, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        assert hashlib.sha256(plain.encode()).hexdigest() == COPIED[name]


class TestMasterpoints:
    """R-314 to R-317: all 685 cells of the ten tables; thirteen differ from print (manual, lines 3918-4191)."""

    def test_every_cell(self) -> None:
        """R-314: class x 0.01 x C x 0.7^(n-1), of teams twice that; exactly the listed cells differ."""
        data = standard("masterpoints")
        cells, different = 0, []
        for table in data["tables"]:
            award = team_place_award if table["kind"] == "team" else place_award
            for printed in table["rows"]:
                assert len(printed["printed"]) == places_paid(printed["C"])
                for place, (cell, rule) in enumerate(zip(printed["printed"], printed["recomputed"], strict=True), 1):
                    earned = round_half_up_2(award(table["class"], printed["C"], place))
                    assert earned == rule
                    cells += 1
                    if earned != Fraction(cell):
                        different.append(f"mp-c{table['class']}-{table['kind']}-{printed['C']}-{place}")
        assert cells == data["cells_printed"] == 685
        assert different == data["cells_disagreeing"]
        assert len(different) == 13

    def test_beyond_the_tables(self) -> None:
        """R-316, R-317: more competitors than printed, and the first place's limit of one point."""
        for vector in standard("masterpoints")["own_vectors_beyond_table"]:
            award = team_place_award if vector["kind"] == "team" else place_award
            assert round_half_up_2(award(vector["class"], vector["C"], vector["n"])) == vector["award"], vector
        assert team_place_award(1, 6, 4) == 0

    def test_by_the_matches_won(self) -> None:
        """R-315: class x B x V / (100 x M x Pm), the second formula of teams (lines 3948-3953)."""
        for vector in standard("masterpoints")["own_vectors_formula_2"]:
            exact = team_wins_award(
                vector["class"], int(vector["B"]), fr(vector["V"]), fr(vector["M"]), int(vector["Pm"])
            )
            assert exact == Fraction(str(vector["exact"]))
            assert round_half_up_2(exact) == vector["award"]
        with pytest.raises(Refused, match=r"masterpoints\.class"):
            team_wins_award(6, 8, fr(60), fr(25), 4)


def points_of(contract: str, by: str, tricks: int, board: int) -> int:
    contract_ = parse_contract(contract, Seat(by))
    return ns_score(Played(contract_, tricks), board)  # type: ignore[arg-type] # the figures have no passed-out board


class TestPrintedAgainstTheRule:
    """The rule's value of each figure that contradicts itself."""

    def figure(self, name: str) -> Any:
        return standard("mp_examples")[name]

    def test_figure_16(self) -> None:
        """Manual, 1236-1244: board 9 is vulnerable for East-West; row 5 is one down, not six made as well."""
        rows = self.figure("figure_16")["rows"]
        assert vulnerability(9).value.upper() == "EW"
        rule = [-630, -620, -620, -680, 100, -650, -1430, -650, -680]
        assert [row["rule_score_ns"] for row in rows] == rule
        assert sum(row["printed_score_ns"] != row["rule_score_ns"] for row in rows) == 9
        assert points_of("6S", "W", 11, 9) == 100

    @pytest.mark.parametrize("name", ["figure_3"])
    def test_figures_3_and_4(self, name: str) -> None:
        """Manual, 561-586: the nine rows add up to 55 ... 60.5, not to the totals printed."""
        sums = [fr(55), fr(57), fr(71), fr("71.5"), fr("59.5"), fr(70), fr("74.5"), fr(57), fr("60.5")]
        printed = [fr(72), fr("69.5"), fr("96.5"), fr(76), fr(60), fr(99), fr(90), fr("49.5"), fr("78.5")]
        rows = self.figure(name)["rows"]
        assert [sum(row["boards_1_16"]) for row in rows] == sums
        assert [row["total_printed"] for row in rows] == printed
        assert sum(sums) / len(sums) == 64

    def test_figure_4(self) -> None:
        """Manual, 575-586: the rounds are the boards of figure 3 two by two, with the same sums; each adds up to 72."""
        by_board, by_round = self.figure("figure_3")["rows"], self.figure("figure_4")["rows"]
        for first, other in zip(by_board, by_round, strict=True):
            boards = [fr(points) for points in first["boards_1_16"]]
            assert [fr(points) for points in other["rounds"]] == [sum(boards[at : at + 2]) for at in range(0, 16, 2)]
            assert sum(fr(points) for points in other["rounds"]) != fr(other["total_printed"])
        assert {sum(fr(row["rounds"][at]) for row in by_round) for at in range(8)} == {72}

    def test_figure_17(self) -> None:
        """Manual, 1343-1352: pair 11, printed blank, has 2.5: the average of top 5."""
        lines = [row(text) for text in ("2 9 450", "3 8 450", "4 7 420", "5 10 -50", "6 11 N", "12 1 400")]
        board = score_lines(lines, event_class=EventClass.WEEKLY)
        assert side_points(board, Side.EW)[4] == fr("2.5")

    def test_figure_24(self) -> None:
        """Manual, 3579-3596: fifteen corrected values and not seventeen; they add up to 105."""
        data = standard("fouled")["simple_method_figure_24"]
        lines = tuple(
            Line.of_score(17, num(f"NS{r['ns_pair']}")[0], num(f"EW{r['ew_pair']}")[0], int(r["printed_score_ns"]))
            for r in data["rows"]
        )
        grouped = [replace_group(line, int(line.ns[0][2:]) > 8) for line in lines]
        board = score_board(tuple(grouped), BoardContext(JCBL.scoring, EventClass.WEEKLY))
        points = side_points(board, Side.NS)
        assert (len(points), sum(p or 0 for p in points)) == (15, 105)

    def test_the_team_sheet(self) -> None:
        """Manual, 1655: 3S by South, vulnerable, one down is 100: a swing of 210 and 5 IMPs, and 0 in all, not -1."""
        data = standard("teams")["imp_match_example"]
        assert points_of("3S", "S", 8, 2) == -100
        assert [imps(board["difference_with_rule_scores"]) for board in data["boards"]] == [-6, 5, 1, 0]
        assert data["total_with_rule_scores"] == 0
        assert [imps(board["printed_difference"]) for board in data["boards"]] == [-6, 4, 1, 0]

    def test_averages(self) -> None:
        """Manual, 2835 prints 50 % for average minus, the summary (31) 0 for the average of board-a-match: 40 %; 1."""
        averages = JCBL.scoring.averages
        assert [averages.percent(kind) for kind in AverageKind] == [50, 60, 40]
        assert BamRules().award(AverageKind.AVERAGE, 1, None) == 1

    def test_the_guidance_on_weighted_scores(self) -> None:
        """Guidance, 32-60: 650 - 680 is -30 and not 30; 6Sx making is 1660, 7Sx one down -200 (not vulnerable East)."""
        minus = standard("weighted")["teams"]["rows"][2]
        assert (minus["difference"], imps(int(minus["difference"]))) == (-30, -1)
        scores = {s["contract_restored"]: s["rule_score_ns"] for s in standard("weighted")["pairs"]["scores"]}
        assert (scores["6Sx"], scores["7Sx"]) == (1660, -200)


TOLD = (
    *("figure 16, manual 1236-1244", "figure 16, row 5", "figure 3,", "figure 4,", "figure 17,"),
    *("figure 24, manual 3579-3585", "figure 24, manual 3590-3595", "manual 1655", "scoring page 275"),
    *("manual 2835", "manual 1187, 1334", "summary 31", "guidance 32, 44, 52 and 60", "4044", "4097", "4098"),
    *("4160", "4161", "4181-4184"),
)


@for_each("where", TOLD)
def test_each_is_told(where: str) -> None:
    """Each printed figure that is not followed stands on the page of what differs."""
    assert where in DEVIATIONS


def replace_group(line: Line, is_second: bool) -> Line:
    return Line(line.board, line.ns, line.ew, line.ns_outcome, line.ew_outcome, int(is_second))


def test_the_folder_of_standards_names_its_source() -> None:
    """Every copy says which lines of which document it holds."""
    for name in MET:
        plain = json.loads(Path(STANDARDS / f"{name}.json").read_text(encoding="utf-8"))
        assert plain.get("source"), name
