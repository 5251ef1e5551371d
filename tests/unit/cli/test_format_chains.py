"""Every ordered pair of formats of results, one after the other: the same numbers without options (`tools/try-formats`
tries events of all forms)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arrowswitch.tournament.model.forms import EventForm
from tests.foreign import foreign_file
from tests.form_events import cases, play_case
from tests.format_chains import ENDINGS, broken_chains
from tests.unit.cli.runner import cli

HEAD = "board,ns,ew,contract,by,result,score,ns_names,ew_names\n"
ONE_FIELD = """1,1,2,4S,N,=,420,Haru/Natsu,Aki/Fuyu
1,3,4,,,,A+/A-,,
1,5,6,3NT,S,-1,-50,,
2,2,1,,,,60%/40%,,
2,4,3,1NT,W,-1,50,,
2,6,5,P,,,0,,
"""
TWO_FIELDS = """1,NS1,EW1,4S,N,=,420,Haru/Natsu,Aki/Fuyu
1,NS2,EW2,4S,N,+1,450,,
2,NS1,EW2,,,,NP,,
2,NS2,EW1,2HX,E,-1,100,,
3,NS1,EW1,,,,170/-50,,
3,NS2,EW2,1NT,S,=,90,,
"""


@pytest.mark.parametrize("rows", [ONE_FIELD, TWO_FIELDS], ids=["one-field", "two-fields"])
def test_a_file_scores_the_same_after_any_two_formats(rows: str, tmp_path: Path) -> None:
    """R-310: contracts, scores, awards, split scores, boards not played, names and both fields come through."""
    (tmp_path / "r.csv").write_text(HEAD + rows, encoding="utf-8")
    assert list(broken_chains("r.csv", tmp_path)) == []
    for ending in ENDINGS:
        made = cli("convert", "r.csv", f"out{ending}", "--json", folder=tmp_path).json
        assert [problem["code"] for problem in made["problems"] if problem["code"].startswith("held.")] == []


def test_teams_whose_pairs_have_numbers_of_their_own_keep_their_matches(tmp_path: Path) -> None:
    """R-310: a round robin in which all pairs meet, a match in two rounds: JSON and PBN hold it whole."""
    case = next(one for one in cases() if one.form is EventForm.ROUND_ROBIN_TEAMS and one.entries == 4)
    evening = play_case(case)
    (tmp_path / "e.json").write_text(evening.tournament.export(evening.event_id), encoding="utf-8")
    ours = cli("score", "e.json", "--json", folder=tmp_path).json
    for source, out in (("e.json", "a.pbn"), ("a.pbn", "b.json")):
        made = cli("convert", source, out, "--regulations", ours["regulations"], "--json", folder=tmp_path).json
        assert made["matches"] == 6
        assert [one["code"] for one in made["problems"] if one["code"].startswith("held.")] in (
            [],
            ["held.no-regulations"],
        )
        again = cli("score", out, "--regulations", ours["regulations"], "--json", folder=tmp_path).json
        assert all(one["names"] for one in again["standings"])
        assert [(one["number"], one["score"], one["rank"]) for one in again["standings"]] == [
            (one["number"], one["score"], one["rank"]) for one in ours["standings"]
        ]


def test_totals_that_rest_on_more_than_a_file_holds_are_told(tmp_path: Path) -> None:
    """R-310: teams that meet as pairs as well, over two sessions: every place is the same, the totals are not."""
    case = next(one for one in cases() if one.form is EventForm.TEAMS_AND_PAIRS and one.entries == 4)
    evening = play_case(case)
    (tmp_path / "e.json").write_text(evening.tournament.export(evening.event_id), encoding="utf-8")
    made = cli("convert", "e.json", "a.json", "--json", folder=tmp_path).json
    assert "held.other-totals" in [one["code"] for one in made["problems"]]


def test_matches_that_no_column_of_the_scale_fits_are_written_as_they_stand(tmp_path: Path) -> None:
    """R-310: matches of two boards, and a file that names no scale: nothing is lost, and notes explain it."""
    whole = foreign_file("multiple-teams-10.xml").decode()
    short = re.sub(r"<BOARD>\s*<BOARD_NUMBER>(?!1<|2<)\d+<.*?</BOARD>", "", whole, flags=re.DOTALL)
    (tmp_path / "short.xml").write_text(short, encoding="utf-8")
    assert "for 2 boards" in cli("score", "short.xml", folder=tmp_path).err
    made = cli("convert", "short.xml", "made.json", "--json", folder=tmp_path)
    assert made.json["matches"] == whole.count("<MATCH>") > 0
    assert "cli.convert.unscored" in [one["code"] for one in made.json["problems"]]
