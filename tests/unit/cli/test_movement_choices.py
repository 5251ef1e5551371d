"""`movement list --teams | --players | --registered` and `movement show "PHW 6 11R"`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arrowswitch.core.movements.listed.registered import entries
from tests.tables import for_each
from tests.unit.cli.runner import cli
from tests.unit.cli.test_movements import CHOICE


def test_teams_best_first() -> None:
    """R-054, R-035: 9 teams play the AWL: 8 rounds of 3 boards = 24, on 9 sets = 27; 8 x (3 x 7 + 1) = 176 minutes."""
    choices = cli("movement", "list", "--teams", "9", "--minutes", "180", "--json").json
    assert all(set(choice) >= CHOICE for choice in choices)
    first = choices[0]
    assert (first["family"], first["tables"], first["rounds"], first["boards_per_round"]) == ("awl", 9, 8, 3)
    assert (first["boards_played"], first["boards_total"], first["minutes"], first["phantom"]) == (24, 27, 176, False)
    assert first["options"] == {"tables": 9, "rounds": 8, "boards_per_round": 3}
    assert "Every team meets every other" in first["why"]
    assert first["fairness"] == first["sessions"][0]["fairness"] != {}


def test_teams_over_two_sessions() -> None:
    """R-054: 6 teams by all pairs, 5 + 5 rounds: each session is listed, and all keys have the sums."""
    choices = cli("movement", "list", "--teams", "6", "--sessions", "2", "--json").json
    first = choices[0]
    assert (first["family"], first["rounds"]) == ("round-robin", 10)
    assert [session["rounds"] for session in first["sessions"]] == [5, 5]
    assert first["boards_played"] == sum(session["boards_played"] for session in first["sessions"])
    assert first["minutes"] == sum(session["minutes"] for session in first["sessions"])
    assert {session["options"]["session"] for session in first["sessions"]} == {1, 2}


def test_three_sheets_of_teams_and_pairs() -> None:
    """R-409: 9 teams are offered three sheets of 8 rounds; the first of the list, which seats some pairs N-S in all
    rounds, comes last. Each is made by its options."""
    words = ("movement", "list", "--teams", "9", "--sessions", "2")
    choices = [choice for choice in cli(*words, "--json").json if choice["family"] == "team-pairs"]
    sheets = [choice for choice in choices if choice["boards_per_round"] == 3]
    assert [choice["options"].get("variant", 1) for choice in sheets] == [2, 3, 1]
    assert {tuple(session["rounds"] for session in choice["sessions"]) for choice in sheets} == {(8, 8)}
    assert [session["options"]["variant"] for session in sheets[1]["sessions"]] == [3, 3]
    for lang, name in (("en", "(sheet 3 of 3)"), ("ja", "（シート 3／全3種類）")):
        assert name in cli("--lang", lang, *words).out
        assert name in cli("--lang", lang, "movement", "show", "SRRP 9 V3").out


def test_a_swiss_has_no_sheet() -> None:
    """R-054: 24 teams: 6 to 8 rounds, no options and no fairness."""
    first = cli("movement", "list", "--teams", "24", "--json").json[0]
    assert (first["family"], first["options"], first["fairness"]) == ("swiss", {}, {})
    assert first["rounds"] in (6, 7, 8)
    assert first["sessions"] == [
        {
            "family": "swiss",
            "options": {},
            "rounds": first["rounds"],
            "boards_total": first["boards_total"],
            "boards_played": first["boards_played"],
            "minutes": first["minutes"],
            "fairness": {},
        }
    ]


def test_only_matches_with_victory_points() -> None:
    """R-057: by the WBF scale (8, 10, 12, ... boards) 6 teams meet in matches of 8 or 10; an unknown scale is
    refused."""
    choices = cli("movement", "list", "--teams", "6", "--scale", "wbf-25", "--json").json
    assert {choice["match_boards"] for choice in choices} <= {8, 10}
    assert len(choices) < len(cli("movement", "list", "--teams", "6", "--json").json)
    outcome = cli("movement", "list", "--teams", "6", "--scale", "moon")
    assert (outcome.code, "wbf-25" in outcome.err) == (1, True)


@pytest.mark.parametrize(("lang", "name"), [("en", "Swiss"), ("ja", "スイス戦")])
def test_teams_in_words(lang: str, name: str) -> None:
    out = cli("movement", "list", "--teams", "10", "--sessions", "2", "--lang", lang).out
    assert name in out
    assert "4+5" in out
    assert ("appendix 1" if lang == "en" else "付録") in out


def test_players() -> None:
    """R-034: 13 players: 13 rounds of 2 boards, each sits out once: 24 boards; 13 x 15 = 195 minutes."""
    choices = cli("movement", "list", "--players", "13", "--json").json
    assert all(set(choice) == CHOICE for choice in choices)
    first = choices[0]
    assert (first["family"], first["rounds"], first["boards_played"], first["minutes"]) == ("individual", 13, 24, 195)
    assert "個人戦" in cli("movement", "list", "--players", "13", "--lang", "ja").out


@for_each(
    "words",
    [
        ("--teams", "300"),
        ("--teams", "8", "--sessions", "9"),
        ("--players", "99"),
        ("--registered", "PXX"),
        ("--players", "8", "--sessions", "2"),
    ],
)
def test_what_cannot_be_listed(words: tuple[str, ...]) -> None:
    outcome = cli("movement", "list", *words)
    assert (outcome.code, outcome.out, len(outcome.errors)) == (1, "", 1)


def test_the_registered_sheets() -> None:
    """R-086, R-334: all of them, with what `movement show` takes; or those of one id."""
    listed = cli("movement", "list", "--registered", "--json").json
    assert [one["sheet"] for one in listed] == [one.label for one in entries()]
    assert {"sheet": "PHW 6 11R", "id": "PHW", "name": "Howell", "tables": 6, "rounds": 11, "sessions": 1} in listed
    some = cli("movement", "list", "--registered", "pmax").out.splitlines()
    assert len(some) == 41
    assert some[0].startswith("PMAX 14 13R")
    table = cli("movement", "list", "--registered").out
    assert "PMAX" in table
    assert "11-25" in table
    assert "スタガー" in cli("movement", "list", "--registered", "--lang", "ja").out


def test_a_registered_sheet_is_shown() -> None:
    """R-334: "PHW 6 11R" is the Howell of 6 tables in 11 rounds; in words, as text, with other boards."""
    plain = cli("movement", "show", "PHW 6 11R", "--boards-per-round", "3", "--json").json
    assert (plain["family"], plain["tables"], plain["rounds"], plain["boards_per_round"]) == ("howell", 6, 11, 3)
    assert plain["faults"] == []
    assert "Howell: 6 tables, 11 rounds" in cli("movement", "show", "phw 6 11r").out
    assert "howell" in cli("movement", "show", "PHW 6 11R", "--text").out


def test_every_session_is_shown() -> None:
    """R-334: Houston pairs of 5 tables in two sessions, 4 and 5 rounds."""
    plain = cli("movement", "show", "PMISCNF 5", "--json").json
    assert [session["rounds"] for session in plain["sessions"]] == [4, 5]
    out = cli("movement", "show", "PMISCNF 5").out
    assert "Session 1" in out
    assert "Session 2" in out


@for_each("text", ["PHW 13", "PXX 5", "PHW", "PHW 6 11R x;"])
def test_what_cannot_be_shown(text: str) -> None:
    outcome = cli("movement", "show", text, "--json")
    assert (outcome.code, outcome.out, len(outcome.errors)) == (1, "", 1)


def test_a_shown_sheet_passes_the_check(tmp_path: Path) -> None:
    """R-086: what `show` writes, `check` finds sound."""
    plain = cli("movement", "show", "TFAWL 9", "--json").json
    (tmp_path / "awl.json").write_text(json.dumps(plain))
    assert cli("movement", "check", "awl.json", folder=tmp_path).code == 0
