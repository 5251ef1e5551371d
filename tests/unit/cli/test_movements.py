"""`movement list | show | check | families`."""

import json
from pathlib import Path

import pytest

from arrowswitch.core.movements.families.registry import FAMILIES
from tests.tables import for_each
from tests.unit.cli.runner import cli

CHOICE = {
    *("family", "name", "options", "tables", "rounds", "boards_per_round", "boards_total", "boards_played", "minutes"),
    *("fairness", "phantom", "why"),
}


def test_list_best_first() -> None:
    """R-035, R-042: thirteen pairs take the Howell for fourteen: 13 x 2 = 26 boards, 13 x (2 x 7 + 1) = 195 minutes."""
    choices = cli("movement", "list", "--pairs", "13", "--minutes", "200", "--json").json
    assert all(set(choice) == CHOICE for choice in choices)
    first = choices[0]
    assert (first["family"], first["tables"], first["rounds"], first["boards_total"]) == ("howell", 7, 13, 26)
    assert (first["minutes"], first["phantom"], first["boards_played"]) == (195, True, 24)
    assert "195" in first["why"]
    assert all(choice["why"] for choice in choices)


def test_list_in_words() -> None:
    english = cli("movement", "list", "--pairs", "13", "--minutes", "200").out
    assert english.splitlines()[1].startswith("1. Howell")
    assert "ハウエル" in cli("movement", "list", "--pairs", "13", "--minutes", "200", "--lang", "ja").out


def test_list_with_wishes() -> None:
    wishes = ("--boards-per-round", "3", "--boards", "24", "--stationary", "2", "--winners", "2")
    choices = cli("movement", "list", "--pairs", "16", *wishes, "--json").json
    assert {choice["boards_per_round"] for choice in choices} == {3}
    assert "howell" not in {choice["family"] for choice in choices}


@for_each(
    "words",
    [("--pairs", "3"), ("--pairs", "900"), ("--teams", "2"), ("--players", "4")],
)
def test_list_that_cannot_be(words: tuple[str, ...]) -> None:
    outcome = cli("movement", "list", *words, "--json")
    assert (outcome.code, outcome.out, len(outcome.errors)) == (1, "", 1)


def test_show_as_json() -> None:
    """The keys that scripts rely on, for the eight-table relay Mitchell: tables 1 and 8 share, two fields."""
    plain = cli("movement", "show", "relay-mitchell", "--tables", "8", "--boards-per-round", "3", "--json").json
    assert {"family", "tables", "rounds", "boards_per_round", "board_sets", "meetings"} <= set(plain)
    assert {"stationary", "sharing", "sit_outs", "faults", "fairness"} <= set(plain)
    assert (plain["tables"], plain["rounds"], plain["boards_per_round"], plain["faults"]) == (8, 8, 3, [])
    assert plain["sharing"][0]["tables"] == [1, 8]
    assert plain["meetings"][0] == {"round": 1, "table": 1, "ns": "NS1", "ew": "EW1", "boards": [1, 2, 3]}


def test_show_in_words() -> None:
    text = cli("movement", "show", "howell", "--pairs", "13").out
    assert "7 tables, 13 rounds, 26 boards" in text
    assert "sat out: 1\n" in text.lower()
    assert "公平さ" in cli("movement", "show", "howell", "--pairs", "13", "--lang", "ja").out


@for_each(
    "words, hint",
    [
        (("nonsense",), "nonsense"),
        (("howell", "--tables", "x"), "“x”"),
        (("howell",), "tables"),
        (("relay-mitchell", "--tables", "7"), "odd"),
        (("mitchell", "--tables", "7", "--skip-after", "3"), "skip"),
        (("mitchell", "--tables", "7", "--phantom", "both"), "both"),
    ],
)
def test_show_that_cannot_be(words: tuple[str, ...], hint: str) -> None:
    outcome = cli("movement", "show", *words, "--json")
    assert (outcome.code, outcome.out) == (1, "")
    assert hint in outcome.err


