"""A `.bws` file on the command line: scored, explained, converted, and refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bws_files import bws_file
from tests.rotation import rotate
from tests.unit.cli.runner import cli


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "evening.bws").write_bytes(bws_file())
    return tmp_path


def test_is_scored_as_what_it_is_converted_to(folder: Path) -> None:
    ours = cli("score", "evening.bws", "--json", folder=folder).json
    codes = [problem["code"] for problem in ours["problems"]]
    assert {"bws.erased", "bws.method"} <= set(codes)
    for ending in (".csv", ".xml", ".json", ".pbn"):
        assert cli("convert", "evening.bws", f"out{ending}", folder=folder).code == 0
        again = cli("score", f"out{ending}", "--json", folder=folder).json
        assert [(one["rank"], one["score"]) for one in again["standings"]] == [
            (one["rank"], one["score"]) for one in ours["standings"]
        ]


def test_is_scored_by_the_method_asked_for(folder: Path) -> None:
    assert cli("score", "evening.bws", "--method", "imps", "--json", folder=folder).json["method"] == "imps"


def test_is_explained(folder: Path) -> None:
    assert "66.67" in cli("explain", "evening.bws", "--total", "1", "--lang", "en", folder=folder).out


@rotate("language", ["en", "ja"])
def test_a_damaged_one_is_told(folder: Path, language: str) -> None:
    (folder / "half.bws").write_bytes(bws_file()[:9000])
    made = cli("score", "half.bws", "--lang", language, folder=folder)
    assert made.code != 0
    assert ("damaged" if language == "en" else "壊れて") in made.err


def test_cannot_be_written(folder: Path) -> None:
    made = cli("convert", "evening.bws", "other.bws", folder=folder)
    assert made.code != 0
    assert not (folder / "other.bws").exists()


class TestAsAnEvent:
    """The entries, the sheet and the results of a file become an event that is scored, printed and published."""

    def test_of_bridgemate_is_scored_alike(self, folder: Path) -> None:
        made = cli("event", "evening.bws", "-o", "event.json", "--lang", "en", folder=folder)
        assert made.code == 0, made.err
        assert "12 results" in made.out
        assert "erased" in made.out
        ours, theirs = (cli("score", name, "--json", folder=folder).json for name in ("event.json", "evening.bws"))
        assert [(one["number"], one["rank"], one["score"]) for one in ours["standings"]] == [
            (one["number"], one["rank"], one["score"]) for one in theirs["standings"]
        ]

    def test_without_rounds_meetings_are_put_into_rounds(self, folder: Path) -> None:
        rows = ("1,1,2,4S,N,=,420", "1,3,4,4S,N,-1,-50", "2,1,3,,,,A+/A-", "2,2,4,PASS,,,0")
        (folder / "few.csv").write_text("\n".join(("board,ns,ew,contract,by,result,score", *rows, "")))
        made = cli("event", "few.csv", "-o", "event.json", "--json", folder=folder)
        assert made.code == 0, made.err
        assert (made.json["results"], made.json["pairs"]) == (4, 4)
        output = cli("event", "few.csv", "-o", "event.json", "--lang", "ja", folder=folder).out
        assert "ラウンド" in output
        assert "4組に名前の足りない人" in output
        ours, theirs = (cli("score", name, "--json", folder=folder).json for name in ("event.json", "few.csv"))
        assert {one["number"]: one["rank"] for one in ours["standings"]} == {
            one["number"]: one["rank"] for one in theirs["standings"]
        }

    @rotate("language", ["en", "ja"])
    def test_of_teams_none_is_made(self, folder: Path, language: str) -> None:
        rows = '{"method": "teams", "results": [{"board": 1, "ns": "1", "ew": "2", "score": 420}]}'
        (folder / "teams.json").write_text(rows)
        made = cli("event", "teams.json", "-o", "event.json", "--lang", language, folder=folder)
        assert made.code == 1
        assert made.err
        assert not (folder / "event.json").exists()
