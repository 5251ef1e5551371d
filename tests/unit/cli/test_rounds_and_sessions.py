"""Rounds and sessions of a file: matches of Swiss pairs by their rounds in every format, and one session of a CSV."""

from __future__ import annotations

import json
from pathlib import Path

from tests.tables import for_each
from tests.unit.cli.runner import cli

SWISS = """board,round,table,ns,ew,score
1,1,1,1,2,420
4,1,1,1,2,-130
2,1,2,3,4,140
3,1,2,3,4,100
5,2,1,1,3,-110
6,2,1,1,3,-100
5,2,2,2,4,170
6,2,2,2,4,110
2,3,1,1,2,110
3,3,1,1,2,-50
1,3,2,3,4,-50
4,3,2,3,4,620
"""
"""Pairs 1 and 2 meet in rounds 1 (boards 1 and 4) and 3 (2 and 3); each of these boards is played in both rounds."""
VICTORY_POINTS = {"1": "20.20", "2": "39.80", "3": "39.05", "4": "20.95"}
"""By the WBF's continuous scale for two boards: margins of 3, 3 and 7 IMPs are 12.42, 12.42 and 14.96."""
BY_SCALE = ("--method", "swiss-imps", "--scale", "wbf-continuous")


def _scores(name: str, folder: Path, *options: str) -> dict[str, str]:
    done = cli("score", name, *options, "--json", folder=folder)
    assert done.code == 0, done.err
    return {row["number"]: row["score"] for row in done.json["standings"]}


@for_each("name", ["swiss.csv", "swiss.json", "swiss.xml", "swiss.pbn"])
def test_pairs_that_meet_again_have_a_match_for_each_round(tmp_path: Path, name: str) -> None:
    (tmp_path / "swiss.csv").write_text(SWISS, encoding="utf-8")
    if name != "swiss.csv":
        assert cli("convert", "swiss.csv", name, folder=tmp_path).code == 0
    assert _scores(name, tmp_path, *BY_SCALE) == VICTORY_POINTS
    explained = cli("explain", name, *BY_SCALE, "--total", "1", folder=tmp_path).out
    assert [explained.count(board) for board in ("(#1)", "(#4)", "(#2)", "(#3)")] == [1, 1, 1, 1]
    assert explained.count(" on 2 boards") + explained.count("2 ボードで") == 3


def test_the_event_made_of_the_file_has_the_same_matches(tmp_path: Path) -> None:
    """The method and the scale are those that the file names."""
    (tmp_path / "swiss.csv").write_text(SWISS, encoding="utf-8")
    assert cli("convert", "swiss.csv", "swiss.json", folder=tmp_path).code == 0
    plain = json.loads((tmp_path / "swiss.json").read_text(encoding="utf-8"))
    plain |= {"method": "swiss-imps", "scale": "wbf-continuous"}
    (tmp_path / "named.json").write_text(json.dumps(plain), encoding="utf-8")
    assert cli("event", "named.json", "-o", "event.json", folder=tmp_path).code == 0
    assert _scores("event.json", tmp_path) == VICTORY_POINTS


SESSIONS = "board,ns,ew,score,session\n1,1,2,420,1\n1,3,4,-50,1\n1,1,4,100,02\n1,3,2,100,02\n"


@for_each(
    "session, totals",
    [("1", {"1": "1.00", "2": "0.00", "3": "0.00", "4": "1.00"}), ("2", dict.fromkeys("1324", "0.50"))],
)
def test_one_session_of_a_csv_file(tmp_path: Path, session: str, totals: dict[str, str]) -> None:
    (tmp_path / "two.csv").write_text(SESSIONS, encoding="utf-8")
    assert cli("score", "two.csv", folder=tmp_path).code == 1
    assert _scores("two.csv", tmp_path, "--session", session) == totals


@for_each(
    "name, session, code",
    [("two.csv", "3", 1), ("one.csv", "1", 0), ("one.csv", "2", 1), ("one.json", "2", 1), ("one.json", "1", 0)],
)
def test_a_session_that_a_file_does_not_have_is_refused(tmp_path: Path, name: str, session: str, code: int) -> None:
    (tmp_path / "two.csv").write_text(SESSIONS, encoding="utf-8")
    (tmp_path / "one.csv").write_text("board,ns,ew,score\n1,1,2,420\n1,3,4,-50\n", encoding="utf-8")
    cli("convert", "one.csv", "one.json", folder=tmp_path)
    done = cli("score", name, "--session", session, folder=tmp_path)
    assert done.code == code
    assert (session in done.err) == (code == 1)


def test_a_way_of_scoring_that_does_not_exist_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("board,ns,ew,score\n1,1,2,420\n", encoding="utf-8")
    assert cli("score", "one.csv", "--method", "other", folder=tmp_path).code == 2


@for_each(
    "name, words, code",
    [
        ("swiss.csv", ("--board", "1", "--ns", "1"), 0),
        ("swiss.csv", ("--board", "1", "--ew", "1"), 1),
        ("swiss.csv", ("--board", "1", "--ew", "2"), 0),
        ("swiss.csv", ("--ew", "1"), 0),
        ("fields.csv", ("--board", "1", "--ew", "1"), 1),
        ("fields.csv", ("--ew", "1"), 1),
        ("fields.csv", ("--ew", "11"), 0),
        ("fields.csv", ("--total", "11"), 0),
    ],
)
def test_the_side_that_was_asked_for_is_explained(tmp_path: Path, name: str, words: tuple[str, ...], code: int) -> None:
    """A pair that sat the other way is refused with its direction; it was explained for the wrong side."""
    (tmp_path / "swiss.csv").write_text(SWISS, encoding="utf-8")
    fields = "board,ns,ew,score\n1,1,11,420\n1,2,12,-50\n"
    (tmp_path / "fields.csv").write_text(fields, encoding="utf-8")
    done = cli("explain", name, *words, folder=tmp_path)
    assert done.code == code, done.err
    assert ("N-S" in done.err) == (code == 1)
