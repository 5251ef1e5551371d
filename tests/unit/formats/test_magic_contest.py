"""PBN as Magic Contest and Ruter write it: scores of both sides as magnitudes, member numbers behind names, sit-outs
without an opponent, averages as percentages, and totals of several sessions.

The layout of the columns is that of files that federations publish (Svenska Bridgeförbundet, Fédération Française de
Bridge); the results and the names are made up.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.outcomes import NotPlayed, Percentage
from arrowswitch.formats.pbn.results import read_pbn_results
from arrowswitch.formats.results.results import ResultsFile
from tests.tables import for_each
from tests.unit.cli.runner import cli

SCORES = (
    r"Table\2R;Round\2R;PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer\1R;Result\2R;Lead\3L;"
    r"Score_NS\6R;Score_EW\6R;MP_NS\4R;MP_EW\4R;Percentage_NS\3R;Percentage_EW\3R"
)
TOTALS = r"Rank\2R;PairId\2R;Table\2R;Direction\5R;TotalScoreMP\3R;TotalPercentage\5R;Names\40L;NrBoards\2R"
BOARD_1 = """ 1  1  1  2 4S   N 10 DQ   "420"      -  2.0  0.0 100   0
 2  1  3  4 4S   N  9 S6       -   "50"  0.0  2.0   0 100
"""
BOARD_2 = """ 1  2  1  4 -    - -  -        -      -  1.2  0.8  60  40
 2  2  3  2 2H   S  8 C2   "110"      -  1.0  1.0  50  50
"""
SIT_OUT = """ 3  2  5  - -    - -  -        -      -    -    -   -   -
"""
NAMES = ("Alder Oak #901 - Birch Elm #902", "Rowan Yew - Zoë Fir", "Pía Ash & Hazel Box", "Ivy Holly;Linden Bay")


def magic_contest(totals: str = "", more: str = "") -> bytes:
    table = f'[TotalScoreTable "{TOTALS}"]\n{totals}' if totals else ""
    first = f'[Board "1"]\n[Scoring "MatchPoints;MP1"]\n[ScoreTable "{SCORES}"]\n{BOARD_1}{table}'
    second = f'[Board "2"]\n[ScoreTable "{SCORES}"]\n{BOARD_2}{more}'
    return f'% PBN 2.1\n[Application "Magic Contest"]\n{first}\n{second}'.encode()


def total_rows(scores: tuple[float, ...], boards: int) -> str:
    rows = (
        f' {place}  {place}  1 "N-S" {score} {50 + score}.00 "{names}" {boards}'
        for place, (score, names) in enumerate(zip(scores, NAMES, strict=True), start=1)
    )
    return "\n".join(rows) + "\n"


def codes(results: ResultsFile) -> list[str]:
    return [note.code for note in results.notes]


def test_scores_are_of_the_side_in_whose_column_they_are() -> None:
    results = read_pbn_results(magic_contest())
    assert [line.score for line in results.lines] == [420, -50, None, 110]
    assert [line.lead for line in results.lines] == ["DQ", "S6", "", "C2"]


def test_percentages_without_a_score_are_adjusted_scores() -> None:
    results = read_pbn_results(magic_contest())
    line = results.lines[2].line
    assert (line.ns_outcome, line.ew_outcome) == (Percentage(Fraction(60)), Percentage(Fraction(40)))
    assert codes(results).count("pbn.awards") == 1


def test_a_board_that_brought_nobody_anything_was_not_played() -> None:
    data = magic_contest().replace(b"1.2  0.8  60  40", b"0.0  0.0   0   0")
    assert read_pbn_results(data).lines[2].line.ns_outcome == NotPlayed()


def test_a_pair_without_an_opponent_sat_out() -> None:
    results = read_pbn_results(magic_contest(more=SIT_OUT))
    assert len(results.lines) == 4
    assert codes(results).count("pbn.sit-outs") == 1


def test_member_numbers_are_no_part_of_the_names() -> None:
    results = read_pbn_results(magic_contest(total_rows((3, 2, 1, 0), 2)))
    people = {one.number: (one.names, one.ids) for one in results.contestants}
    assert people[Number("1")] == (("Alder Oak", "Birch Elm"), ("901", "902"))
    assert people[Number("3")] == (("Pía Ash", "Hazel Box"), ())
    assert {one.number: one.total for one in results.contestants} == {"1": 3, "2": 2, "3": 1, "4": 0}


@for_each("boards, is_noted", [(2, False), (4, True)])
def test_totals_of_several_sessions_are_not_compared(tmp_path: Path, boards: int, is_noted: bool) -> None:
    """The column NrBoards has four boards, and the file two; without it the points of the file itself are added."""
    (tmp_path / "a.pbn").write_bytes(magic_contest(total_rows((33, 22, 11, 5), boards)))
    problems = [one["code"] for one in cli("score", "a.pbn", "--json", folder=tmp_path).json["problems"]]
    assert ("pbn.totals-of-more" in problems) == is_noted
    assert ("results.totals-of-more" in problems) != is_noted
    assert not any(code.endswith("-differs") for code in problems)


@for_each("totals, is_noted", [((61, 57, 48, 45), True), ((4, 0, 2, 2), False), ((6, 0, 3, 3), False)])
def test_totals_that_are_not_the_sums_of_the_points(tmp_path: Path, totals: tuple[int, ...], is_noted: bool) -> None:
    """A single line replaces all differences. Totals that are a multiple of the points are compared as before."""
    head = r"PairId_NS;PairId_EW;Score_NS;MP_NS;MP_EW"
    sums = "\n".join(f'{place} "" {total}' for place, total in enumerate(totals, start=1))
    text = f"""% PBN 2.1
