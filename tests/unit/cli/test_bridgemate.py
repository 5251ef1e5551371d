"""A `.bws` file on the command line: scored, explained, converted, and refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bws_files import bws_file
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


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_damaged_one_is_told(folder: Path, language: str) -> None:
    (folder / "half.bws").write_bytes(bws_file()[:9000])
    made = cli("score", "half.bws", "--lang", language, folder=folder)
    assert made.code != 0
    assert ("damaged" if language == "en" else "壊れて") in made.err


def test_cannot_be_written(folder: Path) -> None:
    made = cli("convert", "evening.bws", "other.bws", folder=folder)
    assert made.code != 0
    assert not (folder / "other.bws").exists()
