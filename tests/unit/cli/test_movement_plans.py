"""`movement list --sessions`, `movement show interwoven`, `movement check` of a plan."""

import json
from pathlib import Path

from tests.tables import for_each
from tests.unit.cli.runner import cli

CHOICE = {
    *("family", "name", "options", "sessions", "moves", "allowed", "tables", "rounds", "boards_per_round", "boards"),
    *("boards_total", "boards_played", "minutes", "board_sets", "missed", "stationary", "fairness", "phantom", "row"),
    "why",
}
SECTION = {"section", "family", "name", "options", "tables", "rounds", "stationary", "phantom"}


def test_list_of_two_sessions() -> None:
    """R-041: 20 tables, 12 rounds: 12 + 8 tables with the printed exchange, best first, every key."""
    choices = cli("movement", "list", "--pairs", "40", "--sessions", "2", "--rounds", "12", "--json").json
    assert all(set(choice) == CHOICE for choice in choices)
    first = choices[0]
    assert (first["tables"], first["rounds"], first["boards_total"], first["row"]) == (20, [12, 12], 48, 3219)
    assert all(set(section) == SECTION for session in first["sessions"] for section in session)
    families = [[section["family"] for section in session] for session in first["sessions"]]
    assert families == [["scrambled-mitchell", "three-quarter-howell"]] * 2
    (moves,) = first["moves"]
    assert {move.strip() for move in moves.split(",")} == {
        "A1-12>B1-12",
        "A13-24>A13-24",
        "B1-12>A1-12",
        "B13-16>B13-16",
    }
    assert "It is in the list of the director's manual (appendix 1)." in first["why"].replace("’", "'")


def test_a_large_field_is_listed_in_sections() -> None:
    """R-288: 57 pairs are not asked for sections; numbers of the one session stand for themselves, as in every list."""
    first = cli("movement", "list", "--pairs", "57", "--minutes", "195", "--json").json[0]
    assert (first["rounds"], first["minutes"], first["boards_total"], first["tables"]) == (13, 195, 26, 29)
    assert first["fairness"]["sit_outs"] is not None
    assert len(first["sessions"][0]) == 2
    assert "1. 15T+14T" in cli("movement", "list", "--pairs", "57", "--minutes", "195").out


def test_list_in_words() -> None:
    english = cli("movement", "list", "--pairs", "40", "--sessions", "2", "--lang", "en").out
    assert english.splitlines()[1].startswith("1. 13T+7T")
    assert "ハウエル" in cli("movement", "list", "--pairs", "14", "--sessions", "2", "--lang", "ja").out


@for_each(
    "pairs, sessions, rounds, boards", [("12", "2", [5, 6], 6), ("14", "2", [6, 7], 5), ("16", "4", [3, 4, 4, 4], 6)]
)
def test_a_houston_trial_lists_houston_pairs_first(pairs: str, sessions: str, rounds: list[int], boards: int) -> None:
    """R-083, R-268: the boards of the manual's list (lines 3372-3374), where there is the time; four sessions too."""
    command = ("movement", "list", "--pairs", pairs, "--sessions", sessions, "--minutes", "260", "--json")
    first = cli(*command, "--houston").json[0]
    assert (first["family"], first["rounds"], first["boards_per_round"]) == ("houston", rounds, boards)
    assert cli(*command).json[0]["family"] != "houston"


def test_list_with_wishes() -> None:
    """R-048: two sets at hand: the Howell starts in a later round of its sheet."""
    words = ("--sessions", "2", "--sections", "2", "--rounds", "13", "--sets", "2", "--no-repeat")
    first = cli("movement", "list", "--pairs", "50", *words, "--json").json[0]
    assert first["board_sets"] == 2
    assert first["sessions"][0][1]["options"]["start"] > 1
    order = ("--sessions", "2", "--sections", "1", "--order", "howell-first", "--winners", "1")
    families = cli("movement", "list", "--pairs", "28", *order, "--json").json[0]["sessions"]
    assert families[0][0]["family"] == "interwoven-howell"