[Board "1"]
[ScoreTable "{head}"]
1 3 420 2 0
2 4 -50 0 2
[TotalScoreTable "PairId;Names;TotalMP"]
{sums}

[Board "2"]
[ScoreTable "{head}"]
1 4 110 2 0
2 3 100 0 2
"""
    (tmp_path / "a.pbn").write_text(text, encoding="utf-8")
    problems = [one["code"] for one in cli("score", "a.pbn", "--json", folder=tmp_path).json["problems"]]
    assert ("results.totals-of-more" in problems) == is_noted
    if is_noted:
        assert "results.total-differs" not in problems


VUGRAPH = """% PBN 2.1
[Event "Final"]
[Board "1"]
[Room "Open"]
[HomeTeam "RED"]
[VisitTeam "BLUE"]
[West "W1"]
[North "N1"]
[East "E1"]
[South "S1"]
[Declarer "S"]
[Contract "3NT"]
[Result "9"]

[Event "{event}"]
[Board "1"]
[Room "Closed"]
{teams}[West "N2"]
[North "W2"]
[East "S2"]
[South "E2"]
[Declarer "S"]
[Contract "3NT"]
[Result "8"]
"""


@for_each(
    "event, teams",
    [
        ("Final", ""),
        ("#", ""),
        ("Final", '[HomeTeam ""]\n[VisitTeam ""]\n'),
        ("Final", '[HomeTeam "?"]\n[VisitTeam "?"]\n'),
        ("Final", '[HomeTeam "#"]\n[VisitTeam "#"]\n'),
    ],
)
def test_teams_that_only_the_first_game_names(tmp_path: Path, event: str, teams: str) -> None:
    """RED wins 10 IMPs: 400 in the open room, 50 to its own East-West pair in the closed one."""
    (tmp_path / "a.pbn").write_text(VUGRAPH.format(event=event, teams=teams), encoding="utf-8")
    standings = cli("score", "a.pbn", "--json", folder=tmp_path).json["standings"]
    assert [(row["names"][0], row["score"]) for row in standings] == [("RED", "10.00"), ("BLUE", "-10.00")]