def test_what_is_shown_can_be_checked(tmp_path: Path) -> None:
    sheet = cli("movement", "show", "scrambled-mitchell", "--tables", "7", "--json")
    (tmp_path / "m.json").write_text(sheet.out, encoding="utf-8")
    outcome = cli("movement", "check", "m.json", "--json", folder=tmp_path)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.json["meetings"] == sheet.json["meetings"]
    assert "no fault" in cli("movement", "check", "m.json", folder=tmp_path).out


def test_open_text_can_be_checked(tmp_path: Path) -> None:
    sheet = cli("movement", "show", "howell", "--pairs", "9", "--text")
    assert "round,table,ns,ew,boards" in sheet.out
    (tmp_path / "m.csv").write_text(sheet.out, encoding="utf-8")
    assert cli("movement", "check", "m.csv", folder=tmp_path).code == 0


def test_check_tells_how_strong_the_opponents_are(tmp_path: Path) -> None:
    """R-063: in a Howell of 4 pairs everybody meets the other three: 1 (strength 10) meets 20, 30 and 40."""
    (tmp_path / "m.json").write_text(cli("movement", "show", "howell", "--tables", "2", "--json").out, "utf-8")
    words = ("movement", "check", "m.json", "--strengths", "10,20,30,40")
    assert "20.00 to 30.00 on average, mean 25.00, deviation 3.7268" in cli(*words, folder=tmp_path).out
    strength = cli(*words, "--json", folder=tmp_path).json["strength"]
    assert strength["faced"] == {"1": "30", "2": "80/3", "3": "70/3", "4": "20"}
    for wrong, hint in (("10,20,30", "3 strengths are given for 4 numbers"), ("10,20,30,much", "Number 4: “much”")):
        outcome = cli("movement", "check", "m.json", "--strengths", wrong, folder=tmp_path)
        assert (outcome.code, outcome.out) == (1, "")
        assert hint in outcome.errors[0]


def test_check_tells_every_fault(tmp_path: Path) -> None:
    """Pair 1 twice in round 1, pair 2 twice on board 1: each fault on a line of its own, and exit code 1."""
    meetings = [
        {"round": 1, "table": 1, "ns": "1", "ew": "2", "boards": [1, 2]},
        {"round": 1, "table": 2, "ns": "1", "ew": "4", "boards": [3, 4]},
        {"round": 2, "table": 1, "ns": "3", "ew": "2", "boards": [1, 2]},
    ]
    (tmp_path / "m.json").write_text(json.dumps({"meetings": meetings}), encoding="utf-8")
    outcome = cli("movement", "check", "m.json", "--json", folder=tmp_path)
    assert outcome.code == 1
    codes = {fault["code"] for fault in outcome.json["faults"]}
    assert len(outcome.errors) == len(outcome.json["faults"]) >= 2
    assert all(line.startswith("arrowswitch: m.json: ") for line in outcome.errors)
    assert any("twice" in code for code in codes)


@for_each("content", ["{", "[]", '{"meetings": 7}', "", "[" * 100_000])
def test_check_of_what_is_no_movement(tmp_path: Path, content: str) -> None:
    (tmp_path / "m.json").write_text(content, encoding="utf-8")
    outcome = cli("movement", "check", "m.json", folder=tmp_path)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.errors


def test_families() -> None:
    listed = cli("movement", "families", "--json").json
    assert [row["family"] for row in listed] == [family.name for family in FAMILIES]
    assert all(row["name"] for row in listed)
    text = cli("movement", "families", "--lang", "ja").out
    assert all(family.name in text for family in FAMILIES)


def test_families_tell_what_cannot_be() -> None:
    """With the reason and what is offered instead, under each family."""
    listed = {row["family"]: row["impossible"] for row in cli("movement", "families", "--json", "--lang", "en").json}
    assert listed["team-of-pairs"] == []
    [reason] = listed["mirror-mitchell"]
    assert reason.startswith("A mirror Mitchell of 4, 12 teams cannot do without sharing boards")
    assert f"mirror-mitchell: {reason}" in cli("movement", "families", "--lang", "en").out.splitlines()


