"""Files that were misread without a message, scored on the command line (tests/data/real/trouble)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.tables import for_each
from tests.unit.cli.runner import cli

FOLDER = Path(__file__).parents[2] / "data" / "real" / "trouble"
PERCENT = {
    **{"1": "16.67", "4": "12.33", "3": "12.00", "2": "7.00"},
    **{"13": "21.67", "11": "11.00", "12": "8.00", "14": "7.33"},
}
AVERAGES = {**PERCENT, "3": "11.40", "12": "8.60"}


def score_of(folder: Path, name: str, *options: str) -> dict[str, str]:
    """Returns the score of each contestant of a file."""
    shutil.copy(FOLDER / name, folder)
    standings = cli("score", name, *options, "--json", folder=folder).json["standings"]
    return {row["number"]: row["score"] for row in standings}


@for_each(
    "name, expected",
    [
        ("percent-one-column.csv", PERCENT),
        ("averages-two-columns.csv", AVERAGES),
        ("averages-two-columns.pbn", AVERAGES),
    ],
)
def test_artificial_scores(tmp_path: Path, name: str, expected: dict[str, str]) -> None:
    """50 % is no score of 50 points, and each side has the average in its own column."""
    assert score_of(tmp_path, name, "--method", "matchpoints", "--regulations", "wbf-2017") == expected


def test_scores_that_no_contract_gives(tmp_path: Path) -> None:
    """Both lines are refused with their numbers; the others are not."""
    shutil.copy(FOLDER / "impossible-scores.csv", tmp_path)
    refused = cli("score", "impossible-scores.csv", folder=tmp_path)
    assert refused.code != 0
    assert [line.split(": ")[2] for line in refused.err.splitlines()] == ["line 4", "line 6"]


def test_two_sections_with_names(tmp_path: Path) -> None:
    """Eight pairs in two sections are scored across the field: a top of 6 on each board."""
    scores = score_of(tmp_path, "two-sections-with-names.pbn", "--method", "matchpoints", "--regulations", "wbf-2017")
    assert scores == {
        **{"ANS1": "12.00", "ANS2": "6.00", "BNS1": "6.00", "BNS2": "0.00"},
        **{"AEW1": "0.00", "AEW2": "6.00", "BEW1": "6.00", "BEW2": "12.00"},
    }


@for_each("name", ["team-match-without-room.pbn", "paired-games.pbn"])
@for_each("options", [(), ("--method", "teams")])
def test_a_match_of_two_tables(tmp_path: Path, name: str, options: tuple[str, ...]) -> None:
    """One match: the two tables of the board are compared, and RED wins 10 IMPs."""
    shutil.copy(FOLDER / name, tmp_path)
    standings = cli("score", name, *options, "--json", folder=tmp_path).json["standings"]
    assert [(row["names"][0], row["score"]) for row in standings] == [("RED", "10.00"), ("BLUE", "-10.00")]


def test_pairs_that_meet_again(tmp_path: Path) -> None:
    """Each pair plays three matches of six boards, so that 120 victory points are divided."""
    scores = score_of(tmp_path, "swiss-rematch.csv", "--method", "swiss-imps", "--scale", "wbf-continuous")
    assert scores == {"1": "39.70", "2": "19.87", "3": "19.61", "4": "40.82"}


@pytest.mark.parametrize("method", [("swiss-imps", "--scale", "wbf-continuous"), ("swiss-matchpoints",)])
def test_the_explanation_has_the_same_matches(tmp_path: Path, method: tuple[str, ...]) -> None:
    shutil.copy(FOLDER / "swiss-rematch.csv", tmp_path)
    explained = cli("explain", "swiss-rematch.csv", "--method", *method, "--total", "1", folder=tmp_path)
    assert explained.out.count("6 ボードで") + explained.out.count("on 6 boards") == 3
