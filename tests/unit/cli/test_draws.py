"""`draw`: the next round from a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.runner import cli

SIX = [{"number": str(n), "score": str(60 - n)} for n in range(1, 7)]


def write_case(folder: Path, **data: Any) -> str:
    file = folder / "swiss.json"
    file.write_text(json.dumps({"contestants": SIX, **data}), encoding="utf-8")
    return str(file)


class TestDraw:
    def test_as_json(self, tmp_path: Path) -> None:
        """R-262, R-271: round, tables, home and away with the reason; nobody meets again."""
        plain = cli("draw", write_case(tmp_path, played=[["1", "2"], ["3", "4"], ["5", "6"]]), "--json").json
        assert plain["round"] == 2
        assert [(one["table"], one["ns"], one["ew"]) for one in plain["pairings"]] == [
            (1, "1", "3"),
            (2, "2", "5"),
            (3, "4", "6"),
        ]
        assert plain["repeats"] == []
        assert plain["sit_out"] is None
        assert plain["triangle"] is None

    def test_the_better_score_is_first(self, tmp_path: Path) -> None:
        """R-272: 1 v 2 by score, equal scores in the order of the file."""
        ranked = [{"number": 7, "score": 1}, {"number": "8", "score": "9.5"}, {"number": 9, "score": 4}, {"number": 10}]
        plain = cli("draw", write_case(tmp_path, contestants=ranked), "--json").json
        assert [(one["ns"], one["ew"]) for one in plain["pairings"]] == [("8", "9"), ("7", "10")]

    def test_in_words(self, tmp_path: Path) -> None:
        """R-271: a table to read out, in both languages."""
        file = write_case(tmp_path, contestants=SIX[:5], played=[[["1", "2"], ["3", "4"], ["5"]]])
        text = cli("draw", file, "--lang", "en").out
        assert text.startswith("Round 2\n")
        assert "1 and 2 met in round 1" in text
        assert "4 (rank 4) sits out" in text
        assert "休みです" in cli("draw", file, "--lang", "ja").out

    def test_options_go_before_the_file(self, tmp_path: Path) -> None:
        """R-262, R-264: rematches free, a triangle of the last three."""
        file = write_case(tmp_path, contestants=SIX[:5], played=[["1", "2"]], rematch="never")
        plain = cli(
            "draw", file, "--rematch", "free", "--triangle", "one-round", "--triangle-limit", "1", "--json"
        ).json
        assert [(one["ns"], one["ew"]) for one in plain["pairings"]] == [("1", "2")]
        assert plain["triangle"] == ["3", "4", "5"]
        assert plain["repeats"] == [["1", "2"]]

    def test_no_legal_draw_can_be_forced(self, tmp_path: Path) -> None:
        """R-262: refused with who met; with --force the least evil."""
        played = [["1", "2"], ["1", "3"], ["1", "4"], ["2", "3"], ["2", "4"], ["3", "4"]]
        file = write_case(tmp_path, contestants=SIX[:4], played=played)
        refused = cli("draw", file, "--json")
        assert (refused.code, refused.out, len(refused.errors)) == (1, "", 3)
        assert cli("draw", file, "--force", "--json").json["against_rule"] == [["1", "2"], ["3", "4"]]

    def test_too_few_for_the_rounds(self, tmp_path: Path) -> None:
        """R-263: drawn, with a warning."""
        outcome = cli("draw", write_case(tmp_path), "--rounds", "4", "--lang", "en")
        assert outcome.code == 0
        assert "at least 8 contestants" in outcome.err

    def test_kept_and_barred(self, tmp_path: Path) -> None:
        """R-271: the director's own pairing stands; those who must not meet do not."""
        plain = cli("draw", write_case(tmp_path, keep=[["1", "6"]], barred=[["2", "3"]]), "--json").json
        assert [(one["ns"], one["ew"]) for one in plain["pairings"]] == [("1", "6"), ("2", "4"), ("3", "5")]

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            ("[]", ""),
            ("{", "line 1"),
            ("[" * 100_000, "line 1"),
            ('{"contestants": 3}', "contestants"),
            ('{"contestants": [3]}', "contestants[0]"),
            ('{"contestants": [{"number": ""}, {"number": "1", "score": "x"}]}', "contestants[1].score"),
            ('{"contestants": [{"number": "1"}, {"number": "1"}]}', "contestants"),
            ('{"contestants": [], "played": [["1", "2", "3", "4"]]}', "played[0]"),
            ('{"contestants": [], "played": [[["1", true]]]}', "played[0][0][1]"),
            ('{"contestants": [], "rematch": "sometimes", "rounds": -1, "keep": [["1"]]}', "rematch"),
        ],
    )
    def test_what_cannot_be_read(self, tmp_path: Path, text: str, place: str) -> None:
        """Each problem with its place; nothing on the output, no traceback."""
        file = tmp_path / "swiss.json"
        file.write_text(text, encoding="utf-8")
        outcome = cli("draw", str(file), "--lang", "en")
        assert (outcome.code, outcome.out) == (1, "")
        assert any(place in line for line in outcome.errors)