class TestSkip:
    def test_sections_that_skip_together(self) -> None:
        """R-050: 14, 16 and 18 tables, 13 rounds: each has its rounds, after 6 and 7 all may skip."""
        skips = cli("movement", "skip", "14", "16", "18", "--rounds", "13", "--json").json
        assert skips == {"sections": {"14": [6, 7], "16": [5, 6, 7, 8], "18": [4, 5, 6, 7, 8, 9]}, "together": [6, 7]}
        text = cli("movement", "skip", "14", "18", "--rounds", "13", "--lang", "en").out
        assert text.splitlines()[-1] == "All together: after rounds 6, 7"

    @for_each("words", [("13", "--rounds", "13"), ("2", "--rounds", "2"), ("14", "16", "--rounds", "15")])
    def test_sizes_that_cannot_skip_are_refused(self, words: tuple[str, ...]) -> None:
        assert "an even number of tables from 4 on" in cli("movement", "skip", *words, "--lang", "en").err


class TestRepair:
    """R-336: plans for the rest after something went wrong; 5 tables in which two E-W pairs changed places."""

    def test_plans_with_their_price(self, tmp_path: Path) -> None:
        sheet = _mitchell_of_five(tmp_path)
        text = cli("movement", "repair", sheet, "--happened", "seats,2,EW1,EW3", "--seconds", "0", "--lang", "en").out
        assert text.startswith("Plan 1: Go on with the sheet")
        assert "is not played and gets adjusted scores" in text
        words = ("movement", "repair", sheet, "--happened", "row,2,1,5,1", "--seconds", "9", "--json")
        plans = cli(*words).json["plans"]
        assert [(plan["kind"], len(plan["neutral"])) for plan in plans] == [("cards", 10), ("boards", 0)]
        assert [plan["movement"]["rounds"] for plan in plans] == [5, 5]
        [plan] = cli("movement", "repair", sheet, "--happened", "table,3;end,4", "--json").json["plans"]
        assert (plan["neutral"], plan["second_meetings"], plan["uneven_plays"]) == ([], 0, 0)
        assert (plan["movement"]["tables"], plan["movement"]["rounds"]) == (6, 4)

    @for_each(
        "words, says",
        [
            (("--happened", ""), "Nothing differs from the sheet"),
            (("--happened", "comet,1"), "This cannot be read as a mistake: comet,1"),
            (("--happened", "seats,9,EW1,EW3"), "9"),
            (("--happened", "late,2"), "Nobody sits out"),
            (("--happened", "bye,2,1"), "relay Mitchell"),
            (("--happened", "seats,2,EW1,EW3", "--after", "1"), "--after takes a round from 2"),
            (("--happened", "seats,2,EW1,EW3", "--seconds", "999"), "--seconds takes 0 to 600"),
        ],
    )
    def test_what_is_refused(self, tmp_path: Path, words: tuple[str, ...], says: str) -> None:
        done = cli("movement", "repair", _mitchell_of_five(tmp_path), *words, "--lang", "en")
        assert (done.code, done.out) == (1, "")
        assert says in done.err


def _mitchell_of_five(folder: Path) -> str:
    path = folder / "five.txt"
    path.write_text(cli("movement", "show", "mitchell", "--tables", "5", "--text").out, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(("level", "boards"), [("300", 26), ("299", 24)])
def test_the_level_of_the_players_says_how_many_boards(level: str, boards: int) -> None:
    """R-036: 26 boards from 300 masterpoints on, 24 below; `--boards` says it outright."""
    words = ("movement", "list", "--pairs", "28", "--minutes", "200", "--json")
    first = cli(*words, "--level", level).json[0]
    assert first["rounds"] * first["boards_per_round"] == boards
    other = cli(*words, "--level", level, "--boards", str(50 - boards)).json[0]
    assert other["rounds"] * other["boards_per_round"] == 50 - boards