def test_list_of_one_session_in_sections() -> None:
    choices = cli("movement", "list", "--pairs", "40", "--sections", "2", "--json").json
    assert {len(choice["sessions"]) for choice in choices} == {1}
    single = cli("movement", "list", "--pairs", "20", "--sets", "1", "--sections", "1", "--json").json
    assert single[0]["family"] == single[0]["sessions"][0][0]["family"]
    assert "1." in cli("movement", "list", "--pairs", "20", "--sets", "1", "--sections", "1").out


def test_rounds_of_one_section() -> None:
    """9½ tables, 8 rounds of 3."""
    words = ("--pairs", "19", "--rounds", "8", "--boards-per-round", "3", "--json")
    assert {(one["rounds"], one["boards_per_round"]) for one in cli("movement", "list", *words).json} == {(8, 3)}


@for_each(
    "words, hint",
    [
        (("--pairs", "32", "--sessions", "2", "--sections", "2", "--rounds", "11"), "16½"),
        (("--pairs", "40", "--sessions", "7"), "7"),
        (("--pairs", "19", "--rounds", "18"), "18"),
    ],
)
def test_list_that_cannot_be(words: tuple[str, ...], hint: str) -> None:
    """R-043: too few tables are refused with the reason."""
    outcome = cli("movement", "list", *words, "--json")
    assert (outcome.code, outcome.out) == (1, "")
    assert hint in outcome.err


def test_show_interwoven(tmp_path: Path) -> None:
    """Nine tables: the Mitchell in 8 rounds and the interwoven Howell in 9; the checker finds nothing."""
    outcome = cli("movement", "show", "interwoven", "--tables", "9", "--json")
    sessions = outcome.json["sessions"]
    assert [(one["section"], one["family"], one["rounds"]) for one in sessions] == [
        ("A", "two-session-mitchell", 8),
        ("A", "interwoven-howell", 9),
    ]
    assert all(one["meetings"] and one["faults"] == [] for one in sessions)
    file = tmp_path / "plan.json"
    file.write_text(outcome.out, encoding="utf-8")
    checked = cli("movement", "check", str(file), "--json")
    assert (checked.code, checked.json["faults"]) == (0, [])
    assert cli("movement", "check", str(file)).code == 0


def test_show_interwoven_with_options() -> None:
    words = ("--pairs", "27", "--rounds", "13", "--boards-per-round", "2")
    sessions = cli("movement", "show", "interwoven", *words, "--json").json["sessions"]
    assert [(one["rounds"], one["phantom"]) for one in sessions] == [(13, "28"), (13, "28")]
    assert "2" in cli("movement", "show", "interwoven", "--tables", "9").out


@for_each("words", [(), ("--tables", "x"), ("--tables", "4"), ("--tables", "9", "--rounds", "x")])
def test_show_interwoven_that_cannot_be(words: tuple[str, ...]) -> None:
    outcome = cli("movement", "show", "interwoven", *words, "--json")
    assert (outcome.code, outcome.out) == (1, "")


def plan_file(folder: Path, **changes: object) -> str:
    """Returns the path of a plan of 12 + 8 tables, with changes."""
    first = cli("movement", "list", "--pairs", "40", "--sessions", "2", "--rounds", "12", "--json").json[0]
    file = folder / "plan.json"
    file.write_text(json.dumps({**first, **changes}, indent=1), encoding="utf-8")
    return str(file)


def test_check_what_was_listed(tmp_path: Path) -> None:
    """The families and options of a choice are a plan that can be checked."""
    assert cli("movement", "check", plan_file(tmp_path)).code == 0


def test_check_tells_faults(tmp_path: Path) -> None:
    """R-295: everybody keeps the place and so meets everybody again."""
    outcome = cli("movement", "check", plan_file(tmp_path, moves=["A1-24>A1-24, B1-16>B1-16"]), "--lang", "en")
    assert outcome.code == 1
    assert "A1" in outcome.err
    assert "meet 2 times" in outcome.err


def test_check_tells_notices(tmp_path: Path) -> None:
    path = plan_file(tmp_path, moves=["A1-24>A1-24, B1-16>B1-16"], allowed=["sessions.met-again"])
    outcome = cli("movement", "check", path, "--lang", "en")
    assert "meet 2 times" in outcome.out


def test_check_tells_the_line(tmp_path: Path) -> None:
    outcome = cli("movement", "check", plan_file(tmp_path, moves=["A1>"]), "--lang", "en")
    assert outcome.code == 1
    assert "line" in outcome.err
